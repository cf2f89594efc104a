// What one device may have stored in a day, so that none fills the disk of a building: docs/decisions/0053.
import { severityOf } from '../../insight/events/events.ts'
import { clock } from '../../kit/clock.ts'
import type { ReceivedMessage } from '../../kit/recorders.ts'

type Budgeted = Pick<ReceivedMessage, 'device' | 'kind' | 'message'>

export interface Budget {
  /**
   * Counts a message of so many bytes as it came, and says whether it is stored. Beyond the budget of the day (UTC) that is
   * what matters, until it has taken as much again; and of everything one message a minute of each sort.
   */
  spend(message: Budgeted, bytes: number): 'stored' | 'refused'
  /** How many messages of the device were refused today. */
  refused(deviceId: string): number
  /** Devices that were refused something today. */
  exceeding(): ReadonlySet<string>
}

interface Spent {
  bytes: number
  refused: number
  /** The state that was stored last. */
  state: string
  /** When something of a sort was stored last, beyond the budget. */
  readonly lastOf: Map<string, number>
}

/** What a row costs besides what the message says: its keys, its index, and that the message is known. */
const rowBytes = 200
const dayMs = 86_400_000
const minuteMs = 60_000

export const createBudget = (dayBytes: number): Budget => {
  let day = 0
  let spent = new Map<string, Spent>()
  const today = () => {
    const now = Math.floor(clock.ms() / dayMs)
    if (now !== day) spent = new Map()
    day = now
    return spent
  }
  const spentOf = (deviceId: string): Spent => {
    const known = today().get(deviceId)
    if (known) return known
    const none: Spent = { bytes: 0, refused: 0, state: '', lastOf: new Map() }
    spent.set(deviceId, none)
    return none
  }
  return {
    spend(message, bytes) {
      const own = spentOf(message.device.id)
      const after = own.bytes + bytes + rowBytes
      if (after > dayBytes) {
        const [sort, now] = [sortOf(message), clock.ms()]
        const isEnough = after > 2 * dayBytes || !matters(message, own.state)
        if (isEnough && now - (own.lastOf.get(sort) ?? Number.NEGATIVE_INFINITY) < minuteMs) {
          own.refused++
          return 'refused'
        }
        own.lastOf.set(sort, now)
      }
      own.bytes = after
      if (message.kind === 'state') own.state = partsOf(message.message)
      return 'stored'
    },
    refused: (deviceId) => today().get(deviceId)?.refused ?? 0,
    exceeding: () => new Set([...today()].filter(([, { refused }]) => refused > 0).map(([id]) => id)),
  }
}

/** Alarms and faults, a state that is another one, and what somebody waits for at the door or has commanded. */
const matters = ({ kind, message }: Budgeted, state: string): boolean => {
  if (kind === 'event') return isAlarm(message)
  if (kind === 'state') return partsOf(message) !== state
  return kind === 'ack' || kind === 'ask'
}

const isAlarm = (message: Budgeted['message']): message is Budgeted['message'] & { type: string } =>
  'type' in message && typeof message.type === 'string' && severityOf(message.type) !== 'information'

/** No more sorts than there are words of ours for: one by each word that a device makes up would be no bound. */
const sortOf = ({ kind, message }: Budgeted): string => {
  if (kind === 'event') return isAlarm(message) ? `event ${message.type}` : kind
  if (kind === 'reading' && 'channel' in message) return `reading ${String(message['channel'])}`
  return kind === 'state' ? `state ${partsOf(message, ['alarm', 'tamper', 'fault'])}` : kind
}

const partsOf = (
  message: Budgeted['message'],
  parts = ['mode', 'lock', 'contact', 'alarm', 'tamper', 'fault'],
): string => {
  const payload: Readonly<Record<string, unknown>> = { ...message }
  return parts.map((part) => String(payload[part])).join(' ')
}
