// Which alarms a rule would have raised in the past, out of what is stored: gas by the minute, what devices reported as
// events, who was refused, who went in and out. What is only known as it is now (batteries, signal) cannot be answered.
import { isOpen, type ScheduleRules } from '@gatehouse/contract/access/schedule-time'
import type { Condition } from '@gatehouse/contract/safety/alarm-rules'
import { gasChannel } from '@gatehouse/contract/building/wire'
import { measures, type MeasureName } from '@gatehouse/contract/safety/measures'
import { sql } from 'kysely'
import { type Db, isAny, rowsOf } from '../../db/pool.ts'
import type { KnownDevice, KnownPlace } from '../../building/devices/devices.ts'
import { occupancyStretches } from './places/occupancy-history.ts'
import type { Delays } from './standing.ts'
import { alarmsOf, type Row, type Stretch, stretches } from './stretches.ts'

export interface Episode {
  /** A device, or a zone, a floor or a site. */
  readonly source: KnownDevice | KnownPlace
  readonly from: Date
  /** null: it still holds. */
  readonly to: Date | null
  readonly value: number | null
}

interface Asked {
  readonly condition: Condition
  readonly devices: readonly KnownDevice[]
  /** Those that it looks at, of what is of places. */
  readonly places: readonly KnownPlace[]
  readonly since: Date
  readonly now: Date
  /** Of a condition that asks for one. */
  readonly schedule: ScheduleRules | null
  /** The rules that a combination combines, as far as they are in force. */
  readonly combined: readonly Pick<Asked, 'condition' | 'devices' | 'places' | 'schedule'>[]
}

/** Oldest first; in words, why nothing can be said. */
export const episodesOf = async (db: Db, asked: Asked): Promise<readonly Episode[] | string> => {
  const { condition } = asked
  switch (condition.kind) {
    case 'threshold':
    case 'rate':
      if (condition.kind === 'threshold' && condition.measure === 'occupancy') {
        if (await isAny(db)`select from occupancy where place_id = any (${asked.places.map(({ id }) => id)}::uuid[])`)
          return 'What counters have counted is not tried against history: only passages by badge are.'
        return judged(await occupancyStretches(db, asked, condition), asked, condition)
      }
      // Averages are stored for as long as they are current.
      if (!gasChannel.options.some((channel) => channel === channelOf(condition.measure)))
        return `${measures[condition.measure].title} is not stored over time.`
      return gasEpisodes(db, asked, condition)
    case 'state':
      return measures[condition.measure].of === 'record' || notOverTime.has(condition.measure)
        ? `${measures[condition.measure].title} is not stored over time.`
        : stateEpisodes(db, asked, condition)
    case 'stale':
      return measures[condition.measure].of === 'gas'
        ? gaps(db, asked, condition)
        : `${measures[condition.measure].title} is not stored over time.`
    case 'outside-schedule': {
      const { schedule } = asked
      if (schedule === null) return 'This schedule does not exist any more.'
      return (await occurrences(db, asked, condition.measure)).filter(
        ({ source, from }) => 'timeZone' in source && !isOpen(schedule, source.timeZone, from),
      )
    }
    case 'repeated':
      return repeatedly(await occurrences(db, asked, condition.measure), condition)
    default:
      return combinationEpisodes(db, asked, condition)
  }
}

const located = (rows: readonly Row[], sources: readonly Episode['source'][]): Episode[] => {
  const byId = new Map(sources.map((source) => [source.id, source]))
  return rows.flatMap(({ sourceId, ...row }) => {
    const source = byId.get(sourceId)
    return source ? [{ source, ...row }] : []
  })
}

const notOverTime: ReadonlySet<MeasureName> = new Set(['gas.over-range', 'gas.suspect'])

const channelOf = (measure: MeasureName) => measure.slice(measure.indexOf('.') + 1)

const idsOf = (devices: readonly KnownDevice[]) => devices.map(({ id }) => id)

const minuteMs = 60_000

const gasEpisodes = async (
  db: Db,
  asked: Asked,
  condition: Extract<Condition, { kind: 'threshold' | 'rate' }>,
): Promise<Episode[]> => {
  const { devices, since, now } = asked
  const channel = channelOf(condition.measure)
  const of = { ids: idsOf(devices), channel, since, now }
  const found = await (condition.kind === 'rate' ? changing(db, of, condition) : reaching(db, of, condition))
  return judged(found, asked, condition)
}

interface OfChannel {
  readonly ids: readonly string[]
  readonly channel: string
  readonly since: Date
  readonly now: Date
}

// Of a minute in which nothing was measured nothing is said: all stands as it stood.
const reaching = (
  db: Db,
  { ids, channel, since, now }: OfChannel,
  { comparison, value, hysteresis }: Extract<Condition, { kind: 'threshold' }>,
): Promise<Stretch[]> => {
  const isAbove = comparison === 'above'
  const worst = sql.ref(isAbove ? 'max' : 'min')
  const isReached = isAbove ? sql`${worst} >= ${value}` : sql`${worst} <= ${value}`
  const isNear = isAbove ? sql`${worst} > ${value - hysteresis}` : sql`${worst} < ${value + hysteresis}`
  return stretches(
    db,
    sql`
      select device_id, at, ${worst} as worst, case when ${isReached} then 'yes' when ${isNear} then 'near' else 'no' end as holds
      from gas_minute where device_id = any (${[...ids]}::uuid[]) and channel = ${channel} and at >= ${since} and at < ${now}
        and ${worst} is not null`,
    isAbove,
  )
}

const changing = (
  db: Db,
  { ids, channel, since, now }: OfChannel,
  { comparison, change, withinSeconds }: Extract<Condition, { kind: 'rate' }>,
): Promise<Stretch[]> => {
  const minutes = Math.max(1, Math.ceil((withinSeconds * 1000) / minuteMs))
  const window = sql.raw(`over (partition by device_id order by at range between interval '${minutes} min' preceding
    and interval '1 s' preceding)`)
  return stretches(
    db,
    sql`
      select device_id, at, change as worst, case when change >= ${change} then 'yes' else 'no' end as holds
      from (
        select device_id, at, ${comparison === 'above' ? sql`max - min(min) ${window}` : sql`max(max) ${window} - min`} as change
        from gas_minute where device_id = any (${[...ids]}::uuid[]) and channel = ${channel} and at >= ${since}
          and at < ${now}) changed
      where change is not null`,
    true,
  )
}

/** What the stream of events says of a condition: as what it begins, and what ends it. */
const eventsOf: Partial<Record<MeasureName, { readonly begins: readonly string[]; readonly ends: readonly string[] }>> =
  {
    'device.offline': { begins: ['device.offline'], ends: ['device.online'] },
    'door.forced-open': { begins: ['door.forced-open'], ends: ['door.closed'] },
    'door.held-open': { begins: ['door.held-open'], ends: ['door.closed'] },
    'door.fault': { begins: ['door.fault'], ends: [] },
    'device.tamper': {
      begins: ['door.tamper', 'gas.tamper', 'camera.tamper', 'intercom.tamper', 'counter.tamper'],
      ends: [],
    },
  }

const stateEpisodes = async (
  db: Db,
  asked: Asked,
  condition: Extract<Condition, { kind: 'state' }>,
): Promise<Episode[]> => {
  const { devices, since, now } = asked
  const { measure } = condition
  if (measure === 'gas.fault') return judged(await faults(db, asked), asked, condition)
  const known = eventsOf[measure]
  if (!known) return []
  const { begins, ends } = known
  const rows = await rowsOf<Stretch>(db)`
    select device_id as "sourceId", at as "from", null::float8 as value,
      case when type = any (${[...begins]}::text[]) then 'yes' else 'no' end as holds
    from event where device_id = any (${idsOf(devices)}::uuid[]) and at >= ${since} and at < ${now}
      and type = any (${[...begins, ...ends]}::text[])
    order by at, id
  `
  // What nothing ends is over at once.
  if (ends.length === 0)
    return located(
      rows.map((row) => ({ ...row, to: row.from })),
      devices,
    )
  return judged(rows, asked, condition)
}

const faults = (db: Db, { devices, since, now }: Asked): Promise<Stretch[]> =>
  rowsOf<Stretch>(db)`
    with minutes as (
        select device_id, channel, at, faults > 0 as faulty,
          lag(faults > 0) over (partition by device_id, channel order by at) as was
        from gas_minute where device_id = any (${idsOf(devices)}::uuid[]) and at >= ${since} and at < ${now})
    select device_id as "sourceId", channel as part, at as "from", case when faulty then 'yes' else 'no' end as holds,
      null::float8 as value
    from minutes where faulty is distinct from coalesce(was, false) order by at
  `

// A reading that was followed by none for too long.
const gaps = async (
  db: Db,
  { devices, since, now }: Asked,
  { measure, seconds }: Extract<Condition, { kind: 'stale' }>,
): Promise<Episode[]> => {
  const rows = await rowsOf<Row>(db)`
    with readings as (
      select device_id, at, lead(at) over (partition by device_id order by at) as next
      from gas_minute where device_id = any (${idsOf(devices)}::uuid[]) and channel = ${channelOf(measure)}
        and at >= ${since} and at < ${now})
    select device_id as "sourceId", at + ${seconds} * interval '1 s' as "from", next as to, null::float8 as value
    from readings
    where coalesce(next, ${now}) - at > greatest(${seconds}, 60) * interval '1 s' + interval '1 min' order by at
  `
  return located(rows, devices)
}

const occurrences = async (db: Db, { devices, since, now }: Asked, measure: MeasureName): Promise<Episode[]> => {
  const rows =
    measure === 'door.refused'
      ? await rowsOf<Row>(db)`
          select door_id as "sourceId", at as "from", at as to, null::float8 as value from entry_exit_log
          where door_id = any (${idsOf(devices)}::uuid[]) and result = 'denied' and at >= ${since} and at < ${now}
          order by at
        `
      : await rowsOf<Row>(db)`
          select device_id as "sourceId", at as "from", at as to, null::float8 as value from event
          where device_id = any (${idsOf(devices)}::uuid[]) and type = ${measure} and at >= ${since} and at < ${now}
          order by at
        `
  return located(rows, devices)
}

const repeatedly = (
  all: readonly Episode[],
  { times, withinSeconds }: Extract<Condition, { kind: 'repeated' }>,
): Episode[] => {
  const recent = new Map<string, Date[]>()
  return all.filter(({ source, from }) => {
    const earliest = from.getTime() - withinSeconds * 1000
    const counted = [...(recent.get(source.id) ?? []), from].filter((at) => at.getTime() > earliest)
    const isEnough = counted.length >= times
    recent.set(source.id, isEnough ? [] : counted)
    return isEnough
  })
}

/** What comes of them by these delays, oldest first: each from when it is an alarm to when that has returned to normal. */
const judged = (all: readonly Stretch[], { devices, places, now }: Asked, condition: Delays & Condition): Episode[] => {
  const worse =
    'comparison' in condition && condition.kind === 'threshold' && condition.comparison === 'below'
      ? Math.min
      : Math.max
  const bySource = Map.groupBy(all, ({ sourceId, part }) => `${sourceId}/${part ?? ''}`)
  const rows = [...bySource.values()].flatMap((ofSource) => alarmsOf(ofSource, { now, delays: condition, worse }))
  return located(rows, [...devices, ...places]).toSorted((a, b) => a.from.getTime() - b.from.getTime())
}

const combinationEpisodes = async (
  db: Db,
  asked: Asked,
  condition: Extract<Condition, { kind: 'combination' }>,
): Promise<Episode[] | string> => {
  const found: Vote[] = []
  for (const [index, rule] of asked.combined.entries()) {
    // What is over at once is never in alarm together with anything.
    if (rule.condition.kind === 'repeated' || rule.condition.kind === 'outside-schedule') continue
    const episodes = await episodesOf(db, { ...asked, ...rule, combined: [] })
    if (typeof episodes === 'string') return episodes
    found.push(
      ...episodes.map((one) => ({ ...one, voter: condition.within === 'device' ? String(index) : one.source.id })),
    )
  }
  const rows = together(found, condition).flatMap((ofPlace) =>
    alarmsOf(ofPlace, { now: asked.now, delays: condition, worse: Math.max }),
  )
  return located(
    rows,
    asked.combined.flatMap(({ devices, places }) => [...devices, ...places]),
  ).toSorted((a, b) => a.from.getTime() - b.from.getTime())
}

interface Vote extends Episode {
  /** At one device each rule has a vote; in a place each device has one, however many of the rules it meets (combine.ts). */
  readonly voter: string
}

/** Of each place when so many are in alarm there, by the device that made them enough. */
const together = (
  all: readonly Vote[],
  { atLeast, within }: Extract<Condition, { kind: 'combination' }>,
): Stretch[][] => {
  const placeOf = (source: Episode['source']) =>
    ({
      device: 'key' in source ? source.id : null,
      zone: source.zoneId,
      site: source.siteId,
      company: source.companyId,
    })[within]
  const lasting = all.filter(({ source, from, to }) => placeOf(source) !== null && to?.getTime() !== from.getTime())
  return [...Map.groupBy(lasting, ({ source }) => placeOf(source)).values()].map((ofPlace) => {
    const turns = ofPlace
      .flatMap(({ source, voter, from, to }) => [
        { source, voter, at: from, more: 1 },
        ...(to ? [{ source, voter, at: to, more: -1 }] : []),
      ])
      .toSorted((a, b) => a.at.getTime() - b.at.getTime())
    const holding = new Map<string, number>()
    // What turns in the same moment is judged together, as it was reported.
    return turns.flatMap(({ source, voter, at, more }, index): Stretch[] => {
      const left = (holding.get(voter) ?? 0) + more
      if (left > 0) holding.set(voter, left)
      else holding.delete(voter)
      if (turns[index + 1]?.at.getTime() === at.getTime()) return []
      return [{ sourceId: source.id, from: at, holds: holding.size >= atLeast ? 'yes' : 'no', value: null }]
    })
  })
}
