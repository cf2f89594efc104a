// The one stream of what devices report beyond readings: forced doors, tamper, faults, going on and off line.
import { z } from 'zod'
import { kind, readPermission } from './devices.ts'
import { event, query } from './operation.ts'
import { id, moment, next, page } from './shapes.ts'

export const severity = z.enum(['information', 'warning', 'high', 'critical'])

export const deviceEvent = z.object({
  id,
  deviceId: id.nullable(),
  device: z.string().nullable(),
  deviceKind: kind,
  /** `door.forced-open`, `device.offline`...: the domain, then what happened. */
  type: z.string(),
  severity,
  at: moment,
  receivedAt: moment,
  data: z.record(z.string(), z.unknown()),
  correlationId: id,
})
export type DeviceEvent = z.output<typeof deviceEvent>

export const list = query('GET /events', {
  summary: 'Events of the devices the caller may see, newest first',
  input: page.extend({ deviceId: id.optional(), type: z.string().max(60).optional() }),
  output: z.object({ events: z.array(deviceEvent), next }),
  permission: 'read_dashboard',
})

export const happened = event('events.happened', deviceEvent, {
  permission: (e) => readPermission[e.deviceKind],
  scope: 'device',
  device: (e) => e.deviceId,
})
