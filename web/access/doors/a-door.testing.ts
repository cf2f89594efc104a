// What doors report and are commanded, for tests.
import type { Standing } from '@gatehouse/contract/access/commands'
import type { DoorState } from '@gatehouse/contract/access/doors'

export const aDoorState = (state: Partial<DoorState> = {}): DoorState => ({
  deviceId: 'd1',
  key: 'door-1',
  mode: 'Locked',
  lock: 'Locked',
  contact: 'Closed',
  alarm: 'Normal',
  tamper: 'NotInTamper',
  fault: 'NotInFault',
  at: '2026-11-21T12:00:00Z',
  receivedAt: '2026-11-21T12:00:00Z',
  ...state,
})

export const aCommand = (more: Partial<Standing> = {}): Standing => ({
  id: 'c1',
  deviceId: 'a',
  asked: 'unlock',
  action: 'unlock',
  seconds: 5,
  reason: null,
  by: 'Ada',
  userId: null,
  correlationId: 'k1',
  status: 'requested',
  detail: null,
  requestedAt: '2026-11-21T12:00:00Z',
  expiresAt: '2026-11-21T12:00:10Z',
  ...more,
})
