import fc from 'fast-check'
import { expect, test } from 'vitest'
import { enoughShare, judgedExposure } from '@gatehouse/contract/safety/gas-state'
import {
  type ExposureReading,
  type ExposureWindow,
  exposureOf,
  exposureWindows,
  minuteMs,
  minutesOf,
} from './exposure.ts'

const end = Date.UTC(2026, 10, 25, 12)

// As a person would calculate it: what holds at each moment, looked for anew from one change to the next.
const naively = (readings: readonly ExposureReading[], window: ExposureWindow, holdMs: number) => {
  const start = end - exposureWindows[window] * minuteMs
  const turns = [start, end, ...readings.flatMap(({ at }) => [at, at + holdMs])].filter(
    (at) => at >= start && at <= end,
  )
  const moments = [...new Set(turns)].toSorted((a, b) => a - b)
  let [sum, measured, beyond] = [0, 0, false]
  moments.slice(1).forEach((to, n) => {
    const from = moments[n] ?? to
    const last = Math.max(...readings.filter(({ at }) => at <= from).map(({ at }) => at))
    const there = readings.filter(({ at, value, quality }) => at === last && value !== null && isUsable(quality))
    const highest = there.toSorted((a, b) => (b.value ?? 0) - (a.value ?? 0))[0]
    if (!highest || from >= last + holdMs) return
    sum += Math.max(0, highest.value ?? 0) * (to - from)
    measured += to - from
    beyond ||= highest.quality === 'over-range'
  })
  const whole = exposureWindows[window] * minuteMs
  return { mean: measured === 0 ? null : sum / measured, share: measured / whole, atLeast: sum / whole, beyond }
}

const isUsable = (quality: ExposureReading['quality']) => quality === 'good' || quality === 'over-range'

// In whole seconds, so that some fall on the same moment, and on the beginning of a minute.
const aHistory = fc.array(
  fc.record({
    at: fc.integer({ min: 0, max: 10 * 3600 }).map((ago) => end - ago * 1000),
    value: fc.option(fc.double({ min: -5, max: 2000, noNaN: true }), { freq: 8 }),
    quality: fc.constantFrom('good', 'good', 'good', 'over-range', 'fault', 'stale', 'warm-up', 'under-range'),
  }),
  { maxLength: 30 },
)

const expectClose = (one: number | null, other: number | null) => {
  if (one === null || other === null) return expect(one).toBe(other)
  return expect(Math.abs(one - other)).toBeLessThanOrEqual(1e-9 * Math.max(1, Math.abs(other)))
}

test('averages are those of a naive calculation, on 10,000 random histories with gaps, faults, repeats and values below 0', {
  timeout: 240_000,
}, () => {
  fc.assert(
    fc.property(
      aHistory,
      fc.integer({ min: 1000, max: 30 * minuteMs }),
      fc.constantFrom<ExposureWindow>('stel', 'twa'),
      (readings, holdMs, window) => {
        const found = exposureOf(minutesOf(readings, holdMs, end), window, end)
        const wanted = naively(readings, window, holdMs)
        expectClose(found.mean, wanted.mean)
        expectClose(found.share, wanted.share)
        expectClose(found.atLeast, wanted.atLeast)
        expect(found.isOverRange).toBe(wanted.beyond)
      },
    ),
    { numRuns: 10_000 },
  )
})

const every = (stepMs: number, count: number, value: number): ExposureReading[] =>
  Array.from({ length: count }, (_, n) => ({ at: end - (count - n) * stepMs, value, quality: 'good' }))

test('a shift at 35 ppm is 35 ppm, all of it measured', () => {
  const minutes = minutesOf(every(10_000, 480 * 6, 35), 30_000, end)
  expect(exposureOf(minutes, 'twa', end)).toEqual({ mean: 35, share: 1, atLeast: 35, isOverRange: false })
})

test('a gap is no 0: an hour at 100 ppm is 100 ppm over an eighth of the shift, and 12.5 ppm at least', () => {
  const minutes = minutesOf(every(10_000, 60 * 6, 100), 10_000, end)
  expect(exposureOf(minutes, 'twa', end)).toMatchObject({ mean: 100, share: 1 / 8, atLeast: 12.5 })
})

test('nothing measured has no average', () => {
  expect(exposureOf(new Map(), 'stel', end)).toEqual({ mean: null, share: 0, atLeast: 0, isOverRange: false })
})

test('what is over range counts, and the average is marked as at least that', () => {
  const minutes = minutesOf([{ at: end - 5 * minuteMs, value: 500, quality: 'over-range' }], 5 * minuteMs, end)
  const found = exposureOf(minutes, 'stel', end)
  expect(found).toMatchObject({ mean: 500, isOverRange: true })
  expect(judgedExposure({ ...found, share: 1 })).toEqual({ value: 500, isAtLeast: true })
})

test('a minute of a high value after a start is judged by what it is at least, until enough was measured', () => {
  const shortly = exposureOf(minutesOf(every(1000, 60, 900), 1000, end), 'stel', end)
  expect(shortly.mean).toBe(900)
  expect(judgedExposure(shortly)).toEqual({ value: 60, isAtLeast: true })
  const long = exposureOf(minutesOf(every(1000, 15 * 60 * enoughShare, 900), 1000, end), 'stel', end)
  expect(judgedExposure(long)).toEqual({ value: 900, isAtLeast: false })
})
