// Where the people of a demo building are on its quiet nights.
import { planOf } from './day-plan.ts'
import { dateOf, minute, plusDays } from './local-day.ts'
import type { Passage } from './passages.ts'
import type { World } from './world.ts'

export interface Headcount {
  readonly at: number
  /** By the key of the zone; those with nobody are left out. */
  readonly people: ReadonlyMap<string, number>
}

/** Long enough that a counter which reports every five minutes has reported whoever moved before. */
const restMinutes = 6

/** Everybody counted between three and five in the morning, while nobody passes a door; undefined: somebody always did. */
export const headcountOn = (world: World, seed: number, date: string): Headcount | undefined => {
  const { day, passages } = planOf(world, seed, date)
  const moments = Array.from({ length: 24 }, (_, n) => day.at(180 + 5 * n))
  const at = moments.find((moment) => passages.every((one) => Math.abs(one.at - moment) > restMinutes * minute))
  if (at === undefined) return undefined
  return { at, people: peopleByZone([...planOf(world, seed, plusDays(date, -1)).passages, ...passages], at) }
}

/** Of those with a card; visitors are gone by the evening. */
const peopleByZone = (passages: readonly Passage[], moment: number): ReadonlyMap<string, number> => {
  const zones = new Map<string, string | null>()
  for (const { at, door, direction, person } of passages)
    if (person && at <= moment) zones.set(person.credential, direction === 'entry' ? door.to : door.from)
  const people = new Map<string, number>()
  for (const zone of zones.values()) if (zone !== null) people.set(zone, (people.get(zone) ?? 0) + 1)
  return people
}

/** The dates of the nights before a moment whose headcount is over, the oldest first. */
export const nightsBefore = (world: World, moment: number, nights: number): string[] => {
  const today = dateOf(world.timeZone, moment - 6 * 60 * minute)
  return Array.from({ length: nights }, (_, n) => plusDays(today, n + 1 - nights))
}
