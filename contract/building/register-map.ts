// The register map of a Modbus device, as data: where each channel is, how it is encoded, and what says how far to believe it.
// What makers publish (devices/modbus/maps) and what an administrator enters are of this one schema.
import { z } from 'zod'
import { gasChannel, gasUnit } from './wire.ts'

/** Where Modbus has values: coils (function 1), discrete inputs (2), holding registers (3), input registers (4). */
export const registerTable = z.enum(['coil', 'discrete', 'holding', 'input'])
export type RegisterTable = z.output<typeof registerTable>

export const registerType = z.enum(['bit', 'int16', 'uint16', 'int32', 'uint32', 'float32', 'float64'])
export type RegisterType = z.output<typeof registerType>

/**
 * How the bytes of a value lie in its registers. `ABCD`: the most significant word and byte first, as the Modbus
 * specification has it; `CDAB`: words turned round; `BADC`: the bytes of each word turned round; `DCBA`: both.
 */
export const wordOrder = z.enum(['ABCD', 'CDAB', 'BADC', 'DCBA'])
export type WordOrder = z.output<typeof wordOrder>

/** How many 16-bit registers a value takes; a coil or discrete input is one address. */
export const widthOf: Readonly<Record<RegisterType, number>> = {
  bit: 1,
  int16: 1,
  uint16: 1,
  int32: 2,
  uint32: 2,
  float32: 2,
  float64: 4,
}

/** As in the frame: counted from 0. Makers often count from 1, or write 40001 for it: see `notation`. */
const address = z.int().min(0).max(65_535)

const place = { table: registerTable, address }

export const register = z.object({
  ...place,
  type: registerType,
  order: wordOrder.default('ABCD'),
  /** Of a `bit` in a register: which, 0 being the least significant. */
  bit: z.optional(z.int().min(0).max(15)),
  /** As the maker writes it: `40003`, `Base+207`. Shown to people, and used for nothing. */
  notation: z.optional(z.string().trim().min(1).max(40)),
})
export type Register = z.output<typeof register>

export const scale = z.discriminatedUnion('kind', [
  /** value = raw x factor + offset */
  z.object({ kind: z.literal('linear'), factor: z.number().default(1), offset: z.number().default(0) }),
  /**
   * The register holds a loop current, in counts: `rawAt4` at 4 mA, `rawAt20` at 20 mA. The limits of NAMUR NE 43 hold:
   * at most 3.6 mA and at least 21 mA are faults, below 3.8 is under range, above 20.5 over range.
   */
  z.object({
    kind: z.literal('current'),
    rawAt4: z.number(),
    rawAt20: z.number(),
    /** What is measured at 4 mA and at 20 mA, in the unit of the channel. */
    low: z.number(),
    high: z.number(),
  }),
])
export type Scale = z.output<typeof scale>

/** What a bit or a code says of a reading. `calibration`: test gas, or the output is inhibited: it is not the air of the room. */
export const flagMeaning = z.enum(['fault', 'warm-up', 'over-range', 'under-range', 'calibration'])
export type FlagMeaning = z.output<typeof flagMeaning>

export const flag = z.object({
  ...place,
  /** Which bits of the register; of a coil or discrete input: 1. */
  mask: z.int().min(1).max(65_535),
  /** It holds when these bits are exactly this, in their places; absent: when any of them is set. */
  equals: z.optional(z.int().min(0).max(65_535)),
  means: flagMeaning,
  /** In words for people: `Sensor missing`. */
  label: z.string().trim().min(1).max(80),
})
export type Flag = z.output<typeof flag>

export const channelMap = z.object({
  channel: gasChannel,
  unit: gasUnit,
  register,
  scale: scale.default({ kind: 'linear', factor: 1, offset: 0 }),
  /** Raw values, before scaling, that the maker sends instead of a measurement: a fault. */
  invalid: z.array(z.number()).max(16).default([]),
  /** What the channel can measure, in its unit. A little beyond it is over or under range; far beyond it nothing is believed. */
  range: z.optional(z.object({ min: z.number(), max: z.number() })),
  flags: z.array(flag).max(32).default([]),
})
export type ChannelMap = z.output<typeof channelMap>

/** Where it is from: the maker's document. */
export const mapSource = z.object({
  title: z.string().max(200),
  revision: z.string().max(100),
  /** Page, section or table. */
  where: z.string().max(200),
  url: z.optional(z.string().max(500)),
})

export const registerMap = z
  .object({
    maker: z.string().trim().min(1, 'Who makes it?').max(80),
    model: z.string().trim().min(1, 'Which model is it?').max(80),
    source: z.optional(mapSource),
    /** What the document does not say, and nobody has tried on a device. */
    unverified: z.array(z.string().max(300)).max(10).default([]),
    channels: z.array(channelMap).min(1, 'Add at least one channel').max(32),
    /** Per cent, after scaling. */
    battery: z.optional(z.object({ register, factor: z.number().default(1) })),
    /** How many registers that nobody asked for may be read along, so that two reads become one. */
    gap: z.int().min(0).max(100).default(0),
    /** The most registers that the device answers at once. */
    maxRegisters: z.int().min(1).max(125).default(125),
    /** Addresses that the device refuses to read: no read goes across them. */
    unreadable: z
      .array(z.object({ table: registerTable, from: address, to: address }))
      .max(100)
      .default([]),
  })
  .superRefine((map, { addIssue }) => {
    for (const { path, message } of faultsOf(map)) addIssue({ code: 'custom', path: [...path], message })
  })
export type RegisterMap = z.output<typeof registerMap>

interface Fault {
  readonly path: readonly (string | number)[]
  readonly message: string
}

interface Checked extends Pick<RegisterMap, 'channels' | 'maxRegisters' | 'unreadable' | 'battery'> {}

const faultsOf = (map: Checked): Fault[] => [
  ...map.channels.flatMap((channel, at) => faultsOfChannel(channel, map, ['channels', at])),
  ...map.channels.flatMap(({ channel }, at) =>
    map.channels.findIndex((other) => other.channel === channel) < at
      ? [{ path: ['channels', at, 'channel'], message: `${channel} is in this map already` }]
      : [],
  ),
  ...(map.battery ? faultsOfRegister(map.battery.register, map, ['battery', 'register']) : []),
  ...map.unreadable.flatMap(({ from, to }, at) =>
    from > to ? [{ path: ['unreadable', at, 'to'], message: 'The last address is before the first' }] : [],
  ),
]

const faultsOfChannel = (channel: ChannelMap, map: Checked, path: readonly (string | number)[]): Fault[] => {
  const { range, flags, unit } = channel
  const wrongUnit = unitFault(channel.channel, unit)
  return [
    ...(wrongUnit ? [{ path: [...path, 'unit'], message: wrongUnit }] : []),
    ...faultsOfRegister(channel.register, map, [...path, 'register']),
    ...faultsOfScale(channel.scale, [...path, 'scale']),
    ...(range && range.min >= range.max
      ? [{ path: [...path, 'range', 'max'], message: 'The range ends before it begins' }]
      : []),
    ...flags.flatMap((one, at) => faultsOfFlag(one, map, [...path, 'flags', at])),
  ]
}

const faultsOfScale = (of: Scale, path: readonly (string | number)[]): Fault[] => {
  if (of.kind === 'linear')
    return of.factor === 0 ? [{ path: [...path, 'factor'], message: 'A factor of 0 makes every value the same' }] : []
  return [
    ...(of.rawAt4 === of.rawAt20
      ? [{ path: [...path, 'rawAt20'], message: 'The counts at 4 mA and at 20 mA are the same' }]
      : []),
    ...(of.low === of.high
      ? [{ path: [...path, 'high'], message: 'The values at 4 mA and at 20 mA are the same' }]
      : []),
  ]
}

const faultsOfRegister = (one: Register, map: Checked, path: readonly (string | number)[]): Fault[] => {
  const width = widthOf[one.type]
  const isBits = one.table === 'coil' || one.table === 'discrete'
  const where = [...path, 'address']
  return [
    ...(isBits && one.type !== 'bit'
      ? [{ path: [...path, 'type'], message: 'A coil or discrete input is a bit' }]
      : []),
    ...(!isBits && one.type === 'bit' && one.bit === undefined
      ? [{ path: [...path, 'bit'], message: 'Which bit of the register is it?' }]
      : []),
    ...(one.address + width > 65_536 ? [{ path: where, message: 'The value ends beyond the last address' }] : []),
    ...(width > map.maxRegisters
      ? [{ path: [...path, 'type'], message: `${width} registers are more than the device answers at once` }]
      : []),
    ...unreadableFault(one.table, one.address, width, map, where),
  ]
}

const faultsOfFlag = (one: Flag, map: Checked, path: readonly (string | number)[]): Fault[] => [
  ...(one.equals !== undefined && (one.equals & ~one.mask) !== 0
    ? [{ path: [...path, 'equals'], message: 'This has bits that the mask leaves out' }]
    : []),
  ...unreadableFault(one.table, one.address, 1, map, [...path, 'address']),
]

const unreadableFault = (
  table: RegisterTable,
  from: number,
  width: number,
  { unreadable }: Checked,
  path: readonly (string | number)[],
): Fault[] =>
  unreadable.some((block) => block.table === table && block.from < from + width && from <= block.to)
    ? [{ path, message: 'This address is among those that the device refuses to read' }]
    : []

/** Why a channel cannot be in that unit; null: it can. */
export const unitFault = (channel: z.output<typeof gasChannel>, unit: z.output<typeof gasUnit>): string | null => {
  const only = onlyUnit[channel]
  if (only !== undefined) return unit === only ? null : `${channel} is in ${only}`
  return unit === 'degC' || unit === '%RH' || unit === '%LEL' ? `${channel} is not in ${unit}` : null
}

const onlyUnit: Readonly<Partial<Record<z.output<typeof gasChannel>, z.output<typeof gasUnit>>>> = {
  temperature: 'degC',
  humidity: '%RH',
  O2: '%vol',
  LEL: '%LEL',
}
