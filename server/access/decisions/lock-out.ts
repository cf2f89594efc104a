// Who is blocked after too many failures in a row, and how one more failure or a success changes that. Pure.
import { lockOut, type Reason } from '@gatehouse/contract/access/decisions'
import type { Failures } from './memory.sql.ts'

/** Blocked at this moment, and until when. */
export const blockedUntil = (failures: Failures | undefined, at: number): number | null =>
  failures && failures.blockedUntil !== null && at < failures.blockedUntil ? failures.blockedUntil : null

/** After another failure. Those of long ago count for nothing, nor do those that led to a block that is over. */
export const afterFailure = (before: Failures | undefined, at: number): Failures => {
  const stale = !before || at - before.lastAt > lockOut.forgetAfterSeconds * 1000 || before.blockedUntil !== null
  const failures = (stale ? 0 : before.failures) + 1
  const blocked = failures >= lockOut.failures
  return { failures, lastAt: at, blockedUntil: blocked ? at + lockOut.seconds * 1000 : null }
}

/** Whether it is the credential's failure. Trying again after a lockdown or with an escort is what people are to do. */
export const failsCredential = (reason: Reason): boolean =>
  reason !== 'locked out' && reason !== 'lockdown' && reason !== 'escort needed'

/** Whether it is the reader's as well: somebody may be trying out what is nobody's. */
export const failsReader = (reason: Reason): boolean => reason === 'unknown credential' || reason === 'wrong PIN'
