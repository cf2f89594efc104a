// The past of a demo building, day by day, as rows that go straight into a COPY. What follows it live is
// building-day.ts: the same days, told in full.
import { type DayPlan, planOf } from './day-plan.ts'
import { attemptsDuring, type LockdownDrill, lockdownDrill } from './drills.ts'
import { incidentDate } from './incident.ts'
import { dateOf, hour, type LocalDay, localDay, minute, plusDays } from './local-day.ts'
import { type Attempt, isWorkday } from './passages.ts'
import { type Random, randomFor } from './random.ts'
import {
  type AccessRow,
  accessesOf,
  type CallRow,
  type CountRow,
  callsOf,
  countsOf,
  type EventRow,
  happeningsOf,
  movementsOf,
  type ReadingRow,
  readingsOf,
  type StatusRow,
  statusesOf,
} from './rows.ts'
import { eventsOf, type Idling, idlingOn, type Trouble, troublesOn } from './troubles.ts'
import type { World } from './world.ts'

export interface HistoryDay {
  readonly date: string
  readonly accesses: readonly AccessRow[]
  readonly counts: readonly CountRow[]
  readonly readings: readonly ReadingRow[]
  /** Alarms of doors, sightings, connections that were lost; in the last 24 hours also every opening and closing. */
  readonly events: readonly EventRow[]
  readonly calls: readonly CallRow[]
  readonly statuses: readonly StatusRow[]
}

export interface Span {
  readonly seed: number
  /** Milliseconds UTC; `to` is where the live building goes on. */
  readonly from: number
  readonly to: number
  /** Local date of the incident; by default one about three weeks before `to` where the span reaches back that far. */
  readonly incident?: string | null
}

/**
 * Days from `from` up to, not including, `to`; each list in order of time. Older than 24 hours readings come every
 * 15 minutes and counts every 5, then both every minute. Whoever is inside at `from` is seen coming in: that one's
 * passages of the day before are there too.
 */
export function* history(world: World, span: Span): Generator<HistoryDay> {
  const { seed, from, to } = span
  const recent = Math.max(Math.floor((to - 24 * hour) / (15 * minute)) * 15 * minute, from)
  const wanted = span.incident === undefined ? incidentDate(world, seed, to) : span.incident
  const last = dateOf(world.timeZone, to - 1)
  const first = dateOf(world.timeZone, from)
  const inside = insideAt(world, seed, from)
  const drill = world.access && lockdownDrill(world, to)
  const before = arrivals(world, seed, plusDays(first, -1), inside)
  if (before.accesses.length > 0) yield before
  for (let date = first; date <= last; date = plusDays(date, 1)) {
    const today = localDay(world.timeZone, date)
    // What is in the air now goes on live.
    const idling = date === wanted ? [] : idlingOn(world, seed, today, to).filter((one) => one.to < recent)
    const plan = planOf(world, seed, date, {
      incident: date === wanted,
      attempts: triedOn(date, world, seed, drill),
      idling,
    })
    const { start, end } = plan.day
    const movements = movementsOf(plan)
    const troubles = troublesOn(plan, movements, to)
    const asked = within(Math.max(from, start), Math.min(to, end))
    const then = Math.min(Math.max(recent, asked.from), asked.to)
    yield {
      date,
      accesses: accessesOf(plan).filter(
        (a) => asked.has(a) || (date === first && a.at < from && inside.has(a.credential)),
      ),
      counts: [
        ...(then > asked.from ? countsOf(plan, 5).filter(within(asked.from, then).has) : []),
        ...(asked.to > then ? countsOf(plan, 1).filter(within(then, asked.to).has) : []),
      ],
      readings: whileOnline(
        [...olderReadings(plan, idling, asked.from, then), ...readingsOf(plan, then, asked.to, 60)],
        troubles,
      ),
      events: [...alarmsAnd(movements, recent), ...happeningsOf(plan), ...eventsOf(plan, troubles, recent)]
        .filter(asked.has)
        .sort((a, b) => a.at - b.at),
      calls: callsOf(plan).filter(asked.has),
      statuses: statusesOf(plan).filter(asked.has),
    }
  }
}

/** At doors that were locked down, and by a visitor whom nobody came for. */
const triedOn = (date: string, world: World, seed: number, drill: LockdownDrill | undefined): Attempt[] => {
  if (!drill) return []
  const random = randomFor(seed, date, 'escort')
  const inner = world.doors.filter((d) => !d.perimeter && !d.restricted)
  const day = localDay(world.timeZone, date)
  const alone: Attempt[] =
    isWorkday(day) && random.chance(0.05)
      ? [
          {
            at: day.at(random.between(560, 940)),
            door: random.pick(inner),
            direction: 'entry',
            credential: `pass:visitor-of-${date}`,
            reason: 'escort needed',
          },
        ]
      : []
  return [
    ...alone,
    ...(world.troubles ? insisting(world, day, random) : []),
    ...(dateOf(world.timeZone, drill.starts) === date ? attemptsDuring(world, seed, drill) : []),
  ]
}

/** Somebody who shows an old card again and again. */
const insisting = (world: World, day: LocalDay, random: Random): Attempt[] => {
  if (!random.chance(0.16)) return []
  const at = day.at(random.between(420, 1260))
  const door = random.pick(world.doors.filter((d) => d.perimeter && !d.emergency))
  const credential = random.pick(world.expiredCredentials)
  return Array.from({ length: random.whole(5, 7) }, (_, n) => ({
    at: Math.round(at + n * random.between(6_000, 20_000)),
    door,
    direction: 'entry' as const,
    credential,
    reason: 'expired' as const,
  }))
}

/** Credentials of those inside at a moment. */
export const insideAt = (world: World, seed: number, moment: number): Set<string> => {
  const today = dateOf(world.timeZone, moment)
  const inside = new Set<string>()
  for (const date of [plusDays(today, -1), today])
    for (const { at, door, direction, person } of planOf(world, seed, date).passages) {
      if (at >= moment || !person || !door.perimeter) continue
      if (direction === 'entry') inside.add(person.credential)
      else inside.delete(person.credential)
    }
  return inside
}

const within = (from: number, to: number) => ({
  from,
  to,
  has: (row: { at: number }) => row.at >= from && row.at < to,
})

/** Every 15 minutes; each minute while the incident lasts or an engine runs, as detectors do that see their gas rise. */
const olderReadings = (plan: DayPlan, idling: readonly Idling[], from: number, to: number): ReadingRow[] => {
  const rising = [...(plan.incident ? [{ from: plan.incident.starts, to: plan.incident.ends }] : []), ...idling].sort(
    (a, b) => a.from - b.from,
  )
  const rows: ReadingRow[] = []
  let begins = from
  for (const one of rising) {
    const [starts, ends] = [one.from, one.to].map((at) => Math.min(Math.max(at, begins), to))
    if (starts === undefined || ends === undefined) continue
    rows.push(...readingsOf(plan, begins, starts, 15 * 60), ...readingsOf(plan, starts, ends, 60))
    begins = ends
  }
  return [...rows, ...readingsOf(plan, begins, to, 15 * 60)]
}

/** Of a detector without a connection nothing is known. */
const whileOnline = (readings: ReadingRow[], troubles: readonly Trouble[]): ReadingRow[] => {
  const offline = Map.groupBy(
    troubles.filter(({ kind }) => kind === 'offline'),
    ({ device }) => device,
  )
  if (offline.size === 0) return readings
  return readings.filter(({ device, at }) => !offline.get(device)?.some(({ from, to }) => at >= from && at < to))
}

/** Before `recent` only doors held open, and that they were closed again. */
const alarmsAnd = (movements: readonly EventRow[], recent: number): EventRow[] => {
  const held = new Set<string>()
  return movements.filter(({ device, type, at }) => {
    if (type === 'held-open') held.add(device)
    return at >= recent || held.has(device) ? type !== 'closed' || held.delete(device) || at >= recent : false
  })
}

const arrivals = (world: World, seed: number, date: string, inside: ReadonlySet<string>): HistoryDay => ({
  date,
  accesses: staying(planOf(world, seed, date), inside),
  counts: [],
  readings: [],
  events: [],
  calls: [],
  statuses: [],
})

/** The accesses of those who came last evening and have not left since. */
const staying = (plan: DayPlan, inside: ReadonlySet<string>): AccessRow[] => {
  const stays = new Map<string, AccessRow[]>()
  for (const access of accessesOf(plan)) {
    if (!inside.has(access.credential)) continue
    const perimeter = plan.world.doors.some((d) => d.key === access.device && d.perimeter)
    const remaining =
      perimeter && access.direction === 'entry' && access.taken ? [] : (stays.get(access.credential) ?? [])
    if (perimeter && access.direction === 'exit') stays.delete(access.credential)
    else stays.set(access.credential, [...remaining, access])
  }
  return [...stays.values()].flat().sort((a, b) => a.at - b.at)
}
