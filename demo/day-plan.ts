// Everything that happens in a building on one local day, before it is put into anybody's words.
import { type GasDay, gasOf } from './gas-day.ts'
import { type Incident, type IncidentEvent, incidentEvents, incidentOn } from './incident.ts'
import { type LocalDay, localDay } from './local-day.ts'
import { type Attempt, isWorkday, type Passage, peopleOf } from './passages.ts'
import { randomFor } from './random.ts'
import { type Routes, routesOf } from './routes.ts'
import { type Call, visitsOf } from './visits.ts'
import type { Idling } from './troubles.ts'
import type { World } from './world.ts'

export interface DayPlan {
  readonly world: World
  readonly seed: number
  readonly day: LocalDay
  /** In order of time, as all lists here. */
  readonly passages: readonly Passage[]
  readonly attempts: readonly Attempt[]
  readonly calls: readonly Call[]
  readonly sightings: readonly Sighting[]
  readonly incident: Incident | null
  readonly incidentEvents: readonly IncidentEvent[]
  readonly gas: GasDay
}

/** What a camera noticed. */
export interface Sighting {
  readonly at: number
  readonly device: string
  readonly type: string
}

export interface DayOptions {
  readonly incident?: boolean
  /** What else was tried at doors that day: only history knows. */
  readonly attempts?: readonly Attempt[]
  /** Engines that were left running: only history knows. */
  readonly idling?: readonly Idling[]
}

/** A day by the building's local date. Only history has the incident: live days are left to staged scenarios. */
export const planOf = (world: World, seed: number, date: string, options: DayOptions = {}): DayPlan => {
  const day = openingOf(world, localDay(world.timeZone, date))
  const routes = routesFor(world)
  const people = peopleOf(world, routes, seed, day)
  const visits = visitsOf(world, routes, seed, day)
  const passages = [...people.passages, ...visits.passages].sort(byTime)
  const incident = options.incident ? incidentOn(seed, day) : null
  return {
    world,
    seed,
    day,
    passages,
    attempts: [
      ...people.attempts,
      ...strangers(world, seed, day),
      ...mistakes(world, seed, day),
      ...(options.attempts ?? []),
    ].sort(byTime),
    calls: visits.calls.sort(byTime),
    sightings: sightings(world, seed, day, passages),
    incident,
    incidentEvents: incident ? incidentEvents(world, incident) : [],
    gas: gasOf(world, seed, day, passages, { incident, idling: options.idling ?? [] }),
  }
}

const wednesday = 3

const openingOf = (world: World, day: LocalDay): LocalDay =>
  world.openDaily && (day.weekday === 0 || day.weekday === 6) ? { ...day, weekday: wednesday } : day

const byTime = (a: { at: number }, b: { at: number }) => a.at - b.at

const known = new WeakMap<World, Routes>()

const routesFor = (world: World): Routes => {
  const routes = known.get(world) ?? routesOf(world)
  known.set(world, routes)
  return routes
}

/** Cards that are nobody's, or of somebody who is gone. */
const strangers = (world: World, seed: number, day: LocalDay): Attempt[] => {
  const random = randomFor(seed, day.date, 'strangers')
  const doors = world.doors.filter((d) => d.perimeter && !d.emergency)
  const tries = isWorkday(day) ? random.whole(0, Math.ceil(world.people.length / 18)) : random.whole(0, 1)
  return Array.from({ length: tries }, () => {
    const expired = random.chance(0.25)
    return {
      at: day.at(random.between(430, 1310)),
      door: random.pick(doors),
      direction: 'entry',
      credential: expired ? random.pick(world.expiredCredentials) : `card:0099${random.whole(100_000, 999_999)}`,
      reason: expired ? 'expired' : 'unknown credential',
    }
  })
}

/** Cards that were suspended, and PINs mistyped: five in a row, and the reader waits. */
const mistakes = (world: World, seed: number, day: LocalDay): Attempt[] => {
  if (!isWorkday(day)) return []
  const random = randomFor(seed, day.date, 'mistakes')
  const found: Attempt[] = []
  const suspended = world.suspendedCredentials ?? []
  const entrances = world.doors.filter((d) => d.perimeter && !d.emergency && !d.vehicles)
  if (suspended.length > 0 && random.chance(0.07))
    found.push({
      at: day.at(random.between(480, 560)),
      door: random.pick(entrances),
      direction: 'entry',
      credential: random.pick(suspended),
      reason: 'not active',
    })
  const keypad = world.doors.find((d) => world.access?.doors[d.key]?.pinNeeded)
  const able = keypad ? world.people.filter((p) => p.mayEnter.includes(keypad.to) && p.rhythm === 'office') : []
  if (keypad && able.length > 0 && random.chance(0.16)) {
    const { credential } = random.pick(able)
    const at = day.at(random.between(560, 1000))
    const times = random.chance(0.18) ? 6 : random.whole(1, 2)
    for (let n = 0; n < times; n++)
      found.push({
        at: at + n * random.whole(3_500, 5_500),
        door: keypad,
        direction: 'entry',
        credential,
        reason: n < 5 ? 'wrong PIN' : 'locked out',
      })
  }
  return found
}

const sightings = (world: World, seed: number, day: LocalDay, passages: readonly Passage[]): Sighting[] => {
  const random = randomFor(seed, day.date, 'sightings')
  const cameras = new Map(world.cameras.map((c) => [c.watches, c.key]))
  return passages.flatMap((p) => {
    const device = cameras.get(p.door.key)
    if (!device || !random.chance(0.07)) return []
    return [{ at: p.at + 400, device, type: p.door.vehicles ? 'vehicle-detected' : 'person-detected' }]
  })
}
