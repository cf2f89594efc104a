// What a message on a device's own topic means, by the component that listens there.
import type { GasChannel } from '@gatehouse/contract/building/wire'
import { Undecodable } from './driver.ts'
import type { Entity } from './homeassistant-entity.ts'
import { objectOf } from './payload.ts'
import type { Condition, Report } from './report.ts'
import { compile, type Template } from './template.ts'

export interface Payload {
  readonly text: string
  readonly json: () => unknown
}

export const receive = (entity: Entity, topic: string, payload: Payload, report: Report) => {
  try {
    for (const place of entity.availability)
      if (place.topic === topic) available(entity, place, rendered(place.template, payload), report)
    if (entity.stateTopic !== topic) return
    const reported = rendered(entity.template, payload)
    // An empty yield means that this message is about other components on the same topic.
    if (reported !== '') meanings[entity.component](entity, reported, report)
  } catch (error) {
    if (!(error instanceof Undecodable)) throw error
    report.refuse(error.message)
  }
}

/** Device classes of binary sensors that are doors: on means open. */
export const doorClasses: ReadonlySet<string> = new Set(['door', 'window', 'opening', 'garage_door'])

export const conditionClasses: ReadonlyMap<string, Condition> = new Map([
  ['gas', 'gas'],
  ['smoke', 'smoke'],
  ['carbon_monoxide', 'carbon-monoxide'],
  ['moisture', 'water'],
  ['occupancy', 'occupancy'],
  ['presence', 'occupancy'],
])

export const channelClasses: ReadonlyMap<string, GasChannel> = new Map([
  ['carbon_monoxide', 'CO'],
  ['carbon_dioxide', 'CO2'],
  ['nitrogen_dioxide', 'NO2'],
  ['sulphur_dioxide', 'SO2'],
  ['temperature', 'temperature'],
  ['humidity', 'humidity'],
])

const rendered = (template: string | null, payload: Payload): string =>
  template === null ? payload.text : compiled(template)(payload.text, payload.json).trim()

// Templates are few and come from registered devices only; the bound is for a device that keeps changing its own.
const templates = new Map<string, Template>()
const compiled = (source: string): Template => {
  const known = templates.get(source)
  if (known) return known
  if (templates.size >= 5000) templates.clear()
  const made = compile(source)
  templates.set(source, made)
  return made
}

const available = (entity: Entity, place: Entity['availability'][number], reported: string, report: Report) => {
  const several = entity.availability.length > 1
  // One of several topics proves presence only where any will do, and absence only where all are needed.
  if (reported === place.on && (!several || entity.availabilityMode !== 'all')) report.health({ online: true })
  else if (reported === place.off && (!several || entity.availabilityMode !== 'any')) report.health({ online: false })
}

const unknown = /^(none|unknown|unavailable)$/i

const binary = (entity: Entity, reported: string, report: Report) => {
  const on = reported === entity.on
  if (!on && reported !== entity.off && !unknown.test(reported))
    throw new Undecodable(`"${reported.slice(0, 50)}" is neither "${entity.on}" nor "${entity.off}"`)
  const of = <T extends string>(yes: T, no: T): T | 'Unknown' => (on ? yes : reported === entity.off ? no : 'Unknown')
  const kind = entity.deviceClass ?? ''
  const condition = conditionClasses.get(kind)
  if (doorClasses.has(kind)) report.door({ contact: of('Open', 'Closed') })
  // On means unlocked: Home Assistant counts the state that needs attention as on.
  else if (kind === 'lock') report.door({ lock: of('Unlocked', 'Locked') })
  else if (kind === 'tamper') report.door({ tamper: of('TamperDetected', 'NotInTamper') })
  else if (kind === 'problem') report.door({ fault: of('FaultDetected', 'NotInFault') })
  else if (on || reported === entity.off) {
    if (condition) report.condition(condition, on)
    else if (kind === 'connectivity') report.health({ online: on })
  }
}

const sensor = (entity: Entity, reported: string, report: Report) => {
  const number = unknown.test(reported) ? null : Number(reported)
  if (number !== null && !Number.isFinite(number)) throw new Undecodable(`"${reported.slice(0, 50)}" is not a number`)
  if (entity.deviceClass === 'battery') report.health({ battery: number })
  else if (entity.deviceClass === 'signal_strength') report.health({ signal: number })
  else {
    const channel = channelOf(entity.deviceClass, entity.unit)
    if (channel) report.reading(channel, number, entity.unit, number === null ? 'fault' : 'good')
  }
}

/** Explosive gas has no device class; its unit is unmistakable. */
export const channelOf = (deviceClass: string | null, unit: string | null): GasChannel | undefined =>
  deviceClass === null && /^% ?LEL$/i.test(unit ?? '') ? 'LEL' : channelClasses.get(deviceClass ?? '')

const lock = (entity: Entity, reported: string, report: Report) => {
  const states = entity.lock?.states ?? {}
  const state = Object.hasOwn(states, reported) ? states[reported] : undefined
  if (!state && !unknown.test(reported)) throw new Undecodable(`"${reported.slice(0, 50)}" is no state of this lock`)
  report.door({ lock: state ?? 'Unknown' })
}

// A siren may say it as JSON, and other things with it.
const relay = (entity: Entity, reported: string, report: Report) => {
  const state = entity.component === 'siren' ? stateIn(reported) : reported
  if (unknown.test(state)) return
  if (state !== entity.on && state !== entity.off)
    throw new Undecodable(`"${state.slice(0, 50)}" is neither "${entity.on}" nor "${entity.off}"`)
  report.output({ active: state === entity.on })
}

const stateIn = (reported: string): string => {
  if (!reported.startsWith('{')) return reported
  const { state } = objectOf(new TextEncoder().encode(reported))
  if (typeof state !== 'string') throw new Undecodable('state: missing')
  return state
}

const meanings = { binary_sensor: binary, sensor, lock, switch: relay, siren: relay }
