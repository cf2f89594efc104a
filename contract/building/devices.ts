// What a device is, whatever it does: identity, place, health and the latest it said.
import { z } from 'zod'
import { command, event, query, type DomainFacts } from '../operation.ts'
import type { Permission } from '../permissions.ts'
import { id, moment, quality } from '../shapes.ts'
import { outOfService } from './device-service.ts'
import { pollSettings } from './polling.ts'
import { deviceKey, type Kind } from './wire.ts'

export {
  managePermission,
  outOfService,
  type OutOfService,
  returnToService,
  takeOutOfService,
} from './device-service.ts'

export const domain: DomainFacts = {
  title: 'Devices',
  shows: ['labels', 'doorSetup', 'sites', 'plans', 'doors'],
  sentences: {
    serviceResumed: ['Returned', 'the device {} to service', 'a device to service'],
  },
}

export const kind = z.enum(['door', 'camera', 'intercom', 'gas', 'counter', 'actuator'])
export type DeviceKind = z.output<typeof kind>

/** The permission that shows devices of a kind, in lists and on sockets alike. */
export const readPermission = {
  door: 'read_doors',
  camera: 'read_live_feed',
  intercom: 'read_intercoms',
  gas: 'view_gas_detection',
  counter: 'view_people_count',
  actuator: 'view_gas_detection',
} as const satisfies Record<DeviceKind, Permission>

/** Messages that devices of one kind only send; the others come from any device. */
export const senderOf: Readonly<Partial<Record<Kind, DeviceKind>>> = {
  state: 'door',
  reading: 'gas',
  count: 'counter',
  total: 'counter',
  call: 'intercom',
  ask: 'door',
  output: 'actuator',
}

export const latest = z.object({
  /** `CO`, `contact`, `in`...: what was measured or reported. */
  channel: z.string(),
  value: z.union([z.number(), z.string(), z.null()]),
  unit: z.string().nullable(),
  quality,
  /** Device time. */
  at: moment,
  /** When the server had stored it. */
  receivedAt: moment,
})
export type Latest = z.output<typeof latest>

export const device = z.object({
  id,
  key: z.string(),
  kind,
  name: z.string(),
  site: z.string(),
  floor: z.string().nullable(),
  zone: z.string().nullable(),
  zoneId: id.nullable(),
  /** null: never heard of. */
  online: z.boolean().nullable(),
  lastSeenAt: moment.nullable(),
  battery: z.number().nullable(),
  signal: z.number().nullable(),
  firmware: z.string().nullable(),
  /** Somebody works at it: nobody is notified of its alarms. null: it is in service. */
  outOfService: outOfService.nullable(),
  latest: z.array(latest),
})
export type Device = z.output<typeof device>

export const list = query('devices.list', 'GET /devices', 'signed-in', {
  sentence: ['Viewed', 'the devices'],
  summary: 'The devices the caller may see, with the latest each one said',
  input: z.object({ kind: kind.optional() }),
  output: z.object({ devices: z.array(device) }),
})

/** Who comes through a gateway, and under which topics. */
export const gatewayTopics = { zigbee2mqtt: 'zigbee2mqtt/#', homeassistant: 'homeassistant/#' } as const

/** On which wire it speaks: Gatehouse's own or somebody else's. */
export const driver = z.enum(['gatehouse', 'zigbee2mqtt', 'shelly', 'homeassistant', 'onvif', 'axis'])

/** Those on which doors speak: counting cameras are none. */
export const doorDrivers = ['gatehouse', 'zigbee2mqtt', 'shelly', 'homeassistant'] as const
export const doorDriver = z.enum(doorDrivers)
export type DoorDriver = z.output<typeof doorDriver>

/** The same, and those that do not connect by themselves: the server polls them. */
export const anyDriver = z.enum([
  'gatehouse',
  'zigbee2mqtt',
  'shelly',
  'homeassistant',
  'onvif',
  'axis',
  'modbus',
  'bacnet',
])

/** What signs in on the broker, and its secret. The name begins with the key or name that was given. */
const credential = { username: z.string(), secret: z.string() }

/** What a device, or the controller of a door, has to be told to get here. The secret is shown once, when it is made. */
export const connection = z.object({
  driver,
  /** The name of the device on its wire. */
  address: z.string(),
  /** null: whatever host the caller found this server under. */
  host: z.string().nullable(),
  port: z.int(),
  /** null: it comes through a gateway, whose credential is another. */
  username: z.string().nullable(),
})
export type Connection = z.output<typeof connection>

export const register = command('devices.register', 'POST /devices', 'manage_integrations', {
  sentence: ['Added', 'the device {}', 'a device'],
  summary: 'Take a device in and make its credential; the secret is shown this once',
  input: z.object({
    /** Its name on the wire; made out of its name where absent. */
    key: deviceKey.optional(),
    kind,
    name: z.string().trim().min(1, 'Give the device a name').max(100, 'This name is too long'),
    siteId: id,
    zoneId: id.optional(),
    /** Of a door: the zone it is entered from; absent: from outside. It leads to `zoneId`. */
    fromZoneId: id.optional(),
    driver: anyDriver.default('gatehouse'),
    /** How its driver knows it; the key itself on Gatehouse's own wire. Of a polled device it is made of its settings. */
    address: z.string().min(1).max(200).optional(),
    /** Of a polled device, and of no other: how it is reached and what is read of it. */
    settings: pollSettings.optional(),
  }),
  /** null: it is polled, and does not connect by itself. */
  output: z.object({
    device,
    connection: connection.nullable(),
    username: z.string().nullable(),
    secret: z.string().nullable(),
  }),
  status: 201,
})

const lineNames = z.array(z.string().min(1).max(100)).max(20)

/** By their names at the camera: counting rules (ONVIF) or scenarios (`Device1Scenario1`, Axis), by which way they count. */
export const counterLines = z.object({ in: lineNames, out: lineNames })
export type CounterLines = z.output<typeof counterLines>

/** As they are set, by whom, and which of them the counter reports. */
export const linesAsSet = counterLines.extend({
  /** Counted up by each change; 0: nobody has set any. */
  version: z.int(),
  changed: z.object({ at: moment, by: z.string() }).nullable(),
  /** Whether lines are set of it at all: a counter of another protocol reports what counts in and what counts out itself. */
  hasLines: z.boolean(),
  /** When each line reported last: of those that are set, and of the last 7 days of those that are not. Newest first. */
  reported: z.array(z.object({ line: z.string(), at: moment })),
})
export type LinesAsSet = z.output<typeof linesAsSet>

export const lines = query('devices.lines', 'GET /devices/{deviceId}/lines', 'manage_integrations', {
  sentence: ['Viewed', 'the counting lines of {}', 'the counting lines of a counter'],
  summary: 'Which counting rules of a camera count people in, and which out; and which of them report',
  output: linesAsSet,
  target: { device: 'deviceId' },
})

export const setLines = command('devices.setLines', 'PUT /devices/{deviceId}/lines', 'manage_integrations', {
  sentence: ['Changed', 'the counting lines of {}', 'the counting lines of a counter'],
  summary: 'Set which counting rules of a camera count people in, and which out; what is named in neither is refused',
  input: counterLines.extend({
    deviceId: id,
    /** Of those that are replaced, as last read: 409 where somebody has changed them since. Absent: whatever they are. */
    version: z.int().optional(),
  }),
  output: linesAsSet,
  target: { device: 'deviceId' },
})

export const rotateCredential = command(
  'devices.rotateCredential',
  'POST /devices/{deviceId}/credential',
  'manage_integrations',
  {
    sentence: ['Gave', 'the device {} a new secret', 'a device a new secret'],
    summary: 'Give a device a new secret; the old one, and whoever is connected with it, is out at once',
    output: z.object(credential),
    target: { device: 'deviceId' },
  },
)

export const introduction = z.object({
  driver,
  address: z.string(),
  kind: kind.nullable(),
  name: z.string(),
  model: z.string().nullable(),
  seenAt: moment,
  /** Of a device taken in before that now describes itself otherwise: nothing of it holds until it is approved. */
  change: z
    .object({
      deviceId: id,
      key: z.string(),
      /** Names exactly what is shown here, for `approveChange`. */
      revision: z.string(),
      differences: z.array(
        z.object({
          part: z.string(),
          field: z.string(),
          before: z.string().nullable(),
          after: z.string().nullable(),
        }),
      ),
    })
    .nullable(),
})

/** What waits for a person. */
export const found = introduction.extend({
  /** Names exactly what is shown here, for `refuse`. */
  revision: z.string(),
})
export type Discovered = z.output<typeof found>

export const discovered = query('devices.discovered', 'GET /devices/discovered', 'manage_integrations', {
  sentence: ['Viewed', 'discovered devices'],
  summary: 'What introduced itself on a foreign wire, or describes itself anew, and waits for a person; newest first',
  output: z.object({ discovered: z.array(found) }),
})

export const approveChange = command(
  'devices.approveChange',
  'POST /devices/{deviceId}/change',
  'manage_integrations',
  {
    sentence: ['Confirmed', 'how the device {} now works', 'how a device now works'],
    summary: 'Connect a device the way it now describes itself; refused when it has changed again meanwhile',
    input: z.object({ deviceId: id, revision: z.string().min(1).max(100) }),
    output: z.object({ deviceId: id }),
    target: { device: 'deviceId' },
  },
)

export const refuse = command('devices.refuse', 'POST /devices/discovered/refuse', 'manage_integrations', {
  sentence: ['Dismissed', 'what {} said of itself', 'what a device said of itself'],
  summary:
    'Not this: what introduced itself, or describes itself anew, is not shown again until it says something else',
  input: z.object({ driver, address: z.string().min(1).max(200), revision: z.string().min(1).max(100) }),
})

export const gateway = z.object({
  /** What it signs in as on the broker. */
  username: z.string(),
  /** The keys of the devices it carries; null: every device of the company. */
  keys: z.array(z.string()).nullable(),
  /** Foreign topics it uses, as MQTT filters. */
  topics: z.array(z.string()),
})
export type Gateway = z.output<typeof gateway>

export const gateways = query('devices.gateways', 'GET /gateways', 'manage_integrations', {
  sentence: ['Viewed', 'the gateways'],
  summary: 'The gateways of the company, without their secrets, by their names',
  output: z.object({ gateways: z.array(gateway) }),
})

export const createGateway = command('devices.createGateway', 'POST /gateways', 'manage_integrations', {
  sentence: ['Added', 'the gateway {}', 'a gateway'],
  summary: 'Make a credential that carries several devices, or a foreign wire; the secret is shown this once',
  input: z.object({
    /** What its user name begins with. */
    name: deviceKey,
    /** What comes through it: topics of that wire are carried beside `topics`. */
    driver: driver.default('gatehouse'),
    /** Keys of the company's devices that it carries; absent: every device of the company. */
    keys: z.array(deviceKey).max(1000).optional(),
    /** Foreign topics it uses, as MQTT filters: `zigbee2mqtt/#`. */
    topics: z.array(z.string().min(1).max(200)).max(50).default([]),
  }),
  output: z.object({ ...credential, connection }),
  status: 201,
})

/** It is out of service, or back. */
export const serviceChanged = event(
  'devices.serviceChanged',
  z.object({ id, key: z.string(), kind, outOfService: outOfService.nullable() }),
  { permission: (d) => readPermission[d.kind], scope: 'device', device: (d) => d.id, touches: true },
)

export const statusChanged = event(
  'devices.statusChanged',
  device.pick({
    id: true,
    key: true,
    kind: true,
    online: true,
    lastSeenAt: true,
    battery: true,
    signal: true,
    firmware: true,
  }),
  { permission: (d) => readPermission[d.kind], scope: 'device', device: (d) => d.id, coalesce: (d) => d.id },
)
