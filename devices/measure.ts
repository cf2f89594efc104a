// Other people's spellings of units to those of the wire, and readings in the unit of their channel.
import type { GasChannel, GasUnit, Message } from '@gatehouse/contract/building/wire'
import { convertGas, gasSettings, type GasSettings, unitsOfChannel } from '@gatehouse/contract/safety/gas-units'
import { unitOfGas } from '@gatehouse/contract/safety/measures'
import { configOf } from './config.ts'
import { reasonOf } from './gatehouse.ts'

interface Measured {
  readonly value: number
  readonly unit: GasUnit
}

/** The measured value in a unit of the wire, or why it cannot be one. */
export const measured = (channel: GasChannel, value: number, unit: string | null): Measured | string => {
  const plain = (unit ?? '').replaceAll(' ', '').replaceAll('³', '3').replaceAll(/[µμ]/g, 'u').toLowerCase()
  // The unit comes from the network: `constructor` is not one.
  const scale = channel === 'temperature' && Object.hasOwn(temperatures, plain) ? temperatures[plain] : undefined
  if (scale) return { value: scale(value), unit: 'degC' }
  const spelt =
    (plain === '%' ? percentOf[channel] : undefined) ?? (Object.hasOwn(spellings, plain) ? spellings[plain] : undefined)
  if (spelt && unitsOfChannel[channel].includes(spelt)) return { value, unit: spelt }
  if (unit === null || plain === '') return `${channel}: the device does not say in which unit; set it for this device`
  return `${channel}: "${unit}" is not a unit that it is measured in${why(channel, plain)}`
}

const spellings: Readonly<Record<string, GasUnit | undefined>> = {
  ppm: 'ppm',
  ppb: 'ppb',
  '%vol': '%vol',
  'vol%': '%vol',
  '%lel': '%LEL',
  'mg/m3': 'mg/m3',
  'ug/m3': 'ug/m3',
  '%rh': '%RH',
}

/** Where a bare % can mean one thing only. */
const percentOf: Partial<Record<GasChannel, GasUnit>> = { O2: '%vol', humidity: '%RH' }

const temperatures: Readonly<Record<string, ((value: number) => number) | undefined>> = {
  '°c': (value) => value,
  c: (value) => value,
  degc: (value) => value,
  '°f': (value) => ((value - 32) * 5) / 9,
  k: (value) => value - 273.15,
}

const why = (channel: GasChannel, unit: string): string =>
  unit === '%' ? (channel === 'LEL' ? ': of the lower limit or by volume?' : ': a bare % does not say of what') : ''

/**
 * A reading in the unit of its channel, with what was given where that was another; in words, why it cannot be. `config`: of
 * the device, whose settings say what a conversion has to know.
 */
export const inUnitOfChannel = (message: Message<'reading'>, config: unknown): Message<'reading'> | string => {
  const { channel, unit, value = null } = message
  const to = unitOfGas[channel]
  if (unit === to) return message
  const settings = gasSettingsOf(config)
  if (typeof settings === 'string') return settings
  const found = convertGas(channel, value ?? 0, unit, to, settings)
  if ('missing' in found) return `${unit} cannot be converted to ${to}: ${found.missing}`
  return { ...message, value: value === null ? null : found.value, unit: to, given: { value, unit } }
}

/** What the installer has set of a gas detector; in words, what of it is wrong. */
export const gasSettingsOf = (config: unknown): GasSettings | string => {
  if (typeof config !== 'object' || config === null) return {}
  const known = settingsOf.get(config)
  if (known !== undefined) return known
  const parsed = gasSettings.safeParse(configOf({ config }).settings['gas'] ?? {})
  const settings = parsed.success ? parsed.data : `the settings of this detector are wrong: ${reasonOf(parsed.error)}`
  settingsOf.set(config, settings)
  return settings
}

const settingsOf = new WeakMap<object, GasSettings | string>()
