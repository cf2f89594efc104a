// From bytes on some wire to a message of a known device on its way into the store, whichever way it came in.
import { readItem } from '@gatehouse/devices/gatehouse'
import { type Decoded, type DeviceMessage, Undecodable } from '@gatehouse/devices/driver'
import { inUnitOfChannel } from '@gatehouse/devices/measure'
import { senderOf } from '@gatehouse/contract/building/devices'
import type { Message } from '@gatehouse/contract/building/wire'
import { clock } from '../../kit/clock.ts'
import type { Budget } from './budget.ts'
import type { Foreign } from './foreign.ts'
import type { Directory } from '../devices/devices.ts'
import type { ReceivedMessage } from '../../kit/recorders.ts'
import { type Outcome, type Pipeline, Unstorable } from './pipeline.ts'
import { withoutPins } from './withheld.ts'
import { withinLength } from './unknown-fields.ts'
import type { Quarantine, Rejected } from './quarantine.ts'

/** Who a message came from. */
export interface Origin {
  /** The name of the credential, for the quarantine. */
  readonly username: string | null
  /** null: an external broker, which is trusted to carry any registered device. */
  readonly companyId: string | null
  /** Whether it may speak for the device. */
  carries(deviceKey: string): boolean
}

/** One message as it came in over MQTT. */
export interface Arrival {
  readonly origin: Origin
  readonly topic: string
  readonly payload: Uint8Array
  readonly receivedAt: Date
  /** The broker had kept it: no sign of life. */
  readonly retained?: boolean
  /** A last will: said at the beginning of the connection, true as of its end. */
  readonly will?: boolean
}

export interface Result {
  /** `refused`: counted, and not put into quarantine either, as others that say as much are there. */
  readonly result: Outcome | 'quarantined' | 'refused'
  readonly reason?: string
}

export interface Intake {
  /** Resolves once the message is stored, or in quarantine: only then may it be acknowledged. */
  take(arrival: Arrival): Promise<Result>
  /** One item of `POST /ingest`; the same promise. */
  takeItem(item: unknown, origin: Origin, receivedAt: Date): Promise<Result & { readonly id: string | null }>
  /** What this server has read of a device itself. Refused, it is in no quarantine: the next poll would say the same. */
  takePolled(message: DeviceMessage, origin: Origin): Promise<Result>
  /** Once more for what is in quarantine already; never put there again. */
  retry(rejected: Pick<Rejected, 'source' | 'topic' | 'payload' | 'receivedAt'>, origin: Origin): Promise<Result>
}

/** The rest of the house, as far as the intake needs it. */
export interface IntakeParts {
  readonly pipeline: Pipeline
  readonly quarantine: Quarantine
  readonly budget: Budget
  readonly directory: Directory
  readonly foreign: Foreign
  /** How many days the series of a kind of message goes back; null: for good. */
  retentionDays(kind: DeviceMessage['kind']): number | null
  /** A device has used up its budget of the day. */
  exceeded(device: ReceivedMessage['device']): void
  /** A device spoke just now. */
  seen(deviceId: string, at: Date): void
  /** The same message came again. */
  repeated?(received: ReceivedMessage): void
}

const aheadMs = 5 * 60_000
const dayMs = 86_400_000
const nothingStored: Result = { result: 'stored' }

export const createIntake = (parts: IntakeParts): Intake => {
  const { pipeline, quarantine, directory } = parts

  const store = async (decoded: DeviceMessage, origin: Origin, how: How): Promise<Result> => {
    const received = believe(decoded, origin, how)
    if ('reason' in received) return received
    const beyond = how.again ? null : afford(received, how)
    if (beyond) return beyond
    try {
      const result = await pipeline.offer(received)
      seenIn(received, how)
      if (result === 'duplicate') parts.repeated?.(received)
      return { result }
    } catch (error) {
      // Refused by the store for what it says. Anything else is no answer, and nothing is acknowledged.
      if (error instanceof Unstorable) return refused(error.message)
      throw error
    }
  }

  const afford = (received: ReceivedMessage, how: How): Result | null => {
    const { device } = received
    if (parts.budget.spend(received, how.bytes) === 'stored') return null
    // It says too much, and is there.
    seenIn(received, how)
    const count = parts.budget.refused(device.id)
    if (count === 1) parts.exceeded(device)
    const reason = `${device.key} has used up what one device may have stored in a day`
    return isRound(count) ? refused(reason) : { result: 'refused', reason }
  }

  const seenIn = ({ device }: ReceivedMessage, how: How) => {
    if (!how.retained && !how.will && !how.again) parts.seen(device.id, how.receivedAt)
  }

  const believe = (decoded: DeviceMessage, origin: Origin, how: How): ReceivedMessage | Refused => {
    const { receivedAt, will } = how
    const device = directory.byKey(origin.companyId, decoded.device)
    if (!device) return refused(`No device has the key ${decoded.device}`)
    if (!origin.carries(device.key)) return refused(`${device.key} is not a device of this sender`)
    const sender = senderOf[decoded.kind] ?? device.kind
    if (sender !== device.kind) {
      const only = `only a device of kind ${sender} sends "${decoded.kind}"`
      return refused(`${device.key} is registered as ${device.kind}; ${only}`)
    }
    if (decoded.kind === 'ask' && (how.again || how.retained || will)) {
      return refused('Nobody waits for the answer to this any more')
    }
    const deviceAt = new Date(decoded.message.at)
    let at = deviceAt
    if (will || deviceAt.getTime() > receivedAt.getTime() + aheadMs) at = receivedAt
    const days = parts.retentionDays(decoded.kind)
    if (days !== null && at.getTime() < clock.ms() - days * dayMs) {
      return refused(`Older than what is kept (${days} days): ${decoded.message.at}. Is the clock of the device right?`)
    }
    const understood = decoded.kind === 'reading' ? inUnitOfChannel(decoded.message, device.config) : decoded.message
    if (typeof understood === 'string') return refused(`${device.key}: ${understood}`)
    const payload = withinLength(decoded.kind, understood)
    const message = will ? ofConnection(payload, receivedAt) : payload
    return { device, kind: decoded.kind, message, at, deviceAt, receivedAt }
  }

  // Every part is dealt with before the whole is answered; one that is refused makes the whole refused.
  const attempt = async (arrival: Arrival, again: boolean): Promise<Result> => {
    let decoded: readonly Decoded[]
    try {
      decoded = parts.foreign.decode(arrival)
    } catch (error) {
      if (error instanceof Undecodable) return refused(error.message)
      throw error
    }
    const how = { ...arrival, again, bytes: arrival.payload.length / Math.max(1, decoded.length) }
    const [only] = decoded
    if (decoded.length === 1 && only?.what === 'message') return store(only, arrival.origin, how)
    return worst(await Promise.all(decoded.map((one) => part(one, arrival.origin, how))))
  }

  const part = async (decoded: Decoded, origin: Origin, how: How): Promise<Result> => {
    if (decoded.what === 'message') return store(decoded, origin, how)
    if (decoded.what === 'refusal') return refused(`${decoded.device}: ${decoded.reason}`)
    const reason = decoded.what === 'ignored' ? null : await parts.foreign.introduced(decoded, origin)
    return reason === null ? nothingStored : refused(reason)
  }

  const attemptItem = async (
    item: unknown,
    origin: Origin,
    how: Omit<How, 'bytes'>,
  ): Promise<Result & { id: string | null }> => {
    let decoded: DeviceMessage
    try {
      decoded = readItem(item)
    } catch (error) {
      if (error instanceof Undecodable) return { id: idOf(item), ...refused(error.message) }
      throw error
    }
    const bytes = Buffer.byteLength(JSON.stringify(decoded.message))
    return { id: decoded.message.id, ...(await store(decoded, origin, { ...how, bytes })) }
  }

  return {
    async take(arrival) {
      const result = await attempt(arrival, false)
      if (result.result === 'quarantined') {
        const { topic, payload, receivedAt } = arrival
        await quarantine.keep({
          ...from(arrival.origin),
          source: 'mqtt',
          topic,
          payload: withoutPins(payload),
          receivedAt,
          reason: result.reason ?? '',
        })
      }
      return result
    },
    async takeItem(item, origin, receivedAt) {
      const result = await attemptItem(item, origin, { receivedAt })
      if (result.result === 'quarantined') {
        const payload = withoutPins(Buffer.from(JSON.stringify(item) ?? ''))
        const topic = 'POST /api/ingest'
        await quarantine.keep({
          ...from(origin),
          source: 'http',
          topic,
          payload,
          receivedAt,
          reason: result.reason ?? '',
        })
      }
      return result
    },
    takePolled(message, origin) {
      const bytes = Buffer.byteLength(JSON.stringify(message.message))
      return store(message, origin, { receivedAt: clock.now(), bytes })
    },
    async retry({ source, topic, payload, receivedAt }, origin) {
      if (source === 'mqtt') return attempt({ origin, topic, payload, receivedAt }, true)
      return attemptItem(JSON.parse(Buffer.from(payload).toString('utf8')), origin, { receivedAt, again: true })
    },
  }
}

interface How {
  /** As it came: of a payload that says several things, its share. */
  readonly bytes: number
  readonly receivedAt: Date
  readonly retained?: boolean
  readonly will?: boolean
  readonly again?: boolean
}

interface Refused {
  readonly result: 'quarantined'
  readonly reason: string
}

/** 1, 2, 4, 8... */
const isRound = (count: number) => (count & (count - 1)) === 0

const refused = (reason: string): Refused => ({ result: 'quarantined', reason })

const from = ({ companyId, username }: Origin) => ({ companyId, username })

const ranks = { duplicate: 0, stored: 1, refused: 2, quarantined: 3 }

const worst = (results: readonly Result[]): Result =>
  results.reduce(
    (a, b) => (ranks[b.result] >= ranks[a.result] ? b : a),
    results.length === 0 ? nothingStored : { result: 'duplicate' },
  )

// A will is written when its connection begins, so its id may well be the same every time.
const ofConnection = <M extends Message>(message: M, receivedAt: Date): M => ({
  ...message,
  id: `${message.id.slice(0, 160)}~${receivedAt.toISOString()}`,
})

const idOf = (item: unknown): string | null =>
  typeof item === 'object' && item !== null && 'id' in item && typeof item.id === 'string'
    ? item.id.slice(0, 200)
    : null
