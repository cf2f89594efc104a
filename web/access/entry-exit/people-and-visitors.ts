// Whom one logs by hand: people found in the log, and today's visitors.
import * as passes from '@gatehouse/contract/access/passes'
import { call } from '../../kit/data/api.ts'
import { matches, type Option } from '../../ui/forms/matching-options.ts'
import type { Finder } from '../../ui/forms/search-choice.tsx'
import { peopleInLog } from './people-in-log.ts'

const mostVisitors = 50
const visitor = 'visitor:'

/** Whether what was chosen is a visitor, and not a person of the company. */
export const isVisitor = (chosen: string): boolean => chosen.startsWith(visitor)

/** What was chosen, as it is logged. */
export const whoOf = (chosen: string): { passId: string } | { userId: string } =>
  isVisitor(chosen) ? { passId: chosen.slice(visitor.length) } : { userId: chosen }

/** `peopleInLog`, and beside them the visitors of today. */
export const peopleAndVisitors = (self: Option | null): Finder => {
  const people = peopleInLog(self)
  return {
    of: `${people.of}, and visitors`,
    find: async (q, signal) => {
      const [found, visiting] = await Promise.all([
        people.find(q, signal),
        call(passes.list, { limit: mostVisitors, days: 'today', ...(q === '' ? {} : { q }) }, { signal }),
      ])
      const visitors = visiting.passes.map(
        ({ id, visitor: name, company }): Option => ({
          id: `${visitor}${id}`,
          name,
          note: company === '' ? 'Visitor' : `Visitor, ${company}`,
        }),
      )
      // Visitors are found by their hosts as well.
      const named = visitors.filter((one) => matches(one, q))
      return [...found, ...named].sort((a, b) => a.name.localeCompare(b.name))
    },
  }
}
