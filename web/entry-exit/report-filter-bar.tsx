// The controls of the entry and exit log's filters; folded away on a phone.
import type { Device } from '@gatehouse/contract/devices'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useEffect, useEffectEvent, useId, useState } from 'react'
import { Icon } from '../ui/icon.tsx'
import styles from './report-filter-bar.module.css'
import { countFilters, type Filters, noFilters, periodOf, periods } from './report-filters.ts'

interface ReportFiltersProps {
  readonly filters: Filters
  readonly doors: readonly Device[]
  readonly onChange: (filters: Filters) => void
}

export const ReportFilters = ({ filters, doors, onChange }: ReportFiltersProps) => {
  const [unfolded, setUnfolded] = useState(false)
  const controls = useId()
  const change = <K extends keyof Filters>(name: K, value: Filters[K]) => onChange({ ...filters, [name]: value })
  const active = countFilters(filters)
  return (
    <search className={styles.bar}>
      <div className={styles.first}>
        <Sought value={filters.q} onChange={(q) => change('q', q)} />
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
        <Choice
          label="Period"
          value={filters.period}
          options={Object.entries(periods)}
          onChange={(value) => change('period', periodOf(value))}
        />
        {filters.period === 'days' && (
          <>
            <Day label="From" value={filters.fromDay} onChange={(day) => change('fromDay', day)} />
            <Day label="To" value={filters.toDay} onChange={(day) => change('toDay', day)} />
          </>
        )}
        <Choice
          label="Door"
          value={filters.doorId}
          options={[['', 'All doors'], ...doors.map(({ id, name }): [string, string] => [id, name])]}
          onChange={(value) => change('doorId', value)}
        />
        <Choice
          label="Zone"
          value={filters.zoneId}
          options={[['', 'All zones'], ...zonesOf(doors)]}
          onChange={(value) => change('zoneId', value)}
        />
        <Choice
          label="Type"
          value={filters.type}
          options={[
            ['', 'Both'],
            ['entry', 'Entry'],
            ['exit', 'Exit'],
          ]}
          onChange={(value) => change('type', value === 'entry' || value === 'exit' ? value : '')}
        />
        <Choice
          label="Result"
          value={filters.result}
          options={[
            ['', 'All results'],
            ['granted', 'Granted'],
            ['denied', 'Denied'],
          ]}
          onChange={(value) => change('result', value === 'granted' || value === 'denied' ? value : '')}
        />
        <Button disabled={active === 0} onClick={() => onChange(noFilters)}>
          Clear
        </Button>
      </div>
    </search>
  )
}

const debounceMs = 300

interface SoughtProps {
  readonly value: string
  readonly onChange: (value: string) => void
}

// Typing is heard at once and asked for after a pause.
const Sought = ({ value, onChange }: SoughtProps) => {
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  if (known !== value) {
    setKnown(value)
    if (typed.trim() !== value) setTyped(value)
  }
  const ask = useEffectEvent(() => {
    if (typed.trim() !== value) onChange(typed.trim())
  })
  useEffect(() => {
    if (typed.trim() === '') return ask()
    const timer = setTimeout(ask, debounceMs)
    return () => clearTimeout(timer)
  }, [typed])
  return (
    <TextField
      className={styles.sought}
      label="Person or door"
      type="search"
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
      slotProps={{
        input: { startAdornment: <Icon name="search" className={styles.glass} /> },
        htmlInput: { maxLength: 100 },
      }}
    />
  )
}

interface ChoiceProps {
  readonly label: string
  readonly value: string
  readonly options: readonly (readonly [value: string, label: string])[]
  readonly onChange: (value: string) => void
}

const Choice = ({ label, value, options, onChange }: ChoiceProps) => {
  const known = options.some(([option]) => option === value)
  return (
    <TextField
      select
      label={label}
      value={value}
      className={styles.choice}
      onChange={({ target }) => onChange(target.value)}
      slotProps={{ inputLabel: { shrink: true }, select: { displayEmpty: true } }}
    >
      {options.map(([option, words]) => (
        <MenuItem key={option} value={option}>
          {words}
        </MenuItem>
      ))}
      {!known && (
        <MenuItem value={value} disabled>
          Not known here
        </MenuItem>
      )}
    </TextField>
  )
}

const Day = ({ label, value, onChange }: { readonly label: string } & SoughtProps) => (
  <TextField
    type="date"
    label={label}
    value={value}
    className={styles.choice}
    onChange={({ target }) => onChange(target.value)}
    slotProps={{ inputLabel: { shrink: true } }}
  />
)

const zonesOf = (doors: readonly Device[]): [string, string][] =>
  [...new Map(doors.flatMap(({ zoneId, zone }) => (zoneId && zone ? [[zoneId, zone] as const] : [])))].sort(
    ([, a], [, b]) => a.localeCompare(b),
  )
