import { expect, test } from 'vitest'
import { ticksOf } from './time-axis.ts'

const london = 'Europe/London'
const texts = (from: string, to: string, room: number, zone = london) =>
  ticksOf(Date.parse(from), Date.parse(to), room, zone).map(({ text }) => text)

test('round times, and the day where it begins', () => {
  expect(texts('2026-11-20T20:10Z', '2026-11-21T04:10Z', 8)).toEqual([
    '21:00',
    '22:00',
    '23:00',
    '21 Nov',
    '01:00',
    '02:00',
    '03:00',
    '04:00',
  ])
  expect(texts('2026-11-21T06:01Z', '2026-11-21T06:31Z', 6)).toEqual([
    '06:05',
    '06:10',
    '06:15',
    '06:20',
    '06:25',
    '06:30',
  ])
})

test('by the site’s clock, where it is half an hour off', () => {
  expect(texts('2026-11-21T06:00Z', '2026-11-21T09:00Z', 3, 'Asia/Kolkata')).toEqual(['12:00', '13:00', '14:00'])
})

test('on the night the clocks go back an hour comes twice, and six o’clock stays six o’clock', () => {
  expect(texts('2026-10-24T23:30Z', '2026-10-25T02:30Z', 4)).toEqual(['01:00', '01:00', '02:00'])
  expect(texts('2026-10-24T12:00Z', '2026-10-25T18:00Z', 6)).toEqual(['18:00', '25 Oct', '06:00', '12:00', '18:00'])
  expect(texts('2026-03-28T12:00Z', '2026-03-29T18:00Z', 6)).toEqual([
    '12:00',
    '18:00',
    '29 Mar',
    '06:00',
    '12:00',
    '18:00',
  ])
})

test('days begin at midnight, weeks on a Monday, and a year names its months', () => {
  expect(texts('2026-10-23T12:00Z', '2026-10-28T12:00Z', 6)).toEqual(['24 Oct', '25 Oct', '26 Oct', '27 Oct', '28 Oct'])
  expect(texts('2026-10-20T00:00Z', '2026-11-20T00:00Z', 5)).toEqual(['26 Oct', '2 Nov', '9 Nov', '16 Nov'])
  expect(texts('2025-11-21T00:00Z', '2026-11-21T00:00Z', 13)).toEqual([
    'Dec',
    '2026',
    'Feb',
    'Mar',
    'Apr',
    'May',
    'Jun',
    'Jul',
    'Aug',
    'Sept',
    'Oct',
    'Nov',
  ])
})

test('there are never more than there is room for, and they stand in order', () => {
  for (const hours of [0.2, 1, 3, 8, 24, 50, 7 * 24, 31 * 24, 90 * 24, 366 * 24, 5 * 366 * 24]) {
    const to = Date.parse('2026-11-21T12:34:56Z')
    const ticks = ticksOf(to - hours * 3_600_000, to, 7, 'America/New_York').map(({ at }) => at)
    expect(ticks.length).toBeLessThanOrEqual(8)
    expect(ticks.length).toBeGreaterThan(1)
    expect(ticks).toEqual(ticks.toSorted((a, b) => a - b))
  }
})
