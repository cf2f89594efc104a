import {
  channelMap,
  type ChannelMap,
  registerMap,
  registerType,
  wordOrder,
} from '@gatehouse/contract/building/register-map'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Registers, decodeBattery, decodeChannels } from './decode.ts'
import { decodeValue, encodeValue } from './values.ts'

/** Registers by their addresses, whatever their table. */
const at =
  (words: Readonly<Record<number, number>>): Registers =>
  (_, address) =>
    words[address]

const channelOf = (more: object): ChannelMap =>
  channelMap.parse({ channel: 'CO', unit: 'ppm', register: { table: 'holding', address: 0, type: 'uint16' }, ...more })
const read = (channel: ChannelMap, words: Readonly<Record<number, number>>) =>
  decodeChannels({ channels: [channel] }, at(words))[0]

const numbers = {
  int16: fc.integer({ min: -32_768, max: 32_767 }),
  uint16: fc.integer({ min: 0, max: 65_535 }),
  int32: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
  uint32: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
  float32: fc.float({ noNaN: true }),
  float64: fc.double({ noNaN: true }),
  bit: fc.integer({ min: 0, max: 1 }),
}

test.each(registerType.options)('every %s comes back as it went, in every order of words and bytes', (type) => {
  fc.assert(
    fc.property(numbers[type], fc.constantFrom(...wordOrder.options), fc.nat(15), (value, order, bit) => {
      const registers = encodeValue({ type, order, bit }, value)
      expect(decodeValue({ type, order, bit }, registers)).toBe(value)
      for (const word of registers) expect(word).toBe(word & 0xffff)
    }),
  )
})

test('the four orders are those of the books', () => {
  const float = (order: 'ABCD' | 'CDAB' | 'BADC' | 'DCBA') => encodeValue({ type: 'float32', order }, 12.5)
  expect(float('ABCD')).toEqual([0x4148, 0x0000])
  expect(float('CDAB')).toEqual([0x0000, 0x4148])
  expect(float('BADC')).toEqual([0x4841, 0x0000])
  expect(float('DCBA')).toEqual([0x0000, 0x4841])
})

describe('what is no value is a fault, and never 0', () => {
  const float = channelOf({ register: { table: 'holding', address: 0, type: 'float32' }, range: { min: 0, max: 500 } })
  const words = (value: number) => {
    const [first = 0, second = 0] = encodeValue(float.register, value)
    return { 0: first, 1: second }
  }

  test.each([NaN, Infinity, -Infinity])('%s', (value) => {
    expect(read(float, words(value))).toMatchObject({ value: null, quality: 'fault' })
  })

  test('a value that the maker sends in the place of one', () => {
    const channel = channelOf({ register: { table: 'holding', address: 0, type: 'int16' }, invalid: [-32_768] })
    expect(read(channel, { 0: 0x8000 })).toMatchObject({ value: null, quality: 'fault' })
  })

  test('registers that were not read', () => {
    expect(read(float, { 0: 0x4148 })).toMatchObject({ value: null, quality: 'fault', raw: null })
  })

  test('words in the wrong order: next to nothing, or more than can be', () => {
    fc.assert(
      fc.property(fc.float({ min: 1, max: 500, noNaN: true }), (value) => {
        const [first = 0, second = 0] = encodeValue({ type: 'float32', order: 'CDAB' }, value)
        const reading = read(float, { 0: first, 1: second })
        if (reading?.quality === 'good') expect(reading.value).not.toBe(0)
      }),
    )
    expect(read(float, { 0: 0x0000, 1: 0x4148 })).toMatchObject({ value: null, quality: 'fault' })
    expect(read(float, { 0: 0x7a43, 1: 0xe8d4 })).toMatchObject({ value: null, quality: 'fault' })
  })

  test('whatever the registers hold, a value that is not good is no number or within reach of the range', () => {
    fc.assert(
      fc.property(fc.nat(65_535), fc.nat(65_535), (first, second) => {
        const reading = read(float, { 0: first, 1: second })
        if (reading?.quality === 'fault') expect(reading.value).toBeNull()
        else expect(Math.abs(reading?.value ?? NaN)).toBeLessThanOrEqual(1000)
      }),
    )
  })
})

test('a little beyond the range is over or under range, with its value', () => {
  const channel = channelOf({
    register: { table: 'holding', address: 0, type: 'int16' },
    scale: { kind: 'linear', factor: 0.1 },
    range: { min: 0, max: 100 },
  })
  expect(read(channel, { 0: 1000 })).toMatchObject({ value: 100, quality: 'good' })
  expect(read(channel, { 0: 1100 })).toMatchObject({ value: 110, quality: 'over-range' })
  expect(read(channel, { 0: 65_536 - 10 })).toMatchObject({ value: -1, quality: 'under-range' })
})

describe('a loop current in counts, after NAMUR NE 43', () => {
  const loop = channelOf({ scale: { kind: 'current', rawAt4: 800, rawAt20: 4000, low: 0, high: 100 } })
  test.each([
    [3.59, 'fault'],
    [3.6, 'fault'],
    [3.61, 'under-range'],
    [3.79, 'under-range'],
    [3.8, 'good'],
    [4, 'good'],
    [20, 'good'],
    [20.5, 'good'],
    [20.51, 'over-range'],
    [20.99, 'over-range'],
    [21, 'fault'],
  ])('%s mA is %s', (ma, quality) => {
    const reading = read(loop, { 0: ma * 200 })
    expect(reading).toMatchObject({ quality })
    expect(reading?.value === null).toBe(quality === 'fault')
  })

  test('half of the span is half of the range', () => {
    expect(read(loop, { 0: 2400 })?.value).toBeCloseTo(50)
  })
})

describe('flags', () => {
  const flag = (mask: number, means: string, more: object = {}) => ({
    table: 'holding',
    address: 9,
    mask,
    means,
    label: means,
    ...more,
  })
  const flags = [
    flag(1, 'fault'),
    flag(2, 'calibration'),
    flag(4, 'over-range'),
    flag(0xf0, 'warm-up', { equals: 0x30 }),
  ]
  const channel = channelOf({ flags })
  test.each([
    [0, 12, 'good'],
    [1, null, 'fault'],
    [2, null, 'warm-up'],
    [4, 12, 'over-range'],
    [0x30, null, 'warm-up'],
    [0x31, null, 'fault'],
    [0x70, 12, 'good'],
  ])('%i: %s, %s', (word, value, quality) => {
    expect(read(channel, { 0: 12, 9: word })).toMatchObject({ value, quality })
  })

  test('a flag that could not be read makes a fault', () => {
    expect(read(channel, { 0: 12 })).toMatchObject({ value: null, quality: 'fault' })
  })
})

test('a battery is a percentage or nothing', () => {
  const battery = { register: { table: 'input', address: 5, type: 'uint16', order: 'ABCD' }, factor: 0.1 } as const
  expect(decodeBattery({ battery }, at({ 5: 875 }))).toBeCloseTo(87.5)
  expect(decodeBattery({ battery }, at({ 5: 65_535 }))).toBeNull()
  expect(decodeBattery({}, at({ 5: 1 }))).toBeNull()
})

test('a map with a fault in it names the field', () => {
  const map = {
    maker: 'Maker',
    model: 'Model',
    unreadable: [{ table: 'holding', from: 10, to: 20 }],
    channels: [
      { channel: 'CO', unit: 'degC', register: { table: 'coil', address: 0, type: 'uint16' } },
      { channel: 'CO', unit: 'ppm', register: { table: 'holding', address: 9, type: 'float32' } },
      { channel: 'O2', unit: '%vol', register: { table: 'holding', address: 65_535, type: 'float32' } },
      { channel: 'H2S', unit: 'ppm', register: { table: 'input', address: 0, type: 'bit' } },
    ],
  }
  const faults = registerMap.safeParse(map).error?.issues.map(({ path }) => path.join('.'))
  expect(faults).toEqual([
    'channels.0.unit',
    'channels.0.register.type',
    'channels.1.register.address',
    'channels.2.register.address',
    'channels.3.register.bit',
    'channels.1.channel',
  ])
})
