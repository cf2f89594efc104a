import type { Log } from '@gatehouse/contract/entry-exit'
import { describe, expect, test } from 'vitest'
import { aLog } from './a-log.testing.ts'
import { isAbove, type Page, reachesDownTo, rowsOf, withHeard, withLogs } from './report-rows.ts'

/** A log at a minute past noon, named after it. */
const at = (minute: number, more: Partial<Log> = {}) =>
  aLog({ id: `l${minute}`, timestamp: `2026-11-21T12:${String(minute).padStart(2, '0')}:00.000Z`, ...more })

const aPage = (minutes: readonly number[], next: string | null): Page => ({ logs: minutes.map((m) => at(m)), next })
const minutesOf = (logs: readonly Log[]) => logs.map(({ timestamp }) => Number(timestamp.slice(14, 16)))

const pages = [aPage([50, 40], 'older'), aPage([30, 20], 'older still')]

describe('the rows of the report', () => {
  test('show a late, back-dated log in its place in time, whichever page that is on', () => {
    expect(minutesOf(rowsOf(withLogs(pages, [at(35), at(25), at(55)])))).toEqual([55, 50, 40, 35, 30, 25, 20])
  })

  test('show every log once, as it was last heard of, and leave it where it stands', () => {
    const rows = rowsOf(withLogs(pages, [at(50), at(20, { taken: false })]))
    expect(minutesOf(rows)).toEqual([50, 40, 30, 20])
    expect(rows.at(-1)?.taken).toBe(false)
  })

  test('leave what is older than the pages reach to the page that will bring it', () => {
    expect(minutesOf(rowsOf(withLogs(pages, [at(10)])))).toEqual([50, 40, 30, 20])
    expect(minutesOf(rowsOf(withLogs([...pages, aPage([15], null)], [at(10)])))).toEqual([50, 40, 30, 20, 15, 10])
  })

  test('hold what is heard while a page is fetched, once, even where the answer knows it already', () => {
    const heard = [at(55), at(50), at(45), at(10)]
    expect(minutesOf(withHeard(aPage([50, 40], 'older'), heard).logs)).toEqual([55, 50, 45, 40])
    expect(minutesOf(withHeard(aPage([], null), heard).logs)).toEqual([55, 50, 45, 10])
  })

  test('tell what lies above all of them', () => {
    expect([at(51), at(50), at(35)].map((log) => isAbove(rowsOf(pages), log))).toEqual([true, false, false])
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
