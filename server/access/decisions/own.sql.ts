// What somebody showed at doors, from the log.
import { direction, method, result } from '@gatehouse/contract/access/entry-exit'
import { sql } from 'kysely'
import { z } from 'zod'
import { type Db, rowsOf } from '../../db/pool.ts'
import type { LabelScope } from '../../kit/label-scope.ts'

export interface OwnPage {
  readonly userId: string
  readonly companyId: string
  /** The doors that labels hide: whoever was let in there is told nothing; who was not knows that door anyhow. */
  readonly scope: LabelScope
  /** Strictly older than this. */
  readonly beyond: { readonly at: string; readonly id: string } | null
  readonly limit: number
}

const row = z.object({
  id: z.string(),
  door: z.string().nullable(),
  type: direction,
  at: z.date(),
  method,
  result,
  reason: z.string().nullable(),
  decision: z.unknown(),
})

/** Newest first. What was added by hand nobody showed. */
export const readOwn = async (db: Db, { userId, companyId, scope, beyond, limit }: OwnPage) => {
  const rows = await rowsOf<unknown>(db)`
    select l.id, d.name as door, l.type, l.at, l.method, l.result, l.reason, l.decision
    from entry_exit_log l left join device d on d.id = l.door_id
    where l.user_id = ${userId} and l.company_id = ${companyId} and l.source <> 'manual'
      and (l.result = 'denied' or ${scope.sees('l.door_id')})
      and ${beyond === null ? sql`true` : sql`(l.at, l.id) < (${beyond.at}::timestamptz, ${beyond.id}::uuid)`}
    order by l.at desc, l.id desc limit ${limit}
  `
  return z.array(row).parse(rows)
}
