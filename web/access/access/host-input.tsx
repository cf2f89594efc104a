// Whom a visitor comes to see, found by name.
import type { FieldValues } from 'react-hook-form'
import { peopleFinder } from '../../ui/forms/people-finder.ts'
import { SearchInput, type SearchInputProps } from './search-input.tsx'

export const HostInput = <T extends FieldValues>(props: SearchInputProps<T>) => (
  <SearchInput
    {...props}
    label="To see"
    help="Is told when the visitor is let in. Optional."
    none="No matches"
    finder={peopleFinder}
  />
)
