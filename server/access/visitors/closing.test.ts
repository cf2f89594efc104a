import type { ScheduleRules } from '@gatehouse/contract/access/schedule-time'
import { expect, test } from 'vitest'
import { closesAt } from './closing.ts'

const monday = '2026-11-23'
const sunday = '2026-11-29'
const open = (from: string, to: string): ScheduleRules => ({
  week: [...Array.from({ length: 5 }, () => [{ from, to }]), [], []],
  exceptions: [],
  onHolidays: 'closed',
  holidayRanges: [],
  holidays: [{ date: '2026-12-25', yearly: true, name: 'Christmas Day' }],
})

test('a pass ends when the entrances close, at 18:00 where nothing says when, and never in the night', () => {
  expect(closesAt([], monday)).toBe('18:00')
  expect(closesAt([open('07:00', '17:30'), open('08:00', '19:15')], monday)).toBe('19:15')
  expect(closesAt([open('07:00', '17:30')], sunday)).toBe('18:00')
  expect(closesAt([open('07:00', '17:30')], '2026-12-25')).toBe('18:00')
  expect(closesAt([open('00:00', '24:00')], monday)).toBe('23:59')
  expect(closesAt([], monday, '17:59')).toBe('18:00')
  expect(closesAt([], monday, '19:55')).toBe('23:59')
})
