// Where visitor passes stand, in words, and the days they are listed by.
import type { Pass, PassState } from '@gatehouse/contract/access/passes'
import { daysFrom, startOfDay } from '../../ui/time/wall-time.ts'
import type { Standing } from './access-words.ts'

export const stateWords: Readonly<Record<PassState, Standing>> = {
  issued: { state: 'normal', word: 'Valid' },
  used: { state: 'information', word: 'Used up' },
  expired: { state: 'offline', word: 'Expired', icon: 'stale' },
  withdrawn: { state: 'offline', word: 'Withdrawn', icon: 'close' },
}

/** A pass that was used and still is good: its visitor may be inside. */
export const standingOf = ({ state, from, used }: Pass, now: number): Standing => {
  if (state === 'issued' && now < Date.parse(from)) return { state: 'information', word: 'Not begun' }
  if (state === 'issued' && used > 0) return { state: 'normal', word: 'Has come' }
  return stateWords[state]
}

export const usesText = ({ uses, used }: Pass): string =>
  uses === null ? `${used === 0 ? 'Not used yet' : `Used ${used} ×`}, any number` : `Used ${used} of ${uses}`

/** Whoever is expected today at the site. */
export const today = (now: number, timeZone: string): { from: string; to: string } => {
  const begins = startOfDay(now, timeZone)
  return { from: new Date(begins).toISOString(), to: new Date(daysFrom(begins, 1, timeZone)).toISOString() }
}
