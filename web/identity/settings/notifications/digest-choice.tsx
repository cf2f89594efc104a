// Whether mail that is not urgent comes at once or gathered.
import type { Digest } from '@gatehouse/contract/messages/channels'
import TextField from '@mui/material/TextField'
import { useId, useState } from 'react'
import { Note } from '../../../ui/primitives/named.tsx'
import { SelectField } from '../../../ui/forms/select-field.tsx'

interface DigestChoiceProps {
  readonly digest: Digest
  readonly change: (digest: Digest) => void
}

const choices: Readonly<Record<Digest['every'], string>> = {
  off: 'At once, each by itself',
  hour: 'Every hour, in one e-mail',
  day: 'Every day, in one e-mail',
}

const isChoice = (value: string): value is Digest['every'] => value in choices

export const DigestChoice = ({ digest, change }: DigestChoiceProps) => {
  const heading = useId()
  const [at, setAt] = useState(digest.at)
  return (
    <section className="grid gap-3 border-t border-t-line py-3" aria-labelledby={heading}>
      <div>
        <h3 id={heading} className="block [font-size:inherit] font-semibold">
          Mail that is not urgent
        </h3>
        <Note>E-mails about your account and about people come at once in any case.</Note>
      </div>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] gap-3 pt-1">
        <SelectField
          label="When"
          value={digest.every}
          options={Object.entries(choices)}
          onChange={(every) => isChoice(every) && change({ ...digest, every })}
        />
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
