// Default set points of the gas channels (Industrial Scientific defaults), drawn as lines and named beside a value.
import type { GasChannel } from '@gatehouse/contract/building/wire'
import { convertGas, unitsOfChannel } from '@gatehouse/contract/safety/gas-units'
import { unitOfGas } from '@gatehouse/contract/safety/measures'

export interface SetPoints {
  readonly low: number
  readonly high: number
  /** Oxygen alarms when it is too little as well: `low` is then a floor. */
  readonly lowIsFloor?: boolean
}

/** In the unit of the channel. */
const defaults: Partial<Record<GasChannel, SetPoints>> = {
  CO: { low: 35, high: 70 },
  H2S: { low: 10, high: 20 },
  O2: { low: 19.5, high: 23.5, lowIsFloor: true },
  LEL: { low: 10, high: 20 },
  CO2: { low: 0.5, high: 1 },
  NO2: { low: 3, high: 6 },
  SO2: { low: 2, high: 4 },
  NH3: { low: 25, high: 50 },
}

const hasDefaults = (channel: string): channel is GasChannel => Object.hasOwn(defaults, channel)

/** The set points of a channel in the unit it reports in; null where none apply. */
export const setPointsOf = (channel: string, unit: string | null): SetPoints | null => {
  if (!hasDefaults(channel)) return null
  const found = defaults[channel]
  const to = unitsOfChannel[channel].find((known) => known === unit)
  if (!found || !to) return null
  const low = convertGas(channel, found.low, unitOfGas[channel], to, {})
  const high = convertGas(channel, found.high, unitOfGas[channel], to, {})
  if ('missing' in low || 'missing' in high) return null
  return { low: low.value, high: high.value, lowIsFloor: found.lowIsFloor ?? false }
}
