// Filters that are one of a few, and the one of which time a list is.
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import type { ReactNode } from 'react'
import styles from './filter-bar.module.css'
import { type PeriodFilter, periodOf, periods } from '../time/period.ts'

interface FilterProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
}

export type FilterOption = readonly [value: string, words: string]

interface FilterChoiceProps extends FilterProps {
  readonly options: readonly FilterOption[]
}

/** One out of a list; what came by a link and is not in it is shown as not known. */
export const FilterChoice = ({ label, value, options, onChange }: FilterChoiceProps) => (
  <FilterSelect label={label} value={value} onChange={onChange}>
    {options.map(([option, words]) => (
      <MenuItem key={option} value={option}>
        {words}
      </MenuItem>
    ))}
    {!options.some(([option]) => option === value) && (
      <MenuItem value={value} disabled>
        Not known here
      </MenuItem>
    )}
  </FilterSelect>
)

/** One whose list has heads: the items are given. */
export const FilterSelect = ({ label, value, onChange, children }: FilterProps & { readonly children: ReactNode }) => (
  <TextField
    select
    label={label}
    value={value}
    className={styles.choice}
    onChange={({ target }) => onChange(target.value)}
    slotProps={{ inputLabel: { shrink: true }, select: { displayEmpty: true } }}
  >
    {children}
  </TextField>
)

interface PeriodChoiceProps {
  readonly value: PeriodFilter
  readonly onChange: (changed: Partial<PeriodFilter>) => void
}

/** Chosen days are asked for beside it. */
export const PeriodChoice = ({ value: { period, fromDay, toDay }, onChange }: PeriodChoiceProps) => (
  <>
    <FilterChoice
      label="Period"
      value={period}
      options={Object.entries(periods)}
      onChange={(name) => onChange({ period: periodOf(name) })}
    />
    {period === 'days' && (
      <>
        <Day label="From" value={fromDay} onChange={(day) => onChange({ fromDay: day })} />
        <Day label="To" value={toDay} onChange={(day) => onChange({ toDay: day })} />
      </>
    )}
  </>
)

const Day = ({ label, value, onChange }: FilterProps) => (
  <TextField
    type="date"
    label={label}
    value={value}
    className={styles.choice}
    onChange={({ target }) => onChange(target.value)}
    slotProps={{ inputLabel: { shrink: true } }}
  />
)
