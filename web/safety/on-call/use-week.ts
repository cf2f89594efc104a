// The week that is shown: which one the address asks for, and how to go on to another.
import { dateIn, daysAfter } from '@gatehouse/contract/access/schedule-time'
import { useMemo } from 'react'
import { useClock } from '../../kit/clock.ts'
import { useTimeZone } from '../../kit/time.ts'
import { useUrlFilters } from '../../ui/tables/url-filters.ts'
import { mondayOf, readMonday, type WeekDay, weekFrom } from './week.ts'

export interface Week {
  readonly monday: string
  readonly days: readonly WeekDay[]
  readonly today: string
  readonly timeZone: string
  readonly isCurrent: boolean
  /** By so many weeks. */
  readonly move: (weeks: number) => void
  readonly toToday: () => void
}

export const useWeek = (): Week => {
  const timeZone = useTimeZone()
  const today = useClock((now) => dateIn(timeZone, new Date(now)))
  const filters = useUrlFilters()
  const monday = readMonday(filters.get('week'), today)
  const days = useMemo(() => weekFrom(monday, timeZone), [monday, timeZone])
  const current = mondayOf(today)
  const show = (next: string) => filters.set({ week: next === current ? '' : next })
  return {
    monday,
    days,
    today,
    timeZone,
    isCurrent: monday === current,
    move: (weeks) => show(daysAfter(monday, weeks * 7)),
    toToday: () => show(current),
  }
}
