// How live events correct the list of devices: on and off line, battery, signal.
import * as devices from '@gatehouse/contract/building/devices'
import type { Device } from '@gatehouse/contract/building/devices'
import type { Payload } from '@gatehouse/contract/operation'
import { corrects, refetchesWhen } from '../../kit/live/live-cache.ts'
import { later } from '../../kit/age.ts'

type Status = Payload<typeof devices.statusChanged>

export const devicesLive = [
  corrects(devices.list, devices.statusChanged, (answer, statuses) => ({
    devices: applyStatuses(answer.devices, statuses),
  })),
  // A device nobody had heard of: its name and place come with the list.
  refetchesWhen(devices.list, devices.statusChanged, (answer, { id }) => answer.devices.every((d) => d.id !== id)),
]

/** The devices with what they last said of themselves. */
export const applyStatuses = (list: readonly Device[], statuses: readonly Status[]): Device[] => {
  const byId = new Map(statuses.map((status) => [status.id, status]))
  return list.map((device) => {
    const status = byId.get(device.id)
    return status ? { ...device, ...status, lastSeenAt: later(device.lastSeenAt, status.lastSeenAt) } : device
  })
}
