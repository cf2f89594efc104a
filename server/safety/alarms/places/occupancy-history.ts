// How many people were inside in the past, out of the entry and exit record: who went through which door, in its order.
import type { Condition } from '@gatehouse/contract/safety/alarm-rules'
import { sql } from 'kysely'
import { visitorGoneAt } from '../../../access/access/access.ts'
import { hasPassed, leadTo } from '../../../access/entry-exit/entry-exit.ts'
import type { KnownPlace } from '../../../building/devices/devices.ts'
import type { Db } from '../../../db/pool.ts'
import { type Stretch, stretches } from '../stretches.ts'

interface Asked {
  /** Of one company. */
  readonly places: readonly KnownPlace[]
  readonly since: Date
  readonly now: Date
}

/** Where the number of people at these places went beyond the set point and back. */
export const occupancyStretches = async (
  db: Db,
  { places, since, now }: Asked,
  { comparison, value, hysteresis }: Extract<Condition, { kind: 'threshold' }>,
): Promise<Stretch[]> => {
  const companyId = places[0]?.companyId
  if (companyId === undefined) return []
  const ids = places.map(({ id }) => id)
  const isAbove = comparison === 'above'
  const isReached = isAbove ? sql`people >= ${value}::float8` : sql`people <= ${value}::float8`
  const isNear = isAbove ? sql`people > ${value - hysteresis}::float8` : sql`people < ${value + hysteresis}::float8`
  const last = (who: 'user_id' | 'pass_id') => sql`
    select p.${sql.ref(who)} as who, ${since}::timestamptz as at, '00000000-0000-0000-0000-000000000000'::uuid as id, m.zone_id
    from ${sql.table(who === 'user_id' ? 'presence' : 'visitor_presence')} p cross join lateral (
      select ${leadTo} as zone_id from entry_exit_log l join door o on o.device_id = l.door_id
      where l.${sql.ref(who)} = p.${sql.ref(who)} and l.company_id = p.company_id and l.at < ${since} and ${hasPassed}
      order by l.at desc, l.id desc limit 1) m
    where p.company_id = ${companyId}`
  return stretches(
    db,
    sql`
      with moved as (
        select coalesce(l.user_id, l.pass_id) as who, l.at, l.id, ${leadTo} as zone_id
        from entry_exit_log l join door o on o.device_id = l.door_id
        where l.company_id = ${companyId} and l.at >= ${since} and l.at < ${now} and ${hasPassed}
          and coalesce(l.user_id, l.pass_id) is not null
        union all ${last('user_id')}
        union all ${last('pass_id')}
        union all select w.pass_id, ${visitorGoneAt}, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid, null
        from visitor_presence w join visitor_pass v on v.id = w.pass_id
        where w.company_id = ${companyId} and ${visitorGoneAt} >= ${since} and ${visitorGoneAt} < ${now}
      ), step as (
        select at, zone_id, lag(zone_id) over (partition by who order by at, id) as was from moved
      ), delta as (
        select s.at, t.place, t.n from step s left join zone z on z.id = s.zone_id left join zone y on y.id = s.was
          cross join lateral (values (z.id, 1), (z.site_id, 1), (y.id, -1), (y.site_id, -1)) t (place, n)
        where s.zone_id is distinct from s.was and t.place = any (${ids}::uuid[])
        union all select ${since}::timestamptz, place, 0 from unnest(${ids}::uuid[]) t (place)
      ), counted as (
        select place, at, (sum(sum(n)) over (partition by place order by at))::float8 as people from delta group by place, at
      )
      select place as device_id, at, people as worst,
        case when ${isReached} then 'yes' when ${isNear} then 'near' else 'no' end as holds
      from counted`,
    isAbove,
  )
}
