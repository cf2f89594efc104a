// Choosing any number out of a list by check boxes; what may not be chosen says why.
import Checkbox from '@mui/material/Checkbox'
import { type ReactNode, useDeferredValue, useId, useState } from 'react'
import styles from './choice-list.module.css'
import { SearchField } from './search-field.tsx'

export interface Choice {
  readonly id: string
  /** What is searched and heard. */
  readonly name: string
  readonly shows?: ReactNode
  readonly note?: string
  /** Why it can neither be chosen nor left. */
  readonly locked?: string | undefined
}

interface ChoiceListProps {
  readonly legend: string
  readonly choices: readonly Choice[]
  readonly chosen: ReadonlySet<string>
  readonly onChange: (chosen: ReadonlySet<string>) => void
  /** Instead of a list without entries. */
  readonly empty: string
}

const searchedFrom = 10

export const ChoiceList = ({ legend, choices, chosen, onChange, empty }: ChoiceListProps) => {
  const list = useId()
  const [sought, setSought] = useState('')
  const wanted = useDeferredValue(sought.toLowerCase())
  const shown = choices.filter(({ name }) => name.toLowerCase().includes(wanted))
  const toggle = (id: string) => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    onChange(next)
  }
  return (
    <fieldset className={styles.choices}>
      <legend>
        {legend} <span className={styles.count}>{chosen.size} chosen</span>
      </legend>
      {choices.length >= searchedFrom && (
        <SearchField label={`Search: ${legend.toLowerCase()}`} value={sought} onChange={setSought} />
      )}
      {choices.length === 0 && <p className={styles.none}>{empty}</p>}
      {choices.length > 0 && shown.length === 0 && <p className={styles.none}>Nothing is called “{sought}”.</p>}
      <ul className={styles.list}>
        {shown.map(({ id, name, shows, note, locked }) => (
          <li key={id}>
            <label className={styles.choice} data-locked={locked !== undefined || undefined}>
              <Checkbox
                checked={chosen.has(id)}
                disabled={locked !== undefined}
                onChange={() => toggle(id)}
                slotProps={{ input: { 'aria-describedby': note || locked ? `${list}${id}` : undefined } }}
              />
              <span className={styles.words}>
                <span>{shows ?? name}</span>
                {(note || locked) && (
                  <span id={`${list}${id}`} className={styles.note}>
                    {[note, locked].filter(Boolean).join(' · ')}
                  </span>
                )}
              </span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}
