// One building on the wire: a device for each of its own, and what they can be made to do.
import type { Message } from '@gatehouse/contract/wire'
import { healthAt, type ReadingRow } from '@gatehouse/demo/rows'
import { devicesOf, type World } from '@gatehouse/demo/world'
import { commandTaker } from './commands.ts'
import { type Device, startDevice } from './device.ts'
import { createDoor, type Door } from './door.ts'

export interface Building {
  readonly world: World
  readonly devices: ReadonlyMap<string, Device>
  readonly doors: ReadonlyMap<string, Door>
  /** Staged air: readings pass here before they are said. By device and channel. */
  readonly staged: Map<string, (reading: ReadingRow) => ReadingRow>
  /** When a door last said that something happened at it. */
  lastDoorEvent: number
  /** Has a door live through an event. */
  playDoor(key: string, event: Message<'event'>): void
  /** The same, at this moment. */
  atDoor(key: string, type: string, more?: Record<string, unknown>): void
  stop(): void
}

export interface BuildingParts {
  readonly world: World
  readonly url: string
  readonly credentials: ReadonlyMap<string, string>
  readonly trouble: (key: string, error: Error) => void
}

/** All devices of a building connect within this time, not in one instant. */
const spread = 2000
const healthEvery = 15_000

export const startBuilding = ({ world, url, credentials, trouble }: BuildingParts): Building => {
  const all = devicesOf(world)
  const devices = new Map<string, Device>()
  const doors = new Map<string, Door>()
  let told = 0
  for (const [index, identity] of all.entries()) {
    const password = credentials.get(identity.key)
    if (password === undefined) continue
    const take = commandTaker((command) => {
      const door = doors.get(identity.key)
      return door ? door.obey(command) : `a ${identity.kind} device takes no commands`
    })
    const device = startDevice({
      device: identity,
      url,
      password,
      after: Math.round((index / all.length) * spread),
      connected: () => {
        device.tell('status', healthAt(identity, index, Date.now()))
        doors.get(identity.key)?.report()
      },
      command: take,
      trouble,
    })
    devices.set(identity.key, device)
    if (identity.kind === 'door') doors.set(identity.key, createDoor(device))
  }
  const health = setInterval(() => {
    for (const [index, identity] of all.entries())
      devices.get(identity.key)?.tell('status', healthAt(identity, index, Date.now()))
  }, healthEvery)

  const building: Building = {
    world,
    devices,
    doors,
    staged: new Map(),
    lastDoorEvent: Date.now(),
    playDoor: (key, event) => {
      building.lastDoorEvent = Date.now()
      doors.get(key)?.play(event)
    },
    atDoor: (key, type, more = {}) =>
      building.playDoor(key, {
        ...more,
        type,
        id: `staged-${Date.now().toString(36)}-${(told++).toString(36)}`,
        at: new Date().toISOString(),
      }),
    stop: () => {
      clearInterval(health)
      for (const door of doors.values()) door.stop()
      for (const device of devices.values()) device.cut()
    },
  }
  return building
}
