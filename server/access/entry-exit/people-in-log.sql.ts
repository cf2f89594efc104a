// Who is in the entry and exit log.
import type { Output } from '@gatehouse/contract/operation'
import type { people } from '@gatehouse/contract/access/entry-exit'
import { peopleFound } from '../../db/people-found.sql.ts'
import { type Db, rowsOf } from '../../db/pool.ts'
import type { LabelScope } from '../../kit/label-scope.ts'

/** By name, those with an entry or exit at a door within the scope. */
export const readPeopleInLog = async (
  db: Db,
  companyId: string | null,
  scope: LabelScope,
  q: string | undefined,
  limit: number,
): Promise<Output<typeof people>['people']> =>
  companyId === null
    ? []
    : rowsOf<Output<typeof people>['people'][number]>(db)`
        select u.id, coalesce(u.display_name, u.first_name || ' ' || u.last_name) as name, u.department
        from users u where u.company_id = ${companyId} and ${await peopleFound(db, companyId, q, 'names')}
          and exists (select from entry_exit_log l
            where l.company_id = ${companyId} and l.user_id = u.id and (l.door_id is null or ${scope.sees('l.door_id')}))
        order by u.sort_key, u.id limit ${limit}
      `
