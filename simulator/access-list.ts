// What the controller of a door holds to decide alone: the newest access list whose parts have all come, and its PIN key.
import { createHmac } from 'node:crypto'
import { type AccessListMessage, accessListMessage } from '@gatehouse/contract/building/wire'

export interface Decision {
  readonly result: 'granted' | 'denied'
  readonly reason: string | null
  /** How long the lock gives way; null: as long as usual. */
  readonly extended: boolean
  readonly duress: boolean
}

export interface AccessList {
  /** Takes a part in; true when a version became whole by it and is held from now on. */
  take(payload: Buffer): boolean
  /** null: none yet. */
  version(): string | null
  /** Whether the door decides by its list, or asks; null: not told. */
  decides(): 'controller' | 'server' | null
  /** As a keypad would send the digits; null: without the key, which comes with the list. */
  hashed(digits: string): string | null
  decide(credential: string, at: number, pin?: string): Decision
}

const denied = (reason: string): Decision => ({ result: 'denied', reason, extended: false, duress: false })

export const createAccessList = (): AccessList => {
  let held: readonly AccessListMessage[] = []
  let coming = new Map<number, AccessListMessage>()

  const entryOf = (credential: string) =>
    held.flatMap(({ entries }) => entries).find((entry) => entry.credential === credential)
  const isOpen = (schedules: readonly string[] | undefined, at: number) =>
    schedules === undefined ||
    held.some((part) =>
      schedules.some((name) =>
        part.schedules[name]?.some(([from, to]) => at >= Date.parse(from) && at < Date.parse(to)),
      ),
    )

  return {
    take: (payload) => {
      const part = read(payload)
      if (!part) return false
      const [any] = coming.values()
      if (any?.version !== part.version || any.parts !== part.parts) coming = new Map()
      coming.set(part.part, part)
      if (coming.size < part.parts) return false
      held = [...coming.values()]
      coming = new Map()
      return true
    },
    version: () => held[0]?.version ?? null,
    decides: () => held[0]?.decides ?? null,
    hashed: (digits) => {
      const key = held[0]?.pinKey
      return key === undefined
        ? null
        : `pin:${createHmac('sha256', Buffer.from(key, 'base64')).update(digits).digest('hex')}`
    },
    decide: (credential, at, pin) => {
      const entry = entryOf(credential)
      if (!entry) return denied('unknown credential')
      if (entry.from !== undefined && at < Date.parse(entry.from)) return denied('not active')
      if (entry.to !== undefined && at >= Date.parse(entry.to)) return denied('expired')
      if (entry.pins && (pin === undefined || !entry.pins.includes(pin))) return denied('wrong PIN')
      if (!isOpen(entry.schedules, at)) return denied('outside schedule')
      return {
        result: 'granted',
        reason: null,
        extended: entry.extended === true,
        duress: entry.duress === true || (pin !== undefined && entry.duressPins?.includes(pin) === true),
      }
    },
  }
}

const read = (payload: Buffer): AccessListMessage | null => {
  try {
    return accessListMessage.parse(JSON.parse(payload.toString('utf8')))
  } catch {
    return null
  }
}
