// What a gas reading means in the product's vocabulary. Readings only: alarms that latch belong to the alarm system.
import type { Device, Latest } from '@gatehouse/contract/building/devices'
import type { GasChannel } from '@gatehouse/contract/building/wire'
import { measuredAt } from '../../kit/age.ts'
import { type Evidence, type Judgement, isOld, judge } from '../../ui/feedback/honest-state.ts'
import { setPointsOf } from './set-points.ts'

export const staleAfterMs = 60_000

const names: Record<GasChannel, string> = {
  CO: 'CO',
  LEL: 'LEL',
  CO2: 'CO₂',
  O2: 'O₂',
  H2S: 'H₂S',
  NO2: 'NO₂',
  SO2: 'SO₂',
  NH3: 'NH₃',
  VOC: 'VOC',
  temperature: 'Temperature',
  humidity: 'Humidity',
}

const units: Record<string, string> = { degC: '°C', '%RH': '% RH', '%vol': '% vol', '%LEL': '% LEL' }

export const isGasChannel = (channel: string): channel is GasChannel => Object.hasOwn(names, channel)

export const channelName = (channel: string): string => (isGasChannel(channel) ? names[channel] : channel)

export const unitName = (unit: string | null): string | null => (unit === null ? null : (units[unit] ?? unit))

/** As many decimals as the size of the number deserves, so that its width hardly changes. */
export const valueText = ({ value, unit }: Pick<Latest, 'value' | 'unit'>): string | null => {
  if (typeof value !== 'number') return value
  if (unit === 'ppm') return value.toFixed(value < 10 ? 1 : 0)
  return value.toFixed(unit !== '%vol' || value >= 5 ? 1 : value < 0.1 ? 3 : 2)
}

/** Against the default set points: below them normal; what has none is only measured. */
const againstSetPoints = ({ channel, value, unit }: Latest): Judgement => {
  const points = setPointsOf(channel, unit)
  if (!points || typeof value !== 'number') return { state: 'information', word: 'Measured' }
  if (points.lowIsFloor) {
    if (value <= points.low) return { state: 'critical', word: 'Too low' }
    if (value >= points.high) return { state: 'critical', word: 'Too high' }
    return { state: 'normal' }
  }
  if (value >= points.high) return { state: 'critical', word: 'Above high' }
  if (value >= points.low) return { state: 'high', word: 'Above low' }
  return { state: 'normal' }
}

export const evidenceOf = ({ online }: Pick<Device, 'online'>, latest: Latest): Evidence => ({
  online,
  quality: latest.quality,
  at: measuredAt(latest),
  staleAfterMs,
  otherwise: 'normal',
})

/** Everything that can be said of a reading at a moment. */
export const judgeReading = (device: Pick<Device, 'online'>, latest: Latest, now: number): Judgement => {
  const evidence = evidenceOf(device, latest)
  return believed(evidence, latest, isOld(evidence, now))
}

/** A reading that may be believed is held against the set points. */
export const believed = (evidence: Evidence, latest: Latest, old: boolean): Judgement => {
  const judgement = judge(evidence, old)
  return judgement.state === 'normal' ? againstSetPoints(latest) : judgement
}
