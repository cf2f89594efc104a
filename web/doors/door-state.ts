// What a door's reported parts mean in the product's vocabulary and in words.
import type { Device } from '@gatehouse/contract/devices'
import type { DoorState } from '@gatehouse/contract/doors'
import { measuredAt } from '../kit/age.ts'
import type { IconName } from '../ui/icon.tsx'
import type { State } from '../ui/tokens.ts'

export interface DoorView {
  readonly state: State
  readonly word: string
  readonly icon: IconName | undefined
  /** The mode in words, where something worse stands in its place. */
  readonly mode: string | null
  /** The lock, where the mode does not say it already. */
  readonly lock: string | null
  readonly contact: string
  /** When it last reported its state. */
  readonly at: string | null
}

type Mode = DoorState['mode']

const modes: Record<Mode, { state: State; word: string; icon?: IconName }> = {
  Locked: { state: 'normal', word: 'Locked', icon: 'locked' },
  DoubleLocked: { state: 'normal', word: 'Double locked', icon: 'locked' },
  Unlocked: { state: 'information', word: 'Unlocked', icon: 'unlocked' },
  Accessed: { state: 'information', word: 'Accessed', icon: 'unlocked' },
  LockedOpen: { state: 'warning', word: 'Locked open', icon: 'unlocked' },
  Blocked: { state: 'warning', word: 'Blocked', icon: 'locked' },
  LockedDown: { state: 'high', word: 'Locked down', icon: 'locked' },
  Unknown: { state: 'unknown', word: 'Unknown' },
}

/** Whatever needs a person comes before the mode; what was reported before a door went off line is only a memory. */
export const viewDoor = (door: Device): DoorView => {
  const parts = new Map(door.latest.map(({ channel, value }) => [channel, value]))
  const first = door.latest[0]
  const at = first ? measuredAt(first) : null
  const reported = parts.get('mode')
  const mode = modes[isMode(reported) ? reported : 'Unknown']
  const rest = { lock: lockBeside(reported, textOf(parts.get('lock'))), contact: textOf(parts.get('contact')), at }
  if (door.online === false) {
    return { state: 'offline', word: 'Offline', icon: undefined, mode: `Last: ${mode.word.toLowerCase()}`, ...rest }
  }
  const trouble = troubleOf(parts)
  if (trouble) return { ...trouble, icon: undefined, mode: mode.word, ...rest }
  return { ...mode, icon: mode.icon, mode: null, ...rest }
}

const troubleOf = (parts: ReadonlyMap<string, unknown>): { state: State; word: string } | null => {
  if (parts.get('alarm') === 'DoorForcedOpen') return { state: 'critical', word: 'Forced open' }
  if (parts.get('tamper') === 'TamperDetected') return { state: 'critical', word: 'Tampered with' }
  if (parts.get('alarm') === 'DoorOpenTooLong') return { state: 'high', word: 'Open too long' }
  if (parts.get('fault') === 'FaultDetected') return { state: 'fault', word: 'Fault' }
  return null
}

const isMode = (value: unknown): value is Mode => typeof value === 'string' && value in modes

// A door that is locked by its mode and by its bolt says so once; a bolt that disagrees is worth a word.
const lockBeside = (mode: unknown, lock: string): string | null => {
  const implied = modeImplies[String(mode)]
  return implied === lock ? null : lock
}

const modeImplies: Record<string, string> = {
  Locked: 'Locked',
  DoubleLocked: 'Locked',
  LockedDown: 'Locked',
  Unlocked: 'Unlocked',
  Accessed: 'Unlocked',
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : 'Unknown')
