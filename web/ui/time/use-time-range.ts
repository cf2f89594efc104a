// The time range of a page, kept in its address; one that ends now goes on with the clock.
import { serverNow, useClock } from '../../kit/clock.ts'
import { useTimeZone } from '../../kit/time.ts'
import {
  atNow,
  type Bounds,
  boundsOf,
  moved,
  narrowedTo,
  type Preset,
  readRange,
  type TimeRange,
  widened,
  writeRange,
} from './time-range.ts'
import { useUrlFilters } from '../tables/url-filters.ts'

export interface TimeRangeState {
  readonly range: TimeRange
  /** What to ask for: moved on every hundredth or so of its length, so that no question is asked by the second. */
  readonly bounds: Bounds
  readonly timeZone: string
  readonly choose: (range: TimeRange) => void
  /** null: there is nothing yet. */
  readonly back: (() => void) | null
  readonly forward: (() => void) | null
  readonly now: () => void
  readonly widen: () => void
  /** What was dragged out of a chart. */
  readonly narrow: (bounds: Bounds) => void
}

/** `fallback`: what an address means that says nothing. Other parameters of the address stay. */
export const useTimeRange = (fallback: Preset = '8h'): TimeRangeState => {
  const filters = useUrlFilters()
  const timeZone = useTimeZone()
  const range = readRange(filters.get, fallback)
  const now = useClock((at) => at - (at % everyMs(range)))
  return rangeStateOf(range, now, timeZone, (chosen) => filters.set(writeRange(chosen, fallback)))
}

/** What can be done with a range that is chosen elsewhere, as of `now`. */
export const rangeStateOf = (
  range: TimeRange,
  now: number,
  timeZone: string,
  choose: (range: TimeRange) => void,
): TimeRangeState => {
  const step = (by: -1 | 1) => {
    const next = moved(range, by, now, timeZone)
    return next === null ? null : () => choose(next)
  }
  return {
    range,
    bounds: boundsOf(range, now, timeZone),
    timeZone,
    choose,
    back: step(-1),
    forward: step(1),
    now: () => choose(atNow(range, serverNow(), timeZone)),
    widen: () => choose(widened(range, serverNow(), timeZone)),
    narrow: (bounds) => choose(narrowedTo(bounds, serverNow())),
  }
}

const secondMs = 1_000

const everyMs = (range: TimeRange): number => {
  if (range.is === 'last' && range.unit === 'm') return 5 * secondMs
  if (range.is === 'last' && range.unit === 'h' && range.amount <= 8) return 15 * secondMs
  return 60 * secondMs
}
