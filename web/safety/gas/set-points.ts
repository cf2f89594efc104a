// Default set points of the gas channels (Industrial Scientific defaults), drawn as lines and named beside a value.
import type { GasChannel, GasUnit } from '@gatehouse/contract/building/wire'

export interface SetPoints {
  readonly low: number
  readonly high: number
  /** Oxygen alarms when it is too little as well: `low` is then a floor. */
  readonly lowIsFloor?: boolean
}

/** In the unit that the server stores the channel in. */
const defaults: Partial<Record<GasChannel, SetPoints & { readonly unit: GasUnit }>> = {
  CO: { low: 35, high: 70, unit: 'ppm' },
  H2S: { low: 10, high: 20, unit: 'ppm' },
  O2: { low: 19.5, high: 23.5, unit: '%vol', lowIsFloor: true },
  LEL: { low: 10, high: 20, unit: '%LEL' },
  CO2: { low: 0.5, high: 1, unit: '%vol' },
  NO2: { low: 3, high: 6, unit: 'ppm' },
  SO2: { low: 2, high: 4, unit: 'ppm' },
  NH3: { low: 25, high: 50, unit: 'ppm' },
}

/** The set points of a channel; null where none apply. */
export const setPointsOf = (channel: string, unit: string | null): SetPoints | null => {
  const found = Object.entries(defaults).find(([name]) => name === channel)?.[1]
  if (!found || found.unit !== unit) return null
  const { low, high, lowIsFloor = false } = found
  return { low, high, lowIsFloor }
}
