// Entries and exits of late, by person or door.
import { type RawBuilder, sql } from 'kysely'
import { visiblePlace } from '../kit/labels.ts'
import { holds } from '../kit/search.ts'
import type { Seeker } from './sources.ts'

// Of how many of the newest passages the words are read, and how many are answered: the log itself is the place to
// search further back.
const newest = 5000
const most = 50

export const passages = ({ caller, words }: Seeker): RawBuilder<unknown> => sql`
  select l.id::text as id, 'event' as type, l.person || ' ' || l.verb as title,
    concat_ws(' · ', l.door, l.reason) as description, case l.result when 'denied' then 'high' else 'low' end as priority,
    '/log-details/' || l.id as path, '{read_log_details,read_entry_exit_report}'::text[] as required, l.at
  from (
    select e.*, coalesce(u.first_name || ' ' || u.last_name, 'Somebody unknown') as person, d.name as door,
      case when e.result = 'denied' then 'was denied' when e.type = 'entry' then 'entered' else 'left' end as verb
    from (
      select n.id, n.user_id, n.door_id, n.type, n.result, n.reason, n.at from entry_exit_log n
      where n.company_id = ${caller.companyId} order by n.at desc, n.id desc limit ${newest}
    ) e
      left join users u on u.id = e.user_id
      left join device d on d.id = e.door_id
    where e.door_id is null or (
      d.company_id = ${caller.companyId} and ${visiblePlace(caller, sql`m.device_id = d.id`)}
      and ${visiblePlace(caller, sql`m.zone_id = d.zone_id`)} and ${visiblePlace(caller, sql`m.site_id = d.site_id`)})
  ) l
  where ${holds(sql`(l.person || ' ' || l.verb || ' ' || coalesce(l.door, '') || ' ' || coalesce(l.reason, ''))`, words)}
  order by l.at desc, l.id desc limit ${most}`
