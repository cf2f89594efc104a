// The controls of the activity log's filters.
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { FilterBar } from '../../ui/tables/filter-bar.tsx'
import styles from '../../ui/tables/filter-bar.module.css'
import { FilterChoice } from '../../ui/tables/filter-choice.tsx'
import { SearchField } from '../../ui/forms/search-field.tsx'
import { SavedViews } from '../../ui/tables/saved-views.tsx'
import { ActionFilter } from './action-filter.tsx'
import { countFilters, type Filters, isId, noFilters, outcomeOf } from './activity-filters.ts'
import { outcomes } from './entry-words.tsx'
import { PeriodField } from './period-field.tsx'
import { PersonFilter } from './person-filter.tsx'

interface EntryFiltersProps {
  readonly filters: Filters
  readonly onChange: (changed: Partial<Filters>) => void
  /** What the chosen person is called in the entries that are shown. */
  readonly shownAs: string | null
}

export const EntryFilters = ({ filters, onChange, shownAs }: EntryFiltersProps) => {
  return (
    <FilterBar
      views={<SavedViews page="/activity-logs" />}
      count={countFilters(filters)}
      onClear={() => onChange(noFilters)}
      first={<SearchField label="Search the log" value={filters.q} onChange={(q) => onChange({ q })} />}
    >
      <PeriodField range={filters.range} onChange={(range) => onChange({ range })} />
      <PersonFilter value={filters.user} shownAs={shownAs} onChange={(user) => onChange({ user })} />
      <ActionFilter value={filters.action} onChange={(action) => onChange({ action })} />
      <FilterChoice
        label="Outcome"
        value={filters.outcome}
        options={[
          ['', 'Any outcome'],
          ...Object.entries(outcomes).map(([outcome, { word }]) => [outcome, word] as const),
        ]}
        onChange={(outcome) => onChange({ outcome: outcomeOf(outcome) })}
      />
      <Typed
        key={`address ${filters.address}`}
        label="Address"
        placeholder="10.0.0.7"
        value={filters.address}
        onChange={(address) => onChange({ address })}
      />
      <Typed
        key={`correlation ${filters.correlation}`}
        label="Correlation id"
        placeholder="Of one call"
        value={filters.correlation}
        accepts={isId}
        fault="Not an id"
        onChange={(correlation) => onChange({ correlation })}
      />
    </FilterBar>
  )
}

interface OwnEntryFiltersProps {
  readonly filters: Filters
  readonly onChange: (changed: Partial<Filters>) => void
}

/** Of one's own history: when, and what. */
export const OwnEntryFilters = ({ filters, onChange }: OwnEntryFiltersProps) => (
  <FilterBar count={countFilters(filters)} onClear={() => onChange(noFilters)} views={<SavedViews page="/activity" />}>
    <PeriodField range={filters.range} onChange={(range) => onChange({ range })} />
    <ActionFilter value={filters.action} onChange={(action) => onChange({ action })} />
  </FilterBar>
)

interface TypedProps {
  readonly label: string
  readonly placeholder: string
  readonly value: string
  readonly accepts?: (text: string) => boolean
  readonly fault?: string
  readonly onChange: (value: string) => void
}

// Copied and pasted more than typed: it counts with Enter, or when the field is left.
const Typed = ({ label, placeholder, value, accepts = () => true, fault, onChange }: TypedProps) => {
  const [typed, setTyped] = useState(value)
  const text = typed.trim()
  const accepted = text === '' || accepts(text)
  const settle = () => {
    if (accepted && text !== value) onChange(text)
  }
  return (
    <TextField
      label={label}
      placeholder={placeholder}
      value={typed}
      className={styles.typed}
      error={!accepted}
      helperText={accepted ? undefined : fault}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={settle}
      onKeyDown={({ key }) => {
        if (key === 'Enter') settle()
      }}
      slotProps={{ inputLabel: { shrink: true }, htmlInput: { maxLength: 60, spellCheck: false } }}
    />
  )
}
