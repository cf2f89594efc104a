// A door as the desk has it, in the product's vocabulary, and what came of what it was told, in words.
import { type Asked, isUnderWay, type Standing } from '@gatehouse/contract/access/commands'
import { type Door, lowBattery } from '@gatehouse/contract/access/doors'
import { statusStates, statusWords } from '../../kit/command-words.ts'
import type { StateWord } from '../../ui/primitives/status-word.tsx'
import { latestOf } from './door-parts.ts'
import { viewDevice } from './door-and-alarm.ts'
import type { DoorView } from '../../ui/theme/door-state.ts'

export const viewOf = (door: Door): DoorView => {
  const view = viewDevice({ online: door.online, latest: door.state ? latestOf(door.state) : [] }, door.alarm)
  if (!door.outOfService) return view
  return { ...view, state: 'shelved', word: 'Out of service', icon: undefined, remarks: [view.word, ...view.remarks] }
}

export const isBatteryLow = ({ battery }: Pick<Door, 'battery'>): boolean => battery !== null && battery <= lowBattery

/** Nobody deals with it. */
export const isUnacknowledged = ({ alarm }: Pick<Door, 'alarm'>): boolean =>
  alarm !== null && alarm.acknowledged === null

export const durationWords = (seconds: number): string => {
  if (seconds % 3600 === 0) return `${seconds / 3600} h`
  return seconds >= 120 && seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`
}

/** What was wanted, as a deed: `Unlock for 5 s`. */
export const deedWords = ({ asked, seconds }: Pick<Standing, 'asked' | 'seconds'>): string =>
  asked === 'unlock' && seconds !== null ? `Unlock for ${durationWords(seconds)}` : deeds[asked]

const deeds: Record<Asked, string> = {
  unlock: 'Unlock',
  lock: 'Lock',
  hold: 'Keep unlocked',
  release: 'Release',
  lockdown: 'Lock down',
  'release-lockdown': 'Release from lockdown',
}

const doing: Record<Asked, string> = {
  unlock: 'Unlocking…',
  lock: 'Locking…',
  hold: 'Keeping unlocked…',
  release: 'Releasing…',
  lockdown: 'Locking down…',
  'release-lockdown': 'Releasing from lockdown…',
}

const done: Record<Asked, string> = {
  unlock: 'Unlocked',
  lock: 'Locked',
  hold: 'Kept unlocked',
  release: 'Released',
  lockdown: 'Locked down',
  'release-lockdown': 'Released from lockdown',
}

export interface Outcome extends StateWord {
  /** What more there is to say of it. */
  readonly detail: string | null
}

/** What became of it, as far as the door has said so. */
export const outcomeOf = (commanded: Standing): Outcome => {
  const { asked, seconds, status, detail } = commanded
  const state = statusStates[status]
  if (isUnderWay(commanded)) return { state, word: doing[asked], detail: null }
  if (status === 'confirmed') {
    const lasts = asked === 'unlock' && seconds !== null ? ` for ${durationWords(seconds)}` : ''
    return { state, word: `${done[asked]}${lasts}`, detail }
  }
  const word = statusWords[status]
  if (status === 'no-answer') return { state, word, detail: sentence(detail, 'It may have happened or not.') }
  return { state, word, detail }
}

/** An unlock whose door has reported since that it is locked again: nothing of it lasts. */
export const isOver = (commanded: Standing, { state }: Pick<Door, 'state'>): boolean =>
  commanded.asked === 'unlock' &&
  commanded.status === 'confirmed' &&
  state?.lock === 'Locked' &&
  Date.parse(state.receivedAt) > Date.parse(commanded.requestedAt)

const sentence = (detail: string | null, more: string) => (detail === null ? more : `${detail}. ${more}`)
