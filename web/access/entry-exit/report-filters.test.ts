import type { Log } from '@gatehouse/contract/access/entry-exit'
import { describe, expect, test } from 'vitest'
import { aLog as anyLog } from './a-log.testing.ts'
import { countFilters, inputOf, noFilters, passes, readFilters, writeFilters } from './report-filters.ts'

const london = 'Europe/London'
const now = Date.parse('2026-07-10T12:00:00Z')

const aLog = (log: Partial<Log> = {}) =>
  anyLog({ person: 'Samira Haddad', timestamp: '2026-07-10T11:00:00Z', serverTime: '2026-07-10T11:00:00Z', ...log })

describe('the filters of the log', () => {
  test('go to the URL and come back the same', () => {
    const filters = {
      ...noFilters,
      period: 'days',
      fromDay: '2026-07-01',
      toDay: '2026-07-02',
      q: 'sam',
      type: 'exit',
    } as const
    expect(writeFilters(filters).toString()).toBe('period=days&from=2026-07-01&to=2026-07-02&q=sam&type=exit')
    expect(readFilters(writeFilters(filters))).toEqual(filters)
    expect(countFilters(filters)).toBe(3)
    expect(writeFilters(noFilters).toString()).toBe('')
  })

  test('ignore what a URL cannot mean', () => {
    expect(readFilters(new URLSearchParams('period=ever&type=both&result=perhaps&from=yesterday'))).toEqual(noFilters)
  })

  test('ask for whole days of the site', () => {
    const days = { ...noFilters, period: 'days', fromDay: '2026-07-01', toDay: '2026-07-02' } as const
    expect(inputOf(days, now, london)).toEqual({ from: '2026-06-30T23:00:00.000Z', to: '2026-07-02T23:00:00.000Z' })
    expect(inputOf({ ...noFilters, period: 'today' }, now, london)).toEqual({ from: '2026-07-09T23:00:00.000Z' })
    expect(inputOf(noFilters, now, london)).toEqual({})
  })

  test('let a live log pass exactly when the server would', () => {
    const pass = (filters: Partial<typeof noFilters>, log: Partial<Log> = {}, zone: string | null = null) =>
      passes({ ...noFilters, ...filters }, aLog(log), zone, now, london)
    expect(pass({})).toBe(true)
    expect(pass({ q: 'haddad' })).toBe(true)
    expect(pass({ q: 'main ent' })).toBe(true)
    expect(pass({ q: 'kwame' }, { person: null })).toBe(false)
    expect(pass({ type: 'exit' })).toBe(false)
    expect(pass({ result: 'denied' })).toBe(false)
    expect(pass({ doorId: 'd2' })).toBe(false)
    expect(pass({ userId: 'u2' })).toBe(false)
    expect(pass({ method: 'pin' })).toBe(false)
    expect(pass({ taken: 'yes' })).toBe(true)
    expect(pass({ taken: 'no' }, { taken: null })).toBe(false)
    const denied = { result: 'denied', reason: 'outside-schedule' } as const
    expect(pass({ reason: 'outside schedule' }, denied)).toBe(true)
    expect(pass({ reason: 'lockdown' }, denied)).toBe(false)
    expect(pass({ taken: 'no' }, { ...denied, taken: false })).toBe(false)
    expect(pass({ zoneId: 'z1' }, {}, 'Lobby')).toBe(true)
    expect(pass({ zoneId: 'z1' }, {}, 'Roof')).toBe(false)
    expect(pass({ period: 'today' }, { timestamp: '2026-07-09T22:59:59Z' })).toBe(false)
    expect(pass({ period: 'days', toDay: '2026-07-09' })).toBe(false)
  })
})
