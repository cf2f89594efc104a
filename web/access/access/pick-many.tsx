// Choosing some out of many: what is chosen is in sight, the rest is found by its name.
import { useDeferredValue, useId, useState } from 'react'
import { Tick } from '../../ui/forms/choice-list.tsx'
import styles from '../../ui/forms/choice-list.module.css'
import type { Option } from '../../ui/forms/matching-options.ts'
import { SearchField } from '../../ui/forms/search-field.tsx'

/** Found on the server: the options are what is found by the letters sought, and what is chosen. */
export interface Searched {
  readonly sought: string
  /** They are being looked for: what is there are those found before that match. */
  readonly late: boolean
  /** There are more than were found. */
  readonly more: boolean
  readonly onSearch: (sought: string) => void
}

interface PickManyProps {
  readonly legend: string
  readonly options: readonly Option[]
  readonly chosen: readonly string[]
  readonly onChange: (chosen: string[]) => void
  /** Instead of a list without entries. */
  readonly empty: string
  readonly error?: string | undefined
  readonly search?: Searched
}

/** So many more than those chosen are drawn at a time. */
const mostShown = 40
const searchedFrom = 10

export const PickMany = ({ legend, options, chosen, onChange, empty, error, search }: PickManyProps) => {
  const ids = useId()
  const [typed, setTyped] = useState('')
  const [sought, setSought] = search ? [search.sought, search.onSearch] : [typed, setTyped]
  const wanted = useDeferredValue(sought.toLowerCase())
  const has = new Set(chosen)
  const found = search
    ? options
    : options.filter(({ name, note = '' }) => `${name} ${note}`.toLowerCase().includes(wanted))
  const shown = [
    ...options.filter(({ id }) => has.has(id)),
    ...found.filter(({ id }) => !has.has(id)).slice(0, mostShown),
  ]
  const others = found.filter(({ id }) => !has.has(id)).length
  const more = others - mostShown
  const late = search?.late ?? false
  const searching = options.length >= searchedFrom || sought !== '' || late
  const toggle = (id: string) => onChange(has.has(id) ? chosen.filter((one) => one !== id) : [...chosen, id])
  return (
    <fieldset
      className="m-0 grid min-w-0 gap-2 border-0 p-0 [&_legend]:px-0 [&_legend]:pt-0 [&_legend]:pb-2 [&_legend]:font-semibold"
      aria-describedby={error === undefined ? undefined : `${ids}error`}
    >
      <legend>
        {legend} <span className="text-sm font-normal text-muted">{chosen.length} chosen</span>
      </legend>
      {searching && <SearchField label={`Search: ${legend.toLowerCase()}`} value={sought} onChange={setSought} />}
      {options.length === 0 && sought === '' && !late && <p className="text-sm font-normal text-muted">{empty}</p>}
      {sought !== '' && (search ? others : found.length) === 0 && (
        <p className="text-sm font-normal text-muted">{late ? 'Looking…' : `Nothing is called “${sought}”.`}</p>
      )}
      <ul className={styles.list}>
        {shown.map((option) => (
          <li key={option.id}>
            <Tick choice={option} checked={has.has(option.id)} onToggle={toggle} />
          </li>
        ))}
      </ul>
      {search?.more ? (
        <p className="text-sm font-normal text-muted">There are more: search for them by name.</p>
      ) : (
        more > 0 && <p className="text-sm font-normal text-muted">And {more} more: search for them by name.</p>
      )}
      {error !== undefined && (
        <p id={`${ids}error`} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}
