import { describe, expect, test } from 'vitest'
import { newestFirst } from '../live/live-cache.ts'
import { isAbove, type LogPage, reachesDownTo, rowsOf, withReceived, withRows } from './log-pages.ts'

interface Row {
  readonly id: string
  readonly at: string
  readonly text: string
}

/** What happened at a minute past noon, named after it. */
const at = (minute: number, message = 'at first'): Row => ({
  id: `r${minute}`,
  at: `2026-11-21T12:${String(minute).padStart(2, '0')}:00.000Z`,
  text: message,
})

const aPage = (minutes: readonly number[], next: string | null): LogPage<Row> => ({
  rows: minutes.map((minute) => at(minute)),
  next,
})
const minutesOf = (rows: readonly Row[]) => rows.map((row) => Number(row.at.slice(14, 16)))

const pages = [aPage([50, 40], 'older'), aPage([30, 20], 'older still')]

describe('what happened', () => {
  test('stands newest first, wherever it arrives, and each once', () => {
    expect(minutesOf(newestFirst([at(20)], [at(30), at(10), at(20)]))).toEqual([30, 20, 10])
  })

  test('is in order of its own moment, whatever that is called', () => {
    const logs = [1, 3, 2].map((hour) => ({ id: `l${hour}`, timestamp: `2026-11-21T0${hour}:00:00.000Z` }))
    expect(newestFirst([], logs).map(({ id }) => id)).toEqual(['l3', 'l2', 'l1'])
  })

  test('is as it was last said', () => {
    expect(newestFirst([at(20)], [at(20, 'later')])).toEqual([at(20, 'later')])
  })
})

describe('the rows of a log', () => {
  test('show what comes late in its place in time, whichever page that is on', () => {
    expect(minutesOf(rowsOf(withRows(pages, [at(35), at(25), at(55)])))).toEqual([55, 50, 40, 35, 30, 25, 20])
  })

  test('show each once where pages overlap, as it was last heard of, and leave it where it stands', () => {
    expect(minutesOf(rowsOf([aPage([50, 40], 'older'), aPage([40, 30], null)]))).toEqual([50, 40, 30])
    const rows = rowsOf(withRows(pages, [at(50), at(20, 'later')]))
    expect(minutesOf(rows)).toEqual([50, 40, 30, 20])
    expect(rows.at(-1)?.text).toBe('later')
  })

  test('leave what is older than the pages reach to the page that will bring it', () => {
    expect(minutesOf(rowsOf(withRows(pages, [at(10)])))).toEqual([50, 40, 30, 20])
    expect(minutesOf(rowsOf(withRows([...pages, aPage([15], null)], [at(10)])))).toEqual([50, 40, 30, 20, 15, 10])
  })

  test('hold what is heard while a page is fetched, once, even where the answer knows it already', () => {
    const received = [at(55), at(50), at(45), at(10)]
    expect(minutesOf(withReceived(aPage([50, 40], 'older'), received).rows)).toEqual([55, 50, 45, 40])
    expect(minutesOf(withReceived(aPage([], null), received).rows)).toEqual([55, 50, 45, 10])
  })

  test('tell what lies above all of them', () => {
    expect([at(51), at(50), at(35)].map((row) => isAbove(rowsOf(pages), row))).toEqual([true, false, false])
    expect(isAbove([], at(1))).toBe(true)
  })

  test('are caught up with once everything down to their end was read again', () => {
    expect(reachesDownTo(pages, [at(60), at(30)])).toBe(false)
    expect(reachesDownTo(pages, [at(30), at(20)])).toBe(false)
    expect(reachesDownTo(pages, [at(30), at(19)])).toBe(true)
    // They end where the log ends: only its end is far enough.
    expect(reachesDownTo([aPage([30], null)], [at(10)])).toBe(false)
  })
})
