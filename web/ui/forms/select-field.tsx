// One out of a few, where no form keeps it.
import MenuItem from '@mui/material/MenuItem'
import TextField, { type TextFieldProps } from '@mui/material/TextField'

export interface SelectFieldProps<V extends string>
  extends Pick<TextFieldProps, 'label' | 'error' | 'helperText' | 'size'> {
  readonly value: V
  /** An empty value stands for none, and its words are shown all the same. */
  readonly options: readonly (readonly [value: V, words: string])[]
  readonly onChange: (value: V) => void
}

export const SelectField = <V extends string>({ options, onChange, ...field }: SelectFieldProps<V>) => (
  <TextField
    {...field}
    select
    onChange={({ target }) => {
      const chosen = options.find(([value]) => value === target.value)
      if (chosen) onChange(chosen[0])
    }}
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
