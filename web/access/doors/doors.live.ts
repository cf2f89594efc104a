// How live events correct what is known of doors.
import * as devices from '@gatehouse/contract/building/devices'
import type { Device } from '@gatehouse/contract/building/devices'
import * as doors from '@gatehouse/contract/access/doors'
import type { DoorState } from '@gatehouse/contract/access/doors'
import { later } from '../../kit/age.ts'
import { corrects } from '../../kit/live/live-cache.ts'
import { latestOf } from './door-parts.ts'

export const doorsLive = [
  corrects(devices.list, doors.changed, (answer, states) => ({ devices: applyStates(answer.devices, states) })),
]

/** The doors with their newest states; a state older than the one known changes nothing. */
export const applyStates = (list: readonly Device[], states: readonly DoorState[]): Device[] => {
  const byId = new Map<string, DoorState>()
  for (const state of states) {
    const known = byId.get(state.deviceId)
    if (!known || Date.parse(state.at) >= Date.parse(known.at)) byId.set(state.deviceId, state)
  }
  return list.map((device) => {
    const state = byId.get(device.id)
    const knownAt = device.latest.find(({ channel }) => channel === 'mode')?.at
    if (!state || (knownAt !== undefined && Date.parse(knownAt) > Date.parse(state.at))) return device
    return { ...device, latest: latestOf(state), lastSeenAt: later(device.lastSeenAt, state.receivedAt) }
  })
}
