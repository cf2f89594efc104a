// Doors that need a person: in alarm, tampered with, faulty.
import type { Device } from '@gatehouse/contract/devices'
import type { Attention } from '../ui/attention-list.tsx'
import { needsSomebody, viewDoor } from './door-state.ts'

export const doorsNeeding = (devices: readonly Device[]): Attention[] =>
  devices.flatMap((device) => {
    if (device.kind !== 'door' || !needsSomebody(device)) return []
    const { state, word, at } = viewDoor(device)
    return [{ key: `door ${device.id}`, state, word, what: device.name, where: placeOf(device), at, door: device }]
  })

const placeOf = ({ zone, floor, site }: Device) => [zone, floor, site].filter(Boolean).slice(0, 2).join(', ')
