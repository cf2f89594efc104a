// Where visits stand, in words, and the times of passes.
import type { Pass, VisitState } from '@gatehouse/contract/access/passes'
import { dayOf, formatOf } from '../../kit/time.ts'
import type { StateWord } from '../../ui/primitives/status-word.tsx'

/** What each state of a visit is called. */
export const visitWords: Readonly<Record<VisitState, StateWord>> = {
  expected: { state: 'information', word: 'Expected' },
  'on-site': { state: 'normal', word: 'On site' },
  'signed-out': { state: 'offline', word: 'Signed out', icon: 'check' },
  overdue: { state: 'warning', word: 'Overdue' },
  'no-show': { state: 'offline', word: 'No show', icon: 'stale' },
  expired: { state: 'offline', word: 'Expired', icon: 'stale' },
  revoked: { state: 'offline', word: 'Revoked', icon: 'close' },
}

/** The states, in the order in which a filter offers them. */
export const visitStates = ['expected', 'on-site', 'signed-out', 'overdue', 'no-show', 'expired', 'revoked'] as const

/** Where a visit stands as time goes on after the server answered. */
export const visitAt = ({ visit, to }: Pick<Pass, 'visit' | 'to'>, now: number): VisitState => {
  if (now < Date.parse(to)) return visit
  return visit === 'on-site' ? 'overdue' : visit === 'expected' ? 'no-show' : visit
}

/** Whether somebody may be checked in now: expected, or back after having left. */
export const mayCheckIn = ({ visit, state, from, to }: Pass, now: number): boolean =>
  (visit === 'expected' || visit === 'signed-out') &&
  state !== 'withdrawn' &&
  now < Date.parse(to) &&
  Date.parse(from) - now < earlyMs
const earlyMs = 12 * 3_600_000

/** Whether somebody may be checked out. */
export const mayCheckOut = ({ visit }: Pick<Pass, 'visit'>): boolean => visit === 'on-site' || visit === 'overdue'

const time = { hour: '2-digit', minute: '2-digit' } as const
const date = { weekday: 'short', day: 'numeric', month: 'short' } as const

/** `09:00` */
export const clockText = (at: string, timeZone: string): string =>
  formatOf(timeZone, 'visit-time', time).format(new Date(at))

/** `Mon 30 Nov, 09:00` */
export const momentText = (at: string, timeZone: string): string =>
  `${formatOf(timeZone, 'visit-day', date).format(new Date(at)).replace(',', '')}, ${clockText(at, timeZone)}`

/** `09:00 to 18:00` of today, with the day of any other. */
export const periodText = ({ from, to }: Pick<Pass, 'from' | 'to'>, timeZone: string, now: number): string => {
  const [first, last] = [dayOf(from, timeZone), dayOf(to, timeZone)]
  if (first !== last) return `${momentText(from, timeZone)} to ${momentText(to, timeZone)}`
  const begins = first === dayOf(now, timeZone) ? clockText(from, timeZone) : momentText(from, timeZone)
  return `${begins} to ${clockText(to, timeZone)}`
}

/** `since 09:12`, `at 17:40`; empty where nothing has happened. */
export const whenText = ({ visit, arrivedAt, leftAt }: Pass, timeZone: string, now: number): string => {
  const text = (at: string) =>
    dayOf(at, timeZone) === dayOf(now, timeZone) ? clockText(at, timeZone) : momentText(at, timeZone)
  if (mayCheckOut({ visit }) && arrivedAt !== null) return `since ${text(arrivedAt)}`
  return visit === 'signed-out' && leftAt !== null ? `at ${text(leftAt)}` : ''
}

/** How often a pass has let in, of how many times. */
export const usesText = ({ uses, used }: Pass): string =>
  uses === null ? `${used === 0 ? 'Not used yet' : `Used ${used} ×`}, any number` : `Used ${used} of ${uses}`
