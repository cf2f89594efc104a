// `homeassistant/<component>/[<node>/]<object>/config` and `homeassistant/device/.../config`: abbreviated, with a base
// topic, from the network. What is not understood is refused here, with its template or unit, before any state arrives.
import type { DeviceKind } from '@gatehouse/contract/building/devices'
import { z } from 'zod'
import { type Decoded, type JsonObject, Undecodable } from './driver.ts'
import { reasonOf } from './gatehouse.ts'
import { type Entity, entity } from './homeassistant-entity.ts'
import { channelOf, conditionClasses, doorClasses } from './homeassistant-state.ts'
import { expanded, expandedDevice } from './homeassistant-words.ts'
import { measured } from './measure.ts'
import { asObject, descriptionOf, isObject } from './payload.ts'
import { assertAddress } from './report.ts'
import { compile } from './template.ts'

const maxBytes = 256 * 1024

export const discovered = (prefix: string, topic: string, payload: Uint8Array): Decoded[] => {
  const levels = topic.slice(prefix.length + 1).split('/')
  const [component = ''] = levels
  if (levels.length < 3 || levels.length > 4) throw new Undecodable('Not a discovery topic')
  if (payload.byteLength === 0) return [{ what: 'withdrawal', driver: 'homeassistant', part: topic }]
  const reported = expanded(asObject(descriptionOf(payload, maxBytes)))
  if (reported.migrate_discovery === true) return [{ what: 'ignored', why: 'On its way to device discovery' }]
  if (component === 'device') return whole(topic, reported)
  const read = readEntity(component, reported)
  if (read === null) return [{ what: 'ignored', why: `Nothing of this ${component} is kept` }]
  if (typeof read === 'string') throw new Undecodable(read)
  return [announce(topic, reported, [read], levels.slice(0, -1).join('/'))]
}

/** One payload for all components; one that cannot be understood must not hide the others. */
const whole = (topic: string, reported: JsonObject): Decoded[] => {
  const { components, ...shared } = reported
  if (!isObject(components)) throw new Undecodable('No components')
  const entities: Entity[] = []
  const refusals: Decoded[] = []
  for (const [name, component] of Object.entries(components)) {
    if (!isObject(component)) continue
    const own = expanded(component)
    const platform = typeof own.platform === 'string' ? own.platform : ''
    const read = readEntity(platform, { ...pick(shared), ...own })
    if (typeof read === 'string') refusals.push({ what: 'refusal', device: topic, reason: `${name}: ${read}` })
    else if (read) entities.push(read)
  }
  if (entities.length > 0) return [announce(topic, shared, entities, topic), ...refusals]
  return refusals.length > 0 ? refusals : [{ what: 'ignored', why: 'Nothing of its components is kept' }]
}

/** What components inherit from a device's payload. */
const pick = (shared: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(shared).filter(([key]) =>
      /^(availability|payload_(not_)?available|state_topic$|command_topic$)/.test(key),
    ),
  )

const announce = (topic: string, reported: JsonObject, entities: Entity[], fallback: string): Decoded => {
  const device = isObject(reported.device) ? expandedDevice(reported.device) : {}
  const identity = identityOf(device) ?? text(reported.unique_id) ?? fallback
  assertAddress(identity)
  return {
    what: 'announcement',
    driver: 'homeassistant',
    identity,
    address: identity,
    part: topic,
    kind: kindOf(entities),
    name: text(device.name) ?? text(reported.name),
    model: [text(device.manufacturer), text(device.model)].filter(Boolean).join(' ') || null,
    firmware: text(device.sw_version),
    config: { entities },
  }
}

const identityOf = (device: JsonObject): string | null => {
  const ids = device.identifiers
  const first = Array.isArray(ids) ? ids[0] : ids
  if (typeof first === 'string' && first !== '') return first
  if (typeof first === 'number') return String(first)
  const connections: unknown = device.connections
  const connection: unknown = Array.isArray(connections) ? connections[0] : undefined
  if (!Array.isArray(connection)) return null
  const [kind, value]: unknown[] = connection
  return typeof kind === 'string' && typeof value === 'string' ? `${kind}:${value}` : null
}

const kindOf = (entities: readonly Entity[]): DeviceKind | null => {
  const isDoor = (e: Entity) =>
    e.component === 'lock' ||
    (e.component === 'binary_sensor' && (e.deviceClass === 'lock' || doorClasses.has(e.deviceClass ?? '')))
  const isGas = (e: Entity) =>
    e.component === 'sensor'
      ? channelOf(e.deviceClass, e.unit) !== undefined
      : ['gas', 'smoke', 'carbon_monoxide'].includes(e.deviceClass ?? '')
  if (entities.some(isDoor)) return 'door'
  if (entities.some(isGas)) return 'gas'
  return entities.some(isSwitched) ? 'actuator' : null
}

const isSwitched = ({ component }: Pick<Entity, 'component'>) => component === 'switch' || component === 'siren'

const isComponent = (name: string): name is Entity['component'] =>
  ['binary_sensor', 'sensor', 'lock', 'switch', 'siren'].includes(name)

/** The component as stored; null: of no use here; text: why it is refused. */
const readEntity = (component: string, reported: JsonObject): Entity | string | null => {
  if (!isComponent(component)) return null
  const parsed = fields.safeParse(reported)
  if (!parsed.success) return reasonOf(parsed.error)
  const f = parsed.data
  const deviceClass = f.device_class ?? null
  const unit = f.unit_of_measurement ?? null
  const measures = component === 'binary_sensor' || component === 'sensor'
  const unfit = measures ? misfit(component, deviceClass, unit) : undefined
  if (unfit !== undefined) return unfit
  if (!f.state_topic && measures) return 'state_topic: missing'
  const relay = isSwitched({ component })
  const made = entity.safeParse({
    component,
    deviceClass,
    unit,
    stateTopic: f.state_topic ?? null,
    template: f.value_template ?? f.state_value_template ?? null,
    on: relay ? (f.state_on ?? f.payload_on) : f.payload_on,
    off: relay ? (f.state_off ?? f.payload_off) : f.payload_off,
    commandTopic: f.command_topic ?? null,
    lock: component === 'lock' ? lockOf(f) : null,
    ...(relay ? { switch: switchOf(component, f) } : {}),
    availability: availabilityOf(f),
    availabilityMode: f.availability_mode,
  })
  if (!made.success) return reasonOf(made.error)
  return uncompilable(made.data) ?? wildcard(made.data) ?? made.data
}

/** undefined: fits; null: of no use here; text: a confusion that must be seen. */
const misfit = (component: 'binary_sensor' | 'sensor', deviceClass: string | null, unit: string | null) => {
  if (component === 'binary_sensor') {
    const known =
      doorClasses.has(deviceClass ?? '') ||
      conditionClasses.has(deviceClass ?? '') ||
      ['lock', 'tamper', 'problem', 'connectivity'].includes(deviceClass ?? '')
    return known ? undefined : null
  }
  if (deviceClass === 'battery') return unit === '%' ? undefined : null
  if (deviceClass === 'signal_strength') return undefined
  if (deviceClass === 'gas') return 'A sensor of class "gas" is a gas meter (a volume), not a concentration'
  if (/^(volatile_organic_compounds|ozone|nitrogen_monoxide|nitrous_oxide)/.test(deviceClass ?? ''))
    return `No channel for ${deviceClass}: it cannot be compared with any set point here`
  const channel = channelOf(deviceClass, unit)
  if (!channel) return null
  const found = measured(channel, 0, unit)
  return typeof found === 'string' ? found : undefined
}

const uncompilable = (made: Entity): string | undefined => {
  try {
    for (const template of [
      made.template,
      made.lock?.template,
      made.switch?.template,
      ...made.availability.map((place) => place.template),
    ])
      if (template) compile(template)
    return undefined
  } catch (error) {
    if (error instanceof Undecodable) return error.message
    throw error
  }
}

/** A description must not make the server publish or listen wherever it likes. */
const wildcard = (made: Entity): string | undefined =>
  [made.stateTopic, made.commandTopic, ...made.availability.map(({ topic }) => topic)].some(
    (topic) => topic !== null && (/[#+]/.test(topic) || topic.startsWith('$') || topic.startsWith('gatehouse/')),
  )
    ? 'A topic holds a wildcard or belongs to the broker or to Gatehouse itself'
    : undefined

const switchOf = (component: Entity['component'], f: Fields): Entity['switch'] => ({
  on: f.payload_on,
  off: f.payload_off,
  template: f.command_template ?? null,
  asJson: component === 'siren' && !f.command_template,
})

const lockOf = (f: Fields): Entity['lock'] => ({
  states: {
    [f.state_locking]: 'Unknown',
    [f.state_unlocking]: 'Unknown',
    ...(f.state_open ? { [f.state_open]: 'Unlocked' } : {}),
    [f.state_jammed]: 'Fault',
    [f.state_unlocked]: 'Unlocked',
    [f.state_locked]: 'Locked',
  },
  lock: f.payload_lock,
  unlock: f.payload_unlock,
  template: f.command_template ?? null,
  needsCode: Boolean(f.code_format),
})

const availabilityOf = (f: Fields): Entity['availability'] => {
  const listed = f.availability ? (Array.isArray(f.availability) ? f.availability : [f.availability]) : []
  const single = f.availability_topic
    ? [
        {
          topic: f.availability_topic,
          payload_available: f.payload_available,
          payload_not_available: f.payload_not_available,
          value_template: f.availability_template,
        },
      ]
    : []
  return [...listed, ...single].map((place) => ({
    topic: place.topic,
    on: place.payload_available,
    off: place.payload_not_available,
    template: place.value_template ?? null,
  }))
}

/** Python's spelling, which is what templates yield: `payload_on: false` is the word `False`. */
const word = z.union([
  z.string().max(500),
  z.boolean().transform((value) => (value ? 'True' : 'False')),
  z.number().transform(String),
])
const topicField = z.string().min(1).max(500)
const templateField = z.string().max(2000)

const place = z.object({
  topic: topicField,
  payload_available: word.default('online'),
  payload_not_available: word.default('offline'),
  value_template: templateField.nullish(),
})

const fields = z.object({
  device_class: z.string().max(100).nullish(),
  unit_of_measurement: z.string().max(50).nullish(),
  state_topic: topicField.nullish(),
  value_template: templateField.nullish(),
  payload_on: word.default('ON'),
  payload_off: word.default('OFF'),
  state_on: word.nullish(),
  state_off: word.nullish(),
  state_value_template: templateField.nullish(),
  command_topic: topicField.nullish(),
  command_template: templateField.nullish(),
  code_format: z.string().max(500).nullish(),
  payload_lock: word.default('LOCK'),
  payload_unlock: word.default('UNLOCK'),
  state_locked: word.default('LOCKED'),
  state_unlocked: word.default('UNLOCKED'),
  state_locking: word.default('LOCKING'),
  state_unlocking: word.default('UNLOCKING'),
  state_jammed: word.default('JAMMED'),
  state_open: word.nullish(),
  availability: z.union([z.array(place).max(20), place]).nullish(),
  availability_topic: topicField.nullish(),
  availability_template: templateField.nullish(),
  availability_mode: z.enum(['all', 'any', 'latest']).default('latest'),
  payload_available: word.default('online'),
  payload_not_available: word.default('offline'),
})
type Fields = z.output<typeof fields>

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value.slice(0, 200) : null)
