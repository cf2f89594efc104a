// People as an export has them: what an import of the same file would find unchanged.
import type { importColumns } from '@gatehouse/contract/access/access'
import { sql } from 'kysely'
import { isBeyond, type Place } from '../../db/by-name.ts'
import { type Db, isoRowsOf } from '../../db/pool.ts'

type Cells = Record<Exclude<(typeof importColumns)[number], 'groups' | 'levels'>, string>

export const readForExport = async (
  db: Db,
  companyId: string,
  beyond: Place | undefined,
  limit: number,
): Promise<(Place & { readonly cells: Cells })[]> => {
  const rows = await isoRowsOf<
    Place &
      Pick<Cells, 'email' | 'firstName' | 'lastName' | 'job' | 'department' | 'card' | 'escort'> & {
        from: string | null
        to: string | null
        suspended: boolean
        extendedTime: boolean
      }
  >(db)`
    select u.id, u.sort_key as "sortKey", u.email, u.first_name as "firstName", u.last_name as "lastName",
      coalesce(u.job, '') as job, coalesce(u.department, '') as department,
      coalesce((select string_agg(substr(c.value, 6), '; ' order by c.value) from credential c
        where c.user_id = u.id and c.kind = 'card' and c.revoked_at is null), '') as card,
      p.valid_from as "from", p.valid_to as "to", coalesce(p.suspended, false) as suspended,
      coalesce(p.extended_time, false) as "extendedTime", coalesce(p.escort, 'none') as escort
    from users u left join access_person p on p.user_id = u.id
    where u.company_id = ${companyId} and ${isBeyond(sql`u`, beyond)}
    order by u.sort_key, u.id limit ${limit}
  `
  return rows.map(({ id, sortKey, from, to, suspended, extendedTime, ...cells }) => ({
    id,
    sortKey,
    cells: {
      ...cells,
      from: from ?? '',
      to: to ?? '',
      suspended: suspended ? 'yes' : 'no',
      extendedTime: extendedTime ? 'yes' : 'no',
    },
  }))
}
