// How long something waits, in a form: an amount and its unit.
import TextField from '@mui/material/TextField'
import { type Control, type FieldPath, useController } from 'react-hook-form'
import { SelectField } from '../../ui/forms/select-field.tsx'
import { durationFault, entryOf, unitWords } from './durations.ts'
import type { PolicyFields } from './policy-fields.ts'

interface DurationInputProps {
  readonly control: Control<PolicyFields>
  readonly name: FieldPath<PolicyFields> & (`steps.${number}.afterSeconds` | 'repeatSeconds')
  readonly label: string
  readonly help?: string | undefined
  readonly leastSeconds?: number
}

export const DurationInput = ({ control, name, label, help, leastSeconds = 0 }: DurationInputProps) => {
  const {
    field: { ref, value, onChange, onBlur },
    fieldState: { error },
  } = useController({ control, name, rules: { validate: (text) => durationFault(text, leastSeconds) ?? true } })
  const { amount, unit } = entryOf(value)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)] items-start gap-3">
      <TextField
        label={label}
        value={amount}
        onChange={({ target }) => onChange(`${target.value.trim()} ${unit}`)}
        onBlur={onBlur}
        inputRef={ref}
        error={error !== undefined}
        helperText={error?.message ?? help}
        slotProps={{ htmlInput: { inputMode: 'decimal', autoComplete: 'off' } }}
      />
      <SelectField label="Unit" value={unit} options={unitWords} onChange={(next) => onChange(`${amount} ${next}`)} />
    </div>
  )
}
