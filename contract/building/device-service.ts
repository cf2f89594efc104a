// Taking devices out of service, and returning them: apart, for few pages do it.
import { z } from 'zod'
import { command } from '../operation.ts'
import type { Permission } from '../permissions.ts'
import { id, moment } from '../shapes.ts'
import type { DeviceKind } from './devices.ts'

/** The permission to set up, and to work at, devices of a kind. */
export const managePermission = {
  door: 'manage_doors',
  camera: 'manage_cameras',
  intercom: 'manage_intercoms',
  gas: 'manage_gas',
  counter: 'manage_people_count',
  actuator: 'manage_gas',
} as const satisfies Record<DeviceKind, Permission>

export const outOfService = z.object({
  since: moment,
  /** When it comes back by itself; null: when a person returns it. */
  until: moment.nullable(),
  reason: z.string(),
  by: z.string(),
})
export type OutOfService = z.output<typeof outOfService>

/** What may be chosen for how long a device is out of service, in minutes. */
const serviceMinutes = { least: 15, most: 43_200 } as const

const words = z.string().trim()
// Written out, as the browser leaves out what it does not use only where nothing has to be run for it.
const managers = ['manage_doors', 'manage_cameras', 'manage_intercoms', 'manage_gas', 'manage_people_count'] as const
const service = z.object({ outOfService: outOfService.nullable() })
const theDevice = { device: 'deviceId' } as const

export const takeOutOfService = command(
  'devices.takeOutOfService',
  'POST /devices/{deviceId}/out-of-service',
  'signed-in',
  {
    sentence: ['Took', 'the device {} out of service', 'a device out of service'],
    summary:
      'Take a device out of service while somebody works at it: nobody is notified of its alarms. Needs the permission that manages devices of its kind',
    input: z.object({
      deviceId: id,
      reason: words.min(3, 'Say why in a few words').max(500),
      /** Then it comes back by itself; absent: when a person returns it. */
      minutes: z
        .int('Enter whole minutes')
        .min(serviceMinutes.least, 'At least 15 minutes')
        .max(serviceMinutes.most, 'At most 30 days')
        .optional(),
    }),
    either: managers,
    output: service,
    target: theDevice,
  },
)

export const returnToService = command('devices.returnToService', 'POST /devices/{deviceId}/in-service', 'signed-in', {
  sentence: ['Returned', 'the device {} to service', 'a device to service'],
  summary: 'Return a device to service: people are notified of its alarms again',
  input: z.object({ deviceId: id, reason: words.max(500).optional() }),
  either: managers,
  output: service,
  target: theDevice,
})
