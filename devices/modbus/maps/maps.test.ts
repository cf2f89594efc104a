// Each map against the example of its document, where it has one, and against its own tables.
import { registerMap, type RegisterMap } from '@gatehouse/contract/building/register-map'
import { expect, test } from 'vitest'
import { decodeChannels } from '../decode.ts'
import { planReads, spansOf } from '../plan.ts'
import { encodeValue } from '../values.ts'
import { honeywellMidas } from './honeywell-midas.ts'
import { bundledMaps } from './maps.ts'
import { msaUltimaX3 } from './msa-ultima-x3.ts'
import { senseairS8 } from './senseair-s8.ts'
import { vaisalaGmp252 } from './vaisala-gmp252.ts'
import { vaisalaGmw80 } from './vaisala-gmw80.ts'

const decode = (map: RegisterMap, words: Readonly<Record<number, number>>) =>
  decodeChannels(map, (_, address) => words[address]).map(({ channel, value, quality }) => ({
    channel,
    value,
    quality,
  }))

test.each(bundledMaps.map(({ name, map }) => [name, map] as const))('%s is a valid map with its source', (_, map) => {
  expect(registerMap.parse(map)).toEqual(map)
  expect(map.source?.title).toBeTruthy()
  expect(map.source?.where).toBeTruthy()
})

test('Vaisala GMP252, A.3: D47A 43E8 is 465.65997 ppm', () => {
  const [co2] = decode(vaisalaGmp252, { 0: 0xd47a, 1: 0x43e8, 0x800: 0, 0x801: 0 })
  expect(co2).toMatchObject({ channel: 'CO2', quality: 'good' })
  expect(co2?.value).toBeCloseTo(465.65997, 4)
})

test('Vaisala GMP252, A.2.3: errors, a warning, and the start', () => {
  const status = (device: number, co2: number) =>
    decode(vaisalaGmp252, { 0: 0xd47a, 1: 0x43e8, 0x800: device, 0x801: co2 })[0]?.quality
  expect([status(1, 0), status(2, 0), status(6, 0), status(4, 0)]).toEqual(['fault', 'fault', 'fault', 'good'])
  expect([status(0, 2), status(0, 256)]).toEqual(['warm-up', 'warm-up'])
})

test('Vaisala GMW80, A.2.2: 8000 hex is no value; temperature is in tenths', () => {
  expect(decode(vaisalaGmw80, { 0x100: 612, 0x102: 215 })).toEqual([
    { channel: 'CO2', value: 612, quality: 'good' },
    { channel: 'temperature', value: 21.5, quality: 'good' },
  ])
  expect(decode(vaisalaGmw80, { 0x100: 0x8000, 0x102: 0xffff })).toEqual([
    { channel: 'CO2', value: null, quality: 'fault' },
    { channel: 'temperature', value: -0.1, quality: 'good' },
  ])
})

test('MSA ULTIMA X3, 4.3 and B-5: the most significant word first, and the general status', () => {
  const [high = 0, low = 0] = encodeValue({ type: 'float32', order: 'ABCD' }, 12.5)
  const status = (general: number, faults = 0) =>
    decode(msaUltimaX3, { 40_201: general, 40_202: faults, 40_207: high, 40_208: low })[0]
  expect(status(0)).toEqual({ channel: 'LEL', value: 12.5, quality: 'good' })
  // Low, mid and high alarm: what it measures is what counts here.
  expect(status(0b1110_0000)).toMatchObject({ value: 12.5, quality: 'good' })
  expect(status(1)).toMatchObject({ value: null, quality: 'fault' })
  expect(status(2)).toMatchObject({ value: null, quality: 'warm-up' })
  expect(status(16)).toMatchObject({ value: null, quality: 'warm-up' })
  expect(status(0, 2)).toMatchObject({ value: null, quality: 'fault' })
  expect(planReads(spansOf(msaUltimaX3), msaUltimaX3)).toEqual([{ table: 'holding', address: 40_201, count: 8 }])
})

test('Honeywell Midas, table A1: monitoring states and faults', () => {
  const [high = 0, low = 0] = encodeValue({ type: 'float32', order: 'ABCD' }, 3.2)
  const status = (word: number) => decode(honeywellMidas, { 0: word, 2: high, 3: low, 7: 24 })[0]?.quality
  expect([status(0), status(1), status(2), status(8)]).toEqual(['warm-up', 'good', 'good', 'warm-up'])
  expect([status(0x21), status(0x11), status(0xc1)]).toEqual(['fault', 'good', 'good'])
})

test('Senseair S8: 0388 hex is 904 ppm; status and CO2 are read in one', () => {
  expect(decode(senseairS8, { 0: 0, 3: 0x0388 })).toEqual([{ channel: 'CO2', value: 904, quality: 'good' }])
  expect(decode(senseairS8, { 0: 1, 3: 0x0388 })[0]).toMatchObject({ value: null, quality: 'fault' })
  expect(planReads(spansOf(senseairS8), senseairS8)).toEqual([{ table: 'input', address: 0, count: 4 }])
})
