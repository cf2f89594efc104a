// What a gas reading means in the product's vocabulary. Readings only: alarms that latch belong to the alarm system.
import type { Device, Latest } from '@gatehouse/contract/building/devices'
import type { Severity } from '@gatehouse/contract/safety/alarms'
import { measuredAt } from '../../kit/age.ts'
import { type Evidence, type Judgement, judge } from '../../ui/feedback/honest-state.ts'
import { severities, severityWords } from '../../ui/theme/severity.ts'

/** What the server says of a channel beside its readings: what it is compared with, and when it is too old. */
export interface ChannelFacts {
  readonly setPoints: readonly Limit[]
  readonly staleAfterMs: number
}

/** A set point of the value as it is, in the unit of the channel. */
export interface Limit {
  readonly comparison: 'above' | 'below'
  readonly value: number
  readonly severity: Severity
}

/** Of a channel of which the server has not said how often it reports. */
const usuallyStaleMs = 60_000

const units: Record<string, string> = { degC: '°C', '%RH': '% RH', '%vol': '% vol', '%LEL': '% LEL' }

export const unitName = (unit: string | null): string | null => (unit === null ? null : (units[unit] ?? unit))

/** As many decimals as the size of the number deserves, so that its width hardly changes. */
export const valueText = ({ value, unit }: Pick<Latest, 'value' | 'unit'>): string | null => {
  if (typeof value !== 'number') return value
  if (unit === 'ppm') return value.toFixed(value < 10 ? 1 : 0)
  return value.toFixed(unit !== '%vol' || value >= 5 ? 1 : value < 0.1 ? 3 : 2)
}

/** Below its set points normal; what has none, or of which they are not known yet, is only measured. */
export const againstSetPoints = ({ value }: Pick<Latest, 'value'>, limits: readonly Limit[]): Judgement => {
  if (limits.length === 0 || typeof value !== 'number') return { state: 'information', word: 'Measured' }
  const reached = limits.filter((limit) => (limit.comparison === 'above' ? value >= limit.value : value <= limit.value))
  const [worst] = severities.flatMap((severity) => reached.filter((limit) => limit.severity === severity))
  if (!worst) return { state: 'normal' }
  const isFloored = limits.some(({ comparison }) => comparison === 'below')
  const { state } = severityWords[worst.severity]
  if (worst.comparison === 'below') return { state, word: 'Too low' }
  return { state, word: isFloored ? 'Too high' : worst.severity === 'critical' ? 'Above high' : 'Above low' }
}

export const evidenceOf = (
  { online }: Pick<Device, 'online'>,
  latest: Pick<Latest, 'quality' | 'at' | 'receivedAt'>,
  facts?: ChannelFacts,
): Evidence => ({
  online,
  quality: latest.quality,
  at: measuredAt(latest),
  staleAfterMs: facts?.staleAfterMs ?? usuallyStaleMs,
  otherwise: 'normal',
})

/** A reading that may be believed is held against the set points. */
export const believed = (
  evidence: Evidence,
  latest: Pick<Latest, 'value'>,
  old: boolean,
  limits: readonly Limit[],
): Judgement => {
  const judgement = judge(evidence, old)
  return judgement.state === 'normal' ? againstSetPoints(latest, limits) : judgement
}
