// Devices that the server polls itself, over Modbus TCP, Modbus RTU in TCP, and BACnet/IP: how each is reached, what is read
// of it, and how its connection is.
import { z } from 'zod'
import { command, query, type DomainFacts } from '../operation.ts'
import { id, moment, quality } from '../shapes.ts'
import { registerMap, unitFault } from './register-map.ts'
import { gasChannel, gasUnit } from './wire.ts'

export const domain: DomainFacts = { title: 'Polled devices', shows: ['devices'] }

/** The drivers of devices that do not connect by themselves: this server asks them. */
export const polledDriver = z.enum(['modbus', 'bacnet'])
export type PolledDriver = z.output<typeof polledDriver>

/** An address or a name, without a port. */
const host = z
  .string()
  .trim()
  .min(1, 'Enter the address of the device')
  .max(200)
  .regex(/^[A-Za-z0-9]([A-Za-z0-9.:-]*[A-Za-z0-9])?$/, 'An address or a host name, without a port')

const pace = {
  /** Seconds between two polls. */
  intervalSeconds: z.int().min(1).max(60).default(5),
  /** How long one answer may take, in milliseconds. */
  timeoutMs: z.int().min(100).max(10_000).default(1000),
  /** After so many polls in a row without an answer the device counts as offline, and its channels as faulty. */
  failuresAllowed: z.int().min(1).max(20).default(3),
}

const modbusSettings = z.object({
  protocol: z.literal('modbus'),
  host,
  port: z.int().min(1).max(65_535).default(502),
  /** `rtu-over-tcp`: frames as on a serial line, with their checksum, as simple serial servers pass them on. */
  transport: z.enum(['tcp', 'rtu-over-tcp']).default('tcp'),
  /** The unit or slave id behind that address. */
  unit: z.int().min(0).max(255).default(1),
  ...pace,
  map: registerMap,
})
export type ModbusSettings = z.output<typeof modbusSettings>

export const bacnetObject = z.enum(['analog-input', 'analog-value'])

/** The number of a device in its network, or of an object among its kind in a device. */
const bacnetInstance = z.int().min(0).max(4_194_302)

const bacnetPort = z.int().min(1).max(65_535).default(47_808)

export const bacnetPoint = z.object({
  channel: gasChannel,
  unit: gasUnit,
  object: bacnetObject.default('analog-input'),
  instance: bacnetInstance,
  /** value = present value x factor */
  factor: z.number().default(1),
  range: z.optional(z.object({ min: z.number(), max: z.number() })),
})
export type BacnetPoint = z.output<typeof bacnetPoint>

const bacnetSettings = z
  .object({
    protocol: z.literal('bacnet'),
    host,
    port: bacnetPort,
    /** The instance of its device object. It is asked for, so that another device at that address is not taken for it. */
    deviceInstance: bacnetInstance,
    ...pace,
    points: z.array(bacnetPoint).min(1, 'Add at least one point').max(32),
  })
  .superRefine(({ points }, { addIssue }) => {
    points.forEach(({ channel, unit, range, factor }, at) => {
      const fault = (field: string, message: string) =>
        addIssue({ code: 'custom', path: ['points', at, field], message })
      const wrongUnit = unitFault(channel, unit)
      if (wrongUnit) fault('unit', wrongUnit)
      if (points.findIndex((other) => other.channel === channel) < at) fault('channel', `${channel} is a point already`)
      if (range && range.min >= range.max) fault('range', 'The range ends before it begins')
      if (factor === 0) fault('factor', 'A factor of 0 makes every value the same')
    })
  })
export type BacnetSettings = z.output<typeof bacnetSettings>

export const pollSettings = z.discriminatedUnion('protocol', [modbusSettings, bacnetSettings])
export type PollSettings = z.output<typeof pollSettings>

/** What kind of trouble a poll had. */
export const pollTrouble = z.enum([
  /** Nobody takes the connection: refused, no route, no such name. */
  'unreachable',
  /** Connected, and nothing comes back in time. */
  'no-answer',
  /** The device answers that it has nothing there: the settings are wrong. */
  'configuration',
  /** What comes back is not of the protocol, or not of what was asked. */
  'garbage',
  /** The device says that it is busy. */
  'busy',
  /** The device says that it failed. */
  'device-failure',
  /** The address is one that is not polled. */
  'refused',
])
export type PollTrouble = z.output<typeof pollTrouble>

export const polledChannel = z.object({
  channel: gasChannel,
  unit: gasUnit,
  value: z.number().nullable(),
  quality,
  /** Registers or bits as they came, or the present value of a BACnet object as text; null: not read. */
  raw: z.union([z.array(z.int()), z.string()]).nullable(),
  /** Where it was read: `holding register 2 (40003)`. */
  where: z.string(),
  /** Why it is not good, or could not be read. */
  why: z.string().nullable(),
})
export type PolledChannel = z.output<typeof polledChannel>

export const trial = z.object({
  /** Whether the device answered at all. */
  answered: z.boolean(),
  trouble: pollTrouble.nullable(),
  /** The same in words, with the register where there is one. */
  error: z.string().nullable(),
  roundTripMs: z.number().nullable(),
  channels: z.array(polledChannel),
  /** Per cent; null: the map has none, or it was not read. */
  battery: z.number().nullable(),
})
export type Trial = z.output<typeof trial>

export const tryConnection = command('polling.tryConnection', 'POST /polled-devices/try', 'manage_integrations', {
  sentence: ['Tried', 'the connection to {}', 'a connection to a device'],
  summary: 'Read a device once with these settings and show each channel, raw and decoded; nothing is stored',
  input: z.object({ settings: pollSettings }),
  output: trial,
  // Else it would be a way to look through the network for open ports.
  rateLimit: 20,
  touches: false,
})

/** What a device says of itself in its device object; null: it has no such property, or did not answer. */
const describedDevice = {
  name: z.string().nullable(),
  vendor: z.string().nullable(),
  model: z.string().nullable(),
}

export const foundDevice = z.object({
  instance: bacnetInstance,
  /** Where its answer came from. */
  host: z.string(),
  port: z.int(),
  /** As ASHRAE numbers makers. */
  vendorId: z.int(),
  ...describedDevice,
  /** Why it cannot be polled; null: it can. */
  obstacle: z.string().nullable(),
})
export type FoundDevice = z.output<typeof foundDevice>

export const foundDevices = z.object({
  /** Where Who-Is was sent, and what went wrong there. */
  asked: z.array(z.object({ address: z.string(), error: z.string().nullable() })),
  /** false: the port is in use on this machine, so that devices which answer by broadcast were not received. */
  receivesBroadcasts: z.boolean(),
  devices: z.array(foundDevice),
  /** More answered than are listed. */
  more: z.boolean(),
})
export type FoundDevices = z.output<typeof foundDevices>

export const findDevices = command('polling.findDevices', 'POST /polled-devices/find', 'manage_integrations', {
  sentence: ['Searched', '{} for BACnet devices', 'for BACnet devices'],
  summary: 'Send Who-Is and list the BACnet/IP devices that answer; nothing is stored',
  input: z
    .object({
      /** Of one device, or the broadcast address of a network; where absent, of the networks that this server is in. */
      host: z.optional(host),
      port: bacnetPort,
      /** Instances below this one and above the other do not answer. */
      from: bacnetInstance.default(0),
      to: bacnetInstance.default(4_194_302),
      /** How long answers are waited for, in milliseconds. */
      waitMs: z.int().min(100).max(10_000).default(3000),
    })
    .superRefine(({ from, to }, { addIssue }) => {
      if (from > to) addIssue({ code: 'custom', path: ['to'], message: 'The range ends before it begins' })
    }),
  output: foundDevices,
  rateLimit: 20,
  touches: false,
})

export const foundObject = z.object({
  object: bacnetObject,
  instance: bacnetInstance,
  name: z.string().nullable(),
  description: z.string().nullable(),
  /** null: it has none, or could not be read. */
  presentValue: z.number().nullable(),
  /** Its engineering units in words; null: it has none. */
  units: z.string().nullable(),
  /** The units of readings that those may be: a percentage may be of several. */
  gasUnits: z.array(gasUnit),
  /** What its name and units suggest that it measures; null: nothing certain. */
  channel: gasChannel.nullable(),
})
export type FoundObject = z.output<typeof foundObject>

export const foundObjects = z.object({
  trouble: pollTrouble.nullable(),
  /** The same in words; null: the objects were read. */
  error: z.string().nullable(),
  ...describedDevice,
  objects: z.array(foundObject),
  /** The device has more objects than were read. */
  more: z.boolean(),
})
export type FoundObjects = z.output<typeof foundObjects>

export const readObjects = command('polling.readObjects', 'POST /polled-devices/objects', 'manage_integrations', {
  sentence: ['Read', 'the objects of {}', 'the objects of a BACnet device'],
  summary: 'List the analog inputs and analog values of a BACnet/IP device with what they measure; nothing is stored',
  input: z.object({
    host,
    port: bacnetPort,
    deviceInstance: bacnetInstance,
    timeoutMs: z.int().min(100).max(10_000).default(1000),
  }),
  output: foundObjects,
  rateLimit: 20,
  touches: false,
})

export const settings = query('polling.settings', 'GET /polled-devices/{deviceId}', 'manage_integrations', {
  sentence: ['Viewed', 'the connection of {}', 'the connection of a device'],
  summary: 'How a polled device is reached and what is read of it',
  output: z.object({ deviceId: id, settings: pollSettings }),
  target: { device: 'deviceId' },
})

export const changeSettings = command(
  'polling.changeSettings',
  'PUT /polled-devices/{deviceId}',
  'manage_integrations',
  {
    sentence: ['Changed', 'the connection of {}', 'the connection of a device'],
    summary: 'Change how a polled device is reached and what is read of it; it is polled anew at once',
    input: z.object({ deviceId: id, settings: pollSettings }),
    output: z.object({ deviceId: id, settings: pollSettings }),
    target: { device: 'deviceId' },
  },
)

export const connectionState = z.object({
  deviceId: id,
  key: z.string(),
  name: z.string(),
  driver: polledDriver,
  /** `10.0.4.20:502, unit 3` */
  address: z.string(),
  intervalSeconds: z.int(),
  /** null: not polled yet. */
  lastPollAt: moment.nullable(),
  /** The last poll that read everything. */
  lastGoodAt: moment.nullable(),
  /** Polls in a row that did not. */
  failures: z.int(),
  /** Of the last 100 polls, how many read everything: 0 to 1. */
  successShare: z.number().nullable(),
  /** Of the last poll that was answered. */
  roundTripMs: z.number().nullable(),
  trouble: pollTrouble.nullable(),
  error: z.string().nullable(),
  nextPollAt: moment.nullable(),
})
export type ConnectionState = z.output<typeof connectionState>

export const connections = query('polling.connections', 'GET /polled-devices', 'manage_integrations', {
  sentence: ['Viewed', 'the polled devices'],
  summary: 'The polled devices of the company that the caller may see, and how the connection of each is',
  output: z.object({ connections: z.array(connectionState) }),
})

export const maps = query('polling.maps', 'GET /register-maps', 'manage_integrations', {
  sentence: ['Viewed', 'the register maps'],
  summary: 'The register maps that come along, to begin with; each with its source',
  output: z.object({ maps: z.array(z.object({ name: z.string(), map: registerMap })) }),
})
