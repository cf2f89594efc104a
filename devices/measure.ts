// Other people's units to the contract's: only where the conversion is exact, refused aloud everywhere else.
import type { GasChannel, gasUnit } from '@gatehouse/contract/building/wire'
import type { z } from 'zod'

type GasUnit = z.output<typeof gasUnit>
interface Measured {
  readonly value: number
  readonly unit: GasUnit
}

/** The measured value, or why it cannot be one. */
export const convert = (channel: GasChannel, value: number, unit: string | null): Measured | string => {
  const plain = (unit ?? '').replaceAll(' ', '').toLowerCase()
  const table = rules[family[channel]]
  // The unit comes from the network: `constructor` is not one.
  const rule = Object.hasOwn(table, plain) ? table[plain] : undefined
  if (rule) return { value: rule.from ? rule.from(value) : value, unit: rule.unit }
  if (unit === null || plain === '') return `${channel}: the device does not say in which unit; set it for this device`
  return `${channel}: "${unit}" is not exactly convertible${why[family[channel]]}`
}

type Family = 'toxic' | 'oxygen' | 'explosive' | 'temperature' | 'humidity'

const family: Record<GasChannel, Family> = {
  CO: 'toxic',
  H2S: 'toxic',
  CO2: 'toxic',
  NO2: 'toxic',
  SO2: 'toxic',
  NH3: 'toxic',
  VOC: 'toxic',
  O2: 'oxygen',
  LEL: 'explosive',
  temperature: 'temperature',
  humidity: 'humidity',
}

interface Rule {
  readonly unit: GasUnit
  readonly from?: (value: number) => number
}

const rules: Record<Family, Record<string, Rule | undefined>> = {
  toxic: {
    ppm: { unit: 'ppm' },
    ppb: { unit: 'ppm', from: (v) => v / 1000 },
    '%vol': { unit: '%vol' },
    'vol%': { unit: '%vol' },
  },
  oxygen: { '%vol': { unit: '%vol' }, 'vol%': { unit: '%vol' }, '%': { unit: '%vol' } },
  explosive: { '%lel': { unit: '%LEL' } },
  temperature: {
    '°c': { unit: 'degC' },
    c: { unit: 'degC' },
    degc: { unit: 'degC' },
    '°f': { unit: 'degC', from: (v) => ((v - 32) * 5) / 9 },
    k: { unit: 'degC', from: (v) => v - 273.15 },
  },
  humidity: { '%': { unit: '%RH' }, '%rh': { unit: '%RH' } },
}

const why: Record<Family, string> = {
  toxic: ' to ppm: mass per volume depends on temperature and pressure, a bare % on what it is a part of',
  oxygen: ' to % by volume',
  explosive: ' to %LEL: that depends on which gas it is',
  temperature: ' to degrees Celsius',
  humidity: ' to % relative humidity',
}
