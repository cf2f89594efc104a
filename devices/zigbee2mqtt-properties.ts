// Which properties of a Zigbee2MQTT device are kept, and as what.
import type { GasChannel } from '@gatehouse/contract/building/wire'
import type { Condition } from './report.ts'

export const conditions: readonly (readonly [string, Condition])[] = [
  ['gas', 'gas'],
  ['smoke', 'smoke'],
  ['carbon_monoxide', 'carbon-monoxide'],
  ['water_leak', 'water'],
  ['occupancy', 'occupancy'],
  ['presence', 'occupancy'],
]

/** Property to channel, with the unit that Zigbee2MQTT always uses; null: differs by model, so it must be announced. */
export const measured: readonly (readonly [string, GasChannel, string | null])[] = [
  ['co', 'CO', 'ppm'],
  ['co2', 'CO2', 'ppm'],
  ['temperature', 'temperature', '°C'],
  ['humidity', 'humidity', '%'],
  ['gas_value', 'LEL', null],
  ['gas_density', 'LEL', null],
  ['gas_concentration', 'LEL', null],
]
export const knownProperties: ReadonlySet<string> = new Set([
  'contact',
  'lock_state',
  ...conditions.map(([property]) => property),
  ...measured.map(([property]) => property),
])
