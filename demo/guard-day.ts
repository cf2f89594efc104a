// Guards around the clock: three shifts, hourly rounds at night, and a hand-over with both inside.
import { type LocalDay, minute, plusDays } from './local-day.ts'
import type { Walk } from './passages.ts'
import { type Random, randomFor } from './random.ts'
import type { Person, World } from './world.ts'

export type Shift = 'day' | 'evening' | 'night'

/** Who has which shift; everyone has a day off between two shifts. */
export const onDuty = (guards: readonly Person[], date: string, shift: Shift): Person | undefined => {
  const turn = Math.round(Date.parse(`${date}T00:00:00Z`) / 86_400_000) + { day: 0, evening: 2, night: 4 }[shift]
  return guards[turn % guards.length]
}

/** The guard who has the shift at a moment of a day. */
export const guardAt = (guards: readonly Person[], day: LocalDay, moment: number): Person | undefined => {
  if (moment < day.at(6 * 60)) return onDuty(guards, plusDays(day.date, -1), 'night')
  if (moment < day.at(14 * 60)) return onDuty(guards, day.date, 'day')
  return onDuty(guards, day.date, moment < day.at(22 * 60) ? 'evening' : 'night')
}

type StartWalk = (person: Person, zone: string | null, random: Random) => Walk

const nightRound = ['floor-3', 'server-room', 'floor-2', 'canteen', 'plant-room', 'car-park']
const dayRound = ['floor-2', 'floor-3', 'loading-bay', 'car-park']

export const guardRounds = (
  world: World,
  guards: readonly Person[],
  seed: number,
  day: LocalDay,
  startWalk: StartWalk,
) => {
  const here = (rooms: readonly string[]) => rooms.filter((room) => world.zones.some(({ key }) => key === room))
  const [atNight, byDay] = [here(nightRound), here(dayRound)]
  const shift = (name: Shift, date: string, from: string | null) => {
    const person = onDuty(guards, date, name)
    return person && startWalk(person, from, randomFor(seed, day.date, name, person.email))
  }
  const random = randomFor(seed, day.date, 'hand-over')
  const early = shift('night', plusDays(day.date, -1), 'lobby')
  if (early) {
    for (let at = 14; at < 325; at += random.between(50, 70)) round(early, atNight, day.at(at), random)
    early.to(null, day.at(random.between(367, 380)))
  }
  const morning = shift('day', day.date, null)
  if (morning) {
    morning.to('lobby', day.at(random.between(345, 358)))
    for (const at of [490, 640, 780]) round(morning, byDay, day.at(at + random.between(-15, 15)), random)
    morning.to(null, day.at(random.between(846, 862)))
  }
  const afternoon = shift('evening', day.date, null)
  if (afternoon) {
    afternoon.to('lobby', day.at(random.between(826, 838)))
    for (const at of [960, 1110, 1215]) round(afternoon, byDay, day.at(at + random.between(-15, 15)), random)
    afternoon.to(null, day.at(random.between(1326, 1340)))
  }
  const night = shift('night', day.date, null)
  if (night) {
    night.to('lobby', day.at(random.between(1305, 1318)))
    round(night, atNight, day.at(random.between(1345, 1350)), random)
  }
}

/** Some of the rooms of a round, in its order, and back to the lobby. */
const round = (walk: Walk, rooms: readonly string[], at: number, random: Random) => {
  let notBefore = at
  for (const room of rooms) {
    if (random.chance(0.4)) continue
    walk.to(room, notBefore)
    notBefore = walk.time + random.between(1, 4) * minute
  }
  walk.to('lobby', notBefore)
}
