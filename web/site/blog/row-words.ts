// What the writers' list says of an article beside its title.
import type { Row } from '@gatehouse/contract/site/blog'
import { exactTime, formatOf } from '../../kit/time.ts'

/** By the clocks of the site: `saved 21 November 2026 by Amara Okafor`. */
export const whenText = (
  { scheduledFor, updatedAt, savedBy }: Pick<Row, 'scheduledFor' | 'updatedAt' | 'savedBy'>,
  timeZone: string,
): string =>
  scheduledFor ? `from ${exactTime(scheduledFor, timeZone)}` : `saved ${longDay(updatedAt, timeZone)} by ${savedBy}`

const longDay = (at: string, timeZone: string): string =>
  formatOf(timeZone, 'long day', { day: 'numeric', month: 'long', year: 'numeric' }).format(new Date(at))
