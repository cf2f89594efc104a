// One local day of people: who passes which door when, and who is refused. Whoever comes in goes out again the same
// day; only the night guard stays, and leaves in the morning.
import type { Reason } from '@gatehouse/contract/access/decisions'
import { guardRounds } from './guard-day.ts'
import { type LocalDay, minute } from './local-day.ts'
import { type Random, randomFor } from './random.ts'
import type { Routes } from './routes.ts'
import type { Door, Person, World } from './world.ts'

/** A person going through a door. */
export interface Passage {
  readonly at: number
  readonly door: Door
  readonly direction: 'entry' | 'exit'
  /** null: a visitor, who has no card. */
  readonly person: Person | null
  /** Seconds for which the door is kept open. */
  readonly hold?: number
}

/** A card shown to a reader without anybody passing. */
export interface Attempt {
  readonly at: number
  readonly door: Door
  readonly direction: 'entry' | 'exit'
  readonly credential: string
  /** null: granted, but the door was not opened. */
  readonly reason: Reason | null
}

export interface People {
  readonly passages: Passage[]
  readonly attempts: Attempt[]
}

/** One person's way through the day; time only ever goes forward. */
export interface Walk {
  readonly person: Person
  zone: string | null
  time: number
  to(zone: string | null, notBefore: number, by?: string): void
}

export const peopleOf = (world: World, routes: Routes, seed: number, day: LocalDay): People => {
  const people: People = { passages: [], attempts: [] }
  for (const person of world.people) {
    if (person.rhythm === 'guard') continue
    const random = randomFor(seed, day.date, person.email)
    if (random.chance(presence(person, day)))
      liveDay(startWalk(routes, random, people, person, null, day.start), random, day)
  }
  const guards = world.people.filter((p) => p.rhythm === 'guard')
  guardRounds(world, guards, seed, day, (person, zone, random) =>
    startWalk(routes, random, people, person, zone, day.start),
  )
  return people

  function liveDay(walk: Walk, random: Random, on: LocalDay) {
    if (walk.person.rhythm === 'cleaner') cleanerDay(world, walk, random, on)
    else officeDay(world, routes, people, walk, random, on)
  }
}

const startWalk = (
  routes: Routes,
  random: Random,
  people: People,
  person: Person,
  from: string | null,
  time: number,
): Walk => {
  const walk: Walk = {
    person,
    zone: from,
    time,
    to: (zone, notBefore, by = person.arrivesBy) => {
      walk.time = Math.max(walk.time + 5000, Math.round(notBefore))
      for (const { door, direction, zone: reached } of routes.between(walk.zone, zone, by)) {
        if (direction === 'entry' && random.chance(0.007)) {
          people.attempts.push({ at: walk.time, door, direction, credential: person.credential, reason: null })
          walk.time += random.whole(9_000, 20_000)
        }
        people.passages.push({ at: walk.time, door, direction, person })
        if (door.perimeter && direction === 'entry' && random.chance(0.003))
          people.attempts.push({
            at: walk.time + random.whole(8_000, 25_000),
            door,
            direction,
            credential: person.credential,
            reason: 'anti-passback',
          })
        walk.zone = reached
        walk.time += random.whole(16_000, 55_000)
      }
    },
  }
  return walk
}

const holidays = new Set(['01-01', '12-25', '12-26'])

export const isWorkday = (day: LocalDay) => day.weekday !== 0 && day.weekday !== 6 && !holidays.has(day.date.slice(5))

const officeByWeekday = [0, 0.86, 0.93, 0.94, 0.92, 0.78, 0]

const presence = (person: Person, day: LocalDay) => {
  if (!isWorkday(day)) return person.rhythm === 'office' ? 0.035 : person.rhythm === 'early' ? 0.06 : 0
  return person.rhythm === 'office' ? (officeByWeekday[day.weekday] ?? 0) : 0.92
}

const cleanerDay = (world: World, walk: Walk, random: Random, day: LocalDay) => {
  const rooms = world.doors.filter((d) => !d.perimeter && !d.restricted).map((d) => d.to)
  walk.to(walk.person.home, day.at(random.around(walk.person.starts, 6)))
  const leaves = day.at(walk.person.ends) - 20 * minute
  while (walk.time < leaves) walk.to(random.pick(rooms), walk.time + random.between(18, 40) * minute)
  walk.to(null, walk.time + 4 * minute)
}

interface Errand {
  readonly at: number
  readonly zone: string | null
  readonly minutes: number
}

const officeDay = (world: World, routes: Routes, people: People, walk: Walk, random: Random, day: LocalDay) => {
  const { person } = walk
  const work = isWorkday(day)
  const starts = work
    ? Math.min(Math.max(random.around(person.starts, 17), Math.min(person.starts, 450) - 15), 598)
    : random.between(570, 690)
  const late = work && random.chance(0.05)
  const leaves = work
    ? late
      ? random.between(1170, 1285)
      : Math.max(random.around(person.ends, 22), starts + 300)
    : starts + random.between(120, 300)
  walk.to(person.home, day.at(starts))
  for (const errand of errandsOf(world, person, random, starts, leaves)) {
    if (walk.time > day.at(errand.at + 15)) continue
    walk.to(errand.zone, day.at(errand.at), footway(world, person))
    if (random.chance(0.12)) tryForbidden(routes, people, walk, random)
    walk.to(person.home, walk.time + errand.minutes * minute, footway(world, person))
  }
  walk.to(null, day.at(leaves))
  if (work && !late && random.chance(0.008)) {
    const door = routes.between(null, person.home, person.arrivesBy)[0]?.door
    const at = walk.time + random.between(170, 260) * minute
    if (door && at < day.end)
      people.attempts.push({ at, door, direction: 'entry', credential: person.credential, reason: 'outside schedule' })
  }
}

/** Who came by car goes to lunch on foot. */
const footway = (world: World, person: Person) =>
  world.doors.find((d) => d.key === person.arrivesBy)?.vehicles
    ? (world.doors[0]?.key ?? person.arrivesBy)
    : person.arrivesBy

const errandsOf = (world: World, person: Person, random: Random, starts: number, leaves: number): Errand[] => {
  const rooms = world.doors.filter((d) => !d.perimeter && d.to !== person.home)
  const canteen = rooms.find((d) => d.to === 'canteen')?.to
  const open = rooms.filter((d) => !d.restricted && d.to !== canteen).map((d) => d.to)
  const restricted = rooms.filter((d) => d.restricted && person.mayEnter.includes(d.to)).map((d) => d.to)
  const errands: Errand[] = []
  const lunch = random.next()
  const lunchAt = random.between(705, 800)
  if (lunch < 0.55) errands.push({ at: lunchAt, zone: null, minutes: random.between(30, 58) })
  else if (lunch < 0.85 && canteen) errands.push({ at: lunchAt, zone: canteen, minutes: random.between(22, 45) })
  if (canteen && random.chance(0.12))
    errands.push({ at: random.between(600, 660), zone: canteen, minutes: random.between(6, 14) })
  if (canteen && random.chance(0.1))
    errands.push({ at: random.between(900, 960), zone: canteen, minutes: random.between(6, 14) })
  if (open.length > 0 && random.chance(0.17))
    errands.push({ at: random.between(570, 980), zone: random.pick(open), minutes: random.between(15, 60) })
  if (restricted.length > 0 && random.chance(person.rhythm === 'early' ? 0.8 : 0.28))
    errands.push({ at: random.between(500, 980), zone: random.pick(restricted), minutes: random.between(8, 35) })
  return errands.filter((e) => e.at > starts + 20 && e.at + e.minutes < leaves - 15).sort((a, b) => a.at - b.at)
}

const tryForbidden = (routes: Routes, people: People, walk: Walk, random: Random) => {
  const doors = routes.inwards.get(walk.zone ?? '')?.filter((d) => d.restricted && !walk.person.mayEnter.includes(d.to))
  if (!doors?.length) return
  const { credential } = walk.person
  const at = walk.time + random.whole(5_000, 20_000)
  people.attempts.push({ at, door: random.pick(doors), direction: 'entry', credential, reason: 'not authorised' })
  walk.time = at
}
