// Whom a visitor comes to see, found by name.
import * as access from '@gatehouse/contract/access'
import type { FieldValues } from 'react-hook-form'
import { call } from '../kit/api.ts'
import type { Finder } from './search-choice.tsx'
import { SearchInput, type SearchInputProps } from './search-input.tsx'

const mostShown = 8

const optionOf = ({ id, displayName, department }: access.Person) => ({
  id,
  name: displayName,
  note: department ?? undefined,
})

const people: Finder = {
  of: 'people',
  find: async (q, signal) => {
    const { people: found } = await call(access.people, { limit: mostShown, ...(q ? { q } : {}) }, { signal })
    return found.map(({ person }) => optionOf(person))
  },
  one: async (userId) => optionOf((await call(access.personById, { userId })).holder.person),
}

export const HostInput = <T extends FieldValues>(props: SearchInputProps<T>) => (
  <SearchInput
    {...props}
    label="To see"
    help="Is told when the visitor is let in. May be left empty."
    none="Nobody of that name"
    finder={people}
  />
)
