// From registers to readings: the value in its unit, and how far it may be believed. What cannot be believed is never 0.
import {
  type ChannelMap,
  type Flag,
  type FlagMeaning,
  type Register,
  type RegisterMap,
  type RegisterTable,
  type Scale,
  widthOf,
} from '@gatehouse/contract/building/register-map'
import type { Quality } from '@gatehouse/contract/shapes'
import { judgeRange, type Judged, type Reading } from '../polled.ts'
import { decodeValue, isSubnormal } from './values.ts'

/** What was read; undefined: not read. */
export type Registers = (table: RegisterTable, address: number) => number | undefined

/** Every channel of the map, in its order. `whyNot`: why registers were not read. */
export const decodeChannels = (
  map: Pick<RegisterMap, 'channels'>,
  registers: Registers,
  whyNot: (register: Pick<Register, 'table' | 'address'>) => string = () => 'It was not read',
): Reading[] => map.channels.map((channel) => decodeChannel(channel, registers, whyNot))

/** Per cent, within 0 to 100; null: the map has none, or what was read is no such number. */
export const decodeBattery = ({ battery }: Pick<RegisterMap, 'battery'>, registers: Registers): number | null => {
  if (!battery) return null
  const raw = rawOf(battery.register, registers)
  if (raw === null) return null
  const value = decodeValue(battery.register, raw) * battery.factor
  return value >= 0 && value <= 100 ? value : null
}

const decodeChannel = (
  channel: ChannelMap,
  registers: Registers,
  whyNot: (register: Pick<Register, 'table' | 'address'>) => string,
): Reading => {
  const { register } = channel
  const raw = rawOf(register, registers)
  const of = { channel: channel.channel, unit: channel.unit, raw, where: placeOf(register) }
  if (raw === null) return { ...of, value: null, quality: 'fault', why: whyNot(register) }
  const missing = channel.flags.find(({ table, address }) => registers(table, address) === undefined)
  if (missing) return { ...of, value: null, quality: 'fault', why: whyNot(missing) }
  const judged = combine(judgeValue(channel, decodeValue(register, raw)), raised(channel.flags, registers))
  return { ...of, ...judged }
}

const rawOf = ({ table, address, type }: Register, registers: Registers): number[] | null => {
  const raw: number[] = []
  for (let at = address; at < address + widthOf[type]; at++) {
    const word = registers(table, at)
    if (word === undefined) return null
    raw.push(word)
  }
  return raw
}

const judgeValue = ({ register, scale, invalid, range, unit }: ChannelMap, raw: number): Judged => {
  if (!Number.isFinite(raw)) return fault(Number.isNaN(raw) ? 'It sends NaN: no value' : 'It sends infinity: no value')
  if (invalid.includes(raw)) return fault(`It sends ${raw}, which stands for no value`)
  if (isSubnormal(register.type, raw))
    return fault('It sends a number so small that it is none: is the word order right?')
  if (scale.kind === 'current') return judgeCurrent(scale, raw)
  return judgeRange(raw * scale.factor + scale.offset, range, unit)
}

// NAMUR NE 43: what a transmitter measures is between 3.8 and 20.5 mA.
const faultBelowMa = 3.6
const underBelowMa = 3.8
const overAboveMa = 20.5
const faultAboveMa = 21
// Counts are whole numbers: exactly 3.6 mA may come out a little more or less.
const roundingMa = 1e-9

const judgeCurrent = ({ rawAt4, rawAt20, low, high }: Extract<Scale, { kind: 'current' }>, raw: number): Judged => {
  const ma = 4 + ((raw - rawAt4) / (rawAt20 - rawAt4)) * 16
  const shown = `${Math.round(ma * 100) / 100} mA`
  if (ma <= faultBelowMa + roundingMa) return fault(`${shown}: the loop is open, or the transmitter reports a fault`)
  if (ma >= faultAboveMa - roundingMa) return fault(`${shown}: the loop is shorted, or the transmitter reports a fault`)
  const value = low + ((ma - 4) / 16) * (high - low)
  if (ma < underBelowMa - roundingMa) return { value, quality: 'under-range', why: `${shown} is below 3.8 mA` }
  if (ma > overAboveMa + roundingMa) return { value, quality: 'over-range', why: `${shown} is above 20.5 mA` }
  return { value, quality: 'good', why: null }
}

const raised = (flags: readonly Flag[], registers: Registers): Flag[] =>
  flags.filter(({ table, address, mask, equals }) => {
    const bits = (registers(table, address) ?? 0) & mask
    return equals === undefined ? bits !== 0 : bits === equals
  })

/** The worst first: what decides where several hold. */
const ranks: readonly FlagMeaning[] = ['fault', 'calibration', 'warm-up', 'over-range', 'under-range']

const qualityOf: Readonly<Record<FlagMeaning, Quality>> = {
  fault: 'fault',
  // It measures test gas, or holds its output: nothing is said of the air of the room until it is over.
  calibration: 'warm-up',
  'warm-up': 'warm-up',
  'over-range': 'over-range',
  'under-range': 'under-range',
}

const combine = (judged: Judged, flags: readonly Flag[]): Judged => {
  const [worst] = flags.toSorted((a, b) => ranks.indexOf(a.means) - ranks.indexOf(b.means))
  if (!worst) return judged
  const why = flags.map(({ label }) => label).join(', ')
  const quality = qualityOf[worst.means]
  if (quality === 'fault' || quality === 'warm-up') return { value: null, quality, why }
  // What cannot be believed by itself is not made better by a flag.
  return judged.quality === 'fault' ? judged : { value: judged.value, quality, why }
}

const fault = (why: string): Judged => ({ value: null, quality: 'fault', why })

const tableWords: Readonly<Record<RegisterTable, string>> = {
  coil: 'coil',
  discrete: 'discrete input',
  holding: 'holding register',
  input: 'input register',
}

/** `holding register 2 (40003)` */
export const placeOf = ({ table, address, notation }: Pick<Register, 'table' | 'address' | 'notation'>): string =>
  `${tableWords[table]} ${address}${notation === undefined ? '' : ` (${notation})`}`
