// What is probably missing where entries and exits do not match: which door, when, and why that is thought.
import type { Log, Unmatched } from '@gatehouse/contract/access/entry-exit'
import { clock } from '../../kit/clock.ts'

interface Known {
  readonly kind: Unmatched['kind']
  readonly log: Pick<Log, 'doorId' | 'door' | 'timestamp'>
  readonly previous: Pick<Log, 'doorId' | 'door' | 'timestamp'> | null
  /** When this person usually leaves, on the day of the first of the two; null: too little is known. */
  readonly leavesAt: Date | null
  /** When they usually come, on the day of the log. */
  readonly comesAt: Date | null
  readonly timeZone: string
}

const minuteMs = 60_000
/** Nobody is thought to have stayed for longer, of whom nothing is known. */
const longestStayMs = 9 * 3_600_000

export const suggest = ({ kind, log, previous, leavesAt, comesAt, timeZone }: Known): Unmatched['suggestion'] => {
  const at = Date.parse(log.timestamp)
  const before = previous === null ? null : Date.parse(previous.timestamp)
  const timeOfDay = (moment: Date) =>
    new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(moment)
  const isBetween = (moment: Date | null, from: number, to: number): moment is Date =>
    moment !== null && moment.getTime() > from && moment.getTime() < to
  const published = (
    type: Log['type'],
    door: Pick<Log, 'doorId' | 'door'>,
    moment: number,
    because: string,
  ): Unmatched['suggestion'] =>
    door.doorId === null || door.door === null
      ? null
      : { type, doorId: door.doorId, door: door.door, timestamp: new Date(moment).toISOString(), because }

  if (kind === 'exit-without-entry') {
    const earliest = before ?? at - longestStayMs
    return isBetween(comesAt, earliest, at)
      ? published('entry', log, comesAt.getTime(), `Usually comes at about ${timeOfDay(comesAt)}.`)
      : published('entry', log, Math.max(at - minuteMs, (earliest + at) / 2), 'Went out, so must have come in before.')
  }
  if (kind === 'entry-without-exit') {
    const from = previous ?? log
    const earliest = before ?? at - longestStayMs
    return isBetween(leavesAt, earliest, at)
      ? published('exit', from, leavesAt.getTime(), `Usually leaves at about ${timeOfDay(leavesAt)}.`)
      : published(
          'exit',
          from,
          Math.max(at - minuteMs, (earliest + at) / 2),
          'Came in again, so must have left before.',
        )
  }
  return isBetween(leavesAt, at, clock.ms())
    ? published('exit', log, leavesAt.getTime(), `Usually leaves at about ${timeOfDay(leavesAt)}.`)
    : published('exit', log, Math.min(at + longestStayMs, clock.ms()), 'Nothing was heard of this person since.')
}
