// Reads what the exposure of people is made of: whoever went through a door of a zone, and the minutes of its detectors.
import { type GasChannel, exposureChannels } from '@gatehouse/contract/building/wire'
import { sql } from 'kysely'
import { hasPassed, leadTo } from '../../access/entry-exit/entry-exit.ts'
import { type Db, firstOf, rowsOf } from '../../db/pool.ts'
import type { LabelScope } from '../../kit/label-scope.ts'
import { heldMinutes, minuteMs, type Reading } from './measured.ts'

export interface Whereabouts {
  readonly companyId: string
  readonly scope: LabelScope
  readonly zoneId: string
  readonly from: Date
  readonly to: Date
}

export interface PassageRow {
  readonly personId: string
  readonly isVisitor: boolean
  readonly isManual: boolean
  readonly at: Date
  readonly from: string | null
  readonly to: string | null
}

const cameFrom = sql<string | null>`case l.type when 'entry' then o.from_zone_id else o.to_zone_id end`

/** Of everybody who went through a door of the zone, all doors that they went through, in order. */
export const readPassages = (db: Db, { companyId, scope, zoneId, from, to }: Whereabouts) => {
  const isAsked = sql`l.company_id = ${companyId} and l.at >= ${from} and l.at < ${to} and ${hasPassed} and ${scope.sees('l.door_id')}`
  const all = (column: 'user_id' | 'pass_id') => sql`
    select ${sql.ref(`l.${column}`)} as "personId", ${column === 'pass_id'}::boolean as "isVisitor", l.method = 'manual' as "isManual",
      l.at, ${cameFrom} as "from", ${leadTo} as "to", l.id
    from (select distinct ${sql.ref(column)} as person from asked where ${sql.ref(column)} is not null
        ${column === 'pass_id' ? sql`and user_id is null` : sql``}) a
      join entry_exit_log l on ${sql.ref(`l.${column}`)} = a.person join door o on o.device_id = l.door_id
    where ${isAsked} ${column === 'pass_id' ? sql`and l.user_id is null` : sql``}`
  return rowsOf<PassageRow>(db)`
    with asked as materialized (
      select l.user_id, l.pass_id from entry_exit_log l join door o on o.device_id = l.door_id
      where ${isAsked} and ${zoneId} in (o.from_zone_id, o.to_zone_id))
    ${all('user_id')} union all ${all('pass_id')}
    order by at, id
  `
}

/** How often somebody came in by a credential that is nobody's. */
export const countUnidentified = async (db: Db, { companyId, scope, zoneId, from, to }: Whereabouts) =>
  (
    await firstOf<{ n: number }>(db)`
      select count(*)::int as n from entry_exit_log l join door o on o.device_id = l.door_id
      where l.company_id = ${companyId} and l.at >= ${from} and l.at < ${to} and ${hasPassed} and ${scope.sees('l.door_id')}
        and l.user_id is null and l.pass_id is null and ${leadTo} = ${zoneId}
    `
  )?.n ?? 0

export interface PersonRow {
  readonly id: string
  readonly name: string
  readonly from: string | null
}

export const readPeople = (db: Db, companyId: string, ids: readonly string[]) =>
  rowsOf<PersonRow>(db)`
    select u.id, coalesce(u.display_name, u.first_name || ' ' || u.last_name) as name, u.department as "from"
    from users u where u.id = any (${[...ids]}::uuid[])
    union all
    select v.id, v.visitor_name, nullif(v.visitor_company, '') from visitor_pass v
    where v.id = any (${[...ids]}::uuid[]) and v.company_id = ${companyId}
  `

/** The channels that people breathe in, of these detectors. */
export const readChannels = (db: Db, deviceIds: readonly string[]) =>
  rowsOf<{ deviceId: string; channel: Exclude<GasChannel, 'temperature' | 'humidity'> }>(db)`
    select device_id as "deviceId", channel from gas_latest
    where device_id = any (${[...deviceIds]}::uuid[]) and channel not in ('temperature', 'humidity') order by 1, 2
  `

const hasAverages = (channel: GasChannel) => exposureChannels.some((known) => known === channel)

/** What holds from before is known by then. */
const beforeMs = 10 * minuteMs

export const readMinutes = async (
  db: Db,
  { deviceId, channel, from, to }: { deviceId: string; channel: GasChannel; from: Date; to: Date },
): Promise<Reading[]> => {
  const begin = new Date(from.getTime() - beforeMs)
  const rows = await rowsOf<{
    at: Date
    count: number | null
    faults: number | null
    mean: number | null
    min: number | null
    max: number | null
    heldMean: number | null
    measured: number | null
  }>(db)`
    select coalesce(m.at, x.at) as at, m.count, m.faults, (m.sum / nullif(m.count, 0))::float8 as mean, m.min, m.max,
      (x.integral / nullif(x.measured, 0))::float8 as "heldMean", x.measured
    from (select * from gas_minute where device_id = ${deviceId} and channel = ${channel} and at >= ${begin} and at < ${to}) m
      full join (select * from gas_exposure_minute
        where device_id = ${deviceId} and channel = ${channel} and at >= ${begin} and at < ${to}) x on x.at = m.at
    order by 1
  `
  const rolled = rows.map(({ at, count, faults, mean, min, max }) => ({
    at: at.getTime(),
    count: count ?? 0,
    faults: faults ?? 0,
    mean,
    min,
    max,
  }))
  if (!hasAverages(channel)) return heldMinutes(rolled)
  // Of minutes from before averages were calculated there are the rollups alone.
  const known = new Set(rows.flatMap(({ at, measured }) => (measured === null ? [] : [at.getTime()])))
  const before = heldMinutes(rolled.filter(({ at }) => !known.has(at))).filter(({ at }) => !known.has(at))
  const averaged = rows.flatMap(({ at, heldMean, measured, min, max }) =>
    heldMean === null || measured === null
      ? []
      : [
          {
            at: at.getTime(),
            measured,
            mean: heldMean,
            // What held from the minute before is in the mean, and in no reading of this one.
            min: Math.min(min ?? heldMean, heldMean),
            max: Math.max(max ?? heldMean, heldMean),
          },
        ],
  )
  return [...before, ...averaged].toSorted((a, b) => a.at - b.at)
}
