import { describe, expect, it } from 'vitest'
import { convert } from './measure.ts'

describe('units', () => {
  it.each([
    ['CO', 35, 'ppm', 35, 'ppm'],
    ['NO2', 250, 'ppb', 0.25, 'ppm'],
    ['CO2', 0.5, '% vol', 0.5, '%vol'],
    ['O2', 20.9, '%', 20.9, '%vol'],
    ['LEL', 12, '% LEL', 12, '%LEL'],
    ['temperature', 68, '°F', 20, 'degC'],
    ['temperature', 293.15, 'K', 20, 'degC'],
    ['humidity', 45, '%', 45, '%RH'],
  ] as const)('%s %d %s is %d %s', (channel, value, unit, expected, wire) => {
    const measured = convert(channel, value, unit)
    expect(measured).toMatchObject({ unit: wire })
    expect(typeof measured === 'string' ? Number.NaN : measured.value).toBeCloseTo(expected, 9)
  })

  it.each([
    ['CO', 'mg/m³'],
    ['CO', '%'],
    ['CO2', '%'],
    ['LEL', 'ppm'],
    ['LEL', '%'],
    ['LEL', 'LEL'],
    ['LEL', '%vol'],
    ['CO', '%LEL'],
    ['temperature', 'constructor'],
    ['humidity', 'g/m³'],
    ['CO', null],
  ] as const)('%s in %s is refused, never guessed', (channel, unit) => {
    expect(convert(channel, 1, unit)).toEqual(expect.stringContaining(channel))
  })
})
