// The controller of one door: its state after ONVIF DoorControl, moved by people, commands and staged trouble.
import type { CommandMessage, Message } from '@gatehouse/contract/wire'
import type { Device } from './device.ts'

type State = Required<Pick<Message<'state'>, 'mode' | 'lock' | 'contact' | 'alarm' | 'tamper' | 'fault'>>

export interface Door {
  /** Something happens at the door, as the plan of the day has it. */
  play(event: Message<'event'>): void
  obey(command: CommandMessage): string | null
  /** Changes part of the state and reports it. */
  change(part: Partial<State>): void
  /** Reports the whole state. */
  report(): void
  stop(): void
}

const pulse = 5

export const createDoor = (device: Device): Door => {
  let resting: 'Locked' | 'Unlocked' | 'LockedDown' = 'Locked'
  let state: State = {
    mode: 'Locked',
    lock: 'Locked',
    contact: 'Closed',
    alarm: 'Normal',
    tamper: 'NotInTamper',
    fault: 'NotInFault',
  }
  let relock: NodeJS.Timeout | undefined
  let refused = false

  const report = () => device.tell('state', { ...state })
  const change = (part: Partial<State>) => {
    const next = { ...state, ...part }
    if (JSON.stringify(next) === JSON.stringify(state)) return
    state = next
    report()
  }
  const rest = (part: Partial<State> = {}) => {
    clearTimeout(relock)
    change({ ...part, mode: resting, lock: resting === 'Unlocked' ? 'Unlocked' : 'Locked' })
  }
  const access = (seconds: number) => {
    clearTimeout(relock)
    change({ mode: resting === 'Unlocked' ? 'Unlocked' : 'Accessed', lock: 'Unlocked' })
    relock = setTimeout(rest, seconds * 1000)
  }

  return {
    play: (event) => {
      // A lockdown keeps people out, never in.
      if (event.type === 'access') refused = resting === 'LockedDown' && event.direction === 'entry'
      if (refused) {
        const { taken: _, ...shown } = event
        if (event.type === 'access') device.say('event', { ...shown, result: 'denied', reason: 'lockdown' })
        return
      }
      device.say('event', event)
      if (event.type === 'access' && event.result === 'granted') access(pulse)
      // Without a card it was opened from the inside or by a release: the lock gives way all the same.
      if (event.type === 'opened') {
        access(pulse)
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
        const seconds = Number(args['seconds'] ?? pulse)
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
    stop: () => clearTimeout(relock),
  }
}
