// What one device may have stored in a day, so that none fills the disk of a building: docs/decisions/0053.
import { severityOf } from '../events/events.ts'
import { clock } from '../kit/clock.ts'
import type { Taken } from '../kit/taken.ts'

export interface Budget {
  /**
   * Counts a message of so many bytes as it came. `alarm`: nothing else is stored of the device until midnight, UTC. What it
   * says of an alarm is stored until it has said twice as much.
   */
  spend(taken: Pick<Taken, 'device' | 'kind' | 'message'>, bytes: number): 'within' | 'alarm' | 'beyond'
  /** How many messages of the device were beyond it today. */
  beyond(deviceId: string): number
}

interface Spent {
  bytes: number
  beyond: number
}

/** What a row costs besides what the message says: its keys, its index, and that the message is known. */
const rowBytes = 200
const dayMs = 86_400_000

export const createBudget = (dayBytes: number): Budget => {
  let day = 0
  let spent = new Map<string, Spent>()
  const today = () => {
    const now = Math.floor(clock.ms() / dayMs)
    if (now !== day) spent = new Map()
    day = now
    return spent
  }
  return {
    spend(taken, bytes) {
      const { id } = taken.device
      const own = today().get(id) ?? { bytes: 0, beyond: 0 }
      spent.set(id, own)
      const after = own.bytes + bytes + rowBytes
      const isAlarm = saysAlarm(taken)
      if (after > dayBytes * (isAlarm ? 2 : 1)) {
        own.beyond++
        return 'beyond'
      }
      own.bytes = after
      return after > dayBytes ? 'alarm' : 'within'
    },
    beyond: (deviceId) => today().get(deviceId)?.beyond ?? 0,
  }
}

const saysAlarm = ({ kind, message }: Pick<Taken, 'kind' | 'message'>): boolean => {
  if (kind === 'event' && 'type' in message && typeof message.type === 'string')
    return ['high', 'critical'].includes(severityOf(message.type))
  return kind === 'state' && 'alarm' in message && message['alarm'] !== undefined && message['alarm'] !== 'Normal'
}
