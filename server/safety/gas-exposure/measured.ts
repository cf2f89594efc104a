// What a channel measured while somebody was there, out of its minutes. Pure.
import type { GasChannel } from '@gatehouse/contract/building/wire'
import type { SetPointStretch } from '../set-points/set-points.ts'

export const minuteMs = 60_000

/** A set point as it is counted: whichever rule it is of. */
export type SetPoint = Pick<SetPointStretch, 'comparison' | 'value' | 'severity'>

export interface Minute {
  /** Its beginning, in milliseconds since 1970. */
  readonly at: number
  /** Milliseconds of it that were measured, and the mean of these. */
  readonly measured: number
  readonly mean: number
  readonly min: number
  readonly max: number
  /** Which set points a reading reached, as `keyOf` has them. */
  readonly reached: readonly string[]
}

/** A minute of a rollup. */
export interface RolledMinute {
  readonly at: number
  readonly count: number
  readonly faults: number
  readonly mean: number | null
  readonly min: number | null
  readonly max: number | null
}

export type Reading = Omit<Minute, 'reached'>

const mostHeldMinutes = 10
const heldIntervals = 3

/**
 * The minutes of a channel that has no averages. A reading holds for three of the usual intervals, ten minutes at most, and a
 * fault ends it: as averages have it, by whole minutes.
 */
export const heldMinutes = (rows: readonly RolledMinute[]): Reading[] => {
  const gaps = rows.slice(1).map(({ at }, n) => (at - (rows[n]?.at ?? at)) / minuteMs)
  const usual = gaps.toSorted((a, b) => a - b)[gaps.length >> 1] ?? 1
  const held = Math.max(1, Math.min(mostHeldMinutes, heldIntervals * usual))
  return rows.flatMap(({ at, mean, min, max }, n) => {
    if (mean === null || min === null || max === null) return []
    const next = rows[n + 1]?.at ?? Infinity
    const until = Math.min(next, at + held * minuteMs)
    const minutes: Reading[] = [{ at, measured: minuteMs, mean, min, max }]
    for (let later = at + minuteMs; later < until; later += minuteMs)
      minutes.push({ at: later, measured: minuteMs, mean, min: mean, max: mean })
    return minutes
  })
}

export const keyOf = ({ comparison, value, severity }: SetPoint): string => `${comparison} ${value} ${severity}`

/** With the set points that were in force then. */
export const withReached = (minutes: readonly Reading[], stretches: readonly SetPointStretch[]): Minute[] => {
  const known = stretches
    .filter(({ of }) => of === 'value')
    .map((one) => ({ ...one, key: keyOf(one), begin: Date.parse(one.from), end: Date.parse(one.to) }))
  return minutes.map((minute) => {
    const reached = known
      .filter(({ begin, end }) => begin < minute.at + minuteMs && end > minute.at)
      .filter(({ comparison, value }) => (comparison === 'above' ? minute.max >= value : minute.min <= value))
      .map(({ key }) => key)
    return { ...minute, reached: [...new Set(reached)] }
  })
}

/** Of several detectors the worse, minute by minute: of oxygen the lower mean, of all else the higher. */
export const worseOf = (channel: GasChannel, detectors: readonly (readonly Minute[])[]): Minute[] => {
  const byMinute = new Map<number, Minute>()
  for (const minute of detectors.flat()) {
    const known = byMinute.get(minute.at)
    byMinute.set(minute.at, known ? together(channel, known, minute) : minute)
  }
  return [...byMinute.values()].toSorted((a, b) => a.at - b.at)
}

const together = (channel: GasChannel, one: Minute, other: Minute): Minute => ({
  at: one.at,
  measured: Math.max(one.measured, other.measured),
  mean: channel === 'O2' ? Math.min(one.mean, other.mean) : Math.max(one.mean, other.mean),
  min: Math.min(one.min, other.min),
  max: Math.max(one.max, other.max),
  reached: [...new Set([...one.reached, ...other.reached])],
})

export interface MeasuredWhile {
  readonly highest: number | null
  readonly lowest: number | null
  readonly mean: number | null
  readonly share: number
  /** Milliseconds by set point. */
  readonly reached: ReadonlyMap<string, number>
}

/**
 * Over spans of time that do not overlap. A minute that somebody was there for a part of counts by that part; its extremes and
 * set points as if they had been there for all of it, as a reading is not told from another within a minute.
 */
export const measuredWhile = (
  minutes: readonly Minute[],
  spans: readonly { readonly from: number; readonly to: number }[],
): MeasuredWhile => {
  let [weight, sum, whole] = [0, 0, 0]
  let [highest, lowest]: [number | null, number | null] = [null, null]
  const reached = new Map<string, number>()
  for (const { from, to } of spans) {
    whole += to - from
    for (let n = firstEndingAfter(minutes, from); n < minutes.length; n += 1) {
      const minute = minutes[n]
      if (!minute || minute.at >= to) break
      const there = Math.min(to, minute.at + minuteMs) - Math.max(from, minute.at)
      const measured = (minute.measured * there) / minuteMs
      weight += measured
      sum += minute.mean * measured
      highest = Math.max(highest ?? -Infinity, minute.max)
      lowest = Math.min(lowest ?? Infinity, minute.min)
      for (const key of minute.reached) reached.set(key, (reached.get(key) ?? 0) + there)
    }
  }
  return {
    highest,
    lowest,
    mean: weight === 0 ? null : sum / weight,
    share: whole === 0 ? 0 : weight / whole,
    reached,
  }
}

const firstEndingAfter = (minutes: readonly Minute[], from: number): number => {
  let [low, high] = [0, minutes.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((minutes[middle]?.at ?? Infinity) + minuteMs > from) high = middle
    else low = middle + 1
  }
  return low
}
