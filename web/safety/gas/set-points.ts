// Default set points of the gas channels (Industrial Scientific defaults), drawn as lines and named beside a value.
import type { GasChannel } from '@gatehouse/contract/building/wire'

export interface SetPoints {
  readonly low: number
  readonly high: number
  /** Oxygen alarms when it is too little as well: `low` is then a floor. */
  readonly lowIsFloor?: boolean
}

const percentVolume = 10_000

const defaults: Partial<Record<GasChannel, SetPoints & { unit: string }>> = {
  CO: { low: 35, high: 70, unit: 'ppm' },
  H2S: { low: 10, high: 20, unit: 'ppm' },
  O2: { low: 19.5, high: 23.5, unit: '%vol', lowIsFloor: true },
  LEL: { low: 10, high: 20, unit: '%LEL' },
  CO2: { low: 0.5, high: 1, unit: '%vol' },
  NO2: { low: 3, high: 6, unit: 'ppm' },
  SO2: { low: 2, high: 4, unit: 'ppm' },
  NH3: { low: 25, high: 50, unit: 'ppm' },
}

/** The set points of a channel in the unit it reports in; null where none apply. */
export const setPointsOf = (channel: string, unit: string | null): SetPoints | null => {
  const found = Object.entries(defaults).find(([name]) => name === channel)?.[1]
  if (!found) return null
  const { low, high, lowIsFloor = false } = found
  if (unit === found.unit) return { low, high, lowIsFloor }
  if (unit === 'ppm' && found.unit === '%vol') {
    return { low: low * percentVolume, high: high * percentVolume, lowIsFloor }
  }
  if (unit === '%vol' && found.unit === 'ppm') {
    return { low: low / percentVolume, high: high / percentVolume, lowIsFloor }
  }
  return null
}
