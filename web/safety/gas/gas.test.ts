import type { GasReading } from '@gatehouse/contract/safety/gas'
import { describe, expect, test } from 'vitest'
import { aDevice, aLatest } from '../../building/devices/a-device.testing.ts'
import { applyReadings } from './gas.live.ts'
import { gasNeeding } from './gas-needing.ts'
import { type ChannelFacts, type Limit, valueText } from './gas-state.ts'
import { judgeReading } from './judged-reading.ts'

const now = Date.parse('2026-11-21T12:00:10Z')
const above = (value: number, severity: Limit['severity']): Limit => ({ comparison: 'above', value, severity })
const below = (value: number, severity: Limit['severity']): Limit => ({ comparison: 'below', value, severity })
const facts = (...setPoints: Limit[]): ChannelFacts => ({ setPoints, staleAfterMs: 60_000 })
const carbonMonoxide = facts(above(35, 'high'), above(70, 'critical'))

const aReading = (reading: Partial<GasReading> = {}): GasReading => ({
  deviceId: 'd1',
  key: 'gas-1',
  channel: 'CO',
  value: 12,
  unit: 'ppm',
  quality: 'good',
  at: '2026-11-21T12:00:05Z',
  receivedAt: '2026-11-21T12:00:06Z',
  ...reading,
})

describe('live readings', () => {
  const known = aDevice({ latest: [aLatest({ channel: 'CO' }), aLatest({ channel: 'O2', value: 20.9, unit: '%vol' })] })

  test('replace the value of their channel and touch nothing else', () => {
    const other = aDevice({ id: 'd2' })
    const [device, untouched] = applyReadings([known, other], [aReading()])
    expect(device?.latest[0]).toMatchObject({ channel: 'CO', value: 12 })
    expect(device?.latest[1]).toBe(known.latest[1])
    expect(device?.lastSeenAt).toBe('2026-11-21T12:00:06Z')
    expect(untouched).toBe(other)
  })

  test('that are older than what is known change nothing', () => {
    expect(applyReadings([known], [aReading({ at: '2026-11-21T11:00:00Z' })])[0]).toBe(known)
  })

  test('of a new channel appear', () => {
    const [device] = applyReadings([aDevice()], [aReading({ channel: 'H2S' }), aReading()])
    expect(device?.latest.map(({ channel }) => channel)).toEqual(['CO', 'H2S'])
  })

  test('of one batch are applied in their order', () => {
    const [device] = applyReadings(
      [known],
      [aReading({ value: 1 }), aReading({ value: 2, at: '2026-11-21T12:00:07Z' })],
    )
    expect(device?.latest[0]?.value).toBe(2)
  })
})

describe('what a reading means', () => {
  const judged = (latest: Partial<ReturnType<typeof aLatest>>, online: boolean | null = true, known = carbonMonoxide) =>
    judgeReading({ online }, aLatest(latest), known, now).state

  test('is normal only when it is fresh, good and below the set points', () => {
    expect(judged({ value: 12 })).toBe('normal')
    expect(judged({ value: 35 })).toBe('high')
    expect(judged({ value: 70 })).toBe('critical')
    expect(judged({ at: '2026-11-21T11:59:00Z' })).toBe('stale')
    expect(judged({ quality: 'stale' })).toBe('stale')
    expect(judged({ quality: 'fault', value: null })).toBe('fault')
    expect(judged({ quality: 'warm-up' })).toBe('unknown')
    expect(judged({ quality: 'over-range' })).toBe('critical')
    expect(judged({}, false)).toBe('offline')
  })

  test('too little oxygen is as critical as too much', () => {
    const known = facts(below(19.5, 'critical'), above(23.5, 'critical'))
    const oxygen = (value: number) => judgeReading({ online: true }, aLatest({ channel: 'O2', value }), known, now)
    expect(oxygen(20.9)).toEqual({ state: 'normal' })
    expect(oxygen(19.5)).toEqual({ state: 'critical', word: 'Too low' })
    expect(oxygen(23.5)).toEqual({ state: 'critical', word: 'Too high' })
  })

  test('what the server has set is what counts, and until it is known a value is only measured', () => {
    expect(judged({ value: 12 }, true, facts(above(10, 'critical')))).toBe('critical')
    expect(judged({ value: 400 }, true, facts())).toBe('information')
    expect(judgeReading({ online: true }, aLatest({ value: 400 }), undefined, now)).toEqual({
      state: 'information',
      word: 'Measured',
    })
    const quick = { ...carbonMonoxide, staleAfterMs: 2000 }
    expect(judged({ at: '2026-11-21T12:00:05Z' }, true, quick)).toBe('stale')
  })

  test('a fault is never shown as nought', () => {
    expect(valueText({ value: null, unit: 'ppm' })).toBeNull()
    expect(valueText({ value: 0, unit: 'ppm' })).toBe('0.0')
  })
})

test('what needs a person: beyond a set point, faulty or stale, but not what is off line as a whole', () => {
  const device = aDevice({
    latest: [
      aLatest({ channel: 'CO', value: 80 }),
      aLatest({ channel: 'H2S', quality: 'fault', value: null }),
      aLatest({ channel: 'NO2', value: 0.1 }),
      aLatest({ channel: 'SO2', at: '2026-11-21T11:00:00Z' }),
    ],
  })
  const known = { 'd1.CO': carbonMonoxide, 'd1.NO2': carbonMonoxide }
  expect(gasNeeding([device], known, now).map(({ word }) => word)).toEqual(['Above high', 'Fault', 'Stale'])
  expect(gasNeeding([{ ...device, online: false }], known, now)).toEqual([])
})
