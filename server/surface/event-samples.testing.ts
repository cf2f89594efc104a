// What each event looks like: for the event matrix.
import { v7 as uuid } from 'uuid'

export const now = '2026-11-21T03:00:00.000Z'
const place = (id: string) => ({ id, key: 'k', deviceId: id, at: now, receivedAt: now })
const log = (doorId: string) => ({
  id: uuid(),
  userId: null,
  person: null,
  doorId,
  door: 'd',
  type: 'entry',
  timestamp: now,
  result: 'granted',
  ...{
    reason: null,
    method: 'card',
    taken: true,
    source: 'device',
    zone: null,
    deviceTime: now,
    serverTime: now,
  },
  correlationId: uuid(),
  corrects: null,
  correctedBy: null,
  passId: null,
})

/** One payload per event, about the device given. An event without a line here fails the event matrix. */
export const samples: Record<string, (device: string) => unknown> = {
  'access.altered': () => ({ at: now }),
  'passes.altered': () => ({ at: now }),
  'devices.statusChanged': (id) => ({
    ...place(id),
    kind: 'door',
    online: true,
    lastSeenAt: now,
    battery: null,
    signal: null,
    firmware: null,
  }),
  'doors.changed': (id) => ({
    ...place(id),
    mode: 'Locked',
    lock: 'Locked',
    contact: 'Closed',
    alarm: 'Normal',
    tamper: 'Unknown',
    fault: 'Unknown',
  }),
  'schedules.altered': () => ({ at: now }),
  'lockdowns.altered': () => ({ at: now }),
  'doors.commanded': (id) => ({
    command: {
      id: uuid(),
      deviceId: id,
      asked: 'unlock',
      action: 'unlock',
      seconds: 5,
      reason: null,
      by: 'Ada Okafor',
      userId: null,
      correlationId: uuid(),
      status: 'requested',
      detail: null,
      requestedAt: now,
      expiresAt: now,
    },
    step: { status: 'requested', at: now, detail: null, late: false },
  }),
  'doors.altered': (id) => ({ deviceId: id, at: now }),
  'gas.recorded': (id) => ({ ...place(id), channel: 'CO', value: 3, unit: 'ppm', quality: 'good' }),
  'peopleCount.counted': (id) => ({ ...place(id), inToday: 1, outToday: 0 }),
  'entryExit.logged': log,
  'plans.changed': () => ({ at: now }),
  'entryExit.insideChanged': () => ({ at: now }),
  'muster.changed': () => ({ at: now }),
  'entryExit.unmatchedChanged': () => ({ at: now }),
  'events.happened': (id) => ({
    ...place(id),
    device: 'd',
    deviceKind: 'door',
    type: 'door.forced-open',
    severity: 'high',
    data: {},
    correlationId: uuid(),
  }),
}
