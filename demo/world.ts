// What a demo building is made of: places, devices, people and labels. Plain data, the same for every seed.
import type { DeviceKind } from '@gatehouse/contract/building/devices'
import type { SystemRole } from '@gatehouse/contract/permissions'
import type { GasChannel, gasUnit } from '@gatehouse/contract/building/wire'
import type { z } from 'zod'
import type { Purpose } from '@gatehouse/contract/safety/actuators'
import type { Access } from './access.ts'
import type { FloorPlan } from './plan-drawing.ts'
import type { Response } from './response.ts'
import type { Troubles } from './troubles.ts'

export interface World {
  /** `meridian-tower`: names the company in settings and seeds. */
  readonly key: string
  readonly company: string
  /** Shown to everybody without signing in: its people are never stored, only what its devices say. */
  readonly tour?: true
  /** At weekends it is as busy as on other days. */
  readonly openDaily?: true
  readonly timeZone: string
  readonly site: string
  readonly floors: readonly Floor[]
  readonly zones: readonly Zone[]
  readonly labels: readonly Label[]
  readonly doors: readonly Door[]
  readonly cameras: readonly Camera[]
  readonly intercoms: readonly Intercom[]
  readonly detectors: readonly Detector[]
  readonly counters: readonly Counter[]
  /** Fans, horns and strobes; absent: none. */
  readonly actuators?: readonly Actuator[]
  /** Which of them are on while which alarms are present. */
  readonly effects?: readonly Effect[]
  readonly people: readonly Person[]
  /** Cards of earlier years: known, no longer valid. */
  readonly expiredCredentials: readonly string[]
  /** Cards that are kept from opening anything for a while. */
  readonly suspendedCredentials?: readonly string[]
  /** The plans of its floors, by their keys. */
  readonly plans?: Readonly<Record<string, FloorPlan>>
  /** Who may go where; absent: nobody has set that up. */
  readonly access?: Access
  /** What went wrong here; absent: nothing but the incident. */
  readonly troubles?: Troubles
  /** How alarms are answered here; absent: there are none. */
  readonly response?: Response
}

export interface Floor {
  readonly key: string
  readonly name: string
  readonly level: number
}

/** What people do in a zone, in the words of occupancy load factors. */
export type Use = 'standing' | 'tables' | 'business' | 'classroom' | 'parking' | 'storage' | 'equipment'

export interface Zone {
  readonly key: string
  readonly name: string
  readonly floor: string
  readonly use: Use
  /** Square metres. */
  readonly area: number
}

/** Marks zones; who holds it among the demo accounts is said by the person's account. */
export interface Label {
  readonly name: string
  readonly zones: readonly string[]
}

interface Placed {
  /** Its name on the wire; unique over all demo companies. */
  readonly key: string
  readonly name: string
  /** Key of the zone it stands in; a door's is the one it leads to. */
  readonly zone: string
  /** Per cent lost a day; absent: mains. */
  readonly batteryPerDay?: number
}

export interface Door extends Placed {
  /** null: outside. An entry goes from `from` to `to`, an exit back. */
  readonly from: string | null
  readonly to: string
  readonly perimeter: boolean
  /** Only those whose `mayEnter` holds the zone get in. */
  readonly restricted?: boolean
  /** Cars pass here. */
  readonly vehicles?: boolean
  /** Opened from the inside in an emergency; nobody's way. */
  readonly emergency?: boolean
}

export interface Camera extends Placed {
  /** The door it looks at. */
  readonly watches: string
}

export interface Intercom extends Placed {
  readonly door: string
}

export interface Counter extends Placed {
  readonly door: string
}

export interface Actuator extends Placed {
  readonly purpose: Purpose
  /** Off by itself after so many seconds; absent: it stays on for as long as it is wanted. */
  readonly longestOnSeconds?: number
}

export interface Effect {
  readonly name: string
  /** Alarm rules by the names that every company begins with, at devices of these zones. */
  readonly rules: readonly string[]
  readonly zones: readonly string[]
  /** By their keys. */
  readonly actuators: readonly string[]
  readonly delaySeconds: number
  readonly runOnSeconds: number
}

export interface Detector extends Placed {
  readonly channels: readonly Channel[]
}

/** One measured gas, and how it behaves in this place. */
export interface Channel {
  readonly channel: GasChannel
  readonly unit: z.output<typeof gasUnit>
  readonly normal: number
  /** Quick scatter and slow wander about the normal value. */
  readonly scatter: number
  readonly wander: number
  readonly decimals: number
  /** What drives it up: cars that move, or people who meet in the room. */
  readonly follows?: 'cars' | 'meetings'
  /** Rise per car, or per person and minute. */
  readonly gain?: number
  /** Minutes in which the air changes once. */
  readonly airChange?: number
  /** Highest value of an incident or a staged leak. */
  readonly leak?: number
}

export type Rhythm = 'office' | 'guard' | 'cleaner' | 'early'

export interface Person {
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly job: string
  readonly department: string
  readonly credential: string
  readonly rhythm: Rhythm
  /** Usual hours, minutes after local midnight. */
  readonly starts: number
  readonly ends: number
  /** Zone of work. */
  readonly home: string
  /** The perimeter door of the way to work. */
  readonly arrivesBy: string
  /** Restricted zones this person may enter. */
  readonly mayEnter: readonly string[]
  /** A demo account that can sign in. */
  readonly account?: { readonly role: SystemRole; readonly labels: readonly string[] }
}

export interface WorldDevice {
  readonly key: string
  readonly kind: DeviceKind
  readonly name: string
  readonly zone: string
  readonly floor: string
  readonly batteryPerDay: number | null
}

/** Every device of a building, doors first. */
export const devicesOf = (world: World): WorldDevice[] => {
  const floors = new Map(world.zones.map((z) => [z.key, z.floor]))
  const as = (kind: DeviceKind) => (d: Placed) => ({
    key: d.key,
    kind,
    name: d.name,
    zone: d.zone,
    floor: floors.get(d.zone) ?? '',
    batteryPerDay: d.batteryPerDay ?? null,
  })
  return [
    ...world.doors.map(as('door')),
    ...world.cameras.map(as('camera')),
    ...world.intercoms.map(as('intercom')),
    ...world.detectors.map(as('gas')),
    ...world.counters.map(as('counter')),
    ...(world.actuators ?? []).map(as('actuator')),
  ]
}
