// Readings and counts of a span, thinned out in the store: a reading that says the same as the one before is not read.
import type { TimelineEntry } from '@gatehouse/contract/insight/events'
import { sql } from 'kysely'
import { type Db, rowsOf } from '../../db/pool.ts'

export interface Span {
  readonly from: Date
  readonly to: Date
}

export interface Band {
  readonly deviceId: string
  readonly channel: Extract<TimelineEntry, { kind: 'gas' }>['channel']
  readonly at: Date
  readonly value: number | null
  readonly unit: string
  readonly quality: 'good' | 'fault' | 'over-range'
  /** The highest level of which the set point is reached. */
  readonly met: number
  /** And from which it would not have returned yet. */
  readonly near: number
}

interface SetPoints {
  readonly devices: readonly string[]
  readonly setPoints: readonly {
    readonly deviceId: string
    readonly channel: string
    readonly comparison: 'above' | 'below'
    readonly value: number
    readonly hysteresis: number
    readonly unit: string
    readonly rank: number
  }[]
}

const mostBands = 2000

/** In order of time. A detector that warms up, or is stale, says nothing. */
export const readBands = (db: Db, { from, to }: Span, { devices, setPoints }: SetPoints) =>
  rowsOf<Band>(db)`
    with point as materialized (
      select *, case comparison when 'above' then 1 else -1 end as sign from unnest(
        ${setPoints.map(({ deviceId }) => deviceId)}::uuid[], ${setPoints.map(({ channel }) => channel)}::text[],
        ${setPoints.map(({ comparison }) => comparison)}::text[], ${setPoints.map(({ value }) => value)}::float8[],
        ${setPoints.map(({ hysteresis }) => hysteresis)}::float8[], ${setPoints.map(({ unit }) => unit)}::text[],
        ${setPoints.map(({ rank }) => rank)}::int[]) p (device_id, channel, comparison, value, hysteresis, unit, rank)
    ), banded as (
      select r.device_id, r.channel, r.at, r.value, r.unit, r.quality, coalesce(b.met, 0) as met, coalesce(b.near, 0) as near
      from unnest(${[...devices]}::uuid[]) d (id) join gas_reading r on r.device_id = d.id left join lateral (
        select max(p.rank) filter (where p.sign * (r.value - p.value) >= 0) as met,
          max(p.rank) filter (where p.sign * (r.value - p.value) > - p.hysteresis) as near
        from point p
        where p.device_id = r.device_id and p.channel = r.channel and p.unit = r.unit and r.quality = 'good'
      ) b on true
      where r.at >= ${from} and r.at < ${to} and r.quality in ('good', 'fault', 'over-range')
    ), compared as (
      select *, lag((quality, met, near)) over (partition by device_id, channel order by at) as before from banded
    )
    select device_id as "deviceId", channel, at, value, unit, quality, met, near from compared
    where before is distinct from (quality, met, near) order by at limit ${sql.lit(mostBands)}
  `

export interface Count {
  readonly deviceId: string
  readonly at: Date
  readonly entries: number
  readonly exits: number
  readonly minutes: number
}

const countedMinutes = 15
const mostCounts = 100

/** How many went by within each quarter of an hour in which anybody did. */
export const readCounts = (db: Db, { from, to }: Span, devices: readonly string[]) =>
  rowsOf<Count>(db)`
    select device_id as "deviceId", date_bin('${sql.raw(String(countedMinutes))} minutes', at, timestamptz '2000-01-01 00:00:00+00') as at,
      sum(entries)::int as entries, sum(exits)::int as exits, ${sql.lit(countedMinutes)}::int as minutes
    from people_count where device_id = any (${[...devices]}::uuid[]) and at >= ${from} and at < ${to}
    group by 1, 2 having sum(entries) + sum(exits) > 0 order by 2, 1 limit ${sql.lit(mostCounts)}
  `
