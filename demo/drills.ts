// The drills of the demo's history: a lockdown on a Saturday morning, and two roll-calls on workdays, weeks apart.
import { planOf } from './day-plan.ts'
import { dateOf, localDay, minute, plusDays } from './local-day.ts'
import { type Attempt, isWorkday } from './passages.ts'
import { randomFor } from './random.ts'
import type { Door, Person, World } from './world.ts'

export interface LockdownDrill {
  readonly starts: number
  readonly ends: number
  /** Key of the door, and what came of telling it; released they all were. */
  readonly doors: ReadonlyMap<string, 'confirmed' | 'refused' | 'no-answer'>
}

export interface RollCall {
  readonly starts: number
  readonly ends: number
  readonly reason: string
  readonly summary: string
  /** Everybody on the list, those added by a warden last. */
  readonly people: readonly Called[]
}

export interface Called {
  /** null: a visitor. */
  readonly person: Person | null
  readonly name: string
  /** Zone and door where they were last seen; null: added by a warden. */
  readonly seen: { readonly zone: string; readonly at: number; readonly door: Door } | null
  /** Added to the list at this moment. */
  readonly added: number | null
  /** What was said of them, in order; each by one of the wardens or by a door. */
  readonly marks: readonly RecordedMark[]
}

export interface RecordedMark {
  readonly at: number
  readonly status: 'safe' | 'missing' | 'not-here' | 'left'
  /** E-mail of the warden, or the key of the door. */
  readonly by: { readonly warden: string } | { readonly door: Door }
  readonly place: number | null
  readonly note: string | null
}

const saturday = 6

/** The Saturday of about two weeks before a moment. */
const lockdownDate = (world: World, before: number): string => {
  let date = plusDays(dateOf(world.timeZone, before), -12)
  while (localDay(world.timeZone, date).weekday !== saturday) date = plusDays(date, -1)
  return date
}

export const lockdownDrill = (world: World, to: number): LockdownDrill => {
  const day = localDay(world.timeZone, lockdownDate(world, to))
  const starts = day.at(10 * 60 + 5)
  const unwilling = new Map<string, 'refused' | 'no-answer'>([
    ['door-side-entrance', 'no-answer'],
    ['door-goods-corridor', 'refused'],
  ])
  return {
    starts,
    ends: starts + 9 * minute,
    doors: new Map(world.doors.map(({ key }) => [key, unwilling.get(key) ?? 'confirmed'])),
  }
}

/** Those who stood at locked doors meanwhile. */
export const attemptsDuring = (world: World, seed: number, { starts, ends }: LockdownDrill): Attempt[] => {
  const random = randomFor(seed, 'lockdown', starts)
  const doors = world.doors.filter((d) => d.perimeter && !d.emergency)
  return [0.2, 0.45, 0.8].map((share) => ({
    at: Math.round(starts + (ends - starts) * share),
    door: random.pick(doors),
    direction: 'entry',
    credential: random.pick(world.people).credential,
    reason: 'lockdown',
  }))
}

/** The drill of last week, and the one of two months ago that it is compared with; oldest first. */
export const rollCalls = (world: World, seed: number, to: number): RollCall[] =>
  [
    { daysAgo: 62, at: 14 * 60 + 30, pace: 1.35, reason: 'Quarterly fire drill' },
    { daysAgo: 8, at: 10 * 60 + 40, pace: 1, reason: 'Quarterly fire drill' },
  ].map(({ daysAgo, at, pace, reason }) => {
    let date = plusDays(dateOf(world.timeZone, to), -daysAgo)
    while (!isWorkday(localDay(world.timeZone, date))) date = plusDays(date, -1)
    return rollCall(world, seed, localDay(world.timeZone, date).at(at), pace, reason)
  })

const rollCall = (world: World, seed: number, starts: number, pace: number, reason: string): RollCall => {
  const random = randomFor(seed, 'roll-call', starts)
  const wardens = world.people.filter((p) => p.job === 'Guard' || p.job === 'Receptionist').map((p) => p.email)
  const ends = starts + Math.round(17 * pace * minute)
  const warden = () => ({ warden: random.pick(wardens) })
  const inside = whereabouts(world, seed, starts)
  const leaving = exitsBetween(world, seed, starts + 3 * minute, ends)
  const people: Called[] = [...inside].map(([person, seen], index): Called => {
    const safeAt = starts + Math.round(random.between(70, 430) * pace) * 1000
    const safe = (at: number): RecordedMark => ({
      at,
      status: 'safe',
      by: warden(),
      place: random.whole(0, 1),
      note: null,
    })
    const gone = leaving.get(person)
    const named = { person, name: `${person.firstName} ${person.lastName}`, seen, added: null }
    if (gone && gone.at < safeAt)
      return { ...named, marks: [{ at: gone.at, status: 'left', by: { door: gone.door }, place: null, note: null }] }
    // Two who were looked for, and one whom the doors had inside and who was at home.
    if (index === 7 || index === 19)
      return {
        ...named,
        marks: [
          { at: starts + Math.round(480 * pace) * 1000, status: 'missing', by: warden(), place: null, note: null },
          {
            ...safe(starts + Math.round((index === 7 ? 640 : 790) * pace) * 1000),
            note: index === 7 ? 'Was in the archive, heard nothing' : null,
          },
        ],
      }
    if (index === 12)
      return {
        ...named,
        marks: [
          {
            at: starts + Math.round(520 * pace) * 1000,
            status: 'not-here',
            by: warden(),
            place: null,
            note: 'Working from home, by phone',
          },
        ],
      }
    return { ...named, marks: [safe(safeAt)] }
  })
  const added = starts + Math.round(300 * pace) * 1000
  const visitor: Called = {
    person: null,
    name: pace === 1 ? 'Rosa Almeida (Otis Lifts)' : 'Two from the caterer',
    seen: null,
    added,
    marks: [{ at: added, status: 'safe', by: warden(), place: 0, note: 'Visitor, signed in at reception' }],
  }
  return { starts, ends, reason, summary: 'Everybody accounted for.', people: [...people, visitor] }
}

/** Who is where at a moment, from what the doors of that day and the one before said. */
const whereabouts = (world: World, seed: number, moment: number) => {
  const today = dateOf(world.timeZone, moment)
  const places = new Map<Person, { zone: string; at: number; door: Door }>()
  for (const date of [plusDays(today, -1), today])
    for (const { at, person, door, direction } of planOf(world, seed, date).passages) {
      if (!person || at >= moment) continue
      const zone = direction === 'entry' ? door.to : door.from
      if (zone === null) places.delete(person)
      else places.set(person, { zone, at, door })
    }
  return places
}

const exitsBetween = (world: World, seed: number, from: number, to: number) =>
  new Map(
    planOf(world, seed, dateOf(world.timeZone, from)).passages.flatMap(({ at, person, door, direction }) =>
      person && door.perimeter && direction === 'exit' && at >= from && at < to
        ? [[person, { at, door }] as const]
        : [],
    ),
  )
