// Local days against known changes of the clock.
import { expect, test } from 'vitest'
import { dateOf, hour, localDay, plusDays } from './local-day.ts'

const utc = (moment: number) => new Date(moment).toISOString()

test('an ordinary day lasts 24 hours from local midnight', () => {
  const day = localDay('America/New_York', '2026-11-21')
  expect([utc(day.start), utc(day.end), utc(day.at(8 * 60))]).toEqual([
    '2026-11-21T05:00:00.000Z',
    '2026-11-22T05:00:00.000Z',
    '2026-11-21T13:00:00.000Z',
  ])
  expect(day.weekday).toBe(6)
})

test('London 2026-03-29 lasts 23 hours and people come an hour earlier by UTC', () => {
  const day = localDay('Europe/London', '2026-03-29')
  expect(day.end - day.start).toBe(23 * hour)
  expect(utc(day.at(30))).toBe('2026-03-29T00:30:00.000Z')
  expect(utc(day.at(9 * 60))).toBe('2026-03-29T08:00:00.000Z')
  expect(utc(day.at(90)), 'skipped by the clocks').toBe('2026-03-29T01:30:00.000Z')
})

test('London 2026-10-25 lasts 25 hours', () => {
  const day = localDay('Europe/London', '2026-10-25')
  expect(day.end - day.start).toBe(25 * hour)
  expect(utc(day.start)).toBe('2026-10-24T23:00:00.000Z')
  expect(utc(day.at(90)), 'the first of two').toBe('2026-10-25T00:30:00.000Z')
  expect(utc(day.at(9 * 60))).toBe('2026-10-25T09:00:00.000Z')
})

test('New York 2026-03-08 and 2026-11-01', () => {
  expect(utc(localDay('America/New_York', '2026-03-08').at(9 * 60))).toBe('2026-03-08T13:00:00.000Z')
  expect(utc(localDay('America/New_York', '2026-11-01').at(9 * 60))).toBe('2026-11-01T14:00:00.000Z')
})

test('days join without gap over a year, wherever the building stands', () => {
  for (const zone of ['Europe/London', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe'])
    for (let date = '2026-01-01'; date < '2027-01-01'; date = plusDays(date, 1)) {
      const day = localDay(zone, date)
      expect(day.end).toBe(localDay(zone, plusDays(date, 1)).start)
      expect(dateOf(zone, day.start)).toBe(date)
      expect(dateOf(zone, day.end - 1)).toBe(date)
    }
})
