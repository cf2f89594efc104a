// What a door's reported parts mean in the product's vocabulary and in words.
import type { Device } from '@gatehouse/contract/building/devices'
import type { DoorState } from '@gatehouse/contract/access/doors'
import { measuredAt } from '../../kit/age.ts'
import type { IconName } from '../primitives/icon.tsx'
import type { StateWord } from '../primitives/status-word.tsx'
import type { State } from './tokens.ts'

export interface DoorView {
  readonly state: State
  readonly word: string
  readonly icon: IconName | undefined
  /** What its word does not say: the mode that something worse stands in place of, the lock, the contact. */
  readonly remarks: readonly string[]
  readonly contact: string
  /** When it last reported its state. */
  readonly at: string | null
}

export type Reported = Pick<Device, 'online' | 'latest'>
type Mode = DoorState['mode']

const modes: Record<Mode, StateWord> = {
  Locked: { state: 'normal', word: 'Locked', icon: 'locked' },
  DoubleLocked: { state: 'normal', word: 'Double locked', icon: 'locked' },
  Unlocked: { state: 'information', word: 'Unlocked', icon: 'unlocked' },
  Accessed: { state: 'information', word: 'Unlocked (momentary)', icon: 'unlocked' },
  LockedOpen: { state: 'warning', word: 'Locked open', icon: 'unlocked' },
  Blocked: { state: 'warning', word: 'Blocked', icon: 'locked' },
  LockedDown: { state: 'high', word: 'Locked down', icon: 'locked' },
  Unknown: { state: 'unknown', word: 'Unknown' },
}

// Few foreign wires tell a mode: there the bolt says how the door is.
const locks: Record<string, StateWord> = {
  Locked: modes.Locked,
  Unlocked: modes.Unlocked,
  Fault: { state: 'fault', word: 'Lock at fault' },
}

/** Whatever needs a person comes before the mode; what was reported before a door went off line is only a memory. */
export const viewDoor = (door: Reported): DoorView => {
  const values = new Map(door.latest.map(({ channel, value }) => [channel, value]))
  const first = door.latest[0]
  const at = first ? measuredAt(first) : null
  const reported = values.get('mode')
  const [lock, contact] = [textOf(values.get('lock')), textOf(values.get('contact'))]
  const commanded = isMode(reported) && reported !== 'Unknown' ? modes[reported] : undefined
  const mode = commanded ?? locks[lock] ?? modes.Unknown
  const message = [`Lock: ${lock.toLowerCase()}`, `Contact: ${contact.toLowerCase()}`]
  const rest = { contact, at }
  if (door.online === false) {
    const remarks = [`Last: ${mode.word.toLowerCase()}`, `contact ${contact.toLowerCase()}`]
    return { state: 'offline', word: 'Offline', icon: undefined, remarks, ...rest }
  }
  const trouble = troubleOf(values)
  if (trouble) {
    return {
      ...trouble,
      icon: undefined,
      remarks: isMode(reported) && setByHand.has(reported) ? [mode.word, ...message] : message,
      ...rest,
    }
  }
  const isComplete = commanded ? commanded.state !== 'high' && modeImplies[String(reported)] === lock : lock in locks
  return { ...mode, icon: mode.icon, remarks: isComplete ? [] : message, ...rest }
}

/** Of a door: in alarm or faulty. */
export const isAlarm = (state: State) => state === 'critical' || state === 'high' || state === 'fault'

/** In alarm, locked down, or faulty. */
export const needsSomebody = (door: Reported): boolean => isAlarm(viewDoor(door).state)

const troubleOf = (reported: ReadonlyMap<string, unknown>): StateWord | null => {
  if (reported.get('alarm') === 'DoorForcedOpen') return { state: 'critical', word: 'Forced open' }
  if (reported.get('tamper') === 'TamperDetected') return { state: 'critical', word: 'Tampered with' }
  if (reported.get('alarm') === 'DoorOpenTooLong') return { state: 'high', word: 'Held open' }
  if (reported.get('fault') === 'FaultDetected') return { state: 'fault', word: 'Fault' }
  return null
}

const isMode = (value: unknown): value is Mode => typeof value === 'string' && value in modes

// Somebody wanted it so: worth knowing beside any alarm.
const setByHand: ReadonlySet<Mode> = new Set<Mode>(['LockedDown', 'LockedOpen', 'Blocked', 'DoubleLocked'])

// A door that is locked by its mode and by its bolt says so once; a bolt that disagrees is worth a word.
const modeImplies: Record<string, string> = {
  Locked: 'Locked',
  DoubleLocked: 'Locked',
  LockedDown: 'Locked',
  Unlocked: 'Unlocked',
  Accessed: 'Unlocked',
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : 'Unknown')
