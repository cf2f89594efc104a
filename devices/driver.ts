// What a driver is: the translation between one kind of wire and the contract. Pure: no I/O, no clock of its own.
import type { DeviceKind } from '@gatehouse/contract/building/devices'
import type { CommandMessage, Kind, Message } from '@gatehouse/contract/building/wire'

export type DriverName = 'gatehouse' | 'zigbee2mqtt' | 'shelly' | 'homeassistant' | 'onvif' | 'axis'

/** A message for storage; `device` is the Gatehouse key. */
export type DeviceMessage = {
  [K in Kind]: { readonly what: 'message'; readonly device: string; readonly kind: K; readonly message: Message<K> }
}[Kind]

/** A device introduces itself, whole or in parts: something for an administrator to register, never done by itself. */
export interface Announcement {
  readonly what: 'announcement'
  readonly driver: DriverName
  /** What stays the same when the device is renamed. */
  readonly identity: string
  /** Under which address it speaks from now on: the `address` of `Registered`. */
  readonly address: string
  /** Which part of the device's config this replaces: see `withPart`. */
  readonly part: string
  /** What it looks like; null: cannot be told from this part alone. */
  readonly kind: DeviceKind | null
  readonly name: string | null
  readonly model: string | null
  readonly firmware: string | null
  readonly config: JsonObject
}

/** What one incoming message turned out to be; often several things at once. */
export type Decoded =
  | DeviceMessage
  | Announcement
  /** A part announced earlier is gone, whichever device it belonged to. */
  | { readonly what: 'withdrawal'; readonly driver: DriverName; readonly part: string }
  /** Somebody nobody registered: worth showing as seen, not worth storing or quarantining. */
  | { readonly what: 'stranger'; readonly driver: DriverName; readonly address: string }
  /** One part of the message cannot be believed; the other parts can. Belongs in quarantine with its reason. */
  | { readonly what: 'refusal'; readonly device: string; readonly reason: string }
  /** Understood, nothing to store. */
  | { readonly what: 'ignored'; readonly why: string }

/** Nothing of the message can be used: it goes to quarantine with this reason. */
export class Undecodable extends Error {
  constructor(reason: string) {
    super(printable(reason))
    this.name = 'Undecodable'
  }
}

/** The device cannot do what was asked: the command is refused with this reason before anything is sent. */
export class Unencodable extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'Unencodable'
  }
}

/** A device that an administrator registered. */
export interface Registered {
  readonly key: string
  readonly kind: DeviceKind
  readonly driver: DriverName
  readonly address: string
  /**
   * `{ parts?, settings? }`: what the device announced (`withPart`), and what the installer set. Drivers remember what
   * they read out of it for as long as it is the same object: replace it, never change it in place.
   */
  readonly config: unknown
}

export interface Context {
  /**
   * When the message came in; for one replayed out of quarantine, when it first came in, so that a replay makes the
   * same ids and is stored once.
   */
  readonly now: Date
  /** The broker had kept it: it tells what was so, not that the device is alive. */
  readonly retained?: boolean
  registered(driver: DriverName, address: string): Registered | undefined
  /** The devices that speak on a topic of their own: see `listenersByTopic` in drivers.ts. */
  listeners(topic: string): readonly Registered[]
}

/** What to publish. Never retained: a retained unlock would open the door again after every power cut. */
export interface Outgoing {
  readonly topic: string
  readonly payload: string
  readonly qos: 1
  readonly retain: false
  /** Not to be sent, nor kept for a sleeping device, later than this. */
  readonly expiresAt: string
}

/** What a door can be told. Which of them a device can do, its driver says by encoding it or refusing. */
export const doorActions = ['unlock', 'lock', 'hold-unlocked', 'lockdown', 'release-lockdown'] as const
export type DoorAction = (typeof doorActions)[number]

/** What the lock says once the action is done: `unlock` is over again after its seconds. */
export const lockAfter: Readonly<Record<DoorAction, 'Locked' | 'Unlocked'>> = {
  unlock: 'Unlocked',
  lock: 'Locked',
  'hold-unlocked': 'Unlocked',
  lockdown: 'Locked',
  'release-lockdown': 'Locked',
}

/** What an actuator can be told; `switch-on` with `seconds`: it is off by itself after them, where the device can. */
export const switchActions = ['switch-on', 'switch-off'] as const
export type SwitchAction = (typeof switchActions)[number]

/** A command that every device of the kind can do, if it can be told anything. */
export const plainestAction = (kind: DeviceKind): DoorAction | SwitchAction =>
  kind === 'actuator' ? 'switch-off' : 'lock'

/** How long an actuator is on, in seconds, where its command says so. Throws `Unencodable`. */
export const secondsOn = ({ action, args }: CommandMessage): number | undefined => {
  const { seconds } = args
  if (action !== 'switch-on' || seconds === undefined) return undefined
  if (typeof seconds !== 'number' || !(seconds >= 0.1 && seconds <= 86_400))
    throw new Unencodable('seconds: a number from 0.1 to 86400')
  return seconds
}

export interface Driver {
  readonly name: DriverName
  /**
   * How a device says that it obeyed: by an `ack` with the command's id, or only by its next state (`lockAfter`; of an
   * actuator, whether it is on).
   */
  readonly answers: 'ack' | 'state'
  /** Whether a device locks again by itself after the seconds of an `unlock`; else somebody has to tell it. */
  readonly relocks: boolean
  /** MQTT topic filters of this wire, beside the topics of `listeners`. */
  readonly topics: readonly string[]
  /** Throws `Undecodable`, and nothing else. */
  decode(topic: string, payload: Uint8Array, context: Context): Decoded[]
  /** Throws `Unencodable`, and nothing else. */
  encode(command: CommandMessage, device: Registered): Outgoing[]
}

export type Json = null | boolean | number | string | readonly Json[] | JsonObject
export type JsonObject = { readonly [key: string]: Json }

/** Text that PostgreSQL can hold (no NUL, no lone surrogate) and a screen can show. */
export const printable = (text: string, max = 500) => text.slice(0, max).toWellFormed().replaceAll('\0', '\u{fffd}')
