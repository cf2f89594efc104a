// What a door reported, as devices have it, and where it is.
import type { Device, Latest } from '@gatehouse/contract/building/devices'
import type { DoorState } from '@gatehouse/contract/access/doors'

const parts = ['mode', 'lock', 'contact', 'alarm', 'tamper', 'fault'] as const

/** Part by part. */
export const latestOf = (state: Pick<DoorState, (typeof parts)[number] | 'at' | 'receivedAt'>): Latest[] => {
  const { at, receivedAt } = state
  return parts.map((channel) => ({ channel, value: state[channel], unit: null, quality: 'good', at, receivedAt }))
}

/** Where it is, the nearest first. */
export const placeOf = ({ zone, floor, site }: Pick<Device, 'zone' | 'floor' | 'site'>): string =>
  [zone, floor, site].filter(Boolean).slice(0, 2).join(', ')
