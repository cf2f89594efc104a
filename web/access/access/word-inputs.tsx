// The words of a form of access: what something is called and is for, and why it is changed.
import type { FieldPath, FieldValues } from 'react-hook-form'
import { TextInput } from '../../ui/forms/text-input.tsx'
import type { SearchInputProps } from './search-input.tsx'

interface NameInputsProps<T extends FieldValues> extends SearchInputProps<T> {
  readonly description: FieldPath<T>
}

export const NameInputs = <T extends FieldValues>({ control, name, description }: NameInputsProps<T>) => (
  <>
    <TextInput
      control={control}
      name={name}
      label="Name"
      required
      rule={(words) => (words.trim().length >= 2 ? null : 'The name must be at least 2 characters')}
      slotProps={{ htmlInput: { maxLength: 80 } }}
    />
    <TextInput control={control} name={description} label="Description" slotProps={{ htmlInput: { maxLength: 300 } }} />
  </>
)

/** It may be left empty. */
export const ReasonInput = <T extends FieldValues>({
  help = 'Kept on the record with the change; may be left empty.',
  ...field
}: SearchInputProps<T> & { readonly help?: string }) => (
  <TextInput {...field} label="Why" help={help} slotProps={{ htmlInput: { maxLength: 300 } }} />
)

/** As an input of an operation: left out where it was left empty. */
export const reasonOf = (reason: string): { reason?: string } => (reason.trim() === '' ? {} : { reason: reason.trim() })
