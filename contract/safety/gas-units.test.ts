import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type GasChannel, gasChannel, type GasUnit } from '../building/wire.ts'
import {
  convertGas,
  europeanConditions,
  type GasSettings,
  molarVolume,
  northAmericanConditions,
  unitsOfChannel,
} from './gas-units.ts'

const valueOf = (channel: GasChannel, value: number, from: GasUnit, to: GasUnit, settings: GasSettings = {}) => {
  const answer = convertGas(channel, value, from, to, settings)
  if ('missing' in answer) throw new Error(answer.missing)
  return answer.value
}

test('a mole fills 24.45 litres as NIOSH states it, and 24.06 at 20 °C', () => {
  expect(molarVolume(northAmericanConditions)).toBeCloseTo(24.465, 3)
  expect(molarVolume(europeanConditions)).toBeCloseTo(24.055, 3)
})

// "Conversion: 1 ppm = ... mg/m3" of the NIOSH Pocket Guide to Chemical Hazards, at 25 °C and one atmosphere.
test.each([
  ['CO', 1.15],
  ['H2S', 1.4],
  ['CO2', 1.8],
  ['NO2', 1.88],
  ['SO2', 2.62],
  ['NH3', 0.7],
] as const)('1 ppm of %s is %d mg/m3', (channel, published) => {
  const mass = valueOf(channel, 1, 'ppm', 'mg/m3', northAmericanConditions)
  expect(Math.abs(mass - published)).toBeLessThan(0.01)
})

// Directive (EU) 2017/164 and its predecessors state each limit in both units, at 20 °C, rounded to what a limit needs.
test.each([
  ['CO', 20, 23, 0],
  ['CO', 100, 117, 0],
  ['NO2', 0.5, 0.96, 2],
  ['NO2', 1, 1.91, 2],
  ['SO2', 0.5, 1.3, 1],
  ['SO2', 1, 2.7, 1],
  ['H2S', 5, 7, 0],
  ['H2S', 10, 14, 0],
  ['NH3', 20, 14, 0],
  ['NH3', 50, 36, 0],
  ['CO2', 5000, 9000, -3],
] as const)('the European limit of %s, %d ppm, is %d mg/m3', (channel, ppm, published, digits) => {
  const scale = 10 ** digits
  const mass = valueOf(channel, ppm, 'ppm', 'mg/m3', europeanConditions)
  expect(Math.abs(Math.round(mass * scale) / scale - published)).toBeLessThanOrEqual(1 / scale)
})

describe('exact to the decimal', () => {
  test.each([
    ['CO2', 0.035, '%vol', 'ppm', 350],
    ['CO2', 445, 'ppm', '%vol', 0.0445],
    ['NO2', 1.1, 'ppb', 'ppm', 0.0011],
    ['O2', 209_000, 'ppm', '%vol', 20.9],
    ['CO', 40, 'ppm', 'ppm', 40],
  ] as const)('%s %d %s in %s', (channel, value, from, to, expected) => {
    expect(valueOf(channel, value, from, to)).toBe(expected)
  })

  test('whatever a device reports with six digits comes back as it was', () => {
    const unit = fc.constantFrom<GasUnit>('ppm', 'ppb', '%vol')
    fc.assert(
      fc.property(
        fc.integer({ min: -999_999, max: 999_999 }),
        fc.nat({ max: 6 }),
        unit,
        unit,
        (digits, places, from, to) => {
          const value = digits / 10 ** places
          expect(valueOf('CO', valueOf('CO', value, from, to), to, from)).toBe(value === 0 ? 0 : value)
        },
      ),
    )
  })
})

test('half of the lower limit of methane is 2.5 % by volume by NFPA and 2.2 % by IEC', () => {
  const methane = { combustibleGas: 'methane' } as const
  expect(valueOf('LEL', 50, '%LEL', '%vol', { ...methane, explosiveLimits: 'nfpa' })).toBeCloseTo(2.5, 12)
  expect(valueOf('LEL', 2.2, '%vol', '%LEL', { ...methane, explosiveLimits: 'iec' })).toBeCloseTo(50, 12)
})

test.each([
  ['LEL', '%vol', '%LEL', {}, 'combustible gas'],
  ['LEL', '%vol', '%LEL', { combustibleGas: 'methane' }, 'table'],
  ['CO', 'mg/m3', 'ppm', {}, 'temperature and pressure'],
  ['CO', 'mg/m3', 'ppm', { celsius: 20 }, 'temperature and pressure'],
  ['VOC', 'ug/m3', 'ppm', europeanConditions, 'calibration gas'],
  ['CO', '%LEL', 'ppm', { combustibleGas: 'methane', explosiveLimits: 'iec' }, 'not measured in %LEL'],
  ['temperature', 'ppm', 'degC', {}, 'not measured in ppm'],
] as const)('%s from %s to %s has no answer by %o', (channel, from, to, settings, words) => {
  expect(convertGas(channel, 1, from, to, settings)).toEqual({ missing: expect.stringContaining(words) })
})

test('there and back is the same, whatever the channel, the units and the conditions', () => {
  const settings = fc.record({
    celsius: fc.double({ min: -40, max: 60, noNaN: true }),
    kilopascals: fc.double({ min: 60, max: 110, noNaN: true }),
    calibrationGas: fc.constant('isobutylene' as const),
    combustibleGas: fc.constantFrom('methane' as const, 'propane' as const, 'butane' as const, 'hydrogen' as const),
    explosiveLimits: fc.constantFrom('iec' as const, 'nfpa' as const),
  })
  const asked = fc.constantFrom(...gasChannel.options).chain((channel) => {
    const unit = fc.constantFrom(...unitsOfChannel[channel])
    return fc.record({ channel: fc.constant(channel), from: unit, to: unit })
  })
  const value = fc.double({ min: 0.001, max: 1e6, noNaN: true })
  fc.assert(
    fc.property(asked, settings, value, ({ channel, from, to }, known, given) => {
      const back = valueOf(channel, valueOf(channel, given, from, to, known), to, from, known)
      expect(Math.abs(back - given)).toBeLessThanOrEqual(1e-9 * given)
    }),
  )
})
