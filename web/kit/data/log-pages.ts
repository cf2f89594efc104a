// The rows of a log out of its pages: every row once, in order of time, whenever and however it came.
import { momentOf, newestFirst, type Timed } from '../live/live-cache.ts'

export interface LogPage<R> {
  readonly rows: readonly R[]
  readonly next: string | null
}

/** The first page wins: it is where later news of a row is put. */
export const rowsOf = <R extends Timed>(pages: readonly LogPage<R>[]): R[] =>
  newestFirst(
    [],
    pages.toReversed().flatMap(({ rows }) => rows),
  )

/** A page with what was heard while it was fetched; whatever is older than its end comes with a later page. */
export const withReceived = <R extends Timed>(page: LogPage<R>, received: readonly R[]): LogPage<R> => ({
  ...page,
  rows: newestFirst(page.rows, within(page, received)),
})

/** The pages with these among their rows, as far as the pages reach. */
export const withRows = <R extends Timed>(pages: readonly LogPage<R>[], more: readonly R[]): LogPage<R>[] => {
  const [first, ...others] = pages
  const last = pages.at(-1)
  return first && last ? [{ ...first, rows: newestFirst(first.rows, within(last, more)) }, ...others] : []
}

/** Newer than all of them: it would move whatever is read. */
export const isAbove = (rows: readonly Timed[], row: Timed): boolean => {
  const [newest] = rows
  return newest === undefined || momentOf(row) > momentOf(newest)
}

/** Whether everything down to where the pages end is among these rows, which are read from the newest on. */
export const reachesDownTo = (pages: readonly LogPage<Timed>[], read: readonly Timed[]): boolean => {
  const end = pages.at(-1)
  const oldest = end?.rows.at(-1)
  const last = read.at(-1)
  return !!end && end.next !== null && !!oldest && !!last && momentOf(last) < momentOf(oldest)
}

const within = <R extends Timed>(last: LogPage<R>, rows: readonly R[]): readonly R[] => {
  const oldest = last.rows.at(-1)
  if (last.next === null || !oldest) return rows
  return rows.filter((row) => momentOf(row) >= momentOf(oldest))
}
