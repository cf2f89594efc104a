// Gathers what one foreign message says about one device, and stamps it with the id and time the contract asks for.
import { createHash } from 'node:crypto'
import type { GasChannel, Kind, Message } from '@gatehouse/contract/building/wire'
import { type Context, type Decoded, type Registered, Undecodable } from './driver.ts'
import { read } from './gatehouse.ts'
import { measured } from './measure.ts'
import { assertText } from './payload.ts'

type DoorParts = Partial<Pick<Message<'state'>, 'lock' | 'contact' | 'alarm' | 'tamper' | 'fault'>>
type Output = Partial<Pick<Message<'output'>, 'active' | 'fault'>>
type Health = Partial<Pick<Message<'status'>, 'online' | 'battery' | 'signal' | 'firmware'>>
type Quality = Message<'reading'>['quality']

/**
 * Conditions that foreign devices repeat with every message for as long as they hold. Their events carry `condition`
 * and `active`, so that the store can keep the changes and drop the repeats; a driver, having no memory that survives
 * a failed commit, must not drop them itself.
 */
const conditions = {
  gas: ['gas-detected', 'gas-cleared'],
  smoke: ['smoke-detected', 'smoke-cleared'],
  'carbon-monoxide': ['carbon-monoxide-detected', 'carbon-monoxide-cleared'],
  water: ['water-detected', 'water-cleared'],
  occupancy: ['occupancy-detected', 'occupancy-cleared'],
  tamper: ['tamper', 'tamper-cleared'],
} as const
export type Condition = keyof typeof conditions

export class Report {
  readonly #device: Registered
  readonly #stamp: Stamp
  readonly #retained: boolean
  readonly #decoded: Decoded[] = []
  #door: DoorParts = {}
  #output: Output = {}
  #health: Health = {}

  constructor(device: Registered, context: Context, stamp: Stamp) {
    this.#device = device
    this.#stamp = stamp
    this.#retained = context.retained === true
  }

  /** Only doors have a state; of any other device, tampering is an event. */
  door(parts: DoorParts) {
    if (this.#device.kind === 'door') this.#door = { ...this.#door, ...parts }
    else if (parts.tamper !== undefined && parts.tamper !== 'Unknown')
      this.condition('tamper', parts.tamper === 'TamperDetected')
  }

  /** Only actuators have an output. */
  output(parts: Output) {
    if (this.#device.kind === 'actuator') this.#output = { ...this.#output, ...parts }
  }

  /** Only gas detectors have readings: a door contact's own temperature says nothing about the room. */
  reading(channel: GasChannel, value: number | null, unit: string | null, quality: Quality = 'good') {
    if (this.#device.kind !== 'gas') return
    const found = measured(channel, value ?? 0, unit)
    if (typeof found === 'string') return this.refuse(found)
    this.#add('reading', channel, {
      channel,
      value: value === null ? null : found.value,
      unit: found.unit,
      quality,
    })
  }

  /** Running totals of a counter, by the line that counts them. */
  total(line: string, totals: Pick<Message<'total'>, 'in' | 'out' | 'since'>) {
    this.#add('total', line, { line, ...totals })
  }

  condition(condition: Condition, active: boolean, more: object = {}) {
    this.#add('event', condition, { ...more, type: conditions[condition][active ? 0 : 1], condition, active })
  }

  event(name: string, body: object) {
    this.#add('event', name, body)
  }

  ack(body: Pick<Message<'ack'>, 'commandId' | 'result' | 'reason'>) {
    this.#add('ack', 'ack', body)
  }

  health(parts: Health) {
    this.#health = { ...this.#health, ...parts }
  }

  /** Part of the message cannot be believed: said aloud, without losing the rest of it. */
  refuse(reason: string) {
    this.#decoded.push({ what: 'refusal', device: this.#device.key, reason })
  }

  /** Everything gathered; `nothing` is the reason given when there is none. */
  done(nothing: string): Decoded[] {
    if (Object.keys(this.#door).length > 0) this.#add('state', 'state', this.#door)
    if (Object.keys(this.#output).length > 0) this.#add('output', 'output', this.#output)
    const { online, ...rest } = this.#health
    // Battery and signal come from a device that just spoke, unless the broker kept them: an old message is no
    // sign of life, and the contract cannot say "battery 97 %, online unknown".
    if (online !== undefined || (Object.keys(rest).length > 0 && !this.#retained))
      this.#add('status', 'status', { ...rest, online: online ?? true })
    return this.#decoded.length > 0 ? this.#decoded : [{ what: 'ignored', why: nothing }]
  }

  #add(kind: Kind, part: string, body: object) {
    try {
      this.#decoded.push(read(this.#device.key, kind, { ...body, ...this.#stamp(part) }))
    } catch (error) {
      if (!(error instanceof Undecodable)) throw error
      this.refuse(error.message)
    }
  }
}

type Stamp = (part: string) => { id: string; at: string; atFrom: 'device' | 'received'; via: string; retained?: true }

/**
 * Foreign messages carry no id, and often no time.
 * - With the device's own time the id is made of topic and payload alone: the same bytes are the same message, however
 *   often the broker delivers them.
 * - Without it the moment of receipt is part of the id: "closed" said twice an hour apart is two messages. A repeat of
 *   the broker is then stored twice, which for states and readings is harmless; losing the second is not.
 */
export const stamper = (
  topic: string,
  payload: Uint8Array,
  context: Context,
  via: string,
  reported: Date | null,
): Stamp => {
  const at = believable(reported, context.now) ? reported : null
  const hash = createHash('sha1').update(topic).update('\n').update(payload)
  if (!at) hash.update(`\n${context.now.getTime()}`)
  const base = hash.digest('base64url')
  return (part) => ({
    id: `${base}:${part}`,
    at: (at ?? context.now).toISOString(),
    atFrom: at ? 'device' : 'received',
    via,
    ...(context.retained ? { retained: true } : {}),
  })
}

/** A clock not yet set (a Shelly says seconds since it started) or ahead by more than a day is no clock. */
const believable = (reported: Date | null, now: Date): reported is Date =>
  reported !== null && reported.getTime() > Date.UTC(2015, 0) && reported.getTime() < now.getTime() + 86_400_000

export const assertAddress = (address: string) => {
  if (address === '' || address.length > 300)
    throw new Undecodable('The address is empty or longer than 300 characters')
  assertText(address)
}
