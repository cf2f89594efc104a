// The controls of the activity log's filters; folded away on a phone.
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { type ReactNode, useId, useState } from 'react'
import { SearchField } from '../ui/search-field.tsx'
import { ActionFilter } from './action-filter.tsx'
import { countFilters, type Filters, isId, noFilters, outcomeOf } from './activity-filters.ts'
import { outcomes } from './entry-words.tsx'
import styles from './filter-bar.module.css'
import { PeriodField } from './period-field.tsx'
import { PersonFilter } from './person-filter.tsx'

interface FilterBarProps {
  readonly filters: Filters
  readonly onChange: (filters: Filters) => void
  /** What the chosen person is called in the entries that are shown. */
  readonly shownAs: string | null
}

export const FilterBar = ({ filters, onChange, shownAs }: FilterBarProps) => {
  const change = (changed: Partial<Filters>) => onChange({ ...filters, ...changed })
  return (
    <Folding
      active={countFilters(filters)}
      onClear={() => onChange(noFilters)}
      search={<SearchField label="Search the log" value={filters.q} onChange={(q) => change({ q })} />}
    >
      <PeriodField range={filters.range} onChange={(range) => change({ range })} />
      <PersonFilter value={filters.user} shownAs={shownAs} onChange={(user) => change({ user })} />
      <ActionFilter value={filters.action} onChange={(action) => change({ action })} />
      <TextField
        select
        label="Outcome"
        value={filters.outcome}
        className={styles.choice ?? ''}
        onChange={({ target }) => change({ outcome: outcomeOf(target.value) })}
        slotProps={{ inputLabel: { shrink: true }, select: { displayEmpty: true } }}
      >
        <MenuItem value="">Any outcome</MenuItem>
        {Object.entries(outcomes).map(([outcome, { word }]) => (
          <MenuItem key={outcome} value={outcome}>
            {word}
          </MenuItem>
        ))}
      </TextField>
      <Typed
        key={`address ${filters.address}`}
        label="Address"
        placeholder="10.0.0.7"
        value={filters.address}
        onChange={(address) => change({ address })}
      />
      <Typed
        key={`correlation ${filters.correlation}`}
        label="Correlation id"
        placeholder="Of one call"
        value={filters.correlation}
        accepts={isId}
        fault="Not an id"
        onChange={(correlation) => change({ correlation })}
      />
    </Folding>
  )
}

interface OwnFilterBarProps {
  readonly filters: Filters
  readonly onChange: (filters: Filters) => void
}

/** Of one's own history: when, and what. */
export const OwnFilterBar = ({ filters, onChange }: OwnFilterBarProps) => (
  <Folding active={countFilters(filters)} onClear={() => onChange(noFilters)}>
    <PeriodField range={filters.range} onChange={(range) => onChange({ ...filters, range })} />
    <ActionFilter value={filters.action} onChange={(action) => onChange({ ...filters, action })} />
  </Folding>
)

interface FoldingProps {
  readonly active: number
  readonly onClear: () => void
  readonly search?: ReactNode
  readonly children: ReactNode
}

const Folding = ({ active, onClear, search, children }: FoldingProps) => {
  const [unfolded, setUnfolded] = useState(false)
  const controls = useId()
  return (
    <search className={styles.bar} aria-label="Filters">
      <div className={styles.first}>
        {search}
        <span className={styles.unfold}>
          <Button
            variant="outlined"
            aria-expanded={unfolded}
            aria-controls={controls}
            onClick={() => setUnfolded(!unfolded)}
          >
            Filters{active > 0 ? ` (${active})` : ''}
          </Button>
        </span>
      </div>
      <div id={controls} className={styles.controls} data-unfolded={unfolded || undefined}>
        {children}
        {active > 0 && <Button onClick={onClear}>Clear</Button>}
      </div>
    </search>
  )
}

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
      className={styles.choice ?? ''}
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
