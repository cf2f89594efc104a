// People found by their names in the entry and exit log.
import * as entryExit from '@gatehouse/contract/access/entry-exit'
import { call } from '../../kit/data/api.ts'
import { matches, type Option } from '../../ui/forms/matching-options.ts'
import type { Finder } from '../../ui/forms/search-choice.tsx'

const rowsRead = 200

/** With oneself, who may not have gone anywhere yet. */
export const peopleInLog = (self: Option | null): Finder => ({
  of: self ? 'oneself and people in the log' : 'people in the log',
  find: async (q, signal) => {
    const { logs } = await call(entryExit.logs, { limit: rowsRead, ...(q === '' ? {} : { q }) }, { signal })
    const people = new Map(self ? [[self.id, self]] : [])
    for (const { userId: id, person: name } of logs) if (id && name) people.set(id, { id, name })
    // The log is searched by doors as well.
    return [...people.values()].filter((person) => matches(person, q)).sort((a, b) => a.name.localeCompare(b.name))
  },
})
