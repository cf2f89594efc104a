// Minute, hour and day of each gas channel: what has been committed since the last look is added, so late messages land
// in the bucket of their own time. Sums are decimal: adding in another order gives the same number.
import type { Rollup } from '../../db/rollups.ts'

const usable = `r.value is not null and r.quality in ('good', 'over-range')`

const add = (table: string, from: string) => `
  insert into ${table} as k (device_id, channel, at, count, faults, sum, min, max)
  select device_id, channel, at, sum(count), sum(faults), sum(sum), min(min), max(max) from ${from}
  group by device_id, channel, at
  on conflict (device_id, channel, at) do update set
    count = k.count + excluded.count, faults = k.faults + excluded.faults, sum = k.sum + excluded.sum,
    min = least(k.min, excluded.min), max = greatest(k.max, excluded.max)`

export const gasRollup: Rollup = {
  series: 'gas_reading',
  // A sixth of a second.
  rowsAtOnce: 40_000,
  add: `
    with minute as (
      select m.*, s.time_zone from (
        select r.device_id, r.channel, date_trunc('minute', r.at) as at,
          count(*) filter (where ${usable})::int as count,
          count(*) filter (where not (${usable}))::int as faults,
          coalesce(sum(r.value::numeric) filter (where ${usable}), 0) as sum,
          min(r.value) filter (where ${usable}) as min,
          max(r.value) filter (where ${usable}) as max
        from gas_reading r
        where r.tx >= $1::xid8 and r.tx < $2::xid8 and ($3::int = 1 or get_byte(uuid_send(r.device_id), 15) % $3 = $4::int)
        group by 1, 2, 3
      ) m join device d on d.id = m.device_id join site s on s.id = d.site_id
    ),
    hour as (select device_id, channel, date_trunc('hour', at, time_zone) as at, count, faults, sum, min, max from minute),
    day as (select device_id, channel, date_trunc('day', at, time_zone) as at, count, faults, sum, min, max from minute),
    minutes as (${add('gas_minute', 'minute')}),
    hours as (${add('gas_hour', 'hour')})
    ${add('gas_day', 'day')}`,
}
