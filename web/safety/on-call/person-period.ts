// Somebody for a while, as a form has it: entered by the clocks of the site, sent as moments.
import { leftOutFault, momentAt, wallTimeAt } from '../../ui/time/wall-time.ts'
import type { Period } from './week.ts'

export interface PersonPeriod {
  userId: string
  /** `2026-11-23T08:00` at the site. */
  from: string
  to: string
  note: string
}

export const fieldsFor = ({ from, to }: Period, timeZone: string): PersonPeriod => ({
  userId: '',
  from: wallTimeAt(Date.parse(from), timeZone),
  to: wallTimeAt(Date.parse(to), timeZone),
  note: '',
})

/** What is left as it was is that moment itself, which a wall time cannot always say. */
export const periodOf = (fields: Pick<PersonPeriod, 'from' | 'to'>, before: Period, timeZone: string): Period => ({
  from: momentOf(fields.from, before.from, timeZone),
  to: momentOf(fields.to, before.to, timeZone),
})

export const fromFault = (from: string, timeZone: string): string | null =>
  from === '' ? 'Choose a day and a time' : leftOutFault(from, timeZone)

/** Compared as moments: between two wall times of one night the clocks may go back. */
export const toFault = (fields: Pick<PersonPeriod, 'from' | 'to'>, before: Period, timeZone: string): string | null => {
  const fault = fromFault(fields.to, timeZone)
  if (fault !== null || fromFault(fields.from, timeZone) !== null) return fault
  const { from, to } = periodOf(fields, before, timeZone)
  return Date.parse(to) > Date.parse(from) ? null : 'Choose a time after the first'
}

const momentOf = (wallTime: string, before: string, timeZone: string): string =>
  wallTime === wallTimeAt(Date.parse(before), timeZone) ? before : momentAt(wallTime, timeZone).toISOString()
