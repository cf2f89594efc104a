// What the questions ask of the store besides the rules in memory.
import type { DecisionStep, Log } from '@gatehouse/contract/access/entry-exit'
import { type Db, firstOf, rowsOf } from '../../db/pool.ts'

/** The e-mail of people. */
export const emailsOf = async (db: Db, ids: readonly string[]): Promise<Map<string, string>> => {
  const rows = await rowsOf<{ id: string; email: string }>(
    db,
  )`select id, email from users where id = any (${ids}::uuid[])`
  return new Map(rows.map(({ id, email }) => [id, email]))
}

/** Since when levels have these doors, by `level door`. */
export const sinceOf = async (db: Db, doorIds: readonly string[]): Promise<Map<string, number>> => {
  const rows = await rowsOf<{ of: string; since: Date }>(db)`
    select level_id || ' ' || door_id as of, min(added_at) as since from (
      select level_id, door_id, added_at from access_level_door where door_id = any (${doorIds}::uuid[])
      union all
      select l.level_id, g.device_id, l.added_at from access_level_door_group l
        join door_group_door g on g.group_id = l.group_id where g.device_id = any (${doorIds}::uuid[])) w
    group by level_id, door_id
  `
  return new Map(rows.map(({ of, since }) => [of, since.getTime()]))
}

export const sitesOf = async (db: Db, doorIds: readonly string[]): Promise<Map<string, string>> => {
  const rows = await rowsOf<{ id: string; site: string }>(db)`
    select d.id, s.name as site from device d join site s on s.id = d.site_id where d.id = any (${doorIds}::uuid[])
  `
  return new Map(rows.map((row) => [row.id, row.site]))
}

export interface Why extends Pick<Log, 'userId' | 'doorId' | 'type' | 'result' | 'reason'> {
  readonly companyId: string
  readonly path: DecisionStep[] | null
  readonly credentialId: string | null
  readonly passId: string | null
}

interface Stored extends Omit<Why, 'path' | 'credentialId' | 'passId'> {
  readonly decision: (DecisionStep & { readonly credentialId?: string; readonly passId?: string })[] | null
}

export const readWhy = async (db: Db, id: string): Promise<Why | null> => {
  const row = await firstOf<Stored>(db)`
    select company_id as "companyId", user_id as "userId", door_id as "doorId", type, result, reason, decision
    from entry_exit_log where id = ${id}
  `
  if (!row) return null
  const { decision: path, ...log } = row
  const owner = path?.find(({ credentialId, passId }) => credentialId !== undefined || passId !== undefined)
  return {
    ...log,
    path: path && path.map(({ check, ok, says: text }) => ({ check, ok, says: text })),
    credentialId: owner?.credentialId ?? null,
    passId: owner?.passId ?? null,
  }
}
