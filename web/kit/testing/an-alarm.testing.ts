// Alarms for tests.
import type { Alarm } from '@gatehouse/contract/safety/alarms'
import { uuid } from './browser.testing.tsx'

export const anAlarm = (n: number, changes: Partial<Alarm> = {}): Alarm => ({
  id: uuid(n),
  state: 'unacknowledged',
  severity: 'high',
  title: 'CO high',
  rule: { id: uuid(9001), name: 'CO high', version: 2 },
  device: { id: uuid(8000 + n), key: `gas-${n}`, name: `Detector ${n}`, kind: 'gas' },
  part: null,
  site: { id: uuid(7001), name: 'Harbour Quay' },
  floor: null,
  zone: { id: uuid(7002), name: 'Plant room' },
  raisedAt: '2026-11-23T09:56:00.000Z',
  lastAt: '2026-11-23T09:56:00.000Z',
  returnedAt: null,
  count: 1,
  value: 35.2,
  unit: 'ppm',
  correlationId: uuid(6000 + n),
  isFirstOut: true,
  acknowledged: null,
  shelvedUntil: null,
  shelved: null,
  assignee: null,
  latches: false,
  reasonAsked: false,
  cleared: null,
  ...changes,
})

export const acknowledgedBy = (alarm: Alarm, by = 'Kwame Mensah'): Alarm => ({
  ...alarm,
  state: alarm.returnedAt === null ? 'acknowledged' : 'cleared',
  acknowledged: { at: '2026-11-23T10:00:01.000Z', by, note: null },
})

export const noCounts = {
  bySeverity: { low: 0, medium: 0, high: 0, critical: 0 },
  byState: {
    unacknowledged: 0,
    acknowledged: 0,
    'returned-unacknowledged': 0,
    latched: 0,
    shelved: 0,
    suppressed: 0,
    'out-of-service': 0,
  },
  inTenMinutes: 0,
}
