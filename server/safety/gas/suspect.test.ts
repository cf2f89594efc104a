// When readings are not to be believed: the numbers, and what must hold of every history.
import fc from 'fast-check'
import { gasChannel } from '@gatehouse/contract/building/wire'
import { expect, test } from 'vitest'
import { driftLimit, driftOf, isBack, isFrozen, leastStandMs, mayStandMs, wordsOf, zeroTolerance } from './suspect.ts'

const hour = 3_600_000
const day = 24 * hour

test.each([
  // Detectors that show nothing below their dead band read exactly 0 in clean air for weeks.
  ['CO', 0, null, 30 * day],
  ['O2', 20.9, null, 30 * day],
  ['CO2', 0.04, null, 30 * day],
  // A step or two from it, as an offset makes.
  ['CO', 2, null, day],
  ['H2S', 0.5, null, day],
  ['O2', 20.8, null, day],
  // What is there changes.
  ['CO', 12, null, 4 * hour],
  ['LEL', 4, null, 4 * hour],
  ['O2', 20.4, null, 4 * hour],
  ['CO', 12, 10, day],
  ['temperature', 21.5, null, day],
  ['humidity', 40, null, day],
] as const)('%s at %d, in steps of %s, may stand for %d ms', (channel, value, resolution, ms) => {
  expect(mayStandMs(channel, value, resolution)).toBe(ms)
})

const standing = fc.record({
  value: fc.double({ min: -100, max: 2000, noNaN: true }),
  ms: fc.integer({ min: 0, max: 60 * day }),
  readings: fc.integer({ min: 0, max: 100_000 }),
  hours: fc.integer({ min: 0, max: 25 }),
  days: fc.integer({ min: 0, max: 61 }),
})
const aChannel = fc.constantFrom(...gasChannel.options)
const aResolution = fc.option(fc.double({ min: 0.01, max: 10, noNaN: true }))

test('what has not stood for long, or was measured little, is never frozen; the longer and the more it was, the more it is', () => {
  fc.assert(
    fc.property(aChannel, aResolution, standing, (channel, resolution, one) => {
      const frozen = isFrozen(channel, resolution, one)
      if (one.ms < leastStandMs || one.readings < 12 || one.hours + one.days === 0) expect(frozen).toBe(false)
      const whole = { ...one, hours: 25, days: 61, readings: 100_000 }
      if (frozen) expect(isFrozen(channel, resolution, whole)).toBe(true)
      expect(isFrozen(channel, resolution, { ...whole, ms: 60 * day })).toBe(true)
    }),
  )
})

test('a coarser detector is never suspected sooner', () => {
  fc.assert(
    fc.property(aChannel, aResolution, fc.double({ min: -50, max: 500, noNaN: true }), (channel, resolution, value) => {
      const [fine, coarse] = [resolution ?? 0.01, (resolution ?? 0.01) * 4]
      expect(mayStandMs(channel, value, coarse)).toBeGreaterThanOrEqual(mayStandMs(channel, value, fine))
      expect(zeroTolerance(channel, coarse) ?? 0).toBeGreaterThanOrEqual(zeroTolerance(channel, fine) ?? 0)
    }),
  )
})

const noise = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 14, maxLength: 14 })

test('a baseline that rises or falls steadily drifts, and no noise, step or single night does', () => {
  const limit = driftLimit('CO') ?? 0
  expect(limit).toBe(7)
  fc.assert(
    fc.property(noise, fc.double({ min: 1.5, max: 20, noNaN: true }), fc.boolean(), (noisy, slope, falls) => {
      const sign = falls ? -1 : 1
      const ramp = noisy.map((value, n) => ({ day: 20_000 + n, value: 3 + value * 0.5 + sign * slope * n }))
      const drift = driftOf(ramp, limit)
      expect(Math.sign(drift?.change ?? 0)).toBe(sign)
      expect(Math.abs(Math.abs(drift?.change ?? 0) - slope * 13)).toBeLessThanOrEqual(13)
      expect(Math.abs((drift?.from ?? 100) - 3)).toBeLessThanOrEqual(7)
      expect(drift && isBack(ramp.at(-1)?.value ?? 0, drift.from, limit)).toBe(false)
      // Whatever order they come in, it is the same; of too few days nothing is stated.
      expect(driftOf(ramp.toReversed(), limit)).toEqual(drift)
      expect(driftOf(ramp.slice(4), limit)).toBeNull()
      expect(
        driftOf(
          noisy.map((value, n) => ({ day: n, value: value * 3 })),
          limit,
        ),
      ).toBeNull()
      const stepped = noisy.map((_, n) => ({ day: n, value: n < 7 ? 0 : sign * 30 }))
      expect(driftOf(stepped, limit)).toBeNull()
      expect(
        driftOf(
          noisy.map((_, n) => ({ day: n, value: n === 13 ? 100 * sign : 0 })),
          limit,
        ),
      ).toBeNull()
    }),
  )
})

test('temperature and humidity drift as they like', () => {
  expect([driftLimit('temperature'), driftLimit('humidity'), zeroTolerance('temperature')]).toEqual([null, null, null])
})

test('an alarm says how it is suspect', () => {
  const of = { channel: 'CO', value: -6.04, ms: 16 * 60_000, change: 0 } as const
  expect(wordsOf('below-zero', of)).toBe('Below zero for 16 minutes: -6.04 ppm')
  expect(wordsOf('frozen', { ...of, value: 12, ms: 4.5 * hour })).toBe('The same reading for 4 hours: 12 ppm')
  expect(wordsOf('drifting', { ...of, ms: 13 * day, change: -8.25 })).toBe('Baseline fallen by 8.25 ppm in 13 days')
})
