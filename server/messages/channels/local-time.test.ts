// Quiet hours and digests by the clock on the wall, on ordinary days and on those when it is changed.
import { describe, expect, test } from 'vitest'
import { dueOf, instantOf, quietUntil } from './local-time.ts'

const everyDay = [0, 1, 2, 3, 4, 5, 6]
const quiet = (from: string, to: string, days = everyDay) => ({ on: true, from, to, days })
const night = quiet('22:00', '07:00')
const never = { ...night, on: false }
const london = 'Europe/London'
const until = (hours: typeof night, zone: string, at: string) =>
  quietUntil(hours, zone, new Date(at))?.toISOString().slice(0, 16) ?? null

describe('quiet hours', () => {
  test('begin in the evening and end the next morning', () => {
    expect(until(night, london, '2026-01-14T21:59:59Z')).toBeNull()
    expect(until(night, london, '2026-01-14T22:00:00Z')).toBe('2026-01-15T07:00')
    expect(until(night, london, '2026-01-15T03:00:00Z')).toBe('2026-01-15T07:00')
    expect(until(night, london, '2026-01-15T06:59:59Z')).toBe('2026-01-15T07:00')
    expect(until(night, london, '2026-01-15T07:00:00Z')).toBeNull()
  })

  test('are of where the person is', () => {
    expect(until(night, london, '2026-07-14T21:30:00Z')).toBe('2026-07-15T06:00')
    expect(until(night, 'Asia/Kolkata', '2026-07-14T17:00:00Z')).toBe('2026-07-15T01:30')
    expect(until(night, 'America/Los_Angeles', '2026-07-15T05:00:00Z')).toBe('2026-07-15T14:00')
    expect(until(night, 'Pacific/Kiritimati', '2026-07-15T08:00:00Z')).toBe('2026-07-15T17:00')
  })

  test('are of the day on which they begin', () => {
    // 2026-01-16 is a Friday.
    const weekend = quiet('22:00', '10:00', [5, 6])
    expect(until(weekend, london, '2026-01-15T23:00:00Z')).toBeNull()
    expect(until(weekend, london, '2026-01-16T23:00:00Z')).toBe('2026-01-17T10:00')
    expect(until(weekend, london, '2026-01-18T09:00:00Z')).toBe('2026-01-18T10:00')
    expect(until(weekend, london, '2026-01-18T22:30:00Z')).toBeNull()
  })

  test('of one day lie within it', () => {
    const lunch = quiet('12:00', '13:00')
    expect(until(lunch, london, '2026-01-14T12:30:00Z')).toBe('2026-01-14T13:00')
    expect(until(lunch, london, '2026-01-14T13:00:00Z')).toBeNull()
  })

  test('that are off hold nowhere', () => expect(until(never, london, '2026-01-14T23:00:00Z')).toBeNull())

  test('are an hour shorter in the night when clocks go forward, and an hour longer when they go back', () => {
    // London: 2026-03-29 01:00 -> 02:00, 2026-10-25 02:00 -> 01:00.
    expect(until(night, london, '2026-03-28T22:00:00Z')).toBe('2026-03-29T06:00')
    expect(until(night, london, '2026-03-29T06:00:00Z')).toBeNull()
    expect(until(night, london, '2026-03-29T21:00:00Z')).toBe('2026-03-30T06:00')
    expect(until(night, london, '2026-10-24T20:59:59Z')).toBeNull()
    expect(until(night, london, '2026-10-24T21:00:00Z')).toBe('2026-10-25T07:00')
    expect(until(night, london, '2026-10-25T06:30:00Z')).toBe('2026-10-25T07:00')
    expect(until(night, london, '2026-10-25T21:30:00Z')).toBeNull()
  })

  test('that end at a time that is left out, or that comes twice, end once', () => {
    const short = quiet('23:00', '01:30')
    expect(until(short, london, '2026-03-29T01:29:00Z')).toBe('2026-03-29T01:30')
    expect(until(short, london, '2026-03-29T01:30:00Z')).toBeNull()
    // The second half past one.
    expect(until(short, london, '2026-10-25T00:45:00Z')).toBe('2026-10-25T01:30')
    expect(until(short, london, '2026-10-25T01:30:00Z')).toBeNull()
  })
})

test('a time that comes twice is the first or the last of the two', () => {
  const day = Date.UTC(2026, 9, 25)
  expect(instantOf(london, day, '01:30', 'first').toISOString()).toBe('2026-10-25T00:30:00.000Z')
  expect(instantOf(london, day, '01:30', 'last').toISOString()).toBe('2026-10-25T01:30:00.000Z')
})

describe('a digest', () => {
  const due = (digest: { every: 'off' | 'hour' | 'day'; at: string }, at: string, hours = never, zone = london) => {
    const found = dueOf({ quiet: hours, digest }, zone, new Date(at))
    return found && `${found.at.toISOString().slice(0, 16)} ${found.why}`
  }
  const daily = { every: 'day', at: '08:00' } as const
  const hourly = { every: 'hour', at: '08:00' } as const
  const off = { every: 'off', at: '08:00' } as const

  test('that is off lets mail go at once, but for quiet hours', () => {
    expect(due(off, '2026-01-14T12:00:00Z')).toBeNull()
    expect(due(off, '2026-01-14T23:00:00Z', night)).toBe('2026-01-15T07:00 quiet')
  })

  test('of each hour is due at the next full one of where the person is', () => {
    expect(due(hourly, '2026-01-14T12:00:00Z')).toBe('2026-01-14T13:00 digest')
    expect(due(hourly, '2026-01-14T12:59:59.999Z')).toBe('2026-01-14T13:00 digest')
    expect(due(hourly, '2026-01-14T12:10:00Z', never, 'Asia/Kolkata')).toBe('2026-01-14T12:30 digest')
  })

  test('of each day is due at its time, also across a change of the clock', () => {
    expect(due(daily, '2026-01-14T07:59:00Z')).toBe('2026-01-14T08:00 digest')
    expect(due(daily, '2026-01-14T08:00:00Z')).toBe('2026-01-15T08:00 digest')
    expect(due(daily, '2026-03-28T12:00:00Z')).toBe('2026-03-29T07:00 digest')
    expect(due(daily, '2026-10-24T12:00:00Z')).toBe('2026-10-25T08:00 digest')
  })

  test('waits for the end of quiet hours', () => {
    expect(due(hourly, '2026-01-14T22:30:00Z', night)).toBe('2026-01-15T07:00 digest')
    expect(due({ every: 'day', at: '06:00' }, '2026-01-14T22:30:00Z', night)).toBe('2026-01-15T07:00 digest')
  })
})
