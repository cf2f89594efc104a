// Gatehouse's own wire: `gatehouse/v1/{deviceKey}/{kind}`, and the same messages as items of `POST /api/ingest`.
import {
  type CommandMessage,
  deviceKey,
  isKind,
  isSpoken,
  messages,
  topicOf,
  wireRoot,
} from '@gatehouse/contract/building/wire'
import type { z } from 'zod'
import { type Decoded, type DeviceMessage, type Driver, type Outgoing, type Registered, Undecodable } from './driver.ts'
import { assertStorable, isObject, objectOf } from './payload.ts'

export const gatehouse: Driver = {
  name: 'gatehouse',
  answers: 'ack',
  relocks: true,
  topics: [`${wireRoot}/+/+`],
  decode: (topic, payload) => [decode(topic, payload)],
  encode: (command, device) => [encode(command, device)],
}

/** One item `{ device, kind, ...message }` of `POST /api/ingest`. Throws `Undecodable`. */
export const readItem = (item: unknown): DeviceMessage => {
  if (!isObject(item)) throw new Undecodable('Not a JSON object')
  assertStorable(item)
  const { device, kind, ...message } = item
  if (typeof device !== 'string') throw new Undecodable('device: the key of the device is missing')
  if (typeof kind !== 'string') throw new Undecodable('kind: missing')
  assertKey(device)
  return read(device, kind, message)
}

/** A message already known to be storable JSON, checked against the contract. */
export const read = (device: string, kind: string, message: unknown): DeviceMessage => {
  if (!isKind(kind)) throw new Undecodable(`Not a kind of message: ${kind}`)
  const decoded = readers[kind](device, message)
  if (decoded.kind === 'reading' && decoded.message.quality === 'good' && (decoded.message.value ?? null) === null)
    throw new Undecodable('value: missing, though the quality is good')
  return decoded
}

const prefix = `${wireRoot}/`

const decode = (topic: string, payload: Uint8Array): Decoded => {
  const slash = topic.indexOf('/', prefix.length)
  if (slash === -1 || !topic.startsWith(prefix)) throw new Undecodable(`Not a topic of this wire: ${topic}`)
  const device = topic.slice(prefix.length, slash)
  const kind = topic.slice(slash + 1)
  assertKey(device)
  if (isSpoken(kind)) return { what: 'ignored', why: 'Said by ourselves' }
  return read(device, kind, objectOf(payload))
}

const encode = (command: CommandMessage, device: Registered): Outgoing => ({
  topic: topicOf(device.key, 'command'),
  payload: JSON.stringify(command),
  qos: 1,
  retain: false,
  expiresAt: command.expiresAt,
})

const assertKey = (key: string) => {
  if (!deviceKey.safeParse(key).success) throw new Undecodable(`Not a device key: ${key}`)
}

// Zod compiles these schemas; a reading costs it 0.3 us, less than half of JSON.parse. No second validator needed.
const reader =
  <K extends string, S extends z.ZodType<{ at: string }>>(kind: K, schema: S) =>
  (device: string, message: unknown): { what: 'message'; device: string; kind: K; message: z.output<S> } => {
    const result = schema.safeParse(message)
    if (!result.success) throw new Undecodable(reasonOf(result.error))
    result.data.at = utc(result.data.at)
    return { what: 'message', device, kind, message: result.data }
  }

const readers = {
  event: reader('event', messages.event),
  state: reader('state', messages.state),
  reading: reader('reading', messages.reading),
  count: reader('count', messages.count),
  total: reader('total', messages.total),
  call: reader('call', messages.call),
  status: reader('status', messages.status),
  ack: reader('ack', messages.ack),
  ask: reader('ask', messages.ask),
  output: reader('output', messages.output),
}

/** The first three faults, each with its field. */
export const reasonOf = (error: z.ZodError) =>
  error.issues
    .slice(0, 3)
    .map((issue) => [issue.path.join('.'), issue.message].filter(Boolean).join(': '))
    .join('; ')

/**
 * Any spelling the schema takes becomes `2026-11-21T06:39:00.123Z`: comparable as text. Beyond these years PostgreSQL
 * and JavaScript begin to disagree; a clock that says 1970 is believed to say so.
 */
const utc = (at: string): string => {
  const normal = at.length === 24 && at.endsWith('Z') ? at : toUtc(at)
  if (normal < '1970' || normal >= '2200') throw new Undecodable(`at: no such time can be stored: ${at}`)
  return normal
}

const toUtc = (at: string): string => {
  const date = new Date(at)
  // Years past 9999 print with a sign, which sorts before '1970' and is refused there.
  if (Number.isNaN(date.getTime())) throw new Undecodable(`at: not a time: ${at}`)
  return date.toISOString()
}
