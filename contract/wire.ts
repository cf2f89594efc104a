// The device wire: what a device says and hears over MQTT (`gatehouse/v1/{deviceKey}/{kind}`) and `POST /api/ingest`.
// Adapters translate other people's wires into these messages. Unknown fields are kept, not refused.
import { z } from 'zod'
import { quality } from './shapes.ts'

/** First levels of every topic of the wire. */
export const wireRoot = 'gatehouse/v1'

/** A device's name on the wire: one MQTT topic level. */
export const deviceKey = z
  .string()
  .min(1)
  .max(100)
  .regex(/^[A-Za-z0-9][A-Za-z0-9._:-]*$/, 'Letters, digits and . _ : - only')

const said = {
  /** Unique per device: a repeat is stored once. */
  id: z.string().min(1).max(200),
  /** Device time, ISO 8601 UTC. */
  at: z.iso.datetime({ offset: true }),
}

export const doorMode = z.enum([
  'Locked',
  'Unlocked',
  'Accessed',
  'Blocked',
  'LockedDown',
  'LockedOpen',
  'DoubleLocked',
  'Unknown',
])
export const doorLock = z.enum(['Locked', 'Unlocked', 'Fault', 'Unknown'])
export const doorContact = z.enum(['Open', 'Closed', 'Fault', 'Unknown'])
export const doorAlarm = z.enum(['Normal', 'DoorForcedOpen', 'DoorOpenTooLong'])
export const doorTamper = z.enum(['NotInTamper', 'TamperDetected', 'Unknown'])
export const doorFault = z.enum(['NotInFault', 'FaultDetected', 'Unknown'])

export const gasChannel = z.enum(['CO', 'H2S', 'O2', 'LEL', 'CO2', 'NO2', 'SO2', 'NH3', 'temperature', 'humidity'])
export type GasChannel = z.output<typeof gasChannel>
export const gasUnit = z.enum(['ppm', '%vol', '%LEL', 'degC', '%RH'])

export const messages = {
  /** Something happened at a device: at a door, an access decision or an alarm. */
  event: z.looseObject({
    ...said,
    type: z.string().min(1).max(60),
    direction: z.enum(['entry', 'exit']).optional(),
    /** `card:0012345678`, `pin:…`, `mobile:…`: never a PIN in clear. */
    credential: z.string().max(120).optional(),
    result: z.enum(['granted', 'denied']).optional(),
    reason: z.string().max(200).optional(),
    /** Whether the person really went through, where the device can tell. */
    taken: z.boolean().optional(),
  }),
  /** The whole state of a door, after ONVIF DoorState. Parts the device cannot know may be left out. */
  state: z.looseObject({
    ...said,
    mode: doorMode.optional(),
    lock: doorLock.optional(),
    contact: doorContact.optional(),
    alarm: doorAlarm.optional(),
    tamper: doorTamper.optional(),
    fault: doorFault.optional(),
  }),
  reading: z.looseObject({
    ...said,
    channel: gasChannel,
    /** Absent or null only when the quality says why. */
    value: z.number().nullish(),
    unit: gasUnit,
    quality: quality.default('good'),
  }),
  /** People since the last message, by direction. */
  count: z.looseObject({ ...said, in: z.int().min(0).max(100_000), out: z.int().min(0).max(100_000) }),
  call: z.looseObject({
    ...said,
    state: z.enum(['ringing', 'connected', 'ended']),
    callId: z.string().max(100).optional(),
  }),
  status: z.looseObject({
    ...said,
    online: z.boolean(),
    /** Per cent. */
    battery: z.number().min(0).max(100).nullish(),
    /** Radio signal in dBm, or link quality as the device reports it. */
    signal: z.number().nullish(),
    firmware: z.string().max(100).nullish(),
  }),
  /** The device's answer to a command. */
  ack: z.looseObject({
    ...said,
    commandId: z.string().min(1).max(100),
    result: z.enum(['done', 'refused']),
    reason: z.string().max(200).optional(),
  }),
}

export type Kind = keyof typeof messages
export const isKind = (value: string): value is Kind => Object.hasOwn(messages, value)
export const kinds: readonly Kind[] = Object.keys(messages).filter(isKind)
export type Message<K extends Kind = Kind> = z.output<(typeof messages)[K]>

/** What the server sends to `gatehouse/v1/{deviceKey}/command`. Never acted upon after `expiresAt`; never retained. */
export const commandMessage = z.object({
  commandId: z.string(),
  at: z.iso.datetime(),
  action: z.string(),
  args: z.record(z.string(), z.unknown()),
  expiresAt: z.iso.datetime(),
})
export type CommandMessage = z.output<typeof commandMessage>

/** `gatehouse/v1/{key}/{kind}` */
export const topicOf = (key: string, kind: Kind | 'command') => `${wireRoot}/${key}/${kind}`
