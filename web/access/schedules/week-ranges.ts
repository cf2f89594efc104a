// Changing the open times of days: what a person types or drags, kept in order.
import { minutes, type Range, timeOf } from '@gatehouse/contract/access/schedule-time'

export const lastMinute = 1440

/** What somebody typed as a time: `8`, `830`, `8:30`, `08.30`, `24:00`; null where it is none. */
export const timeIn = (typed: string, isEnd: boolean): string | null => {
  const [, hours = '', rest = ''] =
    /^(\d{1,2})(?:[:.h ]?(\d{2}))?$/.exec(typed.trim()) ?? /^(\d)(\d{2})$/.exec(typed.trim()) ?? []
  if (hours === '') return null
  const minute = Number(hours) * 60 + Number(rest)
  if (Number(rest) > 59 || minute > (isEnd ? lastMinute : lastMinute - 1)) return null
  return timeOf(minute)
}

/** Why these cannot be kept; null where they can. */
export const faultIn = (ranges: readonly Range[]): string | null => {
  if (ranges.some(({ from, to }) => minutes(from) >= minutes(to))) return 'It ends before it begins'
  const sorted = inOrder(ranges)
  return sorted.some(({ from }, i) => minutes(sorted[i - 1]?.to ?? '00:00') > minutes(from))
    ? 'Two of these times overlap'
    : null
}

export const inOrder = (ranges: readonly Range[]): Range[] =>
  ranges.toSorted((a, b) => minutes(a.from) - minutes(b.from))

/** One more: office hours on an empty day, else after the last one. */
export const added = (ranges: readonly Range[]): Range[] => {
  const last = Math.max(0, ...ranges.map(({ to }) => minutes(to)))
  if (ranges.length === 0) return [{ from: '08:00', to: '18:00' }]
  const from = Math.min(last + 60, lastMinute - 60)
  return [...ranges, { from: timeOf(from), to: timeOf(Math.min(from + 120, lastMinute)) }]
}

export const replaced = (ranges: readonly Range[], index: number, range: Range): Range[] =>
  ranges.map((one, i) => (i === index ? range : one))

/** A range that ends before it begins goes on after midnight: the rest of it is the next day's. */
export const overMidnight = (week: readonly Range[][], day: number, index: number): Range[][] => {
  const range = week[day]?.[index]
  if (!range) return [...week]
  const next = (day + 1) % 7
  const morning = range.to === '00:00' ? [] : [{ from: '00:00', to: range.to }]
  return week.map((ranges, i) => {
    if (i === day) return replaced(ranges, index, { from: range.from, to: '24:00' })
    return i === next ? inOrder([...ranges, ...morning]) : ranges
  })
}

/** The same on other days. */
export const copied = (week: readonly Range[][], from: number, to: readonly number[]): Range[][] =>
  week.map((ranges, day) => (to.includes(day) ? (week[from] ?? []) : ranges))
