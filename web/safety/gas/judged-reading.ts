// A reading judged at a moment, and what its set points are in a small trend.
import type { Device, Latest } from '@gatehouse/contract/building/devices'
import { type Judgement, isOld } from '../../ui/feedback/honest-state.ts'
import { severityWords } from '../../ui/theme/severity.ts'
import { believed, type ChannelFacts, evidenceOf, type Limit } from './gas-state.ts'

/** Everything that can be said of a reading at a moment. */
export const judgeReading = (
  device: Pick<Device, 'online'>,
  latest: Latest,
  facts: ChannelFacts | undefined,
  now: number,
): Judgement => {
  const evidence = evidenceOf(device, latest, facts)
  return believed(evidence, latest, isOld(evidence, now), facts?.setPoints ?? [])
}

/** Whether the axis of a channel begins at nought: not where too little is asked about as well. */
export const isZeroBased = (limits: readonly Limit[]): boolean =>
  limits.length > 0 && limits.every(({ comparison }) => comparison === 'above')

/** Of a small trend. */
export const linesOf = (limits: readonly Limit[]) =>
  limits.map(({ value, severity }) => ({ y: value, state: severityWords[severity].state }))
