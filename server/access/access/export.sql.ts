// People as an export has them: what an import of the same file would find unchanged.
import type { importColumns } from '@gatehouse/contract/access/access'
import { type RawBuilder, sql } from 'kysely'
import { isBeyond, type Place } from '../../db/by-name.ts'
import { iso } from '../../db/instant.ts'
import { type Db, rowsOf } from '../../db/pool.ts'

type Cells = Place & Readonly<Record<(typeof importColumns)[number], string>>

/** By name, with those of these levels and groups that each of them has. */
export const readForExport = (
  db: Db,
  companyId: string,
  targetIds: readonly string[],
  beyond: Place | undefined,
  limit: number,
) =>
  rowsOf<Cells>(db)`
    select u.id, u.sort_key as "sortKey", u.email, u.first_name as "firstName", u.last_name as "lastName",
      coalesce(u.job, '') as job, coalesce(u.department, '') as department,
      coalesce((select string_agg(substr(c.value, 6), '; ' order by c.value) from credential c
        where c.user_id = u.id and c.kind = 'card' and c.revoked_at is null), '') as card,
      coalesce(${iso('p.valid_from')}, '') as "from", coalesce(${iso('p.valid_to')}, '') as "to",
      case when p.suspended then 'yes' else 'no' end as suspended,
      case when p.extended_time then 'yes' else 'no' end as "extendedTime", coalesce(p.escort, 'none') as escort,
      ${namesOf(sql`access_group_member h join access_group t on t.id = h.group_id`, targetIds)} as groups,
      ${namesOf(sql`access_level_person h join access_level t on t.id = h.level_id`, targetIds)} as levels
    from users u left join access_person p on p.user_id = u.id
    where u.company_id = ${companyId} and ${isBeyond(sql`u`, beyond)}
    order by u.sort_key, u.id limit ${limit}
  `

const namesOf = (held: RawBuilder<unknown>, targetIds: readonly string[]) => sql`
  coalesce((select string_agg(t.name, '; ' order by t.name collate "C") from ${held}
    where h.user_id = u.id and t.id = any (${[...targetIds]}::uuid[])), '')`
