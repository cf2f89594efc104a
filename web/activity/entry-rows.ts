// The rows of a list of entries: one for each, and one that begins each day at the site.
import type { Entry } from '@gatehouse/contract/activity'
import { dayOf, formatOf } from '../kit/time.ts'
import { startOfDay } from '../ui/wall-time.ts'

export type EntryRow =
  | { readonly is: 'day'; readonly key: string; readonly at: string }
  | { readonly is: 'entry'; readonly key: string; readonly entry: Entry }

export const rowsOf = (entries: readonly Entry[], timeZone: string): EntryRow[] => {
  let day = ''
  return entries.flatMap((entry): EntryRow[] => {
    const own = dayOf(entry.at, timeZone)
    const row: EntryRow = { is: 'entry', key: entry.id, entry }
    if (own === day) return [row]
    day = own
    return [{ is: 'day', key: own, at: entry.at }, row]
  })
}

/** `Today`, `Yesterday`, `Friday 20 November`, and the year where it is another one. */
export const dayText = (at: string, now: number, timeZone: string): string => {
  const day = dayOf(at, timeZone)
  if (day === dayOf(now, timeZone)) return 'Today'
  if (day === dayOf(startOfDay(now, timeZone) - 1, timeZone)) return 'Yesterday'
  const thisYear = day.slice(0, 4) === dayOf(now, timeZone).slice(0, 4)
  return formatOf(timeZone, `entries of a day ${thisYear}`, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(thisYear ? {} : { year: 'numeric' }),
  }).format(new Date(at))
}

/** Pages can overlap where something came in between them: every entry once. */
export const entriesOf = (pages: readonly { readonly entries: readonly Entry[] }[]): Entry[] => [
  ...new Map(pages.flatMap(({ entries }) => entries).map((entry) => [entry.id, entry])).values(),
]

/** How many of the newest are not shown yet: those above the first that is. */
export const newerThan = (shown: readonly Entry[], newest: readonly Entry[]): number => {
  const known = new Set(shown.map(({ id }) => id))
  const first = newest.findIndex(({ id }) => known.has(id))
  return first === -1 ? newest.length : first
}
