// The rows of the report out of its pages: every log once, in order of time, whenever and however it came.
import type { logs } from '@gatehouse/contract/entry-exit'
import type { Log } from '@gatehouse/contract/entry-exit'
import type { Output } from '@gatehouse/contract/operation'
import { addLogs } from './entry-exit.live.ts'

export type Page = Output<typeof logs>

export const rowsOf = (pages: readonly Page[]): Log[] => {
  const byId = new Map<string, Log>()
  // The first page wins: it is where later news of a log is put.
  for (const page of pages) for (const log of page.logs) if (!byId.has(log.id)) byId.set(log.id, log)
  return addLogs([], [...byId.values()])
}

/** A page with what was heard while it was fetched; whatever is older than its end comes with a later page. */
export const withHeard = (page: Page, heard: readonly Log[]): Page => ({
  ...page,
  logs: addLogs(page.logs, within(page, heard)),
})

/** The pages with these logs among their rows, as far as the pages reach. */
export const withLogs = (pages: readonly Page[], logs: readonly Log[]): Page[] => {
  const [first, ...others] = pages
  const last = pages.at(-1)
  return first && last ? [{ ...first, logs: addLogs(first.logs, within(last, logs)) }, ...others] : []
}

/** Newer than all of them: it would move whatever is read. */
export const isAbove = (rows: readonly Log[], { timestamp }: Log): boolean => {
  const newest = rows[0]
  return newest === undefined || Date.parse(timestamp) > Date.parse(newest.timestamp)
}

/** Whether everything down to where the pages end is among these rows, which are read from the newest on. */
export const reachesDownTo = (pages: readonly Page[], read: readonly Log[]): boolean => {
  const end = pages.at(-1)
  const oldest = end?.logs.at(-1)
  const last = read.at(-1)
  if (!end || end.next === null || !oldest || !last) return false
  return Date.parse(last.timestamp) < Date.parse(oldest.timestamp)
}

const within = (last: Page, logs: readonly Log[]): readonly Log[] => {
  const oldest = last.logs.at(-1)
  if (last.next === null || !oldest) return logs
  return logs.filter(({ timestamp }) => Date.parse(timestamp) >= Date.parse(oldest.timestamp))
}
