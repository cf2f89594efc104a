import { expect, test } from 'vitest'
import { allTime, isWithin, momentsOf, type PeriodFilter, readPeriod, writePeriod } from './period.ts'

const zone = 'Europe/Stockholm'
const now = Date.parse('2026-11-22T12:00:00Z')
const read = (query: string) => {
  const given = new URLSearchParams(query)
  return readPeriod((name) => given.get(name) ?? '')
}
const days = (fromDay: string, toDay: string): PeriodFilter => ({ period: 'days', fromDay, toDay })

test('a period stands in the URL, and what cannot be read there is all time', () => {
  expect(read('period=days&from=2026-11-01&to=2026-11-20')).toEqual(days('2026-11-01', '2026-11-20'))
  expect(writePeriod(days('2026-11-01', ''))).toEqual({ period: 'days', from: '2026-11-01', to: '' })
  expect(read('period=ever&from=soon')).toEqual(allTime)
  expect(writePeriod(allTime)).toEqual({ period: '', from: '', to: '' })
  // Days count only where days are chosen.
  expect(writePeriod({ ...days('2026-11-01', ''), period: 'week' })).toEqual({ period: 'week', from: '', to: '' })
})

test('days are those of the site, both included, also when its clocks are changed', () => {
  expect(momentsOf(days('2026-10-24', '2026-10-25'), now, zone)).toEqual({
    from: '2026-10-23T22:00:00.000Z',
    to: '2026-10-25T23:00:00.000Z',
  })
  expect(momentsOf({ ...allTime, period: 'today' }, now, zone)).toEqual({ from: '2026-11-21T23:00:00.000Z' })
  expect(momentsOf({ ...allTime, period: 'hour' }, now, zone)).toEqual({ from: '2026-11-22T11:00:00.000Z' })
  expect(momentsOf(allTime, now, zone)).toEqual({})
})

test('something is within a period exactly when the server would answer it', () => {
  const to = days('', '2026-11-21')
  expect(isWithin(to, '2026-11-21T22:59:59.999Z', now, zone)).toBe(true)
  expect(isWithin(to, '2026-11-21T23:00:00.000Z', now, zone)).toBe(false)
  expect(isWithin({ ...allTime, period: 'hour' }, '2026-11-22T11:00:00.000Z', now, zone)).toBe(true)
  expect(isWithin({ ...allTime, period: 'hour' }, '2026-11-22T10:59:59.999Z', now, zone)).toBe(false)
})
