// What the store has of readings that are not to be believed: how long each channel stands at one value, out of rollups; the
// baselines of its days; and what is suspect already. suspect.ts decides by it.
import { type GasChannel, gasChannel } from '@gatehouse/contract/building/wire'
import type { Suspicion } from '@gatehouse/contract/safety/gas'
import type pg from 'pg'
import { driftDays, leastStandMs, zeroTolerance } from './suspect.ts'

type Querier = Pick<pg.ClientBase, 'query'>

interface OfChannel {
  readonly deviceId: string
  readonly channel: GasChannel
}

export interface Standing extends OfChannel {
  readonly value: number
  /** The newest reading. */
  readonly at: Date
  readonly resolution: number | null
  /** Of the first reading since any other value; null: it changed lately. */
  readonly sameSince: Date | null
  readonly readings: number
  readonly hours: number
  readonly days: number
  /** Of the first reading since one that was not below zero; null: it is not below zero. */
  readonly belowSince: Date | null
}

const tolerances = JSON.stringify(
  Object.fromEntries(gasChannel.options.map((channel) => [channel, zeroTolerance(channel)])),
)

const ofChannel = (alias: string) => `${alias}.device_id = g.device_id and ${alias}.channel = g.channel`
const differs = (alias: string) => `(${alias}.min <> g.value or ${alias}.max <> g.value)`

/**
 * Channels whose newest reading is good, and that have read the same or below zero for a while. From days to hours to minutes,
 * each newest first: where a channel changes all the time, each look finds what it looks for in the first row.
 */
export const readStanding = async (tx: Querier, now: Date): Promise<Standing[]> => {
  const { rows } = await tx.query<Standing>({
    name: 'gas-standing',
    text: `
      with latest as materialized (
        select g.device_id, g.channel, g.value, g.at, n.resolution::float8 as resolution,
          g.value < -greatest(($2::jsonb ->> g.channel)::float8, 2 * coalesce(n.resolution, 0)) as below,
          -greatest(($2::jsonb ->> g.channel)::float8, 2 * coalesce(n.resolution, 0)) as least
        from gas_latest g join device d on d.id = g.device_id and d.retired_at is null
          left join gas_sensor n on n.device_id = g.device_id and n.channel = g.channel
        where g.quality = 'good' and g.value is not null and g.at > $1::timestamptz - interval '1 day'
      ), since as materialized (
        select g.*, s.at as same_since, b.at as below_since
        from latest g
          left join lateral (select k.at from gas_day k where ${ofChannel('k')} and k.at > $1::timestamptz - interval '32 days'
            and ${differs('k')} order by k.at desc limit 1) day on true
          left join lateral (select k.at from gas_hour k where ${ofChannel('k')} and k.at >= day.at
            and k.at < day.at + interval '26 hours' and ${differs('k')} order by k.at desc limit 1) hour on true
          left join lateral (select k.at from gas_minute k where ${ofChannel('k')} and k.at >= hour.at
            and k.at < hour.at + interval '1 hour' and ${differs('k')} order by k.at desc limit 1) minute on true
          left join lateral (select k.at from gas_minute k
            where ${ofChannel('k')} and k.at > $1::timestamptz - interval '32 days' and k.count > 0
              and k.at > coalesce(minute.at, hour.at + interval '59 min', '-infinity')
            order by k.at limit 1) s on true
          left join lateral (select k.at from gas_minute k where g.below and ${ofChannel('k')}
            and k.at > $1::timestamptz - interval '1 day' and k.count > 0 and k.at > coalesce((
              select u.at from gas_minute u where ${ofChannel('u')} and u.at > $1::timestamptz - interval '1 day'
                and u.max >= g.least order by u.at desc limit 1), '-infinity')
            order by k.at limit 1) b on true)
      select g.device_id as "deviceId", g.channel, g.value, g.at, g.resolution, g.same_since as "sameSince",
        g.below_since as "belowSince",
        (select coalesce(sum(k.count), 0)::int from gas_hour k where ${ofChannel('k')}
          and k.at > greatest(g.same_since, g.at - interval '24 hours') - interval '1 hour') as readings,
        (select count(*)::int from gas_hour k where ${ofChannel('k')} and k.count > 0
          and k.at > greatest(g.same_since, g.at - interval '24 hours') - interval '1 hour') as hours,
        (select count(*)::int from gas_day k where ${ofChannel('k')} and k.count > 0
          and k.at > g.same_since - interval '26 hours') as days
      from since g
      where g.same_since <= g.at - ${leastStandMs} * interval '1 ms' or g.below_since is not null
      order by 1, 2`,
    values: [now, tolerances],
  })
  return rows
}

/** The last readings of a day are here by then. */
const settledHours = 1
/** Days without half of their hours have no baseline. */
const leastHours = 12
const mostAtOnce = 20_000
const drifting = gasChannel.options.filter((channel) => zeroTolerance(channel) !== null)

/** Adds the baselines of days that are over; answers the channels that have another one now. */
export const addBaselines = async (tx: Querier, now: Date): Promise<OfChannel[]> => {
  const { rows } = await tx.query<OfChannel>({
    name: 'gas-baselines',
    text: `
      with missing as materialized (
        select g.device_id, g.channel, s.time_zone, days.day::date as day
        from gas_latest g join device d on d.id = g.device_id and d.retired_at is null join site s on s.id = d.site_id
          cross join lateral (select (($1::timestamptz - interval '${settledHours} hours') at time zone s.time_zone)::date as today) t
          left join lateral (select max(b.day) as day from gas_baseline b
            where b.device_id = g.device_id and b.channel = g.channel) last on true
          cross join lateral generate_series(greatest(last.day + 1, t.today - ${driftDays})::timestamp,
            t.today::timestamp - interval '1 day', interval '1 day') days (day)
        where g.channel = any ($2::text[]) and g.received_at > $1::timestamptz - interval '${driftDays} days'
        order by days.day limit ${mostAtOnce}
      ), added as (
        insert into gas_baseline (device_id, channel, day, value)
        select m.device_id, m.channel, m.day, (
          select case when count(h.min) >= ${leastHours} then percentile_cont(0.05) within group (order by h.min) end
          from gas_hour h where h.device_id = m.device_id and h.channel = m.channel
            and h.at >= m.day::timestamp at time zone m.time_zone
            and h.at < (m.day + 1)::timestamp at time zone m.time_zone)
        from missing m order by 1, 2, 3 on conflict do nothing
        returning device_id, channel)
      select distinct device_id as "deviceId", channel from added`,
    values: [now, drifting],
  })
  if (rows.length > 0)
    await tx.query({
      name: 'gas-baselines-old',
      text: `delete from gas_baseline where day < ($1::timestamptz - interval '60 days')::date`,
      values: [now],
    })
  return rows
}

export interface Baselines extends OfChannel {
  /** Days since 1970, and the baseline of each, from the oldest on. */
  readonly days: readonly { readonly day: number; readonly value: number }[]
  /** When the first of these days began. */
  readonly since: Date
  /** Where it was before it began to drift, of what drifts already. */
  readonly from: number | null
}

/** Of the last two weeks, and since the sensor was last calibrated or replaced. */
export const readBaselines = async (tx: Querier, channels: readonly OfChannel[]): Promise<Baselines[]> => {
  const { rows } = await tx.query<Baselines>({
    name: 'gas-baselines-of',
    text: `
      select t.device_id as "deviceId", t.channel, x.baseline as from,
        jsonb_agg(jsonb_build_object('day', b.day - '1970-01-01'::date, 'value', b.value) order by b.day) as days,
        min(b.day)::timestamp at time zone s.time_zone as since
      from unnest($1::uuid[], $2::text[]) t (device_id, channel)
        join device d on d.id = t.device_id join site s on s.id = d.site_id
        left join gas_service_latest l on l.device_id = t.device_id and l.channel = t.channel
        left join gas_suspect x on x.device_id = t.device_id and x.channel = t.channel and x.why = 'drifting'
        join lateral (select max(m.day) as day from gas_baseline m
          where m.device_id = t.device_id and m.channel = t.channel) last on true
        join gas_baseline b on b.device_id = t.device_id and b.channel = t.channel and b.value is not null
          and b.day > last.day - ${driftDays}
          and (b.day::timestamp at time zone s.time_zone > greatest(l.calibrated_at, l.replaced_at)) is not false
      group by t.device_id, t.channel, x.baseline, s.time_zone
      order by 1, 2`,
    values: [channels.map(({ deviceId }) => deviceId), channels.map(({ channel }) => channel)],
  })
  return rows
}

export interface Suspect extends OfChannel {
  readonly why: Suspicion
  readonly since: Date
  readonly baseline: number | null
}

/** What is suspect from now on; answers what was not so before. */
export const insertSuspects = async (tx: Querier, found: readonly Suspect[]): Promise<Suspect[]> => {
  if (found.length === 0) return []
  const { rows } = await tx.query<Suspect>({
    name: 'gas-suspects-begin',
    text: `
      insert into gas_suspect (device_id, channel, why, since, baseline)
      select * from unnest($1::uuid[], $2::text[], $3::text[], $4::timestamptz[], $5::float8[])
      order by 1, 2, 3 on conflict do nothing
      returning device_id as "deviceId", channel, why, since, baseline`,
    values: [
      found.map((one) => one.deviceId),
      found.map((one) => one.channel),
      found.map((one) => one.why),
      found.map((one) => one.since),
      found.map((one) => one.baseline),
    ],
  })
  return rows
}

/**
 * What stands or is below zero no longer, of channels whose newest reading is good or that have started anew; of a fault, or
 * of silence, nothing can be stated. Of drift: what is `settled`, and what was calibrated or replaced since.
 */
export const deleteSuspects = async (
  tx: Querier,
  { standing, settled }: { readonly standing: readonly Suspect[]; readonly settled: readonly OfChannel[] },
): Promise<OfChannel[]> => {
  const { rows } = await tx.query<OfChannel>({
    name: 'gas-suspects-end',
    text: `
      delete from gas_suspect x using gas_latest g
      where g.device_id = x.device_id and g.channel = x.channel and case when x.why = 'drifting' then
        (x.device_id, x.channel) in (select * from unnest($4::uuid[], $5::text[])) or exists (
          select from gas_service_latest l where l.device_id = x.device_id and l.channel = x.channel
            and greatest(l.calibrated_at, l.replaced_at) > x.since)
      else g.quality in ('good', 'warm-up')
        and (x.device_id, x.channel, x.why) not in (select * from unnest($1::uuid[], $2::text[], $3::text[])) end
      returning x.device_id as "deviceId", x.channel`,
    values: [
      standing.map((one) => one.deviceId),
      standing.map((one) => one.channel),
      standing.map((one) => one.why),
      settled.map((one) => one.deviceId),
      settled.map((one) => one.channel),
    ],
  })
  return rows
}

/** Of these, the channels that are suspect for another reason still. Locked, so that a rule that is new is judged after it. */
export const readSuspects = async (tx: Querier, deviceIds: readonly string[]): Promise<Suspect[]> => {
  const { rows } = await tx.query<Suspect>({
    name: 'gas-suspects-of',
    text: `select device_id as "deviceId", channel, why, since, baseline from gas_suspect
      where device_id = any ($1::uuid[]) order by 1, 2, 3 for share`,
    values: [deviceIds],
  })
  return rows
}
