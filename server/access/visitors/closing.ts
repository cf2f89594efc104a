// When business closes on a day: what a visitor pass ends by unless somebody says otherwise.
import { dayOf, minutes, type ScheduleRules } from '@gatehouse/contract/access/schedule-time'

const usual = '18:00'
const midnight = '23:59'

/**
 * By the clock on the wall: the latest end of the opening hours, 18:00 where there are none. `now` is given on the day
 * itself: who comes after closing leaves before midnight.
 */
export const closesAt = (hours: readonly ScheduleRules[], date: string, now?: string): string => {
  const ends = hours.flatMap((rules) => dayOf(rules, date).ranges.map(({ to }) => to))
  const latest = ends.toSorted((a, b) => minutes(b) - minutes(a))[0] ?? usual
  const closes = latest === '24:00' ? midnight : latest
  return now !== undefined && minutes(now) >= minutes(closes) ? midnight : closes
}
