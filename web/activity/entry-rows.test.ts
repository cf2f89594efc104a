import { describe, expect, test } from 'vitest'
import { anEntry } from './an-entry.testing.ts'
import { dayText, entriesOf, newerThan, rowsOf } from './entry-rows.ts'

const zone = 'Europe/Berlin'
const now = Date.parse('2026-11-22T10:00:00Z')

describe('the rows of the activity log', () => {
  test('begin a new day when it is midnight at the site, not in London', () => {
    const late = anEntry({ at: '2026-11-21T23:30:00Z' })
    const early = anEntry({ at: '2026-11-21T22:30:00Z' })
    expect(rowsOf([late, early], zone).map(({ is, key }) => (is === 'day' ? key : is))).toEqual([
      '2026-11-22',
      'entry',
      '2026-11-21',
      'entry',
    ])
    expect(rowsOf([late, early], 'Europe/London').filter(({ is }) => is === 'day')).toHaveLength(1)
  })

  test('name the days as people do', () => {
    expect(dayText('2026-11-22T08:00:00Z', now, zone)).toBe('Today')
    expect(dayText('2026-11-21T08:00:00Z', now, zone)).toBe('Yesterday')
    expect(dayText('2026-11-20T08:00:00Z', now, zone)).toBe('Friday 20 November')
    expect(dayText('2025-11-20T08:00:00Z', now, zone)).toBe('Thursday, 20 November 2025')
  })

  test('show each entry once where pages overlap', () => {
    const [one, two, three] = [anEntry(), anEntry(), anEntry()]
    expect(entriesOf([{ entries: [one, two] }, { entries: [two, three] }])).toEqual([one, two, three])
  })

  test('know how many new ones wait above', () => {
    const [newest, second, third] = [anEntry(), anEntry(), anEntry()]
    expect(newerThan([second, third], [newest, second, third])).toBe(1)
    expect(newerThan([newest], [newest, second])).toBe(0)
    expect(newerThan([], [newest, second])).toBe(2)
    expect(newerThan([third], [newest, second])).toBe(2)
  })
})
