// A filter that is one of a few, and the period that all logs are filtered by.
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'

interface ChoiceProps {
  readonly label: string
  /** What it says while nothing is chosen. */
  readonly any: string
  readonly value: string
  readonly options: readonly (readonly [value: string, label: string])[]
  readonly onChange: (value: string) => void
}

export const Choice = ({ label, any, value, options, onChange }: ChoiceProps) => (
  <TextField
    select
    label={label}
    value={options.some(([option]) => option === value) ? value : ''}
    onChange={({ target }) => onChange(target.value)}
    slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
  >
    <MenuItem value="">{any}</MenuItem>
    {options.map(([option, words]) => (
      <MenuItem key={option} value={option}>
        {words}
      </MenuItem>
    ))}
  </TextField>
)

const periods: readonly (readonly [value: string, label: string, hours: number])[] = [
  ['hour', 'Last hour', 1],
  ['day', 'Last 24 hours', 24],
  ['week', 'Last 7 days', 7 * 24],
  ['month', 'Last 30 days', 30 * 24],
]

export const PeriodChoice = ({ value, onChange }: Pick<ChoiceProps, 'value' | 'onChange'>) => (
  <Choice
    label="Period"
    any="All time"
    value={value}
    options={periods.map(([name, words]) => [name, words] as const)}
    onChange={onChange}
  />
)

const minuteMs = 60_000

/** From when on, to the minute: so that it is one question for a minute. */
export const fromOf = (period: string, now: number): { readonly from?: string } => {
  const hours = periods.find(([name]) => name === period)?.[2]
  return hours === undefined
    ? {}
    : { from: new Date(Math.floor(now / minuteMs) * minuteMs - hours * 60 * minuteMs).toISOString() }
}
