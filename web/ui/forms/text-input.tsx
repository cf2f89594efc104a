// A line of text (or several) of a form.
import type { Rule } from '@gatehouse/contract/identity/account-rules'
import TextField, { type TextFieldProps } from '@mui/material/TextField'
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form'

export interface TextInputProps<T extends FieldValues>
  extends Pick<
    TextFieldProps,
    | 'label'
    | 'type'
    | 'autoComplete'
    | 'multiline'
    | 'minRows'
    | 'disabled'
    | 'required'
    | 'placeholder'
    | 'slotProps'
    | 'select'
    | 'children'
  > {
  readonly control: Control<T>
  readonly name: FieldPath<T>
  readonly rule?: Rule
  readonly help?: string
}

export const TextInput = <T extends FieldValues>({
  control,
  name,
  rule,
  help,
  multiline,
  minRows,
  slotProps,
  ...field
}: TextInputProps<T>) => {
  const {
    field: { ref, value, ...bound },
    fieldState: { error },
  } = useController({ control, name, rules: rulesOf(rule) })
  return (
    <TextField
      {...field}
      {...bound}
      multiline={multiline}
      slotProps={multiline ? { ...slotProps, ...rowsOf(minRows) } : slotProps}
      value={value ?? ''}
      inputRef={ref}
      fullWidth
      error={error !== undefined}
      helperText={error?.message ?? help}
    />
  )
}

// As high as it was asked for: a height that is measured is another one before the letters are there, and after.
const rowsOf = (rows: TextFieldProps['minRows'] = 2) => ({
  input: { inputComponent: 'textarea' as const, inputProps: { rows: Number(rows) } },
})

/** One of the shared rules as react-hook-form asks for it. */
export const rulesOf = (rule?: Rule) => ({
  validate: (value: unknown) => rule?.(typeof value === 'string' ? value : '') ?? true,
})
