// Time-weighted averages of a gas channel, as limits at work are stated: over 15 minutes (STEL) and over 8 hours (TWA).
// A reading holds until the next one, and no longer than a channel may be silent. Time without a usable reading is not
// measured: it is never taken for 0, and how much was measured stands beside each average.
// exposure.sql.ts does the same for all channels at once, and is tested against this.
import type { Quality } from '@gatehouse/contract/shapes'

export const minuteMs = 60_000
/** In minutes: short-term exposure, and that of a shift. */
export const exposureWindows = { stel: 15, twa: 480 } as const
export type ExposureWindow = keyof typeof exposureWindows

export interface ExposureReading {
  /** Milliseconds since 1970, of the device. */
  readonly at: number
  readonly value: number | null
  readonly quality: Quality
}

/** What was measured in one minute. */
export interface ExposureMinute {
  /** Sum of value times milliseconds. */
  readonly integral: number
  /** Milliseconds that were measured: 0 to 60,000. */
  readonly measured: number
  /** Of those, beyond the range of the detector. */
  readonly overRange: number
}

export interface Exposure {
  /** The average over what was measured; null: nothing was. */
  readonly mean: number | null
  /** The part of the window that was measured: 0 to 1. */
  readonly share: number
  /** The average over the whole window if nothing had been there while nothing was measured: it is no less than this. */
  readonly atLeast: number
  /** A part of it was beyond the range of the detector, so that the average is higher than stated. */
  readonly isOverRange: boolean
}

/** A concentration is not below 0, and what a drifting sensor reports may not offset what was there. */
const concentration = (value: number): number => Math.max(0, value)

const usable = ({ value, quality }: ExposureReading): number | null =>
  quality === 'good' || quality === 'over-range' ? value : null

/** In order of time, one of each moment: the highest of those that can be used. */
const inOrder = (readings: readonly ExposureReading[]): ExposureReading[] => {
  const height = (one: ExposureReading) => usable(one) ?? -Infinity
  const sorted = readings.toSorted((a, b) => a.at - b.at || height(a) - height(b))
  return sorted.filter((one, n) => sorted[n + 1]?.at !== one.at)
}

/**
 * The minutes that readings make, however they are ordered: by their beginning, in milliseconds since 1970. `holdMs`: how long
 * a reading holds at most. `until`: nothing is measured from then on.
 */
export const minutesOf = (
  readings: readonly ExposureReading[],
  holdMs: number,
  until: number,
): Map<number, ExposureMinute> => {
  const minutes = new Map<number, ExposureMinute>()
  const ordered = inOrder(readings)
  ordered.forEach((one, n) => {
    const value = usable(one)
    if (value === null) return
    const end = Math.min(ordered[n + 1]?.at ?? Infinity, one.at + holdMs, until)
    for (let from = one.at; from < end; ) {
      const minute = Math.floor(from / minuteMs) * minuteMs
      const to = Math.min(end, minute + minuteMs)
      const { integral, measured, overRange } = minutes.get(minute) ?? { integral: 0, measured: 0, overRange: 0 }
      minutes.set(minute, {
        integral: integral + concentration(value) * (to - from),
        measured: measured + (to - from),
        overRange: overRange + (one.quality === 'over-range' ? to - from : 0),
      })
      from = to
    }
  })
  return minutes
}

/** The exposure over the whole minutes of a window that ends at `end`, itself the beginning of a minute. */
export const exposureOf = (
  minutes: ReadonlyMap<number, ExposureMinute>,
  window: ExposureWindow,
  end: number,
): Exposure => {
  let [integral, measured, overRange] = [0, 0, 0]
  for (let n = exposureWindows[window]; n > 0; n -= 1) {
    const minute = minutes.get(end - n * minuteMs)
    if (!minute) continue
    integral += minute.integral
    measured += minute.measured
    overRange += minute.overRange
  }
  return exposureOfSums(window, { integral, measured, overRange })
}

/** The same out of the sums of the window. */
export const exposureOfSums = (window: ExposureWindow, { integral, measured, overRange }: ExposureMinute): Exposure => {
  const whole = exposureWindows[window] * minuteMs
  return {
    mean: measured === 0 ? null : integral / measured,
    share: measured / whole,
    atLeast: integral / whole,
    isOverRange: overRange > 0,
  }
}
