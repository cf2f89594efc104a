// What channels measured over a shift, out of their minutes: the averages as they were at the end of each.
import type { GasChannel } from '@gatehouse/contract/building/wire'
import type { ShiftChannel } from '@gatehouse/contract/safety/gas'
import { enoughShare } from '@gatehouse/contract/safety/gas-state'
import { sql } from 'kysely'
import { type Db, rowsOf } from '../../db/pool.ts'
import { exposureWindows, minuteMs } from './exposure.ts'
import type { Span } from './history.ts'

export interface ShiftRow extends Pick<ShiftChannel, 'lowest' | 'mean' | 'highest' | 'stel' | 'twa'> {
  readonly deviceId: string
  readonly channel: GasChannel
  readonly site: string
  readonly minutesWithData: number
  readonly minutesWithFaults: number
}

/** Every channel that there is of the detectors, whether it measured anything or not. By site, zone and name. */
export const readShift = (db: Db, deviceIds: readonly string[], { from, to }: Span): Promise<ShiftRow[]> =>
  rowsOf<ShiftRow>(db)`
    with averaged as materialized (${averagesWithin(deviceIds, { from, to })})
    select g.device_id as "deviceId", g.channel, s.name as site,
      m.lowest, m.mean, m.highest, coalesce(m.with_data, 0)::int as "minutesWithData",
      coalesce(m.with_faults, 0)::int as "minutesWithFaults",
      ${highest('stel')} as stel, ${highest('twa')} as twa
    from gas_latest g join device d on d.id = g.device_id join site s on s.id = d.site_id
      left join zone z on z.id = d.zone_id
      left join lateral (
        select min(min) as lowest, max(max) as highest,
          case when sum(count) > 0 then round(sum(sum) / sum(count), 4)::float8 end as mean,
          count(*) filter (where count > 0) as with_data, count(*) filter (where faults > 0) as with_faults
        from gas_minute k where k.device_id = g.device_id and k.channel = g.channel and k.at >= ${from} and k.at < ${to}) m
        on true
    where g.device_id = any (${[...deviceIds]}::uuid[])
    order by s.name, z.name nulls last, d.name, d.id, g.channel
  `

const highest = (window: 'stel' | 'twa') => {
  const [value, isAtLeast] = [sql.ref(`a.${window}`), sql.ref(`a.${window}_at_least`)]
  return sql`(select jsonb_build_object('value', round(${value}, 4)::float8, 'isAtLeast', ${isAtLeast})
    from averaged a where a.device_id = g.device_id and a.channel = g.channel order by ${value} desc limit 1)`
}

/** At the end of each minute of which something was measured, judged as alarms are: `judgedExposure` of the contract. */
const averagesWithin = (deviceIds: readonly string[], { from, to }: Span) => {
  const judged = (window: 'stel' | 'twa') => {
    const whole = sql.lit(exposureWindows[window] * minuteMs)
    const [integral, measured, over] = ['integral', 'measured', 'over'].map((part) => sql.ref(`${window}_${part}`))
    const isEnough = sql`${measured} >= ${sql.lit(enoughShare)} * ${whole}`
    return sql`case when ${isEnough} then ${integral} / ${measured} else ${integral} / ${whole} end as ${sql.ref(window)},
      not (${isEnough}) or ${over} > 0 as ${sql.ref(`${window}_at_least`)}`
  }
  const sums = (window: 'stel' | 'twa') => {
    const over = sql.ref(`${window}_window`)
    return sql`sum(integral) over ${over} as ${sql.ref(`${window}_integral`)},
      sum(measured) over ${over} as ${sql.ref(`${window}_measured`)}, sum(over_range) over ${over} as ${sql.ref(`${window}_over`)}`
  }
  const frame = (window: 'stel' | 'twa') =>
    sql`${sql.ref(`${window}_window`)} as (partition by device_id, channel order by at
      range between ${sql.lit(`${exposureWindows[window] - 1} minutes`)}::interval preceding and current row)`
  return sql`
    select device_id, channel, at, ${judged('stel')}, ${judged('twa')} from (
      select device_id, channel, at, ${sums('stel')}, ${sums('twa')} from gas_exposure_minute
      where device_id = any (${[...deviceIds]}::uuid[]) and at >= ${from}::timestamptz - interval '8 hours' and at < ${to}
      window ${frame('stel')}, ${frame('twa')}) w
    where at >= ${from}`
}

interface Stretch {
  readonly deviceId: string
  readonly channel: GasChannel
  readonly of: 'value' | 'stel' | 'twa'
  readonly comparison: 'above' | 'below'
  readonly value: number
  readonly from: string
  readonly to: string
}

/** Of each set point by its place in the list: the minutes in which a reading, or the average at its end, reached it. */
export const readBeyond = async (
  db: Db,
  deviceIds: readonly string[],
  span: Span,
  stretches: readonly Stretch[],
): Promise<ReadonlyMap<number, number>> => {
  const rows = await rowsOf<{ n: number; minutes: number }>(db)`
    with averaged as materialized (${averagesWithin(deviceIds, span)}),
    wanted as materialized (
      select * from unnest(${stretches.map((_, n) => n)}::int[], ${stretches.map((one) => one.deviceId)}::uuid[],
        ${stretches.map((one) => one.channel)}::text[], ${stretches.map((one) => one.of)}::text[],
        ${stretches.map((one) => one.comparison)}::text[], ${stretches.map((one) => one.value)}::float8[],
        ${stretches.map((one) => one.from)}::timestamptz[], ${stretches.map((one) => one.to)}::timestamptz[])
        as t (n, device_id, channel, compared, comparison, value, since, until)
    )
    select n, count(*)::int as minutes from (
      select w.n from wanted w join gas_minute k on k.device_id = w.device_id and k.channel = w.channel
        and k.at >= date_trunc('minute', w.since) and k.at < w.until and k.at >= ${span.from} and k.at < ${span.to}
      where w.compared = 'value' and case w.comparison when 'above' then k.max >= w.value else k.min <= w.value end
      union all
      select w.n from wanted w join averaged a on a.device_id = w.device_id and a.channel = w.channel
        and a.at >= date_trunc('minute', w.since) and a.at < w.until
      where case w.compared when 'stel' then case w.comparison when 'above' then a.stel >= w.value else a.stel <= w.value end
        when 'twa' then case w.comparison when 'above' then a.twa >= w.value else a.twa <= w.value end else false end) reached
    group by n
  `
  return new Map(rows.map(({ n, minutes }) => [n, minutes]))
}
