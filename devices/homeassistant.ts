// Devices that describe themselves by Home Assistant's MQTT discovery (ESPHome, Tasmota, many gateways): the discovery
// topic says where and in which words a device speaks; everything else arrives on topics of the device's own choosing.
import type { CommandMessage } from '@gatehouse/contract/building/wire'
import { remembered } from './config.ts'
import type { Context, Decoded, Driver, Outgoing, Registered } from './driver.ts'
import { doorActions, lockAfter, secondsOn, switchActions, Undecodable, Unencodable } from './driver.ts'
import { discovered } from './homeassistant-discovery.ts'
import { entitiesOf } from './homeassistant-entity.ts'
import { receive, type Payload } from './homeassistant-state.ts'
import { assertText, jsonOf, textOf } from './payload.ts'
import { Report, stamper } from './report.ts'
import { compile, type Template } from './template.ts'

export const homeassistant = (prefix = 'homeassistant'): Driver => ({
  name: 'homeassistant',
  answers: 'state',
  relocks: false,
  topics: [`${prefix}/+/+/config`, `${prefix}/+/+/+/config`],

  decode(topic, payload, context) {
    const listeners = context.listeners(topic)
    if (listeners.length > 0) return listeners.flatMap((device) => decoded(device, topic, payload, context))
    if (topic.startsWith(`${prefix}/`) && topic.endsWith('/config')) return discovered(prefix, topic, payload)
    return [{ what: 'ignored', why: 'No device registered for this topic' }]
  },

  encode(command, device) {
    if (device.kind === 'actuator') return [turned(device, command)]
    const lock = readEntities(device).find((entity) => entity.component === 'lock' && entity.commandTopic)
    if (!lock?.commandTopic) throw new Unencodable('This device announced no lock that could be operated')
    const action = doorActions.find((each) => each === command.action)
    const word = action && (lockAfter[action] === 'Locked' ? lock.lock?.lock : lock.lock?.unlock)
    if (word === undefined) throw new Unencodable(`A lock cannot "${command.action}"`)
    if (lock.lock?.needsCode) throw new Unencodable('This lock asks for a code with every command')
    return [outgoing(lock.commandTopic, lock.lock?.template ?? null, word, command.expiresAt)]
  },
})

const turned = (device: Registered, command: CommandMessage): Outgoing => {
  const entity = readEntities(device).find((each) => each.switch && each.commandTopic)
  if (!entity?.switch || !entity.commandTopic)
    throw new Unencodable('This device announced no switch or siren that could be operated')
  const action = switchActions.find((each) => each === command.action)
  if (!action) throw new Unencodable(`A switch cannot "${command.action}"`)
  const { on, off, template, asJson } = entity.switch
  const state = action === 'switch-on' ? on : off
  const seconds = secondsOn(command)
  // As Home Assistant itself tells a siren without a template.
  const word = asJson ? JSON.stringify({ state, ...(seconds === undefined ? {} : { duration: seconds }) }) : state
  return outgoing(entity.commandTopic, template, word, command.expiresAt)
}

/** The topics that a registered device speaks on. */
export const topicsOf = (device: Registered): string[] => {
  const topics = readEntities(device).flatMap((entity) => [
    ...(entity.stateTopic ? [entity.stateTopic] : []),
    ...entity.availability.map(({ topic }) => topic),
  ])
  return [...new Set(topics)]
}

const readEntities = remembered(entitiesOf)

const decoded = (device: Registered, topic: string, payload: Uint8Array, context: Context): Decoded[] => {
  if (payload.byteLength === 0) return [{ what: 'ignored', why: 'A retained message was cleared' }]
  const reported = payloadOf(payload)
  const report = new Report(device, context, stamper(topic, payload, context, 'homeassistant', null))
  for (const entity of readEntities(device)) receive(entity, topic, reported, report)
  return report.done('Its templates yielded nothing')
}

const payloadOf = (payload: Uint8Array): Payload => {
  const text = textOf(payload)
  assertText(text)
  let json: { value: unknown } | null = null
  return {
    text,
    json: () => {
      json ??= { value: jsonOf(payload) }
      return json.value
    },
  }
}

const outgoing = (topic: string, template: string | null, word: string, expiresAt: string): Outgoing => {
  const payload = template ? render(compile(template), word) : word
  return { topic, payload, qos: 1, retain: false, expiresAt }
}

const render = (template: Template, word: string): string => {
  try {
    return template(word, () => {
      throw new Undecodable('a command has no value_json')
    })
  } catch (error) {
    if (error instanceof Undecodable) throw new Unencodable(error.message)
    throw error
  }
}
