// Doors that need a person: in alarm, tampered with, faulty.
import type { Device } from '@gatehouse/contract/building/devices'
import { type Attention, worstFirst } from '../../ui/feedback/attention-list.tsx'
import { placeOf } from './door-parts.ts'
import { needsSomebody, viewDoor } from './door-state.ts'

export const doorsNeeding = (devices: readonly Device[]): Attention[] =>
  devices.flatMap((device) => {
    if (device.kind !== 'door' || !needsSomebody(device)) return []
    const { state, word, at } = viewDoor(device)
    return [{ key: `door ${device.id}`, state, word, what: device.name, where: placeOf(device), at, door: device }]
  })

/** Those in alarm before all others, the worst of them first; what is alike stays in its order. */
export const alarmsFirst = (doors: readonly Device[]): Device[] => {
  const { first = [], rest = [] } = Object.groupBy(doors, (door) => (needsSomebody(door) ? 'first' : 'rest'))
  return [...first.toSorted((a, b) => worstFirst(viewDoor(a).state, viewDoor(b).state)), ...rest]
}
