// A range of time as people choose it: the last so-long, a day, or from one moment to another; in the site's zone, where
// a day can have 23 or 25 hours.
import { formatOf } from '../../kit/time.ts'
import { daysBetween, daysFrom, momentsAt, offsetAt, startOfDay } from './wall-time.ts'

export type TimeRange =
  | { readonly is: 'last'; readonly amount: number; readonly unit: 'm' | 'h' | 'd' }
  | { readonly is: 'today' }
  | { readonly is: 'yesterday' }
  | { readonly is: 'between'; readonly from: number; readonly to: number }

export interface Bounds {
  readonly from: number
  readonly to: number
}

/** As in the address: `8h`. */
export const presets = ['1h', '8h', '24h', '7d', '30d', '365d', 'today', 'yesterday'] as const
/** The others are offered only where they are asked for. */
export type Preset = (typeof presets)[number] | '12h' | '90d'

const minuteMs = 60_000
const unitMs = { m: minuteMs, h: 60 * minuteMs, d: 24 * 60 * minuteMs } as const

/** The earliest moment that can be asked for: what lies before nobody has measured. */
const earliest = Date.UTC(2000, 0, 1)

export const rangeOf = (text: string): TimeRange | null => {
  if (text === 'today' || text === 'yesterday') return { is: text }
  const [, amount, unit] = /^([1-9]\d{0,3})([mhd])$/.exec(text) ?? []
  if (amount === undefined || (unit !== 'm' && unit !== 'h' && unit !== 'd')) return null
  return { is: 'last', amount: Number(amount), unit }
}

/** Out of the address; what cannot be read there counts as not said. */
export const readRange = (get: (name: string) => string, otherwise: Preset): TimeRange => {
  const [from, to] = [Date.parse(get('from')), Date.parse(get('to'))]
  if (from >= earliest && to > from) return { is: 'between', from, to }
  return rangeOf(get('range')) ?? rangeOf(otherwise) ?? { is: 'today' }
}

/** What stands in the address: moments in UTC, so that the link means the same everywhere. */
export const writeRange = (range: TimeRange, otherwise: Preset): Record<'range' | 'from' | 'to', string> => {
  if (range.is !== 'between') {
    const text = textOf(range)
    return { range: text === otherwise ? '' : text, from: '', to: '' }
  }
  return { range: '', from: minuteText(range.from), to: minuteText(range.to) }
}

export const boundsOf = (range: TimeRange, now: number, timeZone: string): Bounds => {
  if (range.is === 'between') return range
  const today = startOfDay(now, timeZone)
  if (range.is === 'today') return { from: today, to: now }
  if (range.is === 'yesterday') return { from: startOfDay(daysFrom(today, -1, timeZone), timeZone), to: today }
  const { amount, unit } = range
  return { from: unit === 'd' ? daysFrom(now, -amount, timeZone) : now - amount * unitMs[unit], to: now }
}

/** The range of the same length before it or after it; null: nothing has happened there yet. */
export const moved = (range: TimeRange, by: -1 | 1, now: number, timeZone: string): TimeRange | null => {
  if (by > 0 && endsNow(range, now)) return null
  const { from, to } = frameOf(range, now, timeZone)
  const days = daysBetween(from, to, timeZone)
  const shift = (at: number) => (days === null ? at + by * (to - from) : daysFrom(at, by * days, timeZone))
  const next = { from: shift(from), to: shift(to) }
  if (next.from < earliest) return null
  // The clock has gone on since it stood at its end.
  const near = days === null ? (to - from) / 10 : 0
  return next.to + near < now ? between(next, now, timeZone) : untilNow(next, now, timeZone)
}

/** The same length, ending now, and going on with the clock. */
export const atNow = (range: TimeRange, now: number, timeZone: string): TimeRange =>
  endsNow(range, now) && range.is !== 'between' ? range : untilNow(frameOf(range, now, timeZone), now, timeZone)

/** Twice as much around the same middle; never beyond now. */
export const widened = (range: TimeRange, now: number, timeZone: string): TimeRange => {
  const { from, to } = boundsOf(range, now, timeZone)
  const half = Math.max(minuteMs, to - from) / 2
  const end = Math.min(to + half, Math.max(now, to))
  return { is: 'between', from: Math.max(earliest, wholeMinute(end - 4 * half)), to: end }
}

/** What was zoomed to in a chart: at least a minute, by whole minutes, and not beyond now. */
export const narrowedTo = ({ from, to }: Bounds, now: number): TimeRange => {
  const end = Math.min(Math.ceil(to / minuteMs), Math.ceil(now / minuteMs)) * minuteMs
  const start = Math.max(earliest, Math.min(wholeMinute(from), end - minuteMs))
  return { is: 'between', from: start, to: end }
}

export interface Faults {
  readonly from?: string
  readonly to?: string
}

/** Out of two wall times of the site. Of one that comes twice, the first begins a range and the second ends it. */
export const rangeBetween = (from: string, to: string, now: number, timeZone: string): TimeRange | Faults => {
  const begin = momentsAt(from, timeZone).at(0)
  const end = momentsAt(to, timeZone).at(-1)
  const faults = {
    ...faultOf('from', from, begin, now),
    ...(to === '' || end === undefined ? faultOf('to', to, end, now) : {}),
  }
  if (Object.keys(faults).length > 0 || begin === undefined || end === undefined) return faults
  if (begin >= end) return { to: 'Choose a time after the first' }
  return { is: 'between', from: begin, to: end }
}

export const isRange = (made: TimeRange | Faults): made is TimeRange => 'is' in made

/** `Last 8 hours`, `Sat 21 Nov, 06:00 – 14:00` */
export const rangeWords = (range: TimeRange, now: number, timeZone: string): string => {
  if (range.is === 'today') return 'Today'
  if (range.is === 'yesterday') return 'Yesterday'
  if (range.is === 'last') return lastWords(range)
  return betweenWords(range, now, timeZone)
}

/** What a wall clock shows at both ends, with the year where it is another one. */
export const betweenWords = ({ from, to }: Bounds, now: number, timeZone: string): string => {
  const year = (at: number) => formatOf(timeZone, 'year', { year: 'numeric' }).format(at)
  const withYear = year(from) !== year(now) || year(to) !== year(now)
  const changed = offsetAt(from, timeZone) !== offsetAt(to, timeZone)
  const day = (at: number) =>
    formatOf(timeZone, `range day ${withYear}`, {
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      ...(withYear ? { year: 'numeric' } : {}),
    }).format(at)
  const clock = (at: number) =>
    formatOf(timeZone, `range clock ${changed}`, {
      hour: '2-digit',
      minute: '2-digit',
      ...(changed ? { timeZoneName: 'short' } : {}),
    }).format(at)
  return day(from) === day(to)
    ? `${day(from)}, ${clock(from)} – ${clock(to)}`
    : `${day(from)}, ${clock(from)} – ${day(to)}, ${clock(to)}`
}

/** `GMT+1` at a moment. */
export const zoneWords = (at: number, timeZone: string): string =>
  formatOf(timeZone, 'zone', { timeZoneName: 'short' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone

export const isSameRange = (a: TimeRange, b: TimeRange): boolean => JSON.stringify(a) === JSON.stringify(b)

const lastWords = ({ amount, unit }: { readonly amount: number; readonly unit: 'm' | 'h' | 'd' }): string => {
  if (unit === 'd' && amount === 365) return 'Last year'
  const words = { m: 'minute', h: 'hour', d: 'day' }[unit]
  return amount === 1 ? `Last ${words}` : `Last ${amount} ${words}s`
}

const textOf = (range: Exclude<TimeRange, { is: 'between' }>): string =>
  range.is === 'last' ? `${range.amount}${range.unit}` : range.is

const minuteText = (at: number): string => `${new Date(at).toISOString().slice(0, 16)}Z`

const wholeMinute = (at: number): number => Math.floor(at / minuteMs) * minuteMs

const endsNow = (range: TimeRange, now: number): boolean =>
  range.is === 'last' || range.is === 'today' || (range.is === 'between' && range.to >= now)

// A day moves as a whole, also while it is not over.
const frameOf = (range: TimeRange, now: number, timeZone: string): Bounds => {
  const bounds = boundsOf(range, now, timeZone)
  return range.is === 'today' ? { ...bounds, to: startOfDay(daysFrom(bounds.from, 1, timeZone), timeZone) } : bounds
}

const between = ({ from, to }: Bounds, now: number, timeZone: string): TimeRange => {
  const yesterday = boundsOf({ is: 'yesterday' }, now, timeZone)
  return yesterday.from === from && yesterday.to === to ? { is: 'yesterday' } : { is: 'between', from, to }
}

// It goes on with the clock where its length has a name.
const untilNow = ({ from, to }: Bounds, now: number, timeZone: string): TimeRange => {
  if (from === startOfDay(now, timeZone)) return { is: 'today' }
  const named = presets
    .map((preset) => rangeOf(preset))
    .find((range) => {
      if (range?.is !== 'last') return false
      if (range.unit === 'd') return range.amount === daysBetween(from, to, timeZone)
      return range.amount * unitMs[range.unit] === to - from
    })
  return named ?? { is: 'between', from: wholeMinute(now - (to - from)), to: wholeMinute(now) }
}

const faultOf = (name: 'from' | 'to', wallTime: string, found: number | undefined, now: number): Faults => {
  if (wallTime === '') return { [name]: 'Choose a day and a time' }
  if (found === undefined) return { [name]: 'There is no such time: the clocks go forward over it' }
  if (found < earliest) return { [name]: 'Choose a time after the year 2000' }
  return found > now ? { [name]: 'This lies in the future' } : {}
}
