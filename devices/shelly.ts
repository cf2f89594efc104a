// Shelly, second generation and later: JSON-RPC notifications on `<id>/events/rpc`, status on `<id>/status/<component>`,
// life on `<id>/online`, commands on `<id>/rpc`. A relay works a strike or a magnet, an input watches a door contact.
import type { CommandMessage } from '@gatehouse/contract/building/wire'
import { z } from 'zod'
import { configOf, remembered } from './config.ts'
import type { Context, Decoded, DoorAction, Driver, JsonObject, Registered } from './driver.ts'
import { doorActions, lockAfter, secondsOn, switchActions, Undecodable, Unencodable } from './driver.ts'
import { reasonOf } from './gatehouse.ts'
import { isObject, objectOf, textOf } from './payload.ts'
import { assertAddress, Report, stamper } from './report.ts'
import { component, type Settings, settingsSchema } from './shelly-components.ts'

/**
 * Each device answers on a topic of its own, `gatehouse-<id>/rpc`, so that its credential can be bound to it: with one
 * topic for all, any relay could confirm that another door is locked.
 */
const source = (id: string) => `gatehouse-${id}`

export const shelly: Driver = {
  name: 'shelly',
  answers: 'ack',
  relocks: true,
  topics: ['+/events/rpc', '+/status/+', '+/online', '+/rpc'],

  decode(topic, payload, context) {
    const [first = '', second, third] = topic.split('/')
    const answered = second === 'rpc' && first.startsWith('gatehouse-')
    if (second === 'rpc' && !answered) return [{ what: 'ignored', why: 'A command to a device' }]
    const address = answered ? first.slice('gatehouse-'.length) : first
    assertAddress(address)
    const device = context.registered('shelly', address)
    if (!device) {
      if (second === 'events' && /^shelly/i.test(address)) return introduced(address, payload)
      return [{ what: 'stranger', driver: 'shelly', address }]
    }
    if (payload.byteLength === 0) return [{ what: 'ignored', why: 'A retained message was cleared' }]
    if (answered) return reply(device, topic, payload, context)
    if (second === 'online') return reachable(device, topic, payload, context)
    if (second === 'status') return status(device, third ?? '', topic, payload, context)
    return notification(device, topic, payload, context)
  },

  encode(command, device) {
    const settings = readSettings(device)
    if (typeof settings === 'string') throw new Unencodable(settings)
    const call = device.kind === 'actuator' ? turned(settings, command) : worked(settings, command, device)
    return [
      {
        topic: `${device.address}/rpc`,
        payload: JSON.stringify({ id: command.commandId, src: source(device.address), ...call }),
        qos: 1,
        retain: false,
        expiresAt: command.expiresAt,
      },
    ]
  },
}

const worked = (settings: Settings, command: CommandMessage, { kind }: Registered) => {
  const action = doorActions.find((each) => each === command.action)
  if (!action) throw new Unencodable(`A Shelly relay cannot "${command.action}"`)
  if (kind !== 'door') throw new Unencodable('This device works no door')
  return settings.cover === null ? switched(settings, action, command) : driven(settings.cover, action)
}

/** An actuator is on while its relay is. The relay drops out by itself after the seconds, even if this server is gone by then. */
const turned = ({ relay }: Settings, command: CommandMessage) => {
  const action = switchActions.find((each) => each === command.action)
  if (!action) throw new Unencodable(`An actuator cannot "${command.action}"`)
  if (relay === null) throw new Unencodable('This device has no relay that is an actuator')
  const seconds = secondsOn(command)
  return {
    method: 'Switch.Set',
    params: { id: relay, on: action === 'switch-on', ...(seconds === undefined ? {} : { toggle_after: seconds }) },
  }
}

const switched = ({ relay, energised }: Settings, action: DoorAction, command: CommandMessage) => {
  if (relay === null) throw new Unencodable('This device works no door')
  const on = (lockAfter[action] === 'Unlocked') === (energised === 'unlocked')
  if (action !== 'unlock') return { method: 'Switch.Set', params: { id: relay, on } }
  const seconds = pulse.safeParse(command.args.seconds)
  if (!seconds.success) throw new Unencodable(`seconds: ${reasonOf(seconds.error)}`)
  // The relay drops out by itself, even if this server is gone by then.
  return { method: 'Switch.Set', params: { id: relay, on, toggle_after: seconds.data } }
}

/** A motor has no pulse: what was opened for some seconds would stay open. Only what it can keep is promised. */
const driven = (cover: number, action: DoorAction) => {
  if (action === 'unlock')
    throw new Unencodable('A motor gate cannot open for some seconds: hold it open, then lock it')
  return { method: lockAfter[action] === 'Unlocked' ? 'Cover.Open' : 'Cover.Close', params: { id: cover } }
}

const pulse = z.number().min(0.1).max(3600).default(5)

const reachable = (device: Registered, topic: string, payload: Uint8Array, context: Context): Decoded[] => {
  const text = textOf(payload).trim()
  if (text !== 'true' && text !== 'false') throw new Undecodable('Neither true nor false')
  const report = reportOf(device, topic, payload, context, null)
  report.health({ online: text === 'true' })
  return report.done('')
}

/** The whole status of one component, without a time: "Generic status update over MQTT", off by default. */
const status = (device: Registered, name: string, topic: string, payload: Uint8Array, context: Context): Decoded[] => {
  const report = reportOf(device, topic, payload, context, null)
  component(name, objectOf(payload), true, settingsOf(device), report)
  return report.done(`Nothing of ${name} is kept`)
}

const notification = (device: Registered, topic: string, payload: Uint8Array, context: Context): Decoded[] => {
  const { method, params } = frameOf(payload, device.address)
  const report = reportOf(device, topic, payload, context, moment(params.ts))
  if (method === 'NotifyEvent') {
    const list = Array.isArray(params.events) ? params.events : []
    list.forEach((item, index) => {
      if (isObject(item)) pressed(item, index, report)
    })
    return report.done('No event that is kept')
  }
  if (method !== 'NotifyStatus' && method !== 'NotifyFullStatus')
    return [{ what: 'ignored', why: `${method} is not kept` }]
  const settings = settingsOf(device)
  for (const [name, reported] of Object.entries(params))
    if (isObject(reported)) component(name, reported, method === 'NotifyFullStatus', settings, report)
  return report.done('No component that is kept')
}

/** Buttons: a doorbell, a request to exit. What they mean is for the rules to say. */
const pressed = (item: JsonObject, index: number, report: Report) => {
  const { component: name, event } = item
  if (typeof name !== 'string' || typeof event !== 'string' || !/^(input|button):/.test(name)) return
  report.event(`event-${index}`, { type: 'button', component: name, press: event })
}

/** The answer to `encode`: our command id comes back as the frame's id. */
const reply = (device: Registered, topic: string, payload: Uint8Array, context: Context): Decoded[] => {
  const frame = objectOf(payload)
  if (frame.src !== device.address) throw new Undecodable('Answered by another device than the topic says')
  if (typeof frame.id !== 'string') return [{ what: 'ignored', why: 'Not the answer to a command of ours' }]
  const report = reportOf(device, topic, payload, context, null)
  const failed = isObject(frame.error) ? frame.error : null
  if (!failed && frame.result === undefined) throw new Undecodable('Neither a result nor an error')
  report.ack({
    commandId: frame.id,
    result: failed ? 'refused' : 'done',
    ...(failed ? { reason: reasonOfError(failed) } : {}),
  })
  return report.done('')
}

const reasonOfError = ({ code, message }: JsonObject) =>
  typeof message === 'string' && message
    ? message.slice(0, 200)
    : `Error ${typeof code === 'number' ? code : 'unknown'}`

/** On every connection the device sends its full status: enough to offer it for registration. */
const introduced = (address: string, payload: Uint8Array): Decoded[] => {
  const { method, params } = frameOf(payload, address)
  if (method !== 'NotifyFullStatus') return [{ what: 'stranger', driver: 'shelly', address }]
  const components = Object.keys(params).filter((name) => /^[a-z]+:\d+$/.test(name))
  const has = (kind: string) => components.some((name) => name.startsWith(`${kind}:`))
  return [
    {
      what: 'announcement',
      driver: 'shelly',
      identity: address,
      address,
      part: 'device',
      kind:
        has('switch') || has('cover')
          ? 'door'
          : has('smoke') || has('temperature')
            ? 'gas'
            : has('input')
              ? 'door'
              : null,
      name: null,
      model: address.split('-')[0] ?? null,
      firmware: null,
      config: { components },
    },
  ]
}

const frameOf = (payload: Uint8Array, address: string): { method: string; params: JsonObject } => {
  const { src, method, params } = objectOf(payload)
  if (typeof method !== 'string' || !isObject(params)) throw new Undecodable('Not a notification: no method or params')
  // The frame names its sender by id; a topic prefix set by hand no longer shows it.
  if (src !== address)
    throw new Undecodable('src is another device than the topic says: keep the topic prefix as it is')
  return { method, params }
}

const moment = (ts: unknown): Date | null =>
  typeof ts === 'number' && Math.abs(ts) < 8e12 ? new Date(Math.round(ts * 1000)) : null

const reportOf = (device: Registered, topic: string, payload: Uint8Array, context: Context, reported: Date | null) =>
  new Report(device, context, stamper(topic, payload, context, 'shelly', reported))

/** Wrong settings must not make a door look locked: nothing of it is decoded until they are right. */
const settingsOf = (device: Registered): Settings => {
  const settings = readSettings(device)
  if (typeof settings === 'string') throw new Undecodable(settings)
  return settings
}

const readSettings = remembered((device): Settings | string => {
  const parsed = settingsSchema.safeParse(configOf(device).settings)
  return parsed.data ?? `The settings of ${device.key} are wrong: ${parsed.error ? reasonOf(parsed.error) : ''}`
})
