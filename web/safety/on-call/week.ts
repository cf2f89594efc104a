// A week of the site as it is drawn: seven columns of one width, whatever the clocks do, and where in them a time lies.
import { daysAfter } from '@gatehouse/contract/access/schedule-time'
import { momentAt, startOfDay } from '../../ui/time/wall-time.ts'

export interface WeekDay {
  /** `2026-11-23` */
  readonly date: string
  readonly from: number
  readonly to: number
}

export interface Period {
  readonly from: string
  readonly to: string
}

/** The Monday of a day. */
export const mondayOf = (date: string): string =>
  daysAfter(date, -((new Date(`${date}T12:00:00Z`).getUTCDay() + 6) % 7))

/** The Monday that an address asks for; that of today where it asks for none. */
export const readMonday = (text: string, today: string): string =>
  mondayOf(/^\d{4}-\d{2}-\d{2}$/.test(text) && isDate(text) ? text : today)

/** Real moments: a day has 23 hours, or 25, where the clocks are changed. */
export const weekFrom = (monday: string, timeZone: string): readonly WeekDay[] =>
  Array.from({ length: 7 }, (_, day) => {
    const date = daysAfter(monday, day)
    return { date, from: midnightOf(date, timeZone), to: midnightOf(daysAfter(date, 1), timeZone) }
  })

/** As much as is asked of the server at once: so that whole shifts are there, and others to swap with. */
export const windowOf = (monday: string, timeZone: string): Period => ({
  from: new Date(midnightOf(daysAfter(monday, -14), timeZone)).toISOString(),
  to: new Date(midnightOf(daysAfter(monday, 42), timeZone)).toISOString(),
})

/** Whether all of a week was in what was asked for. */
export const covers = (asked: unknown, week: readonly WeekDay[]): boolean => {
  const [first, last] = [week[0], week.at(-1)]
  return isPeriod(asked) && !!first && !!last && Date.parse(asked.from) <= first.from && Date.parse(asked.to) >= last.to
}

export const midnightOf = (date: string, timeZone: string): number =>
  startOfDay(momentAt(`${date}T12:00`, timeZone).getTime(), timeZone)

export interface Place {
  /** Of the width of the week. */
  readonly from: number
  readonly for: number
}

/** Where a period lies in the week; null: beside it. */
export const placeIn = (week: readonly WeekDay[], { from, to }: Period): Place | null => {
  const begins = shareOf(week, Date.parse(from))
  const ends = shareOf(week, Date.parse(to))
  return ends > begins ? { from: begins, for: ends - begins } : null
}

/** How much of the week is over at a moment: 0 before it, 1 after it. */
export const shareOf = (week: readonly WeekDay[], at: number): number => {
  const over = week.reduce((sum, { from, to }) => sum + Math.min(1, Math.max(0, (at - from) / (to - from))), 0)
  return over / week.length
}

/** Those that touch a day, cut to it, in order. */
export const onDay = <T extends Period>(day: WeekDay, all: readonly T[]): readonly (T & { readonly cut: Period })[] =>
  all
    .filter(({ from, to }) => Date.parse(from) < day.to && Date.parse(to) > day.from)
    .map((one) => ({
      ...one,
      cut: {
        from: new Date(Math.max(day.from, Date.parse(one.from))).toISOString(),
        to: new Date(Math.min(day.to, Date.parse(one.to))).toISOString(),
      },
    }))
    .toSorted((a, b) => a.cut.from.localeCompare(b.cut.from))

/** Periods below each other where they overlap: each in the first row that is free by then. */
export const rowsOf = <T extends Period>(all: readonly T[]): readonly (readonly T[])[] => {
  const rows: T[][] = []
  for (const one of all.toSorted((a, b) => Date.parse(a.from) - Date.parse(b.from))) {
    const free = rows.find((row) => Date.parse(row.at(-1)?.to ?? '') <= Date.parse(one.from))
    if (free) free.push(one)
    else rows.push([one])
  }
  return rows
}

/** `Clocks go forward 60 min`; null on most days. */
export const clocksText = ({ from, to }: WeekDay): string | null => {
  const minutes = 24 * 60 - (to - from) / 60_000
  return minutes === 0 ? null : `Clocks go ${minutes > 0 ? 'forward' : 'back'} ${Math.abs(minutes)} min`
}

const isPeriod = (asked: unknown): asked is Period =>
  typeof asked === 'object' &&
  asked !== null &&
  'from' in asked &&
  'to' in asked &&
  typeof asked.from === 'string' &&
  typeof asked.to === 'string'

const isDate = (text: string): boolean => !Number.isNaN(Date.parse(text))
