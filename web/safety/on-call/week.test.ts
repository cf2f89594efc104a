import { expect, test } from 'vitest'
import {
  clocksText,
  covers,
  mondayOf,
  onDay,
  placeIn,
  readMonday,
  rowsOf,
  shareOf,
  weekFrom,
  windowOf,
} from './week.ts'

const london = 'Europe/London'
const hour = 3_600_000
const hours = (monday: string, timeZone = london) =>
  weekFrom(monday, timeZone).map(({ from, to }) => (to - from) / hour)
const period = (from: string, to: string) => ({ from: new Date(from).toISOString(), to: new Date(to).toISOString() })

test('a week begins on Monday, and an address that names none is of today', () => {
  expect(['2026-11-23', '2026-11-25', '2026-11-29'].map(mondayOf)).toEqual(Array(3).fill('2026-11-23'))
  expect(mondayOf('2027-01-01')).toBe('2026-12-28')
  expect(readMonday('2026-12-02', '2026-11-25')).toBe('2026-11-30')
  for (const wrong of ['', 'next', '2026-13-40', '2026-1-1']) expect(readMonday(wrong, '2026-11-25')).toBe('2026-11-23')
})

test('days have 24 hours, 25 where the clocks go back, and 23 where they go forward', () => {
  expect(hours('2026-11-23')).toEqual([24, 24, 24, 24, 24, 24, 24])
  expect(hours('2026-10-19')).toEqual([24, 24, 24, 24, 24, 24, 25])
  expect(hours('2026-03-23')).toEqual([24, 24, 24, 24, 24, 24, 23])
  expect(hours('2026-03-30', 'Australia/Lord_Howe')[6]).toBe(24.5)
  // There the clocks go forward at midnight: the day begins at one.
  expect(hours('2026-04-20', 'Africa/Cairo')[4]).toBe(23)
})

test('a week is of the site: its Monday begins elsewhere at another time', () => {
  expect(new Date(weekFrom('2026-11-23', 'Asia/Kathmandu')[0]?.from ?? 0).toISOString()).toBe(
    '2026-11-22T18:15:00.000Z',
  )
})

test('eight in the morning lies a third into its day, and where it really is on the days of the clocks', () => {
  const usual = weekFrom('2026-11-23', london)
  expect(shareOf(usual, Date.parse('2026-11-24T08:00Z')) * 7).toBeCloseTo(1 + 8 / 24, 10)
  const back = weekFrom('2026-10-19', london)
  // Nine hours after midnight of 25, as one of them comes twice.
  expect(shareOf(back, Date.parse('2026-10-25T08:00Z')) * 7).toBeCloseTo(6 + 9 / 25, 10)
  const forward = weekFrom('2026-03-23', london)
  expect(shareOf(forward, Date.parse('2026-03-29T07:00Z')) * 7).toBeCloseTo(6 + 7 / 23, 10)
})

test('bars meet where one hands over to the next, and end with the week', () => {
  const week = weekFrom('2026-10-19', london)
  const before = placeIn(week, period('2026-10-17T07:00Z', '2026-10-24T07:00Z'))
  const after = placeIn(week, period('2026-10-24T07:00Z', '2026-10-31T08:00Z'))
  expect(before?.from).toBe(0)
  expect(after?.from).toBeCloseTo(before?.for ?? -1, 10)
  expect((after?.from ?? 0) + (after?.for ?? 0)).toBeCloseTo(1, 10)
  expect(placeIn(week, period('2026-10-10T07:00Z', '2026-10-18T23:00Z'))).toBeNull()
  expect(placeIn(week, period('2026-10-26T00:00Z', '2026-10-27T00:00Z'))).toBeNull()
})

test('a shift over midnight is of both days, cut there', () => {
  const [, tuesday, wednesday] = weekFrom('2026-11-23', london)
  const night = period('2026-11-24T20:00Z', '2026-11-25T08:00Z')
  const day = period('2026-11-24T08:00Z', '2026-11-24T20:00Z')
  expect(tuesday && onDay(tuesday, [night, day]).map(({ cut }) => cut)).toEqual([
    day,
    period('2026-11-24T20:00Z', '2026-11-25T00:00Z'),
  ])
  expect(wednesday && onDay(wednesday, [night, day]).map(({ cut }) => cut)).toEqual([
    period('2026-11-25T00:00Z', '2026-11-25T08:00Z'),
  ])
})

test('absences that overlap stand below each other', () => {
  const [a, b, c] = [
    period('2026-11-23', '2026-11-25'),
    period('2026-11-24', '2026-11-26'),
    period('2026-11-25', '2026-11-27'),
  ]
  expect(rowsOf([c, b, a])).toEqual([[a, c], [b]])
})

test('the day of the clocks is marked', () => {
  const texts = (monday: string, timeZone = london) => weekFrom(monday, timeZone).map(clocksText)
  expect(texts('2026-10-19')).toEqual([null, null, null, null, null, null, 'Clocks go back 60 min'])
  expect(texts('2026-03-23')).toEqual([null, null, null, null, null, null, 'Clocks go forward 60 min'])
  expect(texts('2026-03-30', 'Australia/Lord_Howe')[6]).toBe('Clocks go back 30 min')
})

test('what is asked for at once is less than 62 days', () => {
  const { from, to } = windowOf('2026-10-19', london)
  expect([from, to]).toEqual(['2026-10-04T23:00:00.000Z', '2026-11-30T00:00:00.000Z'])
  expect((Date.parse(to) - Date.parse(from)) / (24 * hour)).toBeLessThan(62)
  const asked = windowOf('2026-10-19', london)
  const covered = ['2026-09-28', '2026-10-05', '2026-11-23', '2026-11-30'].map((monday) =>
    covers(asked, weekFrom(monday, london)),
  )
  expect(covered).toEqual([false, true, true, false])
  expect(covers(undefined, weekFrom('2026-10-19', london))).toBe(false)
})
