// What the questions ask of the store besides the rules in memory.
import { decisionStep, type DecisionStep, direction, result } from '@gatehouse/contract/access/entry-exit'
import { z } from 'zod'
import { type Db, rowsOf } from '../../db/pool.ts'

/** The e-mail of people. */
export const personFacts = async (db: Db, ids: readonly string[]): Promise<Map<string, string>> => {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('id', 'in', [...ids, noId])
    .execute()
  return new Map(rows.map((row) => [row.id, row.email]))
}

const noId = '00000000-0000-0000-0000-000000000000'

/** Since when levels have these doors, by `level door`. */
export const sinceOf = async (db: Db, doorIds: readonly string[]): Promise<Map<string, number>> => {
  const rows = await rowsOf<{ level_id: string; door_id: string; since: Date }>(db)`
    select level_id, door_id, min(added_at) as since from (
      select level_id, door_id, added_at from access_level_door where door_id = any (${doorIds}::uuid[])
      union all
      select l.level_id, g.device_id, l.added_at from access_level_door_group l
        join door_group_door g on g.group_id = l.group_id where g.device_id = any (${doorIds}::uuid[])) w
    group by level_id, door_id
  `
  return new Map(rows.map((row) => [`${row.level_id} ${row.door_id}`, row.since.getTime()]))
}

export const sitesOf = async (db: Db, doorIds: readonly string[]): Promise<Map<string, string>> => {
  const rows = await rowsOf<{ id: string; site: string }>(db)`
    select d.id, s.name as site from device d join site s on s.id = d.site_id where d.id = any (${doorIds}::uuid[])
  `
  return new Map(rows.map((row) => [row.id, row.site]))
}

export interface Why {
  readonly companyId: string
  readonly userId: string | null
  readonly doorId: string | null
  readonly type: 'entry' | 'exit'
  readonly result: 'granted' | 'denied'
  readonly reason: string | null
  readonly path: DecisionStep[] | null
  readonly credentialId: string | null
  readonly passId: string | null
}

const steps = z.array(decisionStep.extend({ credentialId: z.string().optional(), passId: z.string().optional() }))

export const readWhy = async (db: Db, id: string): Promise<Why | null> => {
  const row = await db
    .selectFrom('entry_exit_log')
    .select(['company_id', 'user_id', 'door_id', 'type', 'result', 'reason', 'decision'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return null
  const path = steps.safeParse(row.decision).data ?? null
  const owner = path?.find(({ credentialId, passId }) => credentialId !== undefined || passId !== undefined)
  return {
    companyId: row.company_id,
    userId: row.user_id,
    doorId: row.door_id,
    type: direction.parse(row.type),
    result: result.parse(row.result),
    reason: row.reason,
    path: path && path.map(({ check, ok, says: text }) => ({ check, ok, says: text })),
    credentialId: owner?.credentialId ?? null,
    passId: owner?.passId ?? null,
  }
}
