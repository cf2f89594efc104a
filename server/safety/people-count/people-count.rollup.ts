// Minute, hour and day of each counter.
import type { Rollup } from '../../db/rollups.ts'

const add = (table: string, from: string) => `
  insert into ${table} as k (device_id, at, entries, exits)
  select device_id, at, sum(entries), sum(exits) from ${from} group by device_id, at
  on conflict (device_id, at) do update set entries = k.entries + excluded.entries, exits = k.exits + excluded.exits`

export const peopleCountRollup: Rollup = {
  series: 'people_count',
  add: `
    with minute as (
      select c.device_id, date_trunc('minute', c.at) as at, s.time_zone, sum(c.entries) as entries, sum(c.exits) as exits
      from people_count c join device d on d.id = c.device_id join site s on s.id = d.site_id
      where c.tx >= $1::xid8 and c.tx < $2::xid8
      group by 1, 2, 3
    ),
    hour as (select device_id, date_trunc('hour', at, time_zone) as at, entries, exits from minute),
    day as (select device_id, date_trunc('day', at, time_zone) as at, entries, exits from minute),
    minutes as (${add('count_minute', 'minute')}),
    hours as (${add('count_hour', 'hour')})
    ${add('count_day', 'day')}`,
}
