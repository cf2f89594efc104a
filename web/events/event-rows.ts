// The rows of the stream out of its pages: every event once, newest first, whenever and however it came.
import type { DeviceEvent, list } from '@gatehouse/contract/events'
import type { Output } from '@gatehouse/contract/operation'

export type Page = Output<typeof list>

export const addEvents = (known: readonly DeviceEvent[], more: readonly DeviceEvent[]): DeviceEvent[] => {
  const byId = new Map([...known, ...more].map((event) => [event.id, event]))
  return [...byId.values()].sort((a, b) => Date.parse(b.at) - Date.parse(a.at) || (a.id < b.id ? 1 : -1))
}

export const rowsOf = (pages: readonly Page[]): DeviceEvent[] =>
  addEvents(
    [],
    pages.flatMap(({ events }) => events),
  )

/** The pages with these events among their rows, as far as the pages reach: what is older comes with a later page. */
export const withEvents = (pages: readonly Page[], events: readonly DeviceEvent[]): Page[] => {
  const [first, ...others] = pages
  const last = pages.at(-1)
  return first && last ? [{ ...first, events: addEvents(first.events, within(last, events)) }, ...others] : []
}

/** A page with what was heard while it was fetched. */
export const withHeard = (page: Page, heard: readonly DeviceEvent[]): Page => ({
  ...page,
  events: addEvents(page.events, within(page, heard)),
})

/** Newer than all of them: it would move whatever is read. */
export const isAbove = (rows: readonly DeviceEvent[], { at }: Pick<DeviceEvent, 'at'>): boolean => {
  const [newest] = rows
  return newest === undefined || Date.parse(at) > Date.parse(newest.at)
}

/** Whether everything down to where the pages end is among these rows, which are read from the newest on. */
export const reachesDownTo = (pages: readonly Page[], read: readonly DeviceEvent[]): boolean => {
  const end = pages.at(-1)
  const oldest = end?.events.at(-1)
  const last = read.at(-1)
  return !!end && end.next !== null && !!oldest && !!last && Date.parse(last.at) < Date.parse(oldest.at)
}

const within = (last: Page, events: readonly DeviceEvent[]): readonly DeviceEvent[] => {
  const oldest = last.events.at(-1)
  if (last.next === null || !oldest) return events
  return events.filter(({ at }) => Date.parse(at) >= Date.parse(oldest.at))
}
