// A register map as it is typed: addresses as in the frame, numbers as text, and what no form shows carried along.
import type {
  ChannelMap,
  Flag,
  FlagMeaning,
  RegisterMap,
  RegisterTable,
  RegisterType,
  Scale,
  WordOrder,
} from '@gatehouse/contract/building/register-map'
import type { GasChannel, GasUnit } from '@gatehouse/contract/building/wire'

export interface FlagFields {
  table: RegisterTable
  address: string
  /** Hexadecimal with `0x`, or decimal. */
  mask: string
  /** Empty: any of the bits. */
  equals: string
  means: FlagMeaning
  label: string
}

export interface ChannelFields {
  channel: GasChannel
  unit: GasUnit
  table: RegisterTable
  address: string
  type: RegisterType
  order: WordOrder
  bit: string
  notation: string
  scaleKind: Scale['kind']
  factor: string
  offset: string
  rawAt4: string
  rawAt20: string
  low: string
  high: string
  /** With commas between. */
  invalid: string
  min: string
  max: string
  flags: FlagFields[]
}

export interface MapFields {
  maker: string
  model: string
  channels: ChannelFields[]
  gap: string
  maxRegisters: string
  /** Of a map that came along: not edited here. */
  rest: Pick<RegisterMap, 'source' | 'unverified' | 'battery' | 'unreadable'>
}

export const newFlag: FlagFields = {
  table: 'holding',
  address: '',
  mask: '0x0001',
  equals: '',
  means: 'fault',
  label: '',
}

export const newChannel: ChannelFields = {
  channel: 'CO',
  unit: 'ppm',
  table: 'holding',
  address: '',
  type: 'float32',
  order: 'ABCD',
  bit: '',
  notation: '',
  scaleKind: 'linear',
  factor: '1',
  offset: '0',
  rawAt4: '',
  rawAt20: '',
  low: '',
  high: '',
  invalid: '',
  min: '',
  max: '',
  flags: [],
}

export const newMap: MapFields = {
  maker: '',
  model: '',
  channels: [newChannel],
  gap: '0',
  maxRegisters: '125',
  rest: { unverified: [], unreadable: [] },
}

const textOf = (value: number | undefined): string => (value === undefined ? '' : String(value))

const hexOf = (mask: number): string => `0x${mask.toString(16).padStart(4, '0')}`

const flagFieldsOf = ({ table, address, mask, equals, means, label }: Flag): FlagFields => ({
  table,
  address: String(address),
  mask: hexOf(mask),
  equals: equals === undefined ? '' : hexOf(equals),
  means,
  label,
})

const channelFieldsOf = ({ channel, unit, register, scale, invalid, range, flags }: ChannelMap): ChannelFields => ({
  ...newChannel,
  channel,
  unit,
  table: register.table,
  address: String(register.address),
  type: register.type,
  order: register.order,
  bit: textOf(register.bit),
  notation: register.notation ?? '',
  scaleKind: scale.kind,
  ...(scale.kind === 'linear'
    ? { factor: String(scale.factor), offset: String(scale.offset) }
    : {
        rawAt4: String(scale.rawAt4),
        rawAt20: String(scale.rawAt20),
        low: String(scale.low),
        high: String(scale.high),
      }),
  invalid: invalid.join(', '),
  min: textOf(range?.min),
  max: textOf(range?.max),
  flags: flags.map(flagFieldsOf),
})

export const mapFieldsOf = (map: RegisterMap): MapFields => {
  const { maker, model, channels, gap, maxRegisters, source, unverified, battery, unreadable } = map
  return {
    maker,
    model,
    channels: channels.map(channelFieldsOf),
    gap: String(gap),
    maxRegisters: String(maxRegisters),
    rest: { unverified, unreadable, ...(source ? { source } : {}), ...(battery ? { battery } : {}) },
  }
}

/** A decimal number, or a hexadecimal one that begins with `0x`; null: it is neither. */
export const numberIn = (text: string): number | null => {
  const written = text.trim().replace(',', '.')
  const value = Number(written)
  return written === '' || !Number.isFinite(value) ? null : value
}

const numberOf = (text: string): number => numberIn(text) ?? 0

const scaleOf = ({ scaleKind, factor, offset, rawAt4, rawAt20, low, high }: ChannelFields): Scale =>
  scaleKind === 'linear'
    ? { kind: 'linear', factor: numberIn(factor) ?? 1, offset: numberOf(offset) }
    : {
        kind: 'current',
        rawAt4: numberOf(rawAt4),
        rawAt20: numberOf(rawAt20),
        low: numberOf(low),
        high: numberOf(high),
      }

const flagOf = ({ table, address, mask, equals, means, label }: FlagFields): Flag => ({
  table,
  address: numberOf(address),
  mask: numberOf(mask),
  ...(equals.trim() === '' ? {} : { equals: numberOf(equals) }),
  means,
  label: label.trim(),
})

const channelOf = (fields: ChannelFields): ChannelMap => {
  const { channel, unit, table, address, type, order, bit, notation, invalid, min, max, flags } = fields
  return {
    channel,
    unit,
    register: {
      table,
      address: numberOf(address),
      type,
      order,
      ...(type === 'bit' && bit.trim() !== '' ? { bit: numberOf(bit) } : {}),
      ...(notation.trim() === '' ? {} : { notation: notation.trim() }),
    },
    scale: scaleOf(fields),
    invalid: numbersIn(invalid) ?? [],
    ...(min.trim() !== '' && max.trim() !== '' ? { range: { min: numberOf(min), max: numberOf(max) } } : {}),
    flags: flags.map(flagOf),
  }
}

/** `-32768, 65535`; null: something of it is no number. */
export const numbersIn = (text: string): number[] | null => {
  const numbers = text
    .split(/[,;\s]+/)
    .filter((part) => part !== '')
    .map(numberIn)
  const known = numbers.filter((value) => value !== null)
  return known.length === numbers.length ? known : null
}

export const mapOf = ({ maker, model, channels, gap, maxRegisters, rest }: MapFields): RegisterMap => ({
  ...rest,
  maker: maker.trim(),
  model: model.trim(),
  channels: channels.map(channelOf),
  gap: numberOf(gap),
  maxRegisters: numberOf(maxRegisters),
})

/** A whole number between two, hexadecimal as well. */
export const wholeFault =
  (least: number, most: number) =>
  (text: string): string | null => {
    const value = numberIn(text)
    return value === null || !Number.isInteger(value) || value < least || value > most
      ? `Enter a whole number from ${least} to ${most}`
      : null
  }

export const numberFault = (text: string): string | null => (numberIn(text) === null ? 'Enter a number' : null)

export const unlessEmpty =
  (rule: (text: string) => string | null) =>
  (text: string): string | null =>
    text.trim() === '' ? null : rule(text)
