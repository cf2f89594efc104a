// Whom something of a company concerns: those of its people who hold the permission and read notifications.
import type { Permission } from '@gatehouse/contract/permissions'
import { CompiledQuery } from 'kysely'
import type pg from 'pg'
import type { Db } from '../../db/pool.ts'

/** As much of a person as labels and permissions are judged by. */
export interface Reader {
  readonly id: string
  readonly companyId: string
  readonly permissions: ReadonlySet<string>
  readonly labels: ReadonlySet<string>
}

/** The people of the companies who hold one of the permissions at least and read notifications, with all that they hold. */
export const usersWho = (
  tx: Db | Pick<pg.ClientBase, 'query'>,
  companyIds: readonly string[],
  permissions: readonly Permission[],
): Promise<Reader[]> => usersHolding(tx, companyIds, permissions, ['read_notifications'])

/** The same, whether they read notifications or not. `all`: what each holds besides. */
export const usersHolding = async (
  tx: Db | Pick<pg.ClientBase, 'query'>,
  companyIds: readonly string[],
  permissions: readonly Permission[],
  all: readonly Permission[] = [],
): Promise<Reader[]> => {
  const values = [companyIds, permissions, all]
  const { rows } =
    'executeQuery' in tx
      ? await tx.executeQuery<Row>(CompiledQuery.raw(select, values))
      : await tx.query<Row>(select, values)
  return rows.map(({ id, company_id, held, labels }) => ({
    id,
    companyId: company_id,
    permissions: new Set(held),
    labels: new Set(labels),
  }))
}

interface Row {
  id: string
  company_id: string
  held: string[]
  labels: string[]
}

const select = `
  select * from (
    select u.id, u.company_id,
      u.permissions || coalesce((select array_agg(p) from user_role ur
        join role r on r.id = ur.role_id, unnest(r.permissions) p where ur.user_id = u.id), '{}') as held,
      coalesce((select array_agg(ul.label_id::text) from user_label ul where ul.user_id = u.id), '{}') as labels
    from users u
    where u.company_id = any ($1::uuid[]) and u.status = 'active' and u.verified
  ) known
  where held && $2::text[] and held @> $3::text[]`
