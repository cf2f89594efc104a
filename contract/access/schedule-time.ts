// When a schedule is open, read off the wall clocks of a place: one reading for the browser, the server and the drivers.
// Plain functions and no schemas. What the clocks skip never happens, and what they show twice happens twice.

/** Wall times of one day, `08:00` to `18:30`; the end is not part of it, and `24:00` is the end of the day. */
export interface Range {
  readonly from: string
  readonly to: string
}

/** What a schedule does on the days of its holiday calendar. */
export type OnHolidays = 'closed' | 'as-usual' | 'ranges'

export interface Holiday {
  /** `2026-12-25`; every year on that day where `yearly`. */
  readonly date: string
  readonly yearly: boolean
  readonly name: string
}

export interface ScheduleRules {
  /** Seven days, Monday first. */
  readonly week: readonly (readonly Range[])[]
  /** Days that are otherwise than the week and the holidays say; without ranges closed all day. */
  readonly exceptions: readonly { readonly date: string; readonly name: string; readonly ranges: readonly Range[] }[]
  readonly onHolidays: OnHolidays
  /** Where `onHolidays` is `ranges`. */
  readonly holidayRanges: readonly Range[]
  /** The days of its calendar; none without one. */
  readonly holidays: readonly Holiday[]
}

export interface Day {
  readonly date: string
  readonly ranges: readonly Range[]
  readonly because: 'week' | 'holiday' | 'exception'
  /** Of the holiday or the exception. */
  readonly name: string | null
}

export interface Period {
  readonly from: Date
  readonly to: Date
}

/** Whether it is open at this moment, by the clocks of this time zone. */
export const isOpen = (rules: ScheduleRules, timeZone: string, at: Date): boolean => {
  const wall = wallOf(timeZone, at.getTime())
  const minute = minuteOf(wall)
  return dayOf(rules, dateOf(wall)).ranges.some(({ from, to }) => minutes(from) <= minute && minute < minutes(to))
}

/** The next moment after this one at which it opens or closes; null where that is not within 400 days. */
export const nextChange = (
  rules: ScheduleRules,
  timeZone: string,
  after: Date,
): { readonly at: Date; readonly open: boolean } | null => {
  const open = isOpen(rules, timeZone, after)
  const today = noonOf(dateOf(wallOf(timeZone, after.getTime())))
  for (let day = -1; day <= furthestDays; day++) {
    for (const at of momentsOf(rules, timeZone, dateOf(today + day * dayMs)))
      if (at > after.getTime() && isOpen(rules, timeZone, new Date(at)) !== open)
        return { at: new Date(at), open: !open }
  }
  return null
}

/** Since when it is open without a break; null where it is closed, and no further back than 400 days. */
export const openedAt = (rules: ScheduleRules, timeZone: string, at: Date): Date | null => {
  if (!isOpen(rules, timeZone, at)) return null
  const today = noonOf(dateOf(wallOf(timeZone, at.getTime())))
  let since = at.getTime()
  for (let day = 0; day >= -furthestDays; day--) {
    const moments = momentsOf(rules, timeZone, dateOf(today + day * dayMs)).filter((moment) => moment <= at.getTime())
    for (const moment of moments.toReversed()) {
      since = moment
      if (!isOpen(rules, timeZone, new Date(moment - 1))) return new Date(since)
    }
  }
  return new Date(since)
}

/** When it is open between two moments, in order; what began earlier or ends later is cut there. */
export const openPeriods = (rules: ScheduleRules, timeZone: string, from: Date, to: Date): Period[] => {
  const periods: Period[] = []
  for (let at = from; at < to; ) {
    const change = nextChange(rules, timeZone, at)
    const until = change && change.at < to ? change.at : to
    if (isOpen(rules, timeZone, at)) periods.push({ from: at, to: until })
    at = until
  }
  return periods
}

/** What holds on a day: an exception before a holiday before the week. */
export const dayOf = (rules: ScheduleRules, date: string): Day => {
  const exception = rules.exceptions.find((one) => one.date === date)
  if (exception) return { date, ranges: exception.ranges, because: 'exception', name: exception.name }
  const ofWeek = rules.week[(new Date(noonOf(date)).getUTCDay() + 6) % 7] ?? []
  const holiday = rules.holidays.find((one) => (one.yearly ? one.date.slice(4) === date.slice(4) : one.date === date))
  if (!holiday) return { date, ranges: ofWeek, because: 'week', name: null }
  const { onHolidays } = rules
  const ranges = onHolidays === 'closed' ? [] : onHolidays === 'ranges' ? rules.holidayRanges : ofWeek
  return { date, ranges, because: 'holiday', name: holiday.name }
}

/** The date that the clocks of this time zone show. */
export const dateIn = (timeZone: string, at: Date): string => dateOf(wallOf(timeZone, at.getTime()))

/** So many days later. */
export const daysAfter = (date: string, days: number): string => dateOf(noonOf(date) + days * dayMs)

/** By how many minutes the clocks are put on during a day: 60 where an hour is skipped, -60 where one comes twice. */
export const clockChange = (timeZone: string, date: string): number => {
  const [begins, ends] = boundsOf(timeZone, date)
  return (offsetAt(timeZone, ends) - offsetAt(timeZone, begins)) / minuteMs
}

/** `08:30` in minutes of the day. */
export const minutes = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

/** `08:30` of 510. */
export const timeOf = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

const minuteMs = 60_000
const dayMs = 86_400_000
const furthestDays = 400

// A wall clock is kept as the moment at which UTC shows the same.
const dateOf = (wall: number): string => new Date(wall).toISOString().slice(0, 10)
const minuteOf = (wall: number): number => Math.floor((((wall % dayMs) + dayMs) % dayMs) / minuteMs)
const noonOf = (date: string): number => Date.parse(`${date}T12:00:00Z`)
const wallOf = (timeZone: string, at: number): number => at + offsetAt(timeZone, at)

/** Every moment of a day at which something may change: where a range begins or ends, and where the clocks jump. */
const momentsOf = (rules: ScheduleRules, timeZone: string, date: string): number[] => {
  const [begins, ends] = boundsOf(timeZone, date)
  const offsets = [offsetAt(timeZone, begins), offsetAt(timeZone, ends)]
  const walls = [...dayOf(rules, date).ranges.flatMap(({ from, to }) => [from, to]), '00:00']
  const midnight = Date.parse(`${date}T00:00:00Z`)
  const moments = walls.flatMap((wall) => offsets.map((offset) => midnight + minutes(wall) * minuteMs - offset))
  if (offsets[0] !== offsets[1]) moments.push(jumpBetween(timeZone, begins, ends))
  // With the other offset a moment may lie beyond the day, where others come before it.
  return [...new Set(moments)].filter((at) => dateOf(wallOf(timeZone, at)) === date).sort((a, b) => a - b)
}

/** Well before the day begins anywhere near, and well after it has ended: no further than one jump of the clocks. */
const boundsOf = (timeZone: string, date: string): [number, number] => {
  const midnight = Date.parse(`${date}T00:00:00Z`)
  const begins = midnight - offsetAt(timeZone, midnight)
  const next = midnight + dayMs
  return [begins - jumpMs, next - offsetAt(timeZone, next) + jumpMs]
}
// Clocks that jump at midnight jump out of the day: no jump is longer.
const jumpMs = 3 * 3_600_000

const jumpBetween = (timeZone: string, from: number, to: number): number => {
  const before = offsetAt(timeZone, from)
  let [low, high] = [from, to]
  while (high - low > 1000) {
    const middle = Math.floor((low + high) / 2000) * 1000
    if (offsetAt(timeZone, middle) === before) low = middle
    else high = middle
  }
  return high
}

const clocks = new Map<string, { readonly format: Intl.DateTimeFormat; readonly offsets: Map<number, number> }>()

const clockOf = (timeZone: string) => {
  const known = clocks.get(timeZone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  const made = { format, offsets: new Map<number, number>() }
  clocks.set(timeZone, made)
  return made
}

// Clocks are put on and back at full quarters of an hour: an offset is asked for once in each.
const quarterMs = 900_000
const mostOffsets = 20_000

/** By how many milliseconds the clocks are ahead of UTC. */
export const offsetAt = (timeZone: string, at: number): number => {
  const { format, offsets } = clockOf(timeZone)
  const quarter = Math.floor(at / quarterMs)
  const known = offsets.get(quarter)
  if (known !== undefined) return known
  const parts = new Map(format.formatToParts(quarter * quarterMs).map(({ type, value }) => [type, Number(value)]))
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0
  const wall = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
  if (offsets.size >= mostOffsets) offsets.clear()
  offsets.set(quarter, wall - quarter * quarterMs)
  return wall - quarter * quarterMs
}
