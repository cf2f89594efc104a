import { describe, expect, it } from 'vitest'
import { measured } from './measure.ts'

describe('units', () => {
  it.each([
    ['CO', 35, 'ppm', 35, 'ppm'],
    ['NO2', 250, 'ppb', 250, 'ppb'],
    ['CO', 1.2, 'mg/m³', 1.2, 'mg/m3'],
    ['VOC', 120, 'µg/m³', 120, 'ug/m3'],
    ['CO2', 0.5, '% vol', 0.5, '%vol'],
    ['O2', 20.9, '%', 20.9, '%vol'],
    ['LEL', 12, '% LEL', 12, '%LEL'],
    ['LEL', 0.4, '%vol', 0.4, '%vol'],
    ['temperature', 68, '°F', 20, 'degC'],
    ['temperature', 293.15, 'K', 20, 'degC'],
    ['humidity', 45, '%', 45, '%RH'],
  ] as const)('%s %d %s is %d %s', (channel, value, unit, expected, wire) => {
    const found = measured(channel, value, unit)
    expect(found).toMatchObject({ unit: wire })
    expect(typeof found === 'string' ? Number.NaN : found.value).toBeCloseTo(expected, 9)
  })

  it.each([
    ['CO', '%'],
    ['CO2', '%'],
    ['LEL', '%'],
    ['LEL', 'LEL'],
    ['CO', '%LEL'],
    ['temperature', 'constructor'],
    ['humidity', 'g/m³'],
    ['CO', null],
  ] as const)('%s in %s is refused, never guessed', (channel, unit) => {
    expect(measured(channel, 1, unit)).toEqual(expect.stringContaining(channel))
  })
})
