// People who are in the entry and exit log, found by their names.
import * as entryExit from '@gatehouse/contract/access/entry-exit'
import { call } from '../../kit/data/api.ts'
import { matches, type Option } from '../../ui/forms/matching-options.ts'
import type { Finder } from '../../ui/forms/search-choice.tsx'

/** With oneself, who may not have gone anywhere yet. */
export const peopleInLog = (self: Option | null): Finder => ({
  of: self ? 'oneself and people in the log' : 'people in the log',
  find: async (q, signal) => {
    const { people } = await call(entryExit.people, { q: q || undefined }, { signal })
    const found = people.map(({ id, name, department }) => ({ id, name, note: department ?? undefined }))
    return self && matches(self, q) && !found.some(({ id }) => id === self.id) ? [self, ...found] : found
  },
})
