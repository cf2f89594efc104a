// Hour and day of each door: entries, exits, denied.
import type { Rollup } from '../../db/rollups.ts'

const add = (table: string, from: string) => `
  insert into ${table} as k (company_id, door_id, at, entries, exits, denied)
  select company_id, door_id, at, sum(entries), sum(exits), sum(denied) from ${from} group by company_id, door_id, at
  on conflict (door_id, at) do update set entries = k.entries + excluded.entries, exits = k.exits + excluded.exits,
    denied = k.denied + excluded.denied`

export const entryExitRollup: Rollup = {
  series: 'entry_exit_log',
  add: `
    with hour as (
      select l.company_id, l.door_id, date_trunc('hour', l.at, s.time_zone) as at, s.time_zone,
        count(*) filter (where l.result = 'granted' and l.type = 'entry') as entries,
        count(*) filter (where l.result = 'granted' and l.type = 'exit') as exits,
        count(*) filter (where l.result = 'denied') as denied
      from entry_exit_log l join device d on d.id = l.door_id join site s on s.id = d.site_id
      where l.tx >= $1::xid8 and l.tx < $2::xid8
      group by 1, 2, 3, 4
    ),
    day as (
      select company_id, door_id, date_trunc('day', at, time_zone) as at, entries, exits, denied from hour
    ),
    hours as (${add('entry_exit_hour', 'hour')})
    ${add('entry_exit_day', 'day')}`,
}
