import { bacnetPoint } from '@gatehouse/contract/building/polling'
import { expect, test } from 'vitest'
import { decodePoint, type ObjectProperties } from './decode.ts'

const point = bacnetPoint.parse({ channel: 'CO2', unit: 'ppm', instance: 3, range: { min: 0, max: 5000 } })
const normal: ObjectProperties = {
  presentValue: 612,
  statusFlags: [false, false, false, false],
  reliability: 0,
  units: 96,
}

test.each<[string, Partial<ObjectProperties>, number | null, string]>([
  ['as measured', {}, 612, 'good'],
  ['in alarm', { statusFlags: [true, false, false, false] }, 612, 'good'],
  ['fault', { statusFlags: [false, true, false, false] }, null, 'fault'],
  ['overridden', { statusFlags: [false, false, true, false] }, null, 'warm-up'],
  ['out of service', { statusFlags: [false, false, false, true] }, null, 'warm-up'],
  ['no sensor', { reliability: 1 }, null, 'fault'],
  ['over range', { reliability: 2 }, 612, 'over-range'],
  ['under range', { reliability: 3 }, 612, 'under-range'],
  ['an unknown reliability', { reliability: 64 }, null, 'fault'],
  ['other units', { units: 97 }, null, 'fault'],
  ['no units', { units: 95 }, 612, 'good'],
  ['nothing but its value', { statusFlags: undefined, reliability: undefined, units: undefined }, 612, 'good'],
  ['no value', { presentValue: undefined }, null, 'fault'],
  ['NaN', { presentValue: NaN }, null, 'fault'],
  ['beyond its range', { presentValue: 5100 }, 5100, 'over-range'],
  ['far beyond its range', { presentValue: 1e9 }, null, 'fault'],
])('%s', (_, more, value, quality) => {
  expect(decodePoint(point, { ...normal, ...more })).toMatchObject({ value, quality })
})
