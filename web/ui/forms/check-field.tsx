// Yes or no by a check box, alone or in a form.
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel, { type FormControlLabelProps } from '@mui/material/FormControlLabel'
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form'

interface CheckFieldProps extends Pick<FormControlLabelProps, 'className' | 'label'> {
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
}

export const CheckField = ({ checked, onChange, className = '', label }: CheckFieldProps) => (
  <FormControlLabel
    label={label}
    className={`pointer-coarse:min-h-touch ${className}`}
    control={<Checkbox checked={checked} onChange={(_, next) => onChange(next)} />}
  />
)

interface CheckInputProps<T extends FieldValues> {
  readonly control: Control<T>
  readonly name: FieldPath<T>
  readonly label: string
}

export const CheckInput = <T extends FieldValues>({ control, name, label }: CheckInputProps<T>) => {
  const { field } = useController({ control, name })
  return <CheckField label={label} checked={Boolean(field.value)} onChange={field.onChange} />
}
