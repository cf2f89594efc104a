// The access level that a pass is for, found by name.
import type { FieldValues } from 'react-hook-form'
import { SearchInput, type SearchInputProps } from './search-input.tsx'
import { levelFinder } from './use-choices.ts'

export const LevelInput = <T extends FieldValues>(props: SearchInputProps<T>) => (
  <SearchInput
    {...props}
    label="Access level"
    help="Its doors, at its times. Optional."
    none="No level of that name"
    finder={levelFinder}
  />
)
