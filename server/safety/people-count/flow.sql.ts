// How many went in and out over the borders of a place, or at one device, out of rollups: doors count as occupancy has them.
import { hasPassed } from '../../access/entry-exit/entry-exit.ts'
import { type RawBuilder, sql } from 'kysely'
import { type Db, rowsOf } from '../../db/pool.ts'

export interface Span {
  readonly from: Date
  readonly to: Date
}

/** A device by itself, or a place by its borders. */
export interface Of {
  readonly deviceId: string | null
  readonly placeId: string | null
}

export type Step = 'quarter' | 'hour' | 'day'

export interface FlowStep {
  readonly at: Date
  readonly in: number
  readonly out: number
}

// As rows (device_id, sign) of `b`.
const borderOf = ({ deviceId, placeId }: Of): RawBuilder<unknown> =>
  placeId === null
    ? sql`(select ${deviceId}::uuid as device_id, 1 as sign) b`
    : sql`(select device_id, sign from place_border where place_id = ${placeId}) b`

const quarterOf = sql.raw(`date_bin('15 minutes', m.at, '2000-01-01')`)

/** As rows (at, n_in, n_out, sign). */
const movedIn = (of: Of, step: Step, { from, to }: Span): RawBuilder<unknown> => {
  if (step === 'quarter')
    return sql`
      select ${quarterOf} as at, m.entries as n_in, m.exits as n_out, b.sign
      from ${borderOf(of)} join count_minute m on m.device_id = b.device_id and m.at >= ${from} and m.at < ${to}
      union all
      select date_bin('15 minutes', l.at, '2000-01-01'), (l.type = 'entry')::int, (l.type = 'exit')::int, b.sign
      from ${borderOf(of)} join entry_exit_log l on l.door_id = b.device_id and l.at >= ${from} and l.at < ${to} and ${hasPassed}`
  const [counted, passed] = [sql.table(`count_${step}`), sql.table(`entry_exit_${step}`)]
  return sql`
    select m.at, m.entries as n_in, m.exits as n_out, b.sign
    from ${borderOf(of)} join ${counted} m on m.device_id = b.device_id and m.at >= ${from} and m.at < ${to}
    union all
    select m.at, m.entries, m.exits, b.sign
    from ${borderOf(of)} join ${passed} m on m.door_id = b.device_id and m.at >= ${from} and m.at < ${to}`
}

export const readFlow = (db: Db, of: Of, step: Step, span: Span) =>
  rowsOf<FlowStep>(db)`
    select at, sum(case sign when 1 then n_in else n_out end)::int as "in", sum(case sign when 1 then n_out else n_in end)::int as "out"
    from (${movedIn(of, step, span)}) f group by at order by at
  `

export interface Cell {
  readonly weekday: number
  readonly hour: number
  readonly hours: number
  readonly in: number
}

/** Every hour of the span by the clocks of its site, those without anybody among them. */
export const readHeatMap = (db: Db, of: Of, timeZone: string, span: Span) =>
  rowsOf<Cell>(db)`
    with counted as (
      select at, sum(case sign when 1 then n_in else n_out end) as n from (${movedIn(of, 'hour', span)}) f group by at
    ), hour as (
      select h as at, h at time zone ${timeZone} as wall
      from generate_series(date_trunc('hour', ${span.from}::timestamptz, ${timeZone}), ${span.to}::timestamptz - interval '1 ms', interval '1 hour') h
      where h >= ${span.from}
    )
    select extract(isodow from wall)::int as weekday, extract(hour from wall)::int as hour, count(*)::int as hours,
      (coalesce(sum(c.n), 0) / count(*))::float8 as "in"
    from hour left join counted c on c.at = hour.at group by 1, 2 order by 1, 2
  `

/** Visits that ended within the span: from the entry of one who was not there to the next move elsewhere. */
export const readDwell = async (db: Db, companyId: string, placeId: string, { from, to }: Span) => {
  const [row] = await rowsOf<{ visits: number; median: number | null; p90: number | null }>(db)`
    with moved as (
      select coalesce(l.user_id, l.pass_id) as who, l.at, l.id,
        coalesce(z.id = ${placeId} or z.floor_id = ${placeId} or z.site_id = ${placeId}, false) as is_there
      from entry_exit_log l join door o on o.device_id = l.door_id
        left join zone z on z.id = case l.type when 'entry' then o.to_zone_id else o.from_zone_id end
      where l.company_id = ${companyId} and l.at >= ${from}::timestamptz - interval '1 day' and l.at < ${to} and ${hasPassed}
        and coalesce(l.user_id, l.pass_id) is not null
    ), changed as (
      select m.*, is_there is distinct from lag(is_there) over (partition by who order by at, id) as turns from moved m
    ), visit as (
      select is_there, at, lead(at) over (partition by who order by at, id) as left_at from changed where turns
    )
    select count(*)::int as visits,
      percentile_cont(0.5) within group (order by extract(epoch from left_at - at) / 60)::float8 as median,
      percentile_cont(0.9) within group (order by extract(epoch from left_at - at) / 60)::float8 as p90
    from visit where is_there and left_at >= ${from} and left_at < ${to}
  `
  return row ?? { visits: 0, median: null, p90: null }
}
