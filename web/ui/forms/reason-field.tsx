// A reason that one tap writes, and that may be completed by typing; nothing has to be given.
import TextField from '@mui/material/TextField'
import { ToggleChoice } from './toggle-choice.tsx'

export const longestReason = 300

interface ReasonFieldProps {
  readonly reasons: readonly string[]
  readonly value: string
  readonly onChange: (reason: string) => void
  readonly help: string
}

/** The proposed reasons over the field that they are written to. */
export const ReasonField = ({ reasons, value, onChange, help }: ReasonFieldProps) => (
  <div className="grid grid-cols-1 gap-3">
    <ReasonChoice reasons={reasons} value={value} onChoose={onChange} />
    <TextField
      label="Reason (optional)"
      value={value}
      onChange={({ target }) => onChange(target.value)}
      helperText={help}
      slotProps={{ htmlInput: { maxLength: longestReason } }}
    />
  </div>
)

interface ReasonChoiceProps extends Pick<ReasonFieldProps, 'reasons'> {
  readonly value: string
  readonly onChoose: (reason: string) => void
}

/** The proposed reasons alone. */
export const ReasonChoice = ({ reasons, value, onChoose }: ReasonChoiceProps) => (
  <ToggleChoice
    label="Proposed reasons"
    size="medium"
    // Apart from each other, so that they may stand in several lines.
    className="flex-wrap gap-2 [&>button]:m-0! [&>button]:rounded! [&>button]:border! [&>button]:border-strong-line!"
    value={value}
    options={reasons.map((reason) => [reason, reason] as const)}
    onChange={onChoose}
  />
)
