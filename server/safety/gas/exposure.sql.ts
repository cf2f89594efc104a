// The averages of all channels at once: what was measured in the minutes that new readings touch, calculated anew from the
// readings themselves, and the sums of the windows moved on to a later end. As exposure.ts has it.
import { type ExposureChannel, exposureChannels } from '@gatehouse/contract/building/wire'
import type pg from 'pg'
import type { Since } from '../../db/rollups.ts'
import type { ExposureMinute, ExposureWindow } from './exposure.ts'

type Querier = Pick<pg.ClientBase, 'query'>

const channels = `array['${exposureChannels.join("', '")}']`
const usable = `r.value is not null and r.quality in ('good', 'over-range')`

/** How long a reading holds while no other follows: three of the usual intervals, within these bounds. */
export const hold = { leastMs: 10_000, mostMs: 600_000, unknownMs: 60_000, intervals: 3 } as const
/** Of so many readings the usual interval is estimated, and after that once an hour. */
const readingsAsked = 31

/**
 * Collects which minutes of which channels have readings that were stored since, for the slices to come; they are of this
 * connection alone. Answers what channels there are to look at, device by device: those, and all whose windows end before
 * `end`; and whether what is from before `end` is stored in transactions that are not counted yet, as an older one goes on.
 */
export const collectFresh = async (
  tx: Querier,
  { done, upto }: Since,
  end: Date,
): Promise<{ readonly devices: readonly DeviceChannels[]; readonly isBehind: boolean }> => {
  await tx.query(
    'create temp table if not exists gas_fresh (device_id uuid, channel text, minute timestamptz, last timestamptz)',
  )
  await tx.query('create index if not exists gas_fresh_device on gas_fresh (device_id)')
  await tx.query('truncate gas_fresh')
  await tx.query({
    name: 'gas-exposure-fresh',
    text: `insert into gas_fresh
      select device_id, channel, date_trunc('minute', at), max(at) from gas_reading
      where tx >= $1::xid8 and tx < $2::xid8 and channel = any (${channels}) group by 1, 2, 3`,
    values: [done, upto],
  })
  const devices = await tx.query<DeviceChannels>({
    name: 'gas-exposure-devices',
    text: `select device_id as "deviceId", count(*)::int as channels from (
        select device_id, channel from gas_fresh
        union select device_id, channel from gas_exposure where until is null or until < $1) each
      group by 1 order by 1`,
    values: [end],
  })
  const behind = await tx.query<{ behind: boolean }>({
    name: 'gas-exposure-behind',
    // By the index of transactions, whatever the planner expects: it is a moment's rows of a day.
    text: `select coalesce(bool_or(at < $2 and channel = any (${channels})), false) as behind
      from (select at, channel from gas_reading where tx >= $1::xid8 order by tx limit ${uncountedLooked}) newest`,
    values: [upto, end],
  })
  return { devices: devices.rows, isBehind: behind.rows[0]?.behind ?? false }
}

export interface DeviceChannels {
  readonly deviceId: string
  /** How many there are to look at. */
  readonly channels: number
}

/** Of what is not counted yet so many are looked at: what a minute has. */
const uncountedLooked = 1_000_000

/** New channels of these devices are known from now on, and how long their readings hold is estimated where that is due. */
export const estimateHolds = (tx: Querier, deviceIds: readonly string[], now: Date) =>
  tx.query({
    name: 'gas-exposure-holds',
    text: `
      insert into gas_exposure as x (device_id, channel, hold_ms, hold_due)
      select t.device_id, t.channel,
        coalesce((d.config #>> '{settings,gas,holdSeconds}')::int * 1000,
          case when i.n >= 3 then least(${hold.mostMs}, greatest(${hold.leastMs}, round(${hold.intervals} * i.ms))) end,
          ${hold.unknownMs})::int,
        $2::timestamptz + case when i.n >= ${readingsAsked - 1} then interval '1 hour' else interval '0' end
      from (select distinct device_id, channel from gas_fresh where device_id = any ($1::uuid[])) t
        join device d on d.id = t.device_id
        left join gas_exposure k on k.device_id = t.device_id and k.channel = t.channel
        cross join lateral (
          select count(*) as n, percentile_cont(0.5) within group (order by ms) as ms from (
            select extract(epoch from at - lag(at) over (order by at)) * 1000 as ms from (
              select at from gas_reading r where r.device_id = t.device_id and r.channel = t.channel
              order by at desc limit ${readingsAsked}) newest) intervals
          where ms > 0) i
      where k.device_id is null or k.hold_due <= $2
      on conflict (device_id, channel) do update set hold_ms = excluded.hold_ms, hold_due = excluded.hold_due`,
    values: [deviceIds, now],
  })

/**
 * A reading changes what is measured from its own moment on and for as long as it holds, and nothing else: those minutes
 * are calculated anew. What it says of minutes to come is calculated once more when other readings follow.
 */
export const measureMinutes = async (tx: Querier, deviceIds: readonly string[]) => {
  const { rows } = await tx.query<Touched>({
    name: 'gas-exposure-minutes',
    text: `
      with touched as materialized (
        select distinct f.device_id, f.channel, x.hold_ms * interval '1 ms' as hold, m.at
        from gas_fresh f join gas_exposure x using (device_id, channel)
          cross join lateral generate_series(f.minute, f.last + x.hold_ms * interval '1 ms', interval '1 min') m (at)
        where f.device_id = any ($1::uuid[])
      ), written as (
        insert into gas_exposure_minute as k (device_id, channel, at, integral, measured, over_range)
        select t.device_id, t.channel, t.at, s.integral, s.measured, s.over_range
        from touched t cross join lateral (
          select coalesce(sum(greatest(value, 0)::numeric * ms) filter (where ms > 0), 0) as integral,
            coalesce(sum(ms) filter (where ms > 0), 0) as measured,
            coalesce(sum(ms) filter (where ms > 0 and quality = 'over-range'), 0) as over_range
          from (
            select value, quality, usable, round(extract(epoch from
              least(lead(at) over (order by at, usable, value), at + t.hold, t.at + interval '1 min') - greatest(at, t.at)) * 1000)::int as ms
            from (
              (select r.at, r.value, r.quality, ${usable} as usable from gas_reading r
                where r.device_id = t.device_id and r.channel = t.channel and r.at < t.at and r.at >= t.at - t.hold
                order by r.at desc, ${usable} desc, r.value desc limit 1)
              union all
              select r.at, r.value, r.quality, ${usable} from gas_reading r
              where r.device_id = t.device_id and r.channel = t.channel and r.at >= t.at and r.at < t.at + interval '1 min'
            ) r
          ) held where usable
        ) s
        order by t.device_id, t.channel, t.at
        on conflict (device_id, channel, at) do update set integral = excluded.integral, measured = excluded.measured,
          over_range = excluded.over_range
        returning device_id, channel, at
      )
      select device_id as "deviceId", channel, min(at) as first from written group by 1, 2`,
    values: [deviceIds],
  })
  return rows
}

export interface Touched {
  readonly deviceId: string
  readonly channel: string
  /** The earliest of its minutes that was calculated anew. */
  readonly first: Date
}

export interface Windows extends Record<ExposureWindow, ExposureMinute> {
  readonly deviceId: string
  readonly channel: ExposureChannel
}

const sums = ['integral', 'measured', 'over_range'] as const
const lengths = { stel: `interval '15 min'`, twa: `interval '8 hours'` } as const

const between = (from: string, to: string) =>
  `select at, ${sums.join(', ')} from gas_exposure_minute m
   where m.device_id = x.device_id and m.channel = x.channel and m.at >= ${from} and m.at < ${to}`

const sumsOf = (window: ExposureWindow, length: string) =>
  sums.map((sum) => `coalesce(sum(${sum}) filter (where at >= $1::timestamptz - ${length}), 0) as ${window}_${sum}`)

const movedBy = (window: ExposureWindow) =>
  sums.map((sum) => `x.${window}_${sum} + coalesce(sum(${sum} * ${window}), 0) as ${window}_${sum}`)

const each = (write: (column: string) => string) =>
  (['stel', 'twa'] as const).flatMap((window) => sums.map((sum) => write(`${window}_${sum}`))).join(', ')

/**
 * Moves the windows of these devices on to `end`, the beginning of a minute, as time does it alone. Minutes that come in are
 * added and those that fall out taken away; where a minute was calculated anew that was summed already, or much time has gone
 * by, all of the window is summed.
 */
export const moveWindows = async (
  tx: Querier,
  end: Date,
  deviceIds: readonly string[],
  touched: readonly Touched[],
): Promise<Windows[]> => {
  const { rows } = await tx.query<Windows>({
    name: 'gas-exposure-windows',
    text: `
      with anew as materialized (
        select x.device_id, x.channel from gas_exposure x
          left join unnest($2::uuid[], $3::text[], $4::timestamptz[]) t (device_id, channel, first) using (device_id, channel)
        where x.device_id = any ($5::uuid[]) and ((t.first < x.until and x.until <= $1) or ((x.until is null or x.until < $1::timestamptz - interval '15 min')
          and (t.device_id is not null or x.twa_measured > 0 or exists (${between('x.until', '$1::timestamptz')}))))
      ), moved as (
        select a.device_id, a.channel, s.* from anew a join gas_exposure x using (device_id, channel) cross join lateral (
          select ${[...sumsOf('stel', lengths.stel), ...sumsOf('twa', lengths.twa)].join(', ')}
          from (${between(`$1::timestamptz - ${lengths.twa}`, '$1::timestamptz')}) minutes) s
        union all
        select x.device_id, x.channel, s.* from gas_exposure x cross join lateral (
          select ${[...movedBy('stel'), ...movedBy('twa')].join(', ')} from (
            select at, ${sums.join(', ')}, 1 as stel, 1 as twa from (${between('x.until', '$1::timestamptz')}) entering
            union all
            select at, ${sums.join(', ')}, -1, 0
            from (${between(`x.until - ${lengths.stel}`, `$1::timestamptz - ${lengths.stel}`)}) leaving_stel
            union all
            select at, ${sums.join(', ')}, 0, -1
            from (${between(`x.until - ${lengths.twa}`, `$1::timestamptz - ${lengths.twa}`)}) leaving_twa) changed) s
        where x.device_id = any ($5::uuid[]) and x.until < $1 and x.until >= $1::timestamptz - interval '15 min'
          and not exists (select from anew a where a.device_id = x.device_id and a.channel = x.channel)
      )
      update gas_exposure x set until = $1, ${each((column) => `${column} = m.${column}`)}
      from moved m where m.device_id = x.device_id and m.channel = x.channel
      returning x.device_id as "deviceId", x.channel,
        ${(['stel', 'twa'] as const)
          .map(
            (window) => `jsonb_build_object('integral', x.${window}_integral, 'measured', x.${window}_measured,
              'overRange', x.${window}_over_range) as ${window}`,
          )
          .join(', ')}`,
    values: [
      end,
      touched.map(({ deviceId }) => deviceId),
      touched.map(({ channel }) => channel),
      touched.map(({ first }) => first),
      deviceIds,
    ],
  })
  return rows
}
