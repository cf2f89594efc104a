// A choice out of a few in a form.
import type { Rule } from '@gatehouse/contract/identity/account-rules'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import type { ReactNode } from 'react'
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form'
import { rulesOf } from './text-input.tsx'

export interface Option {
  readonly value: string
  readonly label: ReactNode
  readonly disabled?: boolean
}

interface SelectInputProps<T extends FieldValues> {
  readonly control: Control<T>
  readonly name: FieldPath<T>
  readonly label: string
  readonly options: readonly Option[]
  readonly rule?: Rule
  readonly help?: string
  readonly disabled?: boolean
}

export const SelectInput = <T extends FieldValues>(props: SelectInputProps<T>) => {
  const { control, name, label, options, rule, help, disabled = false } = props
  const {
    field: { ref, value, ...bound },
    fieldState: { error },
  } = useController({ control, name, rules: rulesOf(rule) })
  return (
    <TextField
      {...bound}
      select
      fullWidth
      label={label}
      disabled={disabled}
      value={value ?? ''}
      inputRef={ref}
      error={error !== undefined}
      helperText={error?.message ?? help}
    >
      {options.map((option) => (
        <MenuItem key={option.value} value={option.value} disabled={option.disabled ?? false}>
          {option.label}
        </MenuItem>
      ))}
    </TextField>
  )
}
