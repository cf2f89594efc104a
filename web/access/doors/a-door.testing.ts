// What doors report and are commanded, for tests.
import type { Standing } from '@gatehouse/contract/access/commands'
import type { Alarm, Door, DoorState } from '@gatehouse/contract/access/doors'

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

export const aDoor = (id: string, more: Partial<Door> = {}): Door => ({
  id,
  key: `door-${id}`,
  name: `Door ${id}`,
  siteId: '00000000-0000-4000-8000-000000000001',
  site: 'Meridian Tower',
  floorId: null,
  floor: null,
  zoneId: null,
  zone: null,
  fromZoneId: null,
  fromZone: null,
  toZoneId: null,
  toZone: null,
  driver: 'gatehouse',
  online: true,
  lastSeenAt: '2026-11-21T12:00:00Z',
  battery: 80,
  state: null,
  settings: {
    pulseSeconds: 5,
    extendedSeconds: 15,
    openTooLongSeconds: 30,
    answerSeconds: 10,
    reasonAsked: 'hold',
    watchedBy: 'controller',
  },
  outOfService: null,
  hold: null,
  alarm: null,
  incident: null,
  lockdowns: [],
  command: null,
  ...more,
})

export const aDoorAlarm = (more: Partial<Alarm> = {}): Alarm => ({
  id: '00000000-0000-4000-8000-0000000000a1',
  title: 'Door forced open',
  severity: 'critical',
  state: 'unacknowledged',
  since: '2026-11-21T12:00:00Z',
  count: 1,
  returnedAt: null,
  correlationId: '00000000-0000-4000-8000-000000000002',
  acknowledged: null,
  ...more,
})
