import { expect, test } from 'vitest'
import { suggestChannel } from './suggest.ts'

const ppm = 96
const percent = 98
const degC = 62
const degF = 64
const percentRh = 29
const noUnits = 95

test.each<[string, string | null, number | undefined, string | null, readonly string[]]>([
  ['Car park CO2', null, ppm, 'CO2', ['ppm']],
  ['ZN1.CO_2F', null, ppm, 'CO', ['ppm']],
  ['ZoneTemp', null, degC, 'temperature', ['degC']],
  ['AI-7', 'Carbon monoxide, level -1', ppm, 'CO', ['ppm']],
  ['AI-7', null, degC, 'temperature', ['degC']],
  ['AI-7', null, percentRh, 'humidity', ['%RH']],
  ['O2 boiler room', null, percent, 'O2', ['%vol']],
  ['LEL kitchen', null, percent, 'LEL', ['%LEL']],
  ['AI-7', null, percent, null, ['%vol', '%LEL', '%RH']],
  ['AI-7', null, ppm, null, ['ppm']],
  ['CO and NO2', null, ppm, null, ['ppm']],
  ['Supply air temp', null, degF, null, []],
  ['Fan speed', null, noUnits, null, []],
  ['CO alarm count', null, undefined, 'CO', []],
  ['CO 2', null, ppm, null, ['ppm']],
  // What is measured in ppm is no temperature, whatever it is called.
  ['Temperature', null, ppm, null, []],
])('%s, %s in units %s is %s', (name, description, units, channel, gasUnits) => {
  expect(suggestChannel({ name, description, units })).toEqual({ channel, gasUnits })
})
