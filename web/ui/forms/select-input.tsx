// A choice out of a few in a form.
import MenuItem from '@mui/material/MenuItem'
import type { ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import { TextInput, type TextInputProps } from './text-input.tsx'

export interface Option {
  /** An empty value stands for none, and its words are shown all the same. */
  readonly value: string
  readonly label: ReactNode
  readonly disabled?: boolean
}

interface SelectInputProps<T extends FieldValues>
  extends Pick<TextInputProps<T>, 'control' | 'name' | 'label' | 'rule' | 'help' | 'disabled'> {
  readonly options: readonly Option[]
}

export const SelectInput = <T extends FieldValues>({ options, ...field }: SelectInputProps<T>) => (
  <TextInput
    {...field}
    select
    {...(options.some(({ value }) => value === '')
      ? { slotProps: { inputLabel: { shrink: true }, select: { displayEmpty: true } } }
      : {})}
  >
    {options.map(({ value, label, disabled = false }) => (
      <MenuItem key={value} value={value} disabled={disabled}>
        {label}
      </MenuItem>
    ))}
  </TextInput>
)
