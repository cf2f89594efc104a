// One building on the wire: a device for each of its own, and what they can be made to do.
import { type Message, spoken } from '@gatehouse/contract/building/wire'
import { healthAt, type ReadingRow } from '@gatehouse/demo/rows'
import { devicesOf, type World } from '@gatehouse/demo/world'
import { createAccessList } from './access-list.ts'
import { type Actuator, createActuator } from './actuator.ts'
import { commandTaker } from './commands.ts'
import { type Device, startDevice } from './device.ts'
import { createDoor, type Door, type Presented } from './door.ts'
import type { Manner } from './manners.ts'
import type { Whereabouts } from './whereabouts.ts'

export interface Building {
  readonly world: World
  readonly devices: ReadonlyMap<string, Device>
  readonly doors: ReadonlyMap<string, Door>
  /** Staged air: readings pass here before they are said. By device and channel. */
  readonly staged: Map<string, (reading: ReadingRow) => ReadingRow>
  /** Counters that are staged to miss people: what they say of those who really passed. */
  readonly miscounts: Map<string, (passed: Counted) => Counted>
  /** Doors that are staged to be difficult with commands. */
  readonly manners: Map<string, { readonly manner: Manner; readonly slowSeconds: number }>
  /** Where everybody is, once the days of the building are played. */
  whereabouts: Whereabouts | null
  /** When a door last said that something happened at it. */
  lastDoorEvent: number
  /** Has a door live through an event. */
  playDoor(key: string, event: Message<'event'>): void
  /** The same, at this moment. */
  atDoor(key: string, type: string, more?: Record<string, unknown>): void
  /** People pass a counter, at this moment. */
  count(key: string, passed: Counted & Readonly<Record<string, unknown>>): void
  /** Somebody shows something to the reader of a door, at this moment. */
  atReader(key: string, shown: Omit<Presented, 'id' | 'at'>): void
  stop(): void
}

export interface Counted {
  readonly in: number
  readonly out: number
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
  const actuators = new Map<string, Actuator>()
  const manners: Building['manners'] = new Map()
  const pins = pinsOf(world)
  // A door that says which list it holds, none at first, is brought one.
  const listOf = (key: string) => {
    const door = doors.get(key)
    return door ? { accessList: door.list.version() } : {}
  }
  let commanded = 0
  const stamp = () => ({
    id: `staged-${Date.now().toString(36)}-${(commanded++).toString(36)}`,
    at: new Date().toISOString(),
  })
  for (const [index, identity] of all.entries()) {
    const password = credentials.get(identity.key)
    if (password === undefined) continue
    const take = commandTaker(
      (command) => {
        const able = doors.get(identity.key) ?? actuators.get(identity.key)
        return able ? able.obey(command) : `a ${identity.kind} device takes no commands`
      },
      () => manners.get(identity.key),
    )
    const reportHealth = () =>
      device.report('status', { ...healthAt(identity, index, Date.now()), ...listOf(identity.key) })
    const device = startDevice({
      device: identity,
      url,
      password,
      after: Math.round((index / all.length) * spread),
      subscribes: identity.kind === 'door' ? spoken : ['command'],
      connected: () => {
        reportHealth()
        doors.get(identity.key)?.report()
        actuators.get(identity.key)?.report()
      },
      received: (_device, kind, payload) => {
        const door = doors.get(identity.key)
        if (kind === 'command') take(device, payload)
        else if (kind === 'decision') door?.receive(payload)
        else if (door?.list.take(payload)) reportHealth()
      },
      trouble,
    })
    devices.set(identity.key, device)
    if (identity.kind === 'door')
      doors.set(identity.key, createDoor(device, createAccessList(), asking(world, identity.key), pins))
    if (identity.kind === 'actuator') actuators.set(identity.key, createActuator(device))
  }
  const health = setInterval(() => {
    for (const [index, identity] of all.entries())
      devices.get(identity.key)?.report('status', { ...healthAt(identity, index, Date.now()), ...listOf(identity.key) })
  }, healthEvery)

  const building: Building = {
    world,
    devices,
    doors,
    staged: new Map(),
    miscounts: new Map(),
    manners,
    whereabouts: null,
    lastDoorEvent: Date.now(),
    playDoor: (key, event) => {
      building.lastDoorEvent = Date.now()
      doors.get(key)?.play(event)
    },
    atDoor: (key, type, more = {}) => building.playDoor(key, { ...more, type, ...stamp() }),
    count: (key, passed) => {
      const counted = { ...passed, ...building.miscounts.get(key)?.(passed) }
      if (counted.in + counted.out > 0) devices.get(key)?.report('count', counted)
    },
    atReader: (key, shown) => {
      building.lastDoorEvent = Date.now()
      doors.get(key)?.present({ ...shown, ...stamp() })
    },
    stop: () => {
      clearInterval(health)
      for (const door of doors.values()) door.stop()
      for (const actuator of actuators.values()) actuator.stop()
      for (const device of devices.values()) device.cut()
    },
  }
  return building
}

const asking = ({ access }: World, door: string) => access?.doors[door]?.asks === true

/** What people of the building type besides showing their card; no one else's digits are known here. */
const pinsOf = ({ people, access }: World) => {
  const digits = new Map(
    (access?.held ?? []).flatMap(({ email, kind, value, duress }) =>
      kind === 'pin' && value !== undefined && !duress ? [[email, value] as const] : [],
    ),
  )
  const known = new Map(people.map(({ credential, email }) => [credential, digits.get(email)]))
  return (credential: string) => known.get(credential)
}
