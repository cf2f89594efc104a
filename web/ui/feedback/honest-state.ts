// What may be said of a live value: whatever speaks against believing it comes first.
import type { Quality } from '@gatehouse/contract/shapes'
import { ageMs } from '../../kit/age.ts'
import type { State } from '../theme/tokens.ts'

export interface Evidence {
  /** Whether the device is connected; null: never heard of. */
  readonly online: boolean | null
  readonly quality: Quality
  /** What its age counts from; null: no value has ever come. */
  readonly at: string | null
  /** Older than this is stale; null for states that hold until they change (a door does not repeat itself). */
  readonly staleAfterMs: number | null
  /** What it is when it may be believed. */
  readonly otherwise: State
}

export interface Judgement {
  readonly state: State
  /** The word where the state's own name says too little. */
  readonly word?: string
}

export const judge = ({ online, quality, at, otherwise }: Evidence, old: boolean): Judgement => {
  if (at === null) return online === false ? { state: 'offline' } : { state: 'unknown' }
  if (online === false) return { state: 'offline' }
  if (quality === 'fault') return { state: 'fault' }
  if (old || quality === 'stale') return { state: 'stale' }
  if (quality === 'warm-up') return { state: 'unknown', word: 'Warming up' }
  if (quality === 'over-range') return { state: 'critical', word: 'Over range' }
  if (quality === 'under-range') return { state: 'unknown', word: 'Under range' }
  return { state: otherwise }
}

export const isOld = ({ at, staleAfterMs }: Pick<Evidence, 'at' | 'staleAfterMs'>, now: number): boolean =>
  at !== null && staleAfterMs !== null && ageMs(at, now) > staleAfterMs
