// Whom a visitor comes to see, found by name.
import * as access from '@gatehouse/contract/access'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { FieldValues } from 'react-hook-form'
import { queryOf } from '../kit/queries.ts'
import { SearchInput, type SearchInputProps } from './search-input.tsx'

const mostShown = 8

export const HostInput = <T extends FieldValues>(props: SearchInputProps<T>) => (
  <SearchInput
    {...props}
    label="To see"
    help="Is told when the visitor is let in. May be left empty."
    none="Nobody of that name"
    useFound={usePeople}
    useNamed={usePerson}
  />
)

const usePeople = (q: string) => {
  const { data, isFetching } = useQuery({
    ...queryOf(access.people, { limit: mostShown, ...(q ? { q } : {}) }),
    placeholderData: keepPreviousData,
  })
  return { options: (data?.people ?? []).map(({ person }) => optionOf(person)), loading: isFetching }
}

const usePerson = (userId: string) => {
  const { data } = useQuery({ ...queryOf(access.personById, { userId }), enabled: userId !== '' })
  return data && optionOf(data.holder.person)
}

const optionOf = ({ id, displayName, department }: access.Person) => ({
  id,
  name: displayName,
  note: department ?? undefined,
})
