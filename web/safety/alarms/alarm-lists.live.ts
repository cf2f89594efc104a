// How live events correct what is known of alarms: their lists, page after page, the one that is open, and their counts.
import * as alarms from '@gatehouse/contract/safety/alarms'
import type { Alarm } from '@gatehouse/contract/safety/alarms'
import type { Output } from '@gatehouse/contract/operation'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { type Correction, corrects, keyOf, registerCorrections } from '../../kit/live/live-cache.ts'
import { passes, type Wanted } from './alarm-filters.ts'
import { orderOf } from './alarm-order.ts'

/** The pages of the lists, by what is asked for. */
export const listKey = 'alarms.pages'

export interface AlarmsPageOf extends Output<typeof alarms.list> {
  /** By which an event knows whether it belongs there, and where. */
  readonly wanted: Wanted
}

export type Pages = InfiniteData<AlarmsPageOf, string | undefined>

type ById = ReadonlyMap<string, Alarm>

/** The newest of each; events come in their order. */
const byIdOf = (changed: readonly Alarm[]): ById => new Map(changed.map((alarm) => [alarm.id, alarm]))

/** The pages with these alarms as they are now, each in its place; undefined where nothing changes. */
export const pagesAfter = (pages: Pages, changed: ById): Pages | undefined => {
  const [first] = pages.pages
  if (!first) return undefined
  const { wanted } = first
  const order = orderOf(wanted)
  const coming = [...changed.values()].filter((alarm) => passes(alarm, wanted)).sort(order)
  const isKnown = pages.pages.some((page) => page.alarms.some(({ id }) => changed.has(id)))
  if (coming.length === 0 && !isKnown) return undefined
  let next = 0
  const nextWhile = (isBefore: (one: Alarm) => boolean): Alarm[] => {
    const from = next
    let one = coming[next]
    while (one && isBefore(one)) {
      next += 1
      one = coming[next]
    }
    return coming.slice(from, next)
  }
  const merged = pages.pages.map((page) => ({
    ...page,
    alarms: page.alarms.flatMap((alarm) =>
      changed.has(alarm.id) ? [] : [...nextWhile((one) => order(one, alarm) < 0), alarm],
    ),
  }))
  const last = merged.at(-1)
  // What comes after all that has been read is of a page that has not.
  if (last && last.next === null) last.alarms.push(...nextWhile(() => true))
  return isKnown || next > 0 ? { ...pages, pages: merged } : undefined
}

const correctLists = (cache: QueryClient, changed: ById) => {
  for (const [queryKey, pages] of cache.getQueriesData<Pages>({ queryKey: [listKey] })) {
    const after = pages && pagesAfter(pages, changed)
    if (after) cache.setQueryData<Pages>(queryKey, after)
  }
}

/** An alarm as the server has answered it, wherever it is shown. */
export const showAlarm = (cache: QueryClient, alarm: Alarm): void => {
  correctLists(cache, byIdOf([alarm]))
  cache.setQueryData<Output<typeof alarms.byId>>(
    keyOf(alarms.byId, { id: alarm.id }),
    (answer) => answer && { ...answer, alarm },
  )
}

const lists: Correction = {
  event: alarms.changed.name,
  toCache: (cache, changed: readonly Alarm[]) => correctLists(cache, byIdOf(changed)),
}

registerCorrections([
  lists,
  corrects(alarms.byId, alarms.changed, (answer, changed) => {
    const alarm = changed.findLast(({ id }) => id === answer.alarm.id)
    return alarm ? { ...answer, alarm } : answer
  }),
])
