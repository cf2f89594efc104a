// Today by hour and by door, what was denied and why, and which doors were forced: only what the caller may see.
import type { dashboard } from '@gatehouse/contract/access/entry-exit'
import type { Output } from '@gatehouse/contract/operation'
import { sql } from 'kysely'
import { instant } from '../../db/instant.ts'
import { type Db, firstOf, isoRowsOf, rowsOf, valuesOf } from '../../db/pool.ts'
import type { Directory } from '../../building/devices/devices.ts'
import { type Caller, can } from '../../kit/http/caller.ts'
import { clock } from '../../kit/clock.ts'
import { type LabelScope, labelScope } from '../../kit/label-scope.ts'
import { countOpen } from './queue.sql.ts'
import { passed, toOutside } from './moves.sql.ts'

type Dashboard = Output<typeof dashboard>

const mostDoors = 10
const mostForced = 20

interface Traffic {
  readonly hour: Date | null
  readonly doorId: string | null
  readonly reason: string | null
  readonly of: 'hour' | 'door' | 'reason'
  readonly entries: number
  readonly exits: number
  readonly denied: number
}

export const readDashboard = async (db: Db, caller: Caller, directory: Directory): Promise<Dashboard> => {
  const scope = labelScope(caller)
  const day = await firstOf<{ since: Date; timeZone: string }>(db)`
    select date_trunc('day', ${instant()}, c.time_zone) as since, c.time_zone as "timeZone"
    from company c where c.id = ${caller.companyId}
  `
  const at = clock.iso()
  if (!day) return { since: at, timeZone: 'UTC', hours: [], doors: [], denied: [], forced: null, unmatched: null, at }
  const [traffic, hours, forced, unmatched] = await Promise.all([
    readTraffic(db, caller, scope, day.since),
    hoursOf(db, day),
    can(caller, 'read_doors') ? readForced(db, caller, scope, day.since) : null,
    can(caller, 'read_entry_exit_report') ? countOpen(db, caller, scope) : null,
  ])
  const byHour = new Map(traffic.flatMap((row) => (row.of === 'hour' && row.hour ? [[row.hour.getTime(), row]] : [])))
  return {
    since: day.since.toISOString(),
    timeZone: day.timeZone,
    hours: hours.map((hour) => ({ at: hour.toISOString(), ...countsOf(byHour.get(hour.getTime())) })),
    doors: traffic
      .flatMap((row) => {
        const door = row.of === 'door' && row.doorId ? directory.byId(row.doorId) : undefined
        return door ? [{ doorId: door.id, door: door.name, zone: door.zone, ...countsOf(row) }] : []
      })
      .sort((a, b) => b.entries + b.exits - a.entries - a.exits || b.denied - a.denied || (a.door < b.door ? -1 : 1))
      .slice(0, mostDoors),
    denied: traffic
      .flatMap((row) => (row.of === 'reason' && row.denied > 0 ? [{ reason: row.reason, times: row.denied }] : []))
      .sort((a, b) => b.times - a.times),
    forced,
    unmatched,
    at,
  }
}

const countsOf = (row: Traffic | undefined) => ({
  entries: row?.entries ?? 0,
  exits: row?.exits ?? 0,
  denied: row?.denied ?? 0,
})

// One look at what happened today answers all three. By hour only the doors to outside: who walks about inside neither
// comes nor goes.
const readTraffic = (db: Db, caller: Caller, scope: LabelScope, since: Date) =>
  rowsOf<Traffic>(db)`
    select case when grouping(hour) = 0 then 'hour' when grouping(door_id) = 0 then 'door' else 'reason' end as of,
      hour, door_id as "doorId", reason,
      case when grouping(hour) = 0 then (count(*) filter (where went and type = 'entry' and outer_door))::int
        else (count(*) filter (where went and type = 'entry'))::int end as entries,
      case when grouping(hour) = 0 then (count(*) filter (where went and type = 'exit' and outer_door))::int
        else (count(*) filter (where went and type = 'exit'))::int end as exits,
      (count(*) filter (where result = 'denied'))::int as denied
    from (
      select date_trunc('hour', l.at, c.time_zone) as hour, l.door_id, l.type, l.result,
        case when l.result = 'denied' then l.reason end as reason, (${sql.raw(passed)}) as went,
        (${sql.raw(toOutside)}) as outer_door
      from company c join entry_exit_log l on l.company_id = c.id and l.at >= ${since}
        left join door o on o.device_id = l.door_id
      where c.id = ${caller.companyId} and ${scope.sees('l.door_id')}
    ) today
    group by grouping sets ((hour), (door_id), (reason))
  `

// Days on which clocks are changed have 23 or 25.
const hoursOf = (db: Db, { since, timeZone }: { since: Date; timeZone: string }) =>
  valuesOf<Date>(db)`
    select at from generate_series(${since}::timestamptz,
      (((${since}::timestamptz at time zone ${timeZone}) + interval '1 day') at time zone ${timeZone})
        - interval '1 second', interval '1 hour') at
  `

const readForced = (db: Db, caller: Caller, scope: LabelScope, since: Date) =>
  isoRowsOf<NonNullable<Dashboard['forced']>[number]>(db)`
    select e.id, e.device_id as "doorId", d.name as door, substr(e.type, 6) as what, e.at,
      e.correlation_id as "correlationId"
    from event e join device d on d.id = e.device_id
    where e.company_id = ${caller.companyId} and e.at >= ${since} and e.severity <> 'information'
      and e.type in ('door.forced-open', 'door.held-open') and ${scope.sees('e.device_id')}
    order by e.at desc, e.id desc limit ${sql.lit(mostForced)}
  `
