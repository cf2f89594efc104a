// Alarm health as the server answers it, for tests: of a week that does not meet the guidance.
import type { BadActor } from '@gatehouse/contract/safety/alarm-health'
import type { Health } from './health-figures.ts'

const uuid = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

export const lobby = { id: uuid(21), key: 'door-1', name: 'Lobby', kind: 'door' } as const
export const boiler = { id: uuid(22), key: 'gas-1', name: 'Boiler', kind: 'gas' } as const

export const forcedOpen: BadActor = {
  rule: { id: uuid(11), name: 'Door forced open' },
  device: lobby,
  count: 40,
  alarmId: uuid(31),
}
export const highGas: BadActor = {
  rule: { id: uuid(12), name: 'CO above high set point' },
  device: boiler,
  count: 12,
  alarmId: uuid(32),
}

export const aHealth = (more: Partial<Health> = {}): Health => ({
  total: 1_400,
  perDay: 200,
  days: [
    { day: '2026-11-21', count: 90 },
    { day: '2026-11-22', count: 310 },
  ],
  peak: { count: 42, from: '2026-11-22T08:10:00.000Z' },
  floods: [{ from: '2026-11-22T08:00:00.000Z', to: '2026-11-22T08:25:00.000Z', count: 61 }],
  floodShare: 0.0025,
  chattering: [forcedOpen],
  stale: [
    { alarmId: uuid(33), rule: { id: uuid(13), name: 'Offline' }, device: lobby, raisedAt: '2026-11-20T08:00:00.000Z' },
  ],
  worst: [forcedOpen, highGas],
  acknowledgement: { count: 1_300, median: 35, p95: 200, withinMinute: 0.81, never: 7 },
  priorities: { low: 700, medium: 420, high: 140, critical: 140 },
  ...more,
})

export const aQuietHealth = (more: Partial<Health> = {}): Health => ({
  total: 0,
  perDay: 0,
  days: [],
  peak: null,
  floods: [],
  floodShare: 0,
  chattering: [],
  stale: [],
  worst: [],
  acknowledgement: { count: 0, median: null, p95: null, withinMinute: null, never: 0 },
  priorities: { low: 0, medium: 0, high: 0, critical: 0 },
  ...more,
})
