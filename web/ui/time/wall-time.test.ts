import { expect, test } from 'vitest'
import { momentAt, wallTimeAt } from './wall-time.ts'

const london = 'Europe/London'
const kolkata = 'Asia/Kolkata'

test('a wall time of the site is a moment, in summer and in winter', () => {
  expect(momentAt('2026-11-21T00:00', london).toISOString()).toBe('2026-11-21T00:00:00.000Z')
  expect(momentAt('2026-07-01T00:00', london).toISOString()).toBe('2026-06-30T23:00:00.000Z')
  expect(momentAt('2026-07-01T00:00', kolkata).toISOString()).toBe('2026-06-30T18:30:00.000Z')
})

test('a day begins right on the days the clocks change', () => {
  expect(momentAt('2026-03-29T00:00', london).toISOString()).toBe('2026-03-29T00:00:00.000Z')
  expect(momentAt('2026-03-30T00:00', london).toISOString()).toBe('2026-03-29T23:00:00.000Z')
  expect(momentAt('2026-10-25T00:00', london).toISOString()).toBe('2026-10-24T23:00:00.000Z')
  expect(momentAt('2026-10-26T00:00', london).toISOString()).toBe('2026-10-26T00:00:00.000Z')
})

test('a wall time goes there and back', () => {
  for (const zone of [london, kolkata, 'America/New_York', 'UTC']) {
    expect(wallTimeAt(momentAt('2026-05-04T13:37', zone).getTime(), zone)).toBe('2026-05-04T13:37')
  }
})

test('what is no time is no moment, instead of a failure', () => {
  for (const text of ['', 'soon']) expect(momentAt(text, london).getTime()).toBeNaN()
})
