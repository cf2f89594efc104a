// What a device is, whatever it does: identity, place, health and the latest it said.
import { z } from 'zod'
import { event, query } from './operation.ts'
import type { Permission } from './permissions.ts'
import { id, moment, quality } from './shapes.ts'

export const kind = z.enum(['door', 'camera', 'intercom', 'gas', 'counter'])
export type DeviceKind = z.output<typeof kind>

/** The permission that shows devices of a kind, in lists and on sockets alike. */
export const readPermission = {
  door: 'read_doors',
  camera: 'read_live_feed',
  intercom: 'read_intercoms',
  gas: 'view_gas_detection',
  counter: 'view_people_count',
} as const satisfies Record<DeviceKind, Permission>

export const latest = z.object({
  /** `CO`, `contact`, `in`...: what was measured or reported. */
  channel: z.string(),
  value: z.union([z.number(), z.string(), z.null()]),
  unit: z.string().nullable(),
  quality,
  /** Device time. */
  at: moment,
  /** When the server had stored it. */
  receivedAt: moment,
})
export type Latest = z.output<typeof latest>

export const device = z.object({
  id,
  key: z.string(),
  kind,
  name: z.string(),
  site: z.string(),
  floor: z.string().nullable(),
  zone: z.string().nullable(),
  zoneId: id.nullable(),
  /** null: never heard of. */
  online: z.boolean().nullable(),
  lastSeenAt: moment.nullable(),
  battery: z.number().nullable(),
  signal: z.number().nullable(),
  firmware: z.string().nullable(),
  latest: z.array(latest),
})
export type Device = z.output<typeof device>

export const list = query('GET /devices', {
  summary: 'The devices the caller may see, with the latest each one said',
  input: z.object({ kind: kind.optional() }),
  output: z.object({ devices: z.array(device) }),
  permission: 'signed-in',
})

export const statusChanged = event(
  'devices.statusChanged',
  device.pick({
    id: true,
    key: true,
    kind: true,
    online: true,
    lastSeenAt: true,
    battery: true,
    signal: true,
    firmware: true,
  }),
  { permission: (d) => readPermission[d.kind], scope: 'device', device: (d) => d.id, coalesce: (d) => d.id },
)
