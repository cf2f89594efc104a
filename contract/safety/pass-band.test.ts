// Readings under test gas: exact at the edges of the band, in decimals, whatever floating point makes of them.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { failReasonsOf, isExact, isWithinBand, mostDecimals, mostReading } from './pass-band.ts'

// Whole steps of the smallest digit: the oracle counts in those, and never in fractions.
const scale = 10 ** mostDecimals
const numberOf = (steps: bigint): number => Number(`${steps}e-${mostDecimals}`)
const stepsUpTo = (most: number) => fc.bigInt({ min: 0n, max: BigInt(most) * BigInt(scale) })

test('both edges of the band are within, and the smallest step beyond is not', () => {
  // Concentrations and bands whose edges are numbers of at most 6 digits: hundredths times whole percents.
  const hundredths = fc.integer({ min: 1, max: 90_000_000 })
  fc.assert(
    fc.property(hundredths, fc.integer({ min: 1, max: 20 }), fc.boolean(), (amount, bandPercent, isAbove) => {
      const concentration = BigInt(amount) * 10_000n
      const width = (concentration * BigInt(bandPercent)) / 100n
      const edge = isAbove ? concentration + width : concentration - width
      const beyond = isAbove ? edge + 1n : edge - 1n
      const within = (reading: bigint) =>
        isWithinBand({
          reading: numberOf(reading),
          expected: numberOf(concentration),
          concentration: numberOf(concentration),
          bandPercent,
        })
      expect(within(edge)).toBe(true)
      expect(within(beyond)).toBe(false)
    }),
  )
})

test('it agrees with whole numbers for any reading and band', () => {
  const all = fc.tuple(stepsUpTo(1000), stepsUpTo(1000), stepsUpTo(20))
  fc.assert(
    fc.property(all, ([reading, concentration, band]) => {
      const distance = reading > concentration ? reading - concentration : concentration - reading
      const isWithin = distance * 100n * BigInt(scale) <= concentration * band
      const [asked, of, bandPercent] = [numberOf(reading), numberOf(concentration), numberOf(band)]
      expect(isWithinBand({ reading: asked, expected: of, concentration: of, bandPercent })).toBe(isWithin)
    }),
  )
})

test('decimals that floating point gets wrong', () => {
  const at = (reading: number, concentration: number, bandPercent = 10) =>
    isWithinBand({ reading, expected: concentration, concentration, bandPercent })
  expect(0.55 - 0.5 <= 0.5 * 0.1).toBe(false)
  expect(at(0.55, 0.5)).toBe(true)
  expect(at(0.45, 0.5)).toBe(true)
  expect(at(0.550_001, 0.5)).toBe(false)
  expect(at(18.81, 20.9)).toBe(true)
  expect(at(22.99, 20.9)).toBe(true)
  expect(at(23, 20.9)).toBe(false)
  expect(at(1.1, 1, 12.5)).toBe(true)
  expect(isWithinBand({ reading: -5, expected: 0, concentration: 50, bandPercent: 10 })).toBe(true)
  expect(isWithinBand({ reading: -5.000_001, expected: 0, concentration: 50, bandPercent: 10 })).toBe(false)
})

test('only numbers that can be held exactly are taken', () => {
  expect([0, 0.1, 20.9, -5.5, 0.000_001, mostReading].every(isExact)).toBe(true)
  expect([0.1 + 0.2, 1 / 3, 1e-7, mostReading + 1, Number.NaN, Infinity].some(isExact)).toBe(false)
})

test('each reason of its own: span, zero, and gas that has expired the day before', () => {
  const passed = {
    concentration: 100,
    bandPercent: 10,
    zeroAfter: 0,
    spanAfter: 100,
    performedOn: '2026-11-28',
    lotExpiresOn: '2026-11-28',
  }
  expect(failReasonsOf(passed)).toEqual([])
  expect(failReasonsOf({ ...passed, zeroAfter: null })).toEqual([])
  expect(failReasonsOf({ ...passed, spanAfter: 111 })).toEqual(['span-out-of-band'])
  expect(failReasonsOf({ ...passed, zeroAfter: 10.1 })).toEqual(['zero-out-of-band'])
  expect(failReasonsOf({ ...passed, lotExpiresOn: '2026-11-27' })).toEqual(['gas-expired'])
  expect(failReasonsOf({ ...passed, spanAfter: 0, zeroAfter: -11, lotExpiresOn: '2025-12-31' })).toEqual([
    'span-out-of-band',
    'zero-out-of-band',
    'gas-expired',
  ])
})
