import type { GasReading } from '@gatehouse/contract/safety/gas'
import { describe, expect, test } from 'vitest'
import { aDevice, aLatest } from '../../building/devices/a-device.testing.ts'
import { applyReadings } from './gas.live.ts'
import { gasNeeding } from './gas-needing.ts'
import { judgeReading, valueText } from './gas-state.ts'
import { setPointsOf } from './set-points.ts'

const now = Date.parse('2026-11-21T12:00:10Z')

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
  const judged = (latest: Partial<ReturnType<typeof aLatest>>, online: boolean | null = true) =>
    judgeReading({ online }, aLatest(latest), now).state

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
    const oxygen = { channel: 'O2', unit: '%vol' }
    expect(judged({ ...oxygen, value: 20.9 })).toBe('normal')
    expect(judged({ ...oxygen, value: 19.5 })).toBe('critical')
    expect(judged({ ...oxygen, value: 23.5 })).toBe('critical')
  })

  test('a fault is never shown as nought', () => {
    expect(valueText({ value: null, unit: 'ppm' })).toBeNull()
    expect(valueText({ value: 0, unit: 'ppm' })).toBe('0.0')
  })

  test('set points are in the unit that the channel is stored in, and of no other', () => {
    expect(setPointsOf('CO2', '%vol')).toMatchObject({ low: 0.5, high: 1 })
    expect(setPointsOf('CO2', 'ppm')).toBeNull()
    expect(setPointsOf('temperature', 'degC')).toBeNull()
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
  expect(gasNeeding([device], now).map(({ word }) => word)).toEqual(['Above high', 'Fault', 'Stale'])
  expect(gasNeeding([{ ...device, online: false }], now)).toEqual([])
})
