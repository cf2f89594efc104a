// Doors being set up: found or typed in, connected, tried out.
import { z } from 'zod'
import { connection, device, doorDriver, driver, found } from '../building/devices.ts'
import { command, query, type DomainFacts } from '../operation.ts'
import { id, moment } from '../shapes.ts'
import { deviceKey } from '../building/wire.ts'

export const domain: DomainFacts = { title: 'Doors being set up' }

export type { Discovered } from '../building/devices.ts'

const place = {
  name: z.string().trim().min(1, 'Give the door a name').max(100, 'This name is too long'),
  siteId: id,
  /** The zone it leads to. */
  zoneId: id.nullable(),
  /** The zone it is entered from; null: from outside. */
  fromZoneId: id.nullable(),
}

export const discovered = query('doorSetup.discovered', 'GET /door-setup/discovered', 'manage_doors', {
  sentence: ['Viewed', 'discovered doors'],
  summary: 'What introduced itself on a foreign wire and may be a door, and doors that describe themselves anew',
  output: z.object({ discovered: z.array(found) }),
})

export const add = command('doorSetup.add', 'POST /doors', 'manage_doors', {
  sentence: ['Added', 'the door {}', 'a door'],
  summary: 'Take a door in, found or typed in; its secret, where it has one of its own, is shown this once',
  input: z.object({
    ...place,
    zoneId: place.zoneId.default(null),
    fromZoneId: place.fromZoneId.default(null),
    /** Its name on the wire; made out of its name where absent. */
    key: deviceKey.optional(),
    driver: doorDriver.default('gatehouse'),
    /** How its driver knows it; the key itself on Gatehouse's own wire. */
    address: z.string().trim().min(1).max(200).optional(),
  }),
  output: z.object({ device, connection, secret: z.string().nullable() }),
  status: 201,
})

export const relocate = command('doorSetup.relocate', 'PUT /doors/{doorId}/place', 'manage_doors', {
  sentence: ['Changed', 'the name or the place of {}', 'the name or the place of a door'],
  summary: 'Rename a door, or say anew where it stands and what it leads to',
  input: z.object({ doorId: id, ...place }),
  output: z.object({ device }),
  target: { device: 'doorId' },
})

/** How a Shelly is wired to its door. */
export const wiring = z.object({
  relay: z.int().min(0).max(15),
  /** What the door is while the relay is on: a strike unlocks then, a magnet locks. */
  energised: z.enum(['unlocked', 'locked']),
  /** The input the door's contact is wired to; null: it has none. */
  contact: z
    .object({ input: z.int().min(0).max(15), /** What it says while the door is shut. */ closedWhen: z.boolean() })
    .nullable(),
  /** A motor gate or roller shutter, which is worked instead of the relay; null: a lock. */
  cover: z.int().min(0).max(3).nullable(),
})
export type Wiring = z.output<typeof wiring>

export const rewire = command('doorSetup.rewire', 'PUT /doors/{doorId}/wiring', 'manage_doors', {
  sentence: ['Changed', 'how {} is wired', 'how a door is wired'],
  summary: 'Say how a Shelly is wired to its door: which relay works the lock, and where the contact is',
  input: wiring.extend({ doorId: id }),
  output: z.object({ wiring }),
  target: { device: 'doorId' },
})

export const renewSecret = command('doorSetup.renewSecret', 'POST /doors/{doorId}/secret', 'manage_doors', {
  sentence: ['Gave', 'the door {} a new secret', 'a door a new secret'],
  summary: 'Give a door’s controller a new secret; the old one, and whoever is connected with it, is out at once',
  output: z.object({ connection, secret: z.string() }),
  target: { device: 'doorId' },
})

/** Who comes through a gateway. */
export const gatewayDrivers = ['zigbee2mqtt', 'homeassistant'] as const

export const addGateway = command('doorSetup.addGateway', 'POST /door-setup/gateways', 'manage_doors', {
  sentence: ['Added', 'the gateway {} for doors of another wire', 'a gateway for doors of another wire'],
  summary:
    'A credential for a bridge that carries doors of another wire; it carries those that are added, and no others',
  input: z.object({
    driver: z.enum(gatewayDrivers),
    /** What its user name begins with. */
    name: deviceKey,
    /** Of Home Assistant: where else its devices speak, as MQTT filters. */
    topics: z.array(z.string().min(1).max(200)).max(20).default([]),
  }),
  output: z.object({ connection, secret: z.string() }),
  status: 201,
})

export const refuse = command('doorSetup.refuse', 'POST /door-setup/refuse', 'manage_doors', {
  sentence: ['Dismissed', 'what {} said of itself', 'what a device said of itself'],
  summary: 'Not this: what introduced itself, or the change of a door, is not shown again until it says something else',
  input: z.object({ driver, address: z.string().min(1).max(200), revision: z.string().min(1).max(100) }),
})

export const approve = command('doorSetup.approve', 'POST /doors/{doorId}/change', 'manage_doors', {
  sentence: ['Confirmed', 'how {} now works', 'how a door now works'],
  summary: 'Connect a door the way it now describes itself; refused when it has changed again meanwhile',
  input: z.object({ doorId: id, revision: z.string().min(1).max(100) }),
  target: { device: 'doorId' },
})

export const checklist = query('doorSetup.checklist', 'GET /doors/{doorId}/checklist', 'manage_doors', {
  sentence: ['Viewed', 'how far a door has got'],
  summary: 'How far a door has got: whether it has connected, what it last said, what of it was not understood',
  output: z.object({
    connection,
    /** Of a Shelly; null: of any other. */
    wiring: wiring.nullable(),
    /** Of those that come through one: how many gateways there are for it. */
    gateways: z.int(),
    /** null: it has never been heard of. */
    status: z.object({ online: z.boolean(), lastSeenAt: moment }).nullable(),
    state: z
      .object({ at: moment, receivedAt: moment, mode: z.string(), lock: z.string(), contact: z.string() })
      .nullable(),
    /** The newest of the last day that its controller sent and nobody could read. */
    quarantined: z
      .object({ receivedAt: moment, topic: z.string(), payload: z.string(), reason: z.string() })
      .nullable(),
    command: z
      .object({ id, asked: z.string(), status: z.string(), detail: z.string().nullable(), requestedAt: moment })
      .nullable(),
  }),
  target: { device: 'doorId' },
})
