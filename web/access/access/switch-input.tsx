// Yes or no in a form.
import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import { useId } from 'react'
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form'

interface SwitchInputProps<T extends FieldValues> {
  readonly control: Control<T>
  readonly name: FieldPath<T>
  readonly label: string
  readonly help?: string
}

export const SwitchInput = <T extends FieldValues>({ control, name, label, help }: SwitchInputProps<T>) => {
  const words = useId()
  const { field } = useController({ control, name })
  return (
    <div>
      <FormControlLabel
        label={label}
        control={
          <Switch
            checked={Boolean(field.value)}
            onChange={({ target }) => field.onChange(target.checked)}
            slotProps={{ input: { 'aria-describedby': help ? words : undefined } }}
          />
        }
      />
      {help && (
        <span id={words} className="block text-sm font-normal text-muted">
          {help}
        </span>
      )}
    </div>
  )
}
