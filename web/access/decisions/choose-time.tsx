// The time that a question is about, by the clocks of who asks; empty is now.
import TextField from '@mui/material/TextField'
import { useTimeZone } from '../../kit/time.ts'
import { momentAt, wallTimeAt } from '../../ui/time/wall-time.ts'

interface ChooseTimeProps {
  /** ISO; empty: now. */
  readonly value: string
  readonly onChange: (at: string) => void
}

export const ChooseTime = ({ value, onChange }: ChooseTimeProps) => {
  const timeZone = useTimeZone()
  const at = Date.parse(value)
  return (
    <TextField
      type="datetime-local"
      label="At"
      value={Number.isNaN(at) ? '' : wallTimeAt(at, timeZone)}
      onChange={({ target }) => {
        const moment = momentAt(target.value, timeZone)
        onChange(Number.isNaN(moment.getTime()) ? '' : moment.toISOString())
      }}
      helperText="Empty: now"
      slotProps={{ inputLabel: { shrink: true } }}
    />
  )
}

/** As an input of a question: left out where it is now, or no time at all. */
export const atOf = (value: string): { at?: string } => (Number.isNaN(Date.parse(value)) ? {} : { at: value })
