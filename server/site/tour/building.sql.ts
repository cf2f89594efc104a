// The building of the tour out of the store: rows of its company only, and of those nothing that names anybody.
import type { Device } from '@gatehouse/contract/building/devices'
import { gasChannel } from '@gatehouse/contract/building/wire'
import * as tour from '@gatehouse/contract/site/tour'
import { sql } from 'kysely'
import { instant } from '../../db/instant.ts'
import { type Db, firstOf, isoRowsOf, numberOf, rowsOf, valuesOf } from '../../db/pool.ts'
import { setPointsWithin } from '../../safety/set-points/set-points.ts'
import { readDrill } from './drill.sql.ts'
import type { Verified } from './showing.ts'

/** At this hour nobody is inside but the night guard: from here on people are counted. */
const countedFrom = sql`interval '3 hours'`
const nightGuard = 1
const trendMinutes = 60
const minuteMs = 60_000
const shownAccesses = 12
const shownHappenings = 8
const shownCommands = 5
const shownEntries = 8

export type ReadDevices = (db: Db, ids: readonly string[]) => Promise<readonly Device[]>

export interface BuildingParts {
  readonly db: Db
  readonly readDevices: ReadDevices
  readonly verified: Verified | null
}

export const readBuilding = async (
  { db, readDevices, verified }: BuildingParts,
  at: Date,
): Promise<tour.Building | null> => {
  const site = await firstOf<Site>(db)`
    select c.id as "companyId", s.name, s.time_zone as "timeZone",
      date_trunc('day', ${at}::timestamptz, s.time_zone) as midnight,
      (date_trunc('day', ${at}::timestamptz at time zone s.time_zone - ${countedFrom}) + ${countedFrom})
        at time zone s.time_zone as since,
      extract(hour from ${at}::timestamptz at time zone s.time_zone)::int as hour,
      array(select d.id from device d where d.company_id = c.id and d.retired_at is null) as devices
    from company c join site s on s.company_id = c.id
    where c.tour order by c.id, s.id limit 1
  `
  if (!site) return null
  const [devices, trends, counts, accesses, happenings, denied, floors, spots, worked, drill, entries] =
    await Promise.all([
      readDevices(db, site.devices),
      readTrends(db, site, at),
      readCounts(db, site),
      readAccesses(db, site),
      readHappenings(db, site),
      readDenied(db, site),
      readFloors(db, site),
      readSpots(db, site),
      readWorked(db, site),
      readDrill(db, site.companyId),
      readEntries(db, site),
    ])
  const today = counts.filter((row) => row.today)
  const people = counts.filter((row) => row.sinceReset).reduce((n, row) => n + row.entries - row.exits, nightGuard)
  return {
    name: site.name,
    timeZone: site.timeZone,
    inside: { people: Math.max(0, people), since: site.since.toISOString() },
    devices: devices.map((device) => shown(device, spots.get(device.id) ?? null)),
    trends,
    counters: devices.filter(({ kind }) => kind === 'counter').map(({ id, name }) => ({ name, ...sumsOf(today, id) })),
    hours: Array.from({ length: site.hour + 1 }, (_, hour) => ({
      hour,
      entries: total(today, hour, 'entries'),
      exits: total(today, hour, 'exits'),
    })),
    accesses,
    happenings,
    deniedToday: denied,
    floors,
    worked,
    drill,
    record: { entries, verified },
  }
}

interface Site {
  companyId: string
  name: string
  timeZone: string
  midnight: Date
  since: Date
  hour: number
  devices: string[]
}

const shown = (
  { kind, name, floor, zone, online, lastSeenAt, latest }: Device,
  spot: tour.TourDevice['spot'],
): tour.TourDevice => ({
  kind,
  name,
  floor,
  zone,
  online,
  lastSeenAt,
  latest,
  spot,
})

const readFloors = (db: Db, { companyId }: Site) =>
  rowsOf<tour.Floor>(db)`
    select f.level, f.name, p.width, p.height from plan p join floor f on f.id = p.floor_id
    where f.company_id = ${companyId} order by f.level
  `

const readSpots = async (db: Db, { devices }: Site) => {
  const rows = await rowsOf<{ deviceId: string; level: number; x: number; y: number }>(db)`
    select p.device_id as "deviceId", f.level, round(p.x::numeric, 4)::float8 as x, round(p.y::numeric, 4)::float8 as y
    from plan_device p join floor f on f.id = p.floor_id where p.device_id = any (${devices}::uuid[])
  `
  return new Map(rows.map(({ deviceId, ...spot }) => [deviceId, spot]))
}

/** The picture of the plan of a floor of the tour. */
export const readPlan = async (db: Db, level: number): Promise<Buffer | undefined> =>
  (
    await valuesOf<Buffer>(db)`
      select p.large from plan p join floor f on f.id = p.floor_id join company c on c.id = f.company_id
      where c.tour and f.level = ${level} limit 1
    `
  )[0]

// The newest of each door: commands have an index by their door.
const readWorked = (db: Db, { devices }: Site) =>
  isoRowsOf<tour.Worked>(db)`
    select c.requested_at as at, d.name as door, c.asked, c.status, round(extract(epoch from (
      select max(s.at) from command_step s where s.command_id = c.id and s.status in ('confirmed', 'refused'))
      - c.requested_at) * 1000)::int as "answeredMs"
    from unnest(${devices}::uuid[]) as of (id) join device d on d.id = of.id
      cross join lateral (select * from command where device_id = of.id order by requested_at desc, id desc
        limit ${sql.lit(shownCommands)}) c
    order by c.requested_at desc, c.id desc limit ${sql.lit(shownCommands)}
  `

const readEntries = (db: Db, { companyId }: Site) =>
  isoRowsOf<tour.TourRecord['entries'][number]>(db)`
    select at, action, subject from activity
    where company_id = ${companyId} and action = any (${tour.recorded.options}) and subject is not null
    order by at desc, id desc limit ${sql.lit(shownEntries)}
  `

const readTrends = async (db: Db, site: Site, at: Date): Promise<tour.Trend[]> => {
  const { devices } = site
  const from = Math.floor(at.getTime() / minuteMs) * minuteMs - trendMinutes * minuteMs
  const reading = rowsOf<{ device: string; channel: string; at: Date; value: number | null }>(db)`
    select d.name as device, g.channel, g.at, case when g.count > 0 then round(g.sum / g.count, 2)::float8 end as value
    from gas_minute g join device d on d.id = g.device_id
    where g.device_id = any (${devices}::uuid[]) and g.at >= ${new Date(from)} and g.at <= ${at}
    order by d.name, g.channel, g.at
  `
  const [rows, setPointsOf] = await Promise.all([reading, readSetPoints(db, site, at)])
  const series = Map.groupBy(rows, ({ device, channel }) => `${device}\t${channel}`)
  return [...series.values()].flatMap((points) => {
    const [first] = points
    const known = new Map(points.map((point) => [Math.round((point.at.getTime() - from) / minuteMs), point.value]))
    const values = Array.from({ length: trendMinutes + 1 }, (_, minute) => known.get(minute) ?? null)
    if (!first) return []
    const { device, channel } = first
    return [{ device, channel, from: new Date(from).toISOString(), values, setPoints: setPointsOf(device, channel) }]
  })
}

/** Those in force at this moment, of a detector by its name. */
const readSetPoints = async (db: Db, { companyId, devices }: Site, at: Date) => {
  const detectors = await rowsOf<{ id: string; name: string; siteId: string; zoneId: string | null }>(db)`
    select id, name, site_id as "siteId", zone_id as "zoneId" from device where id = any (${devices}::uuid[]) and kind = 'gas'
  `
  const span = { from: new Date(at.getTime() - 1).toISOString(), to: at.toISOString() }
  const within = await setPointsWithin(db, companyId, span)
  return (name: string, channel: string): tour.Trend['setPoints'] => {
    const detector = detectors.find((one) => one.name === name)
    const known = gasChannel.options.find((one) => one === channel)
    if (!detector || known === undefined) return []
    // Of a building that is seen by everybody there are no labels.
    return within({ ...detector, kind: 'gas', levels: [] }, known).flatMap(({ of, comparison, value, severity }) =>
      of === 'value' ? [{ comparison, value, severity }] : [],
    )
  }
}

interface Count {
  readonly deviceId: string
  readonly today: boolean
  readonly sinceReset: boolean
  readonly hour: number
  readonly entries: number
  readonly exits: number
  readonly at: Date
}

const readCounts = (db: Db, { devices, timeZone, midnight, since }: Site) =>
  rowsOf<Count>(db)`
    select device_id as "deviceId", at >= ${midnight} as today, at >= ${since} as "sinceReset",
      extract(hour from at at time zone ${timeZone})::int as hour, sum(entries)::int as entries, sum(exits)::int as exits,
      max(at) as at
    from people_count
    where device_id = any (${devices}::uuid[]) and at >= least(${midnight}::timestamptz, ${since}::timestamptz)
    group by 1, 2, 3, 4
  `

const sumsOf = (today: readonly Count[], deviceId: string): Omit<tour.Counted, 'name'> => {
  const own = today.filter((row) => row.deviceId === deviceId)
  const last = own
    .map((row) => row.at.toISOString())
    .sort()
    .at(-1)
  return {
    inToday: own.reduce((n, row) => n + row.entries, 0),
    outToday: own.reduce((n, row) => n + row.exits, 0),
    at: last ?? null,
  }
}

const total = (today: readonly Count[], hour: number, what: 'entries' | 'exits') =>
  today.filter((row) => row.hour === hour).reduce((n, row) => n + row[what], 0)

const readAccesses = async (db: Db, { companyId }: Site): Promise<tour.Access[]> => {
  const rows = await isoRowsOf<Omit<tour.Access, 'reason'> & { reason: string | null }>(db)`
    select l.at, d.name as door, l.type as direction, l.result, l.reason, l.taken
    from entry_exit_log l join device d on d.id = l.door_id
    where l.company_id = ${companyId} order by l.at desc, l.id desc limit ${sql.lit(shownAccesses)}
  `
  return rows.map(({ reason, ...row }) => ({ ...row, reason: wordFor(reason) }))
}

// What a device gives as its reason is free text.
const wordFor = (reason: string | null) =>
  reason === null ? null : (tour.reason.options.find((known) => known === reason) ?? 'other')

const readHappenings = (db: Db, { companyId }: Site) =>
  isoRowsOf<tour.Happening>(db)`
    select e.at, d.name as where, e.severity,
      case e.type when 'intercom.call' then 'intercom.ringing' else e.type end as type
    from event e join device d on d.id = e.device_id
    where e.company_id = ${companyId} and (e.type = any (${tour.happened.options})
      or e.type = 'intercom.call' and e.data ->> 'state' = 'ringing')
      and e.at > ${instant()} - interval '1 day'
    order by e.at desc, e.id desc limit ${sql.lit(shownHappenings)}
  `

const readDenied = (db: Db, { companyId, midnight }: Site) =>
  numberOf(db)`
    select count(*)::int as denied from entry_exit_log
    where company_id = ${companyId} and at >= ${midnight} and result = 'denied'
  `
