// How the days are called that entries are of.
import { dayOf, formatOf } from '../../kit/time.ts'
import { startOfDay } from '../../ui/time/wall-time.ts'

/** `Today`, `Yesterday`, `Friday 20 November`, and the year where it is another one. */
export const dayText = (at: string, now: number, timeZone: string): string => {
  const day = dayOf(at, timeZone)
  if (day === dayOf(now, timeZone)) return 'Today'
  if (day === dayOf(startOfDay(now, timeZone) - 1, timeZone)) return 'Yesterday'
  const thisYear = day.slice(0, 4) === dayOf(now, timeZone).slice(0, 4)
  return formatOf(timeZone, `entries of a day ${thisYear}`, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(thisYear ? {} : { year: 'numeric' }),
  }).format(new Date(at))
}
