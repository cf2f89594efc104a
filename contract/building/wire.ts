// The device wire: what a device says and hears over MQTT (`gatehouse/v1/{deviceKey}/{kind}`) and `POST /api/ingest`.
// Adapters translate other people's wires into these messages. Unknown fields are kept, not refused.
import { z } from 'zod'
import { gasChannels, gasUnits } from './gas-channels.ts'
import { quality } from '../shapes.ts'

/** First levels of every topic of the wire. */
export const wireRoot = 'gatehouse/v1'

/** A device's name on the wire: one MQTT topic level. */
export const deviceKey = z
  .string()
  .min(1)
  .max(100)
  .regex(/^[A-Za-z0-9][A-Za-z0-9._:-]*$/, 'Letters, digits and . _ : - only')

const stamped = {
  /** Unique per device: a repeat is stored once. */
  id: z.string().min(1).max(200),
  /** Device time, ISO 8601 UTC. */
  at: z.iso.datetime({ offset: true }),
}

export const doorMode = z.enum([
  'Locked',
  'Unlocked',
  'Accessed',
  'Blocked',
  'LockedDown',
  'LockedOpen',
  'DoubleLocked',
  'Unknown',
])
export const doorLock = z.enum(['Locked', 'Unlocked', 'Fault', 'Unknown'])
export const doorContact = z.enum(['Open', 'Closed', 'Fault', 'Unknown'])
export const doorAlarm = z.enum(['Normal', 'DoorForcedOpen', 'DoorOpenTooLong'])
export const doorTamper = z.enum(['NotInTamper', 'TamperDetected', 'Unknown'])
export const doorFault = z.enum(['NotInFault', 'FaultDetected', 'Unknown'])

export const gasChannel = z.enum(gasChannels)
export type GasChannel = z.output<typeof gasChannel>
/** Channels that people breathe in: those with limits of an average over 15 minutes and over 8 hours. */
export const exposureChannels = [
  'CO',
  'H2S',
  'CO2',
  'NO2',
  'SO2',
  'NH3',
  'VOC',
] as const satisfies readonly GasChannel[]
export type ExposureChannel = (typeof exposureChannels)[number]
export const gasUnit = z.enum(gasUnits)
export type GasUnit = z.output<typeof gasUnit>

/**
 * A PIN as the wire knows it: HMAC-SHA256 of its digits under `pinKey` of the access list, in hexadecimal. Never in
 * clear, so a message that holds digits is refused.
 */
export const hashedPin = z
  .string()
  .regex(/^pin:[0-9a-f]{64}$/, 'pin: and the HMAC-SHA256 of the digits, in hexadecimal')

/** `card:0012345678`, `pin:<HMAC>`, `mobile:<id>.<counter>.<code>`, `pass:<code>`: what was shown to a reader. */
export const shownCredential = z
  .string()
  .min(1)
  .max(120)
  .refine((shown) => !shown.startsWith('pin:') || hashedPin.safeParse(shown).success, 'A PIN is never sent in clear')

/** As much as a register of 32 bits holds. */
const mostTotal = 4_294_967_295

export const messages = {
  /** Something happened at a device: at a door, an access decision or an alarm. */
  event: z.looseObject({
    ...stamped,
    type: z.string().min(1).max(60),
    direction: z.enum(['entry', 'exit']).optional(),
    /** `card:0012345678`, `pin:…`, `mobile:…`: never a PIN in clear. */
    credential: z.string().max(120).optional(),
    result: z.enum(['granted', 'denied']).optional(),
    reason: z.string().max(200).optional(),
    /** Whether the person really went through, where the device can tell. */
    taken: z.boolean().optional(),
  }),
  /** The whole state of a door, after ONVIF DoorState. Parts the device cannot know may be left out. */
  state: z.looseObject({
    ...stamped,
    mode: doorMode.optional(),
    lock: doorLock.optional(),
    contact: doorContact.optional(),
    alarm: doorAlarm.optional(),
    tamper: doorTamper.optional(),
    fault: doorFault.optional(),
  }),
  reading: z.looseObject({
    ...stamped,
    channel: gasChannel,
    /** Absent or null only when the quality says why. */
    value: z.number().nullish(),
    unit: gasUnit,
    quality: quality.default('good'),
    /** What was measured, where that was converted on its way here. */
    given: z.object({ value: z.number().nullable(), unit: gasUnit }).optional(),
  }),
  /** People since the last message, by direction. */
  count: z.looseObject({ ...stamped, in: z.int().min(0).max(100_000), out: z.int().min(0).max(100_000) }),
  /**
   * Running totals of people, by direction: what was counted is what they have grown by. A total that is less than before, or
   * of another `since`, was reset. `line`: which counter of the device, each counts by itself.
   */
  total: z
    .looseObject({
      ...stamped,
      line: z.string().max(100).default(''),
      in: z.int().min(0).max(mostTotal).optional(),
      out: z.int().min(0).max(mostTotal).optional(),
      /** When they were reset, where the device can tell. */
      since: z.iso.datetime({ offset: true }).optional(),
      /** After this many it begins again at 0, as a register of 16 bits does after 65536. */
      wrapsAt: z
        .int()
        .min(2)
        .max(mostTotal + 1)
        .optional(),
    })
    .refine((totals) => totals.in !== undefined || totals.out !== undefined, 'in or out: one of them is needed'),
  call: z.looseObject({
    ...stamped,
    state: z.enum(['ringing', 'connected', 'ended']),
    callId: z.string().max(100).optional(),
  }),
  status: z.looseObject({
    ...stamped,
    online: z.boolean(),
    /** Of a door: the version of the access list that it holds. */
    accessList: z.string().max(100).nullish(),
    /** Per cent. */
    battery: z.number().min(0).max(100).nullish(),
    /** Radio signal in dBm, or link quality as the device reports it. */
    signal: z.number().nullish(),
    firmware: z.string().max(100).nullish(),
  }),
  /** The device's answer to a command. */
  ack: z.looseObject({
    ...stamped,
    commandId: z.string().min(1).max(100),
    result: z.enum(['done', 'refused']),
    reason: z.string().max(200).optional(),
  }),
  /** A door asks whether to let somebody through. The answer comes as `decision`. */
  ask: z.looseObject({
    ...stamped,
    direction: z.enum(['entry', 'exit']).default('entry'),
    credential: shownCredential,
    /** The PIN given besides the card, where the door asks for both. */
    pin: hashedPin.optional(),
  }),
  /** What an actuator (a horn, a strobe, a fan) does: its feedback. Parts the device cannot know may be left out. */
  output: z.looseObject({
    ...stamped,
    /** Whether it is on, as measured where the device can: by its contactor, not by what it was told. */
    active: z.boolean().optional(),
    /** Something is wrong with it, whether it is on or not. */
    fault: z.boolean().optional(),
  }),
}

export type Kind = keyof typeof messages
export const isKind = (value: string): value is Kind => Object.hasOwn(messages, value)
export const kinds: readonly Kind[] = Object.keys(messages).filter(isKind)
export type Message<K extends Kind = Kind> = z.output<(typeof messages)[K]>

export type WholeState = Required<Pick<Message<'state'>, 'mode' | 'lock' | 'contact' | 'alarm' | 'tamper' | 'fault'>>

/** A door that is shut, and nothing is wrong with it. */
export const atRest: WholeState = {
  mode: 'Locked',
  lock: 'Locked',
  contact: 'Closed',
  alarm: 'Normal',
  tamper: 'NotInTamper',
  fault: 'NotInFault',
}

/** What the server sends to `gatehouse/v1/{deviceKey}/command`. Never acted upon after `expiresAt`; never retained. */
export const commandMessage = z.object({
  commandId: z.string(),
  at: z.iso.datetime(),
  action: z.string(),
  args: z.record(z.string(), z.unknown()),
  expiresAt: z.iso.datetime(),
})
export type CommandMessage = z.output<typeof commandMessage>

/**
 * The answer to an `ask`, on `gatehouse/v1/{deviceKey}/decision`. Whoever does not wait for it any more, or gets it
 * after `expiresAt`, leaves the door as it is.
 */
export const decisionMessage = z.object({
  askId: z.string(),
  at: z.iso.datetime(),
  result: z.enum(['granted', 'denied']),
  /** Why not; absent when granted. */
  reason: z.string().optional(),
  /** How long to let the door be opened; 0 when denied. */
  seconds: z.int(),
  expiresAt: z.iso.datetime(),
})
export type DecisionMessage = z.output<typeof decisionMessage>

/** From when to when, in UTC. */
export const window = z.tuple([z.iso.datetime(), z.iso.datetime()])

/**
 * What a door needs to decide alone, on `gatehouse/v1/{deviceKey}/access-list`: sent whenever the door says in its
 * status that it holds another version, and after a change. It comes in parts, each a message of its own; a door that
 * has all parts of a version puts it in the place of the one before and says so in its next `status`.
 */
export const accessListMessage = z.object({
  version: z.string(),
  at: z.iso.datetime(),
  /** 1, 2 ... `parts`. */
  part: z.int(),
  parts: z.int(),
  /** Whether the door decides by the list, or asks the server and uses `pinKey` only. */
  decides: z.enum(['controller', 'server']),
  /** The key of the PINs, in base64. */
  pinKey: z.string(),
  /** When which schedule is open, until `until`. */
  until: z.iso.datetime(),
  schedules: z.record(z.string(), z.array(window)),
  entries: z.array(
    z.object({
      /** As shown: `card:...`, `pin:...`, `pass:...`. */
      credential: z.string(),
      /** One of these is needed besides, where the door asks for a PIN too. */
      pins: z.array(z.string()).optional(),
      /** Of them those for use under threat: let in as always, and said silently in the `access` event: `duress: true`. */
      duressPins: z.array(z.string()).optional(),
      from: z.iso.datetime().optional(),
      to: z.iso.datetime().optional(),
      /** Any one of them has to be open; absent: at any time. */
      schedules: z.array(z.string()).optional(),
      /** Needs the door for longer. */
      extended: z.literal(true).optional(),
      /** The same, of a PIN that is shown alone. */
      duress: z.literal(true).optional(),
    }),
  ),
})
export type AccessListMessage = z.output<typeof accessListMessage>

/** What the server says to a device. */
export const spoken = ['command', 'decision', 'access-list'] as const
export type Spoken = (typeof spoken)[number]
export const isSpoken = (kind: string): kind is Spoken => spoken.some((known) => known === kind)

/** `gatehouse/v1/{key}/{kind}` */
export const topicOf = (key: string, kind: Kind | Spoken) => `${wireRoot}/${key}/${kind}`
