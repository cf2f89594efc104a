// When a reading is not to be believed though its detector calls it good: the same to the digit for too long, below zero, or on
// a baseline that moves. Pure; suspects.sql.ts finds what is asked here. Reasons for the numbers: docs/decisions/0085.
import type { GasChannel } from '@gatehouse/contract/building/wire'
import type { Suspicion } from '@gatehouse/contract/safety/gas'
import { profiles } from '@gatehouse/contract/safety/gas-profiles'
import { unitOfGas } from '@gatehouse/contract/safety/measures'
import { enoughShare } from '@gatehouse/contract/safety/gas-state'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** What clean air reads, in the unit of the channel; null: it has no such value. */
const cleanAir: Record<GasChannel, number | null> = {
  CO: 0,
  H2S: 0,
  O2: 20.9,
  LEL: 0,
  CO2: 0.04,
  NO2: 0,
  SO2: 0,
  NH3: 0,
  VOC: 0,
  temperature: null,
  humidity: null,
}

/** How far from clean air the first set point is that detectors leave the factory with; null: the channel has none. */
const reach = (channel: GasChannel): number | null => {
  const clean = cleanAir[channel]
  const first = profiles.standard.setPoints.find(
    (point) => point.channel === channel && (point.stage === 'low' || point.stage === 'deficiency'),
  )
  return clean === null || first === undefined ? null : Math.abs(first.value - clean)
}

/** What its makers show no smaller steps of, where the ledger has no resolution. */
const usualResolution: Record<GasChannel, number> = {
  CO: 1,
  H2S: 0.1,
  O2: 0.1,
  LEL: 1,
  CO2: 0.01,
  NO2: 0.1,
  SO2: 0.1,
  NH3: 1,
  VOC: 0.1,
  temperature: 0.1,
  humidity: 1,
}

/**
 * How far from the value of clean air a sound detector may be, in the unit of the channel: a tenth of the way to the first set
 * point, or two steps of its resolution where that is more. null: nothing can be stated.
 */
export const zeroTolerance = (channel: GasChannel, resolution: number | null = null): number | null => {
  const way = reach(channel)
  return way === null ? null : Math.max(way / 10, 2 * (resolution ?? 0))
}

/** For how long a channel may read `value` to the digit, in milliseconds. */
export const mayStandMs = (channel: GasChannel, value: number, resolution: number | null = null): number => {
  const [clean, tolerance] = [cleanAir[channel], zeroTolerance(channel, resolution)]
  if (clean === null || tolerance === null) return dayMs
  const off = Math.abs(value - clean)
  // Just short of a whole step, as decimals do not add up exactly.
  if (off < 0.99 * (resolution ?? usualResolution[channel])) return 30 * dayMs
  return off <= tolerance ? dayMs : 4 * hourMs
}

/** The shortest of all these times: what has changed within it is not frozen, whatever it is. */
export const leastStandMs = 4 * hourMs

/** How long a channel has read one value to the digit, and how much of that time it was measured. */
export interface Standstill {
  readonly value: number
  /** Milliseconds from the first of these readings to the newest. */
  readonly ms: number
  readonly readings: number
  /** How many of the newest 24 hours of it have readings, and how many of all its days. */
  readonly hours: number
  readonly days: number
}

const leastReadings = 12

/** Whether it reads the same to the digit for too long; what was not measured does not count as the same. */
export const isFrozen = (channel: GasChannel, resolution: number | null, stands: Standstill): boolean => {
  const may = mayStandMs(channel, stands.value, resolution)
  if (stands.ms < may || stands.readings < leastReadings) return false
  const measured = may > dayMs ? stands.days / (stands.ms / dayMs) : stands.hours / Math.min(24, stands.ms / hourMs)
  return measured >= enoughShare
}

/** For so long below zero, in milliseconds: a puff of another gas, or a shock of temperature, is over by then. */
export const belowZeroMs = 15 * minuteMs

/** The lowest of a day; days count from any moment on. */
export interface Baseline {
  readonly day: number
  readonly value: number
}

export const driftDays = 14
const leastDays = 11
/** Of all pairs of days, how many more rise than fall: a step, or one bad night, has less. */
const leastTrend = 0.7
/** Of the way from clean air to the first set point. */
const leastShare = 0.2

/** By how much a baseline may move in two weeks, in the unit of the channel; null: by as much as it likes, as temperature does. */
export const driftLimit = (channel: GasChannel): number | null => {
  const way = reach(channel)
  return way === null ? null : way * leastShare
}

export interface Drift {
  /** Where it was, by the line through all days. */
  readonly from: number
  /** In the unit of the channel; negative: it falls. */
  readonly change: number
}

/**
 * Whether baselines rise or fall steadily beyond `limit`: as most pairs of days do (Mann-Kendall), by the median of their
 * slopes (Theil-Sen), which a single day does not move.
 */
export const driftOf = (baselines: readonly Baseline[], limit: number): Drift | null => {
  if (baselines.length < leastDays) return null
  const inOrder = baselines.toSorted((a, b) => a.day - b.day)
  const pairs = inOrder.flatMap((one, n) =>
    inOrder.slice(n + 1).map((other) => ({ rise: other.value - one.value, days: other.day - one.day })),
  )
  const trend = pairs.reduce((sum, { rise }) => sum + Math.sign(rise), 0) / pairs.length
  if (Math.abs(trend) < leastTrend) return null
  const slope = median(pairs.map(({ rise, days }) => rise / days))
  const [first, last] = [inOrder[0], inOrder.at(-1)]
  if (!first || !last) return null
  const change = slope * (last.day - first.day)
  if (Math.abs(change) < limit) return null
  return { from: median(inOrder.map(({ day, value }) => value - slope * (day - first.day))), change }
}

/** Whether a baseline that had drifted is back near to where it was. */
export const isBack = (baseline: number, from: number, limit: number): boolean => Math.abs(baseline - from) < limit / 2

const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const [low = 0, high = 0] = [sorted[middle - 1 + (sorted.length % 2)], sorted[middle]]
  return (low + high) / 2
}

/** What the alarm of it says. */
export const wordsOf = (
  why: Suspicion,
  { channel, value, ms, change }: { channel: GasChannel; value: number; ms: number; change: number },
): string => {
  const unit = unitOfGas[channel]
  const words: Record<Suspicion, string> = {
    'below-zero': `Below zero for ${lasting(ms)}: ${shown(value)} ${unit}`,
    frozen: `The same reading for ${lasting(ms)}: ${shown(value)} ${unit}`,
    drifting: `Baseline ${change > 0 ? 'risen' : 'fallen'} by ${shown(Math.abs(change))} ${unit} in ${lasting(ms)}`,
  }
  return words[why]
}

const shown = (value: number) => String(Math.round(value * 1000) / 1000)

const lasting = (ms: number): string => {
  if (ms >= 2 * dayMs) return `${Math.floor(ms / dayMs)} days`
  if (ms >= 2 * hourMs) return `${Math.floor(ms / hourMs)} hours`
  return `${Math.floor(ms / minuteMs)} minutes`
}
