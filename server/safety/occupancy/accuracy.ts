// How well counters count, how far a sum of their counts may therefore be off, and what a known number of people teaches of
// them. Pure. docs/occupancy.md says it in words, docs/decisions/0084 why so.
import type { CounterHealth } from '@gatehouse/contract/safety/occupancy'
import { countOf, type Flow, type Tally } from './tally.ts'

export interface Accuracy {
  /** People it misses for each that it counts, in both directions alike, and its variance. */
  readonly missed: number
  readonly missedVariance: number
  /** By how much more of those who go in, and its variance. */
  readonly difference: number
  readonly differenceVariance: number
  readonly lessons: number
  /** How far the last correction was from what was expected, in standard deviations. */
  readonly surprise: number | null
}

/** Makers promise 95 to 98 % of indoor counters; a door counts one of two who walk through on one card. */
const byDefault = {
  counter: { accuracy: 0.965, deviation: 0.015 },
  door: { accuracy: 0.95, deviation: 0.025 },
} as const
/** How differently the two directions may be counted, as a standard deviation. */
const differenceDeviation = 0.01

/** Of 0.965 counted of all who pass 0.036 are missed for each that is counted. */
export const missedAt = (accuracy: number): number => 1 / accuracy - 1
export const accuracyAt = (missed: number): number => 1 / (1 + missed)

export const accuracyOf = (accuracy: number, deviation: number): Accuracy => ({
  missed: missedAt(accuracy),
  missedVariance: (deviation / accuracy ** 2) ** 2,
  difference: 0,
  differenceVariance: differenceDeviation ** 2,
  lessons: 0,
  surprise: null,
})

export const defaultAccuracy = (kind: 'counter' | 'door'): Accuracy =>
  accuracyOf(byDefault[kind].accuracy, byDefault[kind].deviation)

/** Of messages that never arrive though they were sent: devices that restart, queues that run over. */
const lostShare = 0.005
/** Nobody misses nobody. */
const leastMissed = 0.005
/** Two-sided 95 % of a normal distribution. */
const z95 = 1.959_964

const randomVariance = ({ entries, exits, squares }: Flow, { missed }: Accuracy): number => {
  const share = Math.max(Math.abs(missed), leastMissed)
  return (entries + exits) * share * (1 + share) + squares * lostShare
}

/** By how much people in the place grow with what a device misses: alike in both directions, and more of those who go in. */
const leversOf = ({ entries, exits, sign }: Flow) => ({
  missed: entries - exits,
  difference: (sign * (entries + exits)) / 2,
})

interface Expected {
  /** People beyond what was counted. */
  readonly mean: number
  readonly random: number
  readonly variance: number
}

type AccuracyOf = (deviceId: string) => Accuracy

const expectedOf = (flows: Tally['flows'], of: AccuracyOf): Expected => {
  let [mean, random, systematic] = [0, 0, 0]
  for (const [deviceId, flow] of Object.entries(flows)) {
    const accuracy = of(deviceId)
    const lever = leversOf(flow)
    mean += lever.missed * accuracy.missed + lever.difference * accuracy.difference
    random += randomVariance(flow, accuracy)
    systematic += lever.missed ** 2 * accuracy.missedVariance + lever.difference ** 2 * accuracy.differenceVariance
  }
  return { mean, random, variance: random + systematic }
}

export interface Band {
  readonly low: number
  readonly high: number
}

/** Between which numbers the people in the place are, with 95 % certainty. What was counted is always among them. */
export const bandOf = (tally: Tally, of: AccuracyOf): Band => {
  const count = countOf(tally)
  const { mean, variance } = expectedOf(tally.flows, of)
  const reach = z95 * Math.sqrt(variance)
  const centre = tally.base + tally.net + mean
  return {
    low: Math.max(0, Math.min(count, Math.floor(centre - reach))),
    high: Math.max(count, Math.ceil(centre + reach)),
  }
}

/** Whose part it is that more went out than had been counted in: by how much each may have caused it. */
export const driftParts = (tally: Tally, of: AccuracyOf): ReadonlyMap<string, number> => {
  const weights = Object.entries(tally.flows).map(([deviceId, flow]) => {
    const { variance } = expectedOf({ [deviceId]: flow }, of)
    return [deviceId, variance] as const
  })
  const all = weights.reduce((sum, [, weight]) => sum + weight, 0)
  return new Map(weights.map(([deviceId, weight]) => [deviceId, all > 0 ? (-tally.lowest * weight) / all : 0]))
}

/** A correction that is further off than this teaches no more than one that is just so far: somebody may have miscounted. */
const furthestSurprise = 3
/** A counter changes: what was learnt long ago counts less. Variance added with each lesson. */
const forgetting = { missed: 0.002 ** 2, difference: 0.001 ** 2 }

/**
 * What is known of each device once it is known that `people` were there: the rest between that and what was counted is
 * divided among them by how much each may be wrong (a Kalman filter with one number for each share).
 */
export const learn = (tally: Tally, people: number, of: AccuracyOf): ReadonlyMap<string, Accuracy> => {
  const flows = Object.entries(tally.flows).filter(([, { entries, exits }]) => entries + exits > 0)
  const { mean, variance } = expectedOf(tally.flows, of)
  if (flows.length === 0 || variance === 0) return new Map()
  const rest = people - (tally.base + tally.net) - mean
  const surprise = Math.abs(rest) / Math.sqrt(variance)
  const counted = surprise > furthestSurprise ? (rest * furthestSurprise) / surprise : rest
  return new Map(
    flows.map(([deviceId, flow]) => {
      const before = of(deviceId)
      const lever = leversOf(flow)
      const [gain, gainOfDifference] = [
        (before.missedVariance * lever.missed) / variance,
        (before.differenceVariance * lever.difference) / variance,
      ]
      return [
        deviceId,
        {
          missed: within(before.missed + gain * counted, -0.3, 1),
          missedVariance: before.missedVariance * (1 - gain * lever.missed) + forgetting.missed,
          difference: within(before.difference + gainOfDifference * counted, -0.5, 0.5),
          differenceVariance:
            before.differenceVariance * (1 - gainOfDifference * lever.difference) + forgetting.difference,
          lessons: before.lessons + 1,
          surprise,
        },
      ]
    }),
  )
}

const within = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value))

type Because = CounterHealth['because'][number]
const shares = { oneSided: [0.02, 0.05], missed: [0.08, 0.15], drift: [0.02, 0.05], surprise: [2, 3] } as const

/** `drifted`: its part of who went out without having been counted in, of all whom it counted since. */
export const healthOf = (
  accuracy: Accuracy,
  { online, drifted }: { readonly online: boolean; readonly drifted: number },
): Pick<CounterHealth, 'health' | 'because'> => {
  const because: Because[] = []
  let isSuspect = !online
  if (!online) because.push('offline')
  const check = (value: number, [drifting, suspect]: readonly [number, number], reason: Because) => {
    if (value < drifting) return
    because.push(reason)
    if (value >= suspect) isSuspect = true
  }
  if (accuracy.lessons > 0) check(accuracy.surprise ?? 0, shares.surprise, 'unexpected-correction')
  check(Math.abs(accuracy.difference), shares.oneSided, 'one-sided')
  check(accuracy.missed, shares.missed, 'misses-many')
  check(drifted, shares.drift, 'negative-counts')
  return { health: isSuspect ? 'suspect' : because.length > 0 ? 'drifting' : 'good', because }
}

/** In % of who passes, as people read it. */
export const inPercent = ({ missed, missedVariance, difference }: Accuracy) => ({
  accuracyIn: percent(accuracyAt(missed + difference / 2)),
  accuracyOut: percent(accuracyAt(missed - difference / 2)),
  uncertainty: percent(z95 * Math.sqrt(missedVariance) * accuracyAt(missed) ** 2),
})

const percent = (share: number) => Math.round(share * 1000) / 10
