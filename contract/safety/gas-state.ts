// What a gas channel is at a moment: the same rules for the server, which ranks channels, and for screens, where one becomes
// stale by time alone.
import type { Quality } from '../shapes.ts'
import type { Severity } from './alarm-states.ts'

/** From the worst on: of what cannot be believed no value is held against set points. */
export const channelStates = [
  'critical',
  'over-range',
  'high',
  'fault',
  'medium',
  'offline',
  'stale',
  'under-range',
  'low',
  'warm-up',
  'normal',
] as const
export type ChannelState = (typeof channelStates)[number]

const severities = ['critical', 'high', 'medium', 'low'] as const satisfies readonly Severity[]

/** What a set point is compared with: the value as it is, or its average over 15 minutes (`stel`) or over 8 hours (`twa`). */
export const comparedWith = ['value', 'stel', 'twa'] as const
export type ComparedWith = (typeof comparedWith)[number]

/** At which stage a set point is: contract/safety/gas-profiles.ts says of what. */
export const stages = ['low', 'high', 'deficiency', 'enrichment', 'stel', 'stel-high', 'twa'] as const
export type Stage = (typeof stages)[number]

/** `failed`: the last calibration or test was not passed; `never`: this sensor has had none that was. */
export const serviceStates = ['failed', 'overdue', 'never', 'due-soon', 'ok'] as const
export type ServiceState = (typeof serviceStates)[number]

/** What an entry of the ledger is of; the voiding of another entry is one itself. */
export const ledgerKinds = ['inspection', 'repair', 'sensor-replaced', 'bump-test', 'calibration', 'void'] as const

interface Limit {
  readonly of: ComparedWith
  readonly comparison: 'above' | 'below'
  readonly value: number
  readonly severity: Severity
}

/** The most severe of the set points that a value has reached; null: none. In the unit of the channel. */
export const reachedBy = (value: number, of: ComparedWith, setPoints: readonly Limit[]): Severity | null => {
  const reached = setPoints.flatMap((point) =>
    point.of === of && (point.comparison === 'above' ? value >= point.value : value <= point.value)
      ? [point.severity]
      : [],
  )
  return severities.find((one) => reached.includes(one)) ?? null
}

interface Reading {
  readonly value: number | null
  readonly quality: Quality
  /** null: the device was never heard of. */
  readonly online: boolean | null
}

/** What cannot be believed is named as such, and held against no set point; beyond its range a detector is, whichever they are. */
export const stateOfReading = (
  { value, quality, online }: Reading,
  setPoints: readonly Limit[],
  isOld: boolean,
): ChannelState => {
  if (online === false) return 'offline'
  if (isOld) return 'stale'
  if (quality !== 'good') return quality
  if (value === null) return 'fault'
  return reachedBy(value, 'value', setPoints) ?? 'normal'
}

/** Of what is less than this part measured, the average of the rest may be far from it (Directive 2008/50/EC asks the same of air quality). */
export const enoughShare = 0.75

interface MeasuredAverage {
  readonly mean: number | null
  readonly share: number
  readonly atLeast: number
  readonly isOverRange: boolean
}

/**
 * What a set point is compared with: the average, where enough was measured; else what it is at least, by which an alarm can
 * be raised and none can end. A minute with a high reading after a start is no shift at that concentration.
 */
export const judgedExposure = ({ mean, share, atLeast, isOverRange }: MeasuredAverage) =>
  mean !== null && share >= enoughShare ? { value: mean, isAtLeast: isOverRange } : { value: atLeast, isAtLeast: true }
