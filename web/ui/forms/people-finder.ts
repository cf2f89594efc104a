// Everybody of the company, found by name with what they do, by those who manage doors.
import * as access from '@gatehouse/contract/access/access'
import { call } from '../../kit/data/api.ts'
import type { Option } from './matching-options.ts'
import type { Finder } from './search-choice.tsx'

const mostShown = 20

const optionOf = ({ id, displayName, department }: access.Person): Option => ({
  id,
  name: displayName,
  note: department ?? undefined,
})

export const peopleFinder: Finder = {
  of: 'people',
  find: async (q, signal) => {
    const { people } = await call(access.people, { limit: mostShown, q: q || undefined }, { signal })
    return people.map(({ person }) => optionOf(person))
  },
  one: async (userId) => optionOf((await call(access.personById, { userId })).holder.person),
}
