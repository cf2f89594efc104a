// Zigbee2MQTT: one JSON object per device with whatever it last knew, under the device's friendly name.
import type { CommandMessage } from '@gatehouse/contract/building/wire'
import { z } from 'zod'
import { configOf, remembered } from './config.ts'
import type { Context, Decoded, Driver, JsonObject, Registered } from './driver.ts'
import { doorActions, lockAfter, secondsOn, switchActions, Undecodable, Unencodable } from './driver.ts'
import { isObject, jsonOf, objectOf, textOf } from './payload.ts'
import { assertAddress, Report, stamper } from './report.ts'
import { announcements } from './zigbee2mqtt-announcement.ts'
import { conditions, measured } from './zigbee2mqtt-properties.ts'

export const zigbee2mqtt = (base = 'zigbee2mqtt'): Driver => ({
  name: 'zigbee2mqtt',
  answers: 'state',
  relocks: false,
  topics: [`${base}/#`],

  decode(topic, payload, context) {
    // A friendly name may hold slashes, so a topic is read from its ends.
    const rest = topic.slice(base.length + 1)
    if (rest === 'bridge/devices') return announcements(payload)
    if (rest.startsWith('bridge/')) return [{ what: 'ignored', why: 'About the bridge itself' }]
    if (/\/(set|get)(\/[^/]+)?$/.test(rest)) return [{ what: 'ignored', why: 'A command to a device' }]
    const availability = rest.endsWith('/availability')
    const address = availability ? rest.slice(0, -'/availability'.length) : rest
    assertAddress(address)
    const device = context.registered('zigbee2mqtt', address)
    if (!device && /.\/action$/.test(address)) return [{ what: 'ignored', why: 'Said with the device itself, too' }]
    if (!device) return [{ what: 'stranger', driver: 'zigbee2mqtt', address }]
    if (payload.byteLength === 0) return [{ what: 'ignored', why: 'A retained message was cleared' }]
    return availability ? reachable(device, topic, payload, context) : spoken(device, topic, payload, context)
  },

  encode(command, device) {
    const order = device.kind === 'actuator' ? turned(device, command) : worked(device, command)
    return [
      {
        topic: `${base}/${device.address}/set`,
        payload: JSON.stringify(order),
        qos: 1,
        retain: false,
        expiresAt: command.expiresAt,
      },
    ]
  },
})

const worked = (device: Registered, { action }: CommandMessage) => {
  const state = orders.get(action)
  if (!state) throw new Unencodable(`A Zigbee lock cannot "${action}"`)
  if (abilities(device).lock === false) throw new Unencodable('This device announced no lock that could be operated')
  return { state }
}

/** `on_time` is kept by the firmware of many switches and passed over by that of others: somebody has to switch off all the same. */
const turned = (device: Registered, command: CommandMessage) => {
  const action = switchActions.find((each) => each === command.action)
  if (!action) throw new Unencodable(`A Zigbee switch cannot "${command.action}"`)
  const seconds = secondsOn(command)
  return {
    [abilities(device).property]: action === 'switch-on' ? 'ON' : 'OFF',
    ...(seconds === undefined ? {} : { on_time: Math.ceil(seconds) }),
  }
}

// A lock knows two positions only: held open is unlocked, and locked down is locked.
const orders = new Map<string, string>(
  doorActions.map((action) => [action, lockAfter[action] === 'Locked' ? 'LOCK' : 'UNLOCK']),
)

/** `online`, or `{"state":"online"}` since 2.0. */
const reachable = (device: Registered, topic: string, payload: Uint8Array, context: Context): Decoded[] => {
  const text = textOf(payload).trim()
  const state = text.startsWith('{') ? objectOf(payload).state : text
  if (state !== 'online' && state !== 'offline') throw new Undecodable('Availability is neither online nor offline')
  const report = new Report(device, context, stamper(topic, payload, context, 'zigbee2mqtt', null))
  report.health({ online: state === 'online' })
  return report.done('')
}

const spoken = (device: Registered, topic: string, payload: Uint8Array, context: Context): Decoded[] => {
  const reported = jsonOf(payload)
  if (!isObject(reported)) throw new Undecodable('Not a JSON object: is the output of Zigbee2MQTT set to "attribute"?')
  const stamp = stamper(topic, payload, context, 'zigbee2mqtt', lastSeen(reported.last_seen))
  const report = new Report(device, context, stamp)
  if (device.kind === 'actuator')
    boolean(reported, abilities(device).property, report, (active) => report.output({ active }))
  else door(reported, report)
  operated(reported, report)
  for (const [property, condition] of conditions)
    boolean(reported, property, report, (on) => report.condition(condition, on))
  readings(reported, device, report)
  if (typeof reported.battery === 'number') report.health({ battery: reported.battery })
  if (typeof reported.linkquality === 'number') report.health({ signal: reported.linkquality })
  return report.done('None of its properties is kept')
}

const door = (reported: JsonObject, report: Report) => {
  // The reed contact is made when the door is shut: `contact: false` is an open door.
  boolean(reported, 'contact', report, (made) => report.door({ contact: made ? 'Closed' : 'Open' }))
  boolean(reported, 'tamper', report, (on) => report.door({ tamper: on ? 'TamperDetected' : 'NotInTamper' }))
  // `lock_state` is what the bolt did; `state` is at times only what it was told.
  const bolt = reported.lock_state ?? reported.state
  if (typeof bolt !== 'string' || ((reported.lock_state ?? null) === null && !/^(un)?lock$/i.test(bolt))) return
  report.door({ lock: bolts.get(bolt.toLowerCase()) ?? 'Unknown' })
}

/** Who worked the lock, where it can tell: `keypad_unlock` of user 3, `manual_lock`, `unlock_failure_invalid_pin_or_id`. */
const operated = ({ action, action_source_name: source, action_user: user }: JsonObject, report: Report) => {
  if (typeof action !== 'string' || !/lock/.test(action) || action.length > 60) return
  report.event('operated', {
    type: 'lock-operated',
    operation: action,
    ...(typeof source === 'string' ? { by: source } : {}),
    // 65535: nobody that the lock knows.
    ...(typeof user === 'number' && user !== 65_535 ? { user } : {}),
  })
}

const bolts: ReadonlyMap<string, 'Locked' | 'Unlocked' | 'Fault'> = new Map([
  ['locked', 'Locked'],
  ['lock', 'Locked'],
  ['unlocked', 'Unlocked'],
  ['unlock', 'Unlocked'],
  // Neither: somebody has to look.
  ['not_fully_locked', 'Fault'],
])

const readings = (reported: JsonObject, device: Registered, report: Report) => {
  const { units } = abilities(device)
  const quality = reported.preheat === true ? 'warm-up' : 'good'
  for (const [property, channel, usual] of measured) {
    const value = reported[property]
    // null: known to exist, not yet measured.
    if (value === undefined || value === null) continue
    const unit = Object.hasOwn(units, property) ? units[property] : usual
    if (typeof value === 'number') report.reading(channel, value, unit ?? null, quality)
    else report.refuse(`${property}: not a number`)
  }
}

const boolean = (reported: JsonObject, property: string, report: Report, then: (value: boolean) => void) => {
  const value = reported[property]
  if (typeof value === 'boolean') then(value)
  // Some detectors say ON and OFF. A contact never does, and which of the two would be open cannot be guessed.
  else if (property !== 'contact' && (value === 'ON' || value === 'OFF')) then(value === 'ON')
  else if (value !== undefined && value !== null) report.refuse(`${property}: neither true nor false`)
}

/** Off by default; ISO 8601 in UTC or local time, or milliseconds. */
const lastSeen = (reported: unknown): Date | null => {
  if (typeof reported !== 'string' && typeof reported !== 'number') return null
  const date = new Date(reported)
  return Number.isNaN(date.getTime()) ? null : date
}

const abilitiesSchema = z.object({
  lock: z.boolean().optional().catch(undefined),
  units: z.record(z.string(), z.string()).catch({}).default({}),
  /** Of an actuator: which of its properties is switched, `state_l1` of the first of several relays. */
  property: z.string().max(60).optional().catch(undefined),
})

/** What the device announced, corrected by what the installer set (`settings.units`). */
const abilities = remembered((device) => {
  const { parts, settings } = configOf(device)
  const announced = abilitiesSchema.safeParse(parts.device).data
  const set = abilitiesSchema.safeParse(settings).data
  return {
    lock: set?.lock ?? announced?.lock,
    units: { ...announced?.units, ...set?.units },
    property: set?.property ?? 'state',
  }
})
