// Entries and exits for tests.
import type { Log } from '@gatehouse/contract/access/entry-exit'

export const aLog = (log: Partial<Log> = {}): Log => ({
  id: 'l1',
  userId: 'u1',
  person: 'Priya Raghavan',
  doorId: 'd1',
  door: 'Main entrance',
  type: 'entry',
  timestamp: '2026-11-21T12:00:00.000Z',
  result: 'granted',
  reason: null,
  method: 'card',
  taken: true,
  source: 'device',
  zone: 'Lobby',
  deviceTime: null,
  serverTime: '2026-11-21T12:00:00.000Z',
  correlationId: 'c1',
  corrects: null,
  correctedBy: null,
  passId: null,
  ...log,
})
