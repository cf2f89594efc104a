// Who is inside now, visitors with a pass among them, and today's traffic through the doors to outside, counting only what
// the caller may see.
import type { Output } from '@gatehouse/contract/operation'
import type { inside } from '@gatehouse/contract/access/entry-exit'
import { type RawBuilder, sql } from 'kysely'
import { isStillVisitor } from '../access/access.ts'
import { instant } from '../../db/instant.ts'
import { type Db, firstOf, rowsOf } from '../../db/pool.ts'
import type { Caller } from '../../kit/http/caller.ts'
import { clock } from '../../kit/clock.ts'
import { labelScope } from '../../kit/label-scope.ts'
import { passed, toOutside } from './moves.sql.ts'

/** Everybody who is inside, a row each: where people were last let in to, and visitors with a pass. */
export const insideNow = (now: Date): RawBuilder<unknown> => sql`(
  select company_id, zone_id from presence
  union all select w.company_id, w.zone_id from visitor_presence w join visitor_pass v on v.id = w.pass_id
  where ${isStillVisitor(now)})`

export const readInside = async (db: Db, caller: Caller): Promise<Output<typeof inside>> => {
  const scope = labelScope(caller)
  const zones = await rowsOf<{ zoneId: string; zone: string; people: number }>(db)`
    select z.id as "zoneId", z.name as zone, count(*)::int as people
    from ${insideNow(clock.now())} p join zone z on z.id = p.zone_id
    where p.company_id = ${caller.companyId} and ${scope.places('z.id', 'z.site_id')}
    group by z.id, z.name order by z.name
  `
  const today = await firstOf<{ entries: number; exits: number; denied: number }>(db)`
    select count(*) filter (where ${sql.raw(passed)} and l.type = 'entry' and ${sql.raw(toOutside)})::int as entries,
      count(*) filter (where ${sql.raw(passed)} and l.type = 'exit' and ${sql.raw(toOutside)})::int as exits,
      count(*) filter (where l.result = 'denied')::int as denied
    from company c join entry_exit_log l on l.company_id = c.id and l.at >= date_trunc('day', ${instant()}, c.time_zone)
      left join door o on o.device_id = l.door_id
    where c.id = ${caller.companyId} and ${scope.sees('l.door_id')}
  `
  return {
    inside: zones.reduce((sum, zone) => sum + zone.people, 0),
    zones,
    entriesToday: today?.entries ?? 0,
    exitsToday: today?.exits ?? 0,
    deniedToday: today?.denied ?? 0,
    at: clock.iso(),
  }
}
