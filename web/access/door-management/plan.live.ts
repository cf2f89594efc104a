// How live events correct the plan that is looked at.
import * as devices from '@gatehouse/contract/building/devices'
import * as doors from '@gatehouse/contract/access/doors'
import * as gas from '@gatehouse/contract/safety/gas'
import * as plans from '@gatehouse/contract/building/plans'
import type { Placed } from '@gatehouse/contract/building/plans'
import type { Device } from '@gatehouse/contract/building/devices'
import { applyStatuses } from '../../building/devices/devices.live.ts'
import { applyStates } from '../doors/doors.live.ts'
import { applyReadings } from '../../safety/gas/gas.live.ts'
import { corrects } from '../../kit/live/live-cache.ts'

export const planLive = [
  corrects(plans.byFloor, devices.statusChanged, (answer, statuses) => ({
    ...answer,
    devices: whereTheyWere(answer.devices, (list) => applyStatuses(list, statuses)),
  })),
  corrects(plans.byFloor, doors.changed, (answer, states) => ({
    ...answer,
    devices: whereTheyWere(answer.devices, (list) => applyStates(list, states)),
  })),
  corrects(plans.byFloor, gas.recorded, (answer, readings) => ({
    ...answer,
    devices: whereTheyWere(answer.devices, (list) => applyReadings(list, readings)),
  })),
]

/** What is not changed stays the same object, so that only what changed is drawn again. */
const whereTheyWere = (placed: readonly Placed[], apply: (list: readonly Device[]) => readonly Device[]): Placed[] => {
  const after = apply(placed)
  return placed.map((before, n) => {
    const device = after[n]
    if (!device || device === before) return before
    const { x, y, rotation } = before
    return { ...device, x, y, rotation }
  })
}
