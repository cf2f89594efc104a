// One out of a few, where no form keeps it.
import MenuItem from '@mui/material/MenuItem'
import TextField, { type TextFieldProps } from '@mui/material/TextField'

interface SelectFieldProps extends Pick<TextFieldProps, 'label' | 'error' | 'helperText' | 'size'> {
  readonly value: string
  /** An empty value stands for none, and its words are shown all the same. */
  readonly options: readonly (readonly [value: string, words: string])[]
  readonly onChange: (value: string) => void
}

export const SelectField = ({ options, onChange, ...field }: SelectFieldProps) => (
  <TextField
    {...field}
    select
    onChange={({ target }) => onChange(target.value)}
    {...(options.some(([value]) => value === '')
      ? { slotProps: { inputLabel: { shrink: true }, select: { displayEmpty: true } } }
      : {})}
  >
    {options.map(([value, words]) => (
      <MenuItem key={value} value={value}>
        {words}
      </MenuItem>
    ))}
  </TextField>
)
