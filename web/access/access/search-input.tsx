// A field of a form that holds one of many, found by its name.
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form'
import { SearchChoice, type Sought } from '../../ui/forms/search-choice.tsx'

export interface SearchInputProps<T extends FieldValues> {
  readonly control: Control<T>
  readonly name: FieldPath<T>
}

export const SearchInput = <T extends FieldValues>({
  control,
  name,
  help,
  ...sought
}: SearchInputProps<T> & Sought & { readonly help: string }) => {
  const { field, fieldState } = useController({ control, name })
  return (
    <SearchChoice
      {...sought}
      value={field.value}
      onChange={field.onChange}
      error={fieldState.error !== undefined}
      help={fieldState.error?.message ?? help}
    />
  )
}
