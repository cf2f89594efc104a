// What a door is and what it last reported (ONVIF DoorControl terms). No state here is ever a hope.
import { z } from 'zod'
import { event } from './operation.ts'
import { id, moment } from './shapes.ts'
import { doorAlarm, doorContact, doorFault, doorLock, doorMode, doorTamper } from './wire.ts'

export const state = z.object({
  deviceId: id,
  key: z.string(),
  mode: doorMode,
  lock: doorLock,
  contact: doorContact,
  alarm: doorAlarm,
  tamper: doorTamper,
  fault: doorFault,
  at: moment,
  receivedAt: moment,
})
export type DoorState = z.output<typeof state>

export const changed = event('doors.changed', state, {
  permission: 'read_doors',
  scope: 'device',
  device: (d) => d.deviceId,
})
