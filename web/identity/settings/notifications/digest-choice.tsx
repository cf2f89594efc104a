// Whether mail that is not urgent comes at once or gathered.
import type { Digest } from '@gatehouse/contract/messages/channels'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useId, useState } from 'react'
import styles from './notifications.module.css'

interface DigestChoiceProps {
  readonly digest: Digest
  readonly change: (digest: Digest) => void
}

const choices: readonly { readonly value: Digest['every']; readonly label: string }[] = [
  { value: 'off', label: 'At once, each by itself' },
  { value: 'hour', label: 'Every hour, in one letter' },
  { value: 'day', label: 'Every day, in one letter' },
]

export const DigestChoice = ({ digest, change }: DigestChoiceProps) => {
  const heading = useId()
  const [at, setAt] = useState(digest.at)
  return (
    <section className={`${styles.part} grid gap-3 border-t border-t-line px-0 py-3`} aria-labelledby={heading}>
      <div>
        <h3 id={heading} className="block [font-size:inherit] font-semibold">
          Mail that is not urgent
        </h3>
        <p className="block text-sm text-muted">
          Letters about your account and about people come at once in any case.
        </p>
      </div>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] gap-3 pt-1">
        <TextField
          select
          label="When"
          value={digest.every}
          onChange={({ target }) => {
            const chosen = choices.find(({ value }) => value === target.value)
            if (chosen) change({ ...digest, every: chosen.value })
          }}
        >
          {choices.map(({ value, label }) => (
            <MenuItem key={value} value={value}>
              {label}
            </MenuItem>
          ))}
        </TextField>
        {digest.every === 'day' && (
          <TextField
            type="time"
            label="At"
            value={at}
            onChange={({ target }) => {
              setAt(target.value)
              if (target.value !== '') change({ ...digest, at: target.value })
            }}
            slotProps={{ inputLabel: { shrink: true } }}
          />
        )}
      </div>
    </section>
  )
}
