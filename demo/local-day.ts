// A day as a building lives it: from local midnight to local midnight, 23 or 25 hours long when the clocks change.

export const minute = 60_000
export const hour = 60 * minute

export interface LocalDay {
  /** `2026-11-21` */
  readonly date: string
  /** 0 is Sunday. */
  readonly weekday: number
  /** First moment of the day, and of the next one. */
  readonly start: number
  readonly end: number
  /** The moment at which clocks on the wall show so many minutes after midnight. */
  at(minutes: number): number
}

/** The local date of a moment. */
export const dateOf = (timeZone: string, moment: number): string =>
  new Date(moment + offsetAt(timeZone, moment)).toISOString().slice(0, 10)

/** The date so many days later. */
export const plusDays = (date: string, days: number): string =>
  new Date(midnightUtc(date) + days * 24 * hour).toISOString().slice(0, 10)

export const localDay = (timeZone: string, date: string): LocalDay => {
  const wall = midnightUtc(date)
  const start = midnight(timeZone, wall)
  const end = midnight(timeZone, wall + 24 * hour)
  const before = offsetAt(timeZone, start)
  const after = offsetAt(timeZone, end - 1)
  const change = before === after ? end : changeBetween(timeZone, start, end, before)
  return {
    date,
    weekday: new Date(wall).getUTCDay(),
    start,
    end,
    at: (minutes) => {
      const early = wall + Math.round(minutes * minute) - before
      if (early < change) return early
      const late = wall + Math.round(minutes * minute) - after
      // A time that the clocks skip in spring is read by the clock that was not yet put forward.
      return late >= change ? late : early
    },
  }
}

const midnightUtc = (date: string) => Date.parse(`${date}T00:00:00Z`)

const midnight = (timeZone: string, wall: number) => {
  const guess = wall - offsetAt(timeZone, wall)
  return wall - offsetAt(timeZone, guess)
}

const changeBetween = (timeZone: string, start: number, end: number, before: number) => {
  let low = start
  let high = end
  while (high - low > 1000) {
    const middle = low + Math.floor((high - low) / 2000) * 1000
    if (offsetAt(timeZone, middle) === before) low = middle
    else high = middle
  }
  return high
}

const formats = new Map<string, Intl.DateTimeFormat>()

const offsetAt = (timeZone: string, moment: number): number => {
  let format = formats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset', year: 'numeric' })
    formats.set(timeZone, format)
  }
  const match = /GMT(?:([+-])(\d\d):(\d\d))?$/.exec(format.format(moment))
  if (!match?.[1]) return 0
  const size = Number(match[2]) * hour + Number(match[3]) * minute
  return match[1] === '-' ? -size : size
}
