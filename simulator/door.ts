// The controller of one door: its state after ONVIF DoorControl, moved by people, commands and staged trouble. It asks
// the server whom to let in, or decides by the list it holds, as it was told.
import {
  atRest,
  type CommandMessage,
  decisionMessage,
  type Message,
  type WholeState,
} from '@gatehouse/contract/building/wire'
import type { AccessList } from './access-list.ts'
import type { Device } from './device.ts'

/** Somebody in front of the reader. */
export interface Presented {
  readonly id: string
  readonly at: string
  readonly credential: string
  readonly direction: 'entry' | 'exit'
  readonly pin?: string
  readonly correlationId?: string
}

/** The digits that somebody with a card knows; undefined: none. */
export type PinOf = (credential: string) => string | undefined

export interface Door {
  readonly list: AccessList
  /** Something happens at the door, as the plan of the day has it. */
  play(event: Message<'event'>): void
  /** Something is shown to the reader that no plan foresaw: whether the door opens is decided now. */
  present(presented: Presented): void
  /** The server's answer to a question. */
  receive(payload: Buffer): void
  obey(command: CommandMessage): string | null
  /** Changes part of the state and reports it. */
  change(part: Partial<WholeState>): void
  /** Reports the whole state. */
  report(): void
  stop(): void
}

const pulse = { usual: 5, extended: 15 }
/** Milliseconds after which the controller decides alone. */
const patience = 2500

/** `asks`: what the plan of the day has people do is asked about, where the server says that it decides. */
export const createDoor = (device: Device, list: AccessList, asks: boolean, pinOf: PinOf): Door => {
  let resting: 'Locked' | 'Unlocked' | 'LockedDown' = 'Locked'
  let state: WholeState = { ...atRest }
  let relock: NodeJS.Timeout | undefined
  let refused = false
  const asked = new Map<string, NodeJS.Timeout>()

  const report = () => device.report('state', { ...state })
  const change = (part: Partial<WholeState>) => {
    const next = { ...state, ...part }
    if (JSON.stringify(next) === JSON.stringify(state)) return
    state = next
    report()
  }
  const rest = (part: Partial<WholeState> = {}) => {
    clearTimeout(relock)
    change({ ...part, mode: resting, lock: resting === 'Unlocked' ? 'Unlocked' : 'Locked' })
  }
  const access = (seconds: number) => {
    clearTimeout(relock)
    change({ mode: resting === 'Unlocked' ? 'Unlocked' : 'Accessed', lock: 'Unlocked' })
    relock = setTimeout(rest, seconds * 1000)
  }
  const hashedPin = (credential: string) => {
    const digits = pinOf(credential)
    return digits === undefined ? undefined : (list.hashed(digits) ?? undefined)
  }
  const ask = ({ id, at, credential, direction, pin, correlationId }: Presented) => {
    // Nobody goes through before the answer is there.
    refused = true
    const alone = setTimeout(() => {
      asked.delete(id)
      byList({ id, at, credential, direction, ...(pin === undefined ? {} : { pin }) })
    }, patience)
    asked.set(id, alone)
    device.send('ask', {
      id,
      at,
      credential,
      direction,
      ...(pin === undefined ? {} : { pin }),
      ...(correlationId === undefined ? {} : { correlationId }),
    })
  }
  const byList = ({ id, at, credential, direction, pin, correlationId }: Presented) => {
    // A lockdown keeps people out, and nothing keeps them in.
    const decision =
      direction === 'exit'
        ? ({ result: 'granted', reason: null, extended: false, duress: false } as const)
        : resting === 'LockedDown'
          ? ({ result: 'denied', reason: 'lockdown', extended: false, duress: false } as const)
          : list.decide(credential, Date.now(), pin)
    refused = decision.result === 'denied'
    device.send('event', {
      id,
      at,
      type: 'access',
      direction,
      credential,
      result: decision.result,
      ...(decision.reason === null ? {} : { reason: decision.reason }),
      ...(decision.duress ? { duress: true } : {}),
      ...(correlationId === undefined ? {} : { correlationId }),
    })
    if (!refused) access(decision.extended ? pulse.extended : pulse.usual)
  }

  return {
    list,
    present: (presented) => (list.decides() === 'controller' ? byList(presented) : ask(presented)),
    receive: (payload) => {
      const { data } = decisionMessage.safeParse(jsonOf(payload))
      const waiting = data && asked.get(data.askId)
      if (!data || !waiting) return
      clearTimeout(waiting)
      asked.delete(data.askId)
      if (Date.parse(data.expiresAt) <= Date.now()) return
      refused = data.result === 'denied'
      if (!refused) access(data.seconds)
    },
    play: (event) => {
      const { credential, direction } = event
      if (event.type === 'access' && asks && list.decides() === 'server' && credential !== undefined) {
        const { id, at } = event
        // Who mistypes in the plan of the day mistypes here.
        const pin = event.reason === 'wrong PIN' ? (list.hashed('735104') ?? undefined) : hashedPin(credential)
        return ask({ id, at, credential, direction: direction ?? 'entry', ...(pin === undefined ? {} : { pin }) })
      }
      // A lockdown keeps people out, never in.
      if (event.type === 'access') refused = resting === 'LockedDown' && event.direction === 'entry'
      if (refused) {
        const { taken: _, ...shown } = event
        if (event.type === 'access') device.send('event', { ...shown, result: 'denied', reason: 'lockdown' })
        return
      }
      device.send('event', event)
      if (event.type === 'access' && event.result === 'granted') access(pulse.usual)
      // Without a card it was opened from the inside or by a release: the lock gives way all the same.
      if (event.type === 'opened') {
        access(pulse.usual)
        change({ contact: 'Open' })
      }
      if (event.type === 'held-open') change({ alarm: 'DoorOpenTooLong' })
      if (event.type === 'forced-open') change({ contact: 'Open', alarm: 'DoorForcedOpen' })
      if (event.type === 'closed') rest({ contact: 'Closed', alarm: 'Normal' })
    },
    obey: ({ action, args }) => {
      if (action === 'release-lockdown' && resting === 'LockedDown') resting = 'Locked'
      else if (resting === 'LockedDown') return 'the door is locked down'
      else if (action === 'unlock') {
        const seconds = Number(args['seconds'] ?? pulse.usual)
        if (!(seconds > 0 && seconds <= 3600)) return 'seconds: from 1 to 3600'
        access(seconds)
        return null
      } else if (action === 'lock') resting = 'Locked'
      else if (action === 'hold-unlocked') resting = 'Unlocked'
      else if (action === 'lockdown') resting = 'LockedDown'
      else return `a door cannot ${action}`
      rest()
      return null
    },
    change,
    report,
    stop: () => {
      clearTimeout(relock)
      for (const waiting of asked.values()) clearTimeout(waiting)
    },
  }
}

const jsonOf = (payload: Buffer): unknown => {
  try {
    return JSON.parse(payload.toString('utf8'))
  } catch {
    return null
  }
}
