// Visitor passes in the store.
import type { list, Pass, PassState } from '@gatehouse/contract/access/passes'
import { type RawBuilder, sql } from 'kysely'
import type pg from 'pg'
import { isOlder } from '../../db/by-time.ts'
import { instant } from '../../db/instant.ts'
import { type Db, firstOf, isoRowsOf } from '../../db/pool.ts'
import type { ListFilter } from '../../kit/cursor.ts'
import { holdsWords } from '../../kit/search.ts'
import type { LabelScope } from '../../kit/label-scope.ts'

/** Of the passes `v`: those for no hidden door, neither by themselves nor by their level. */
const isVisible = (scope: LabelScope): RawBuilder<boolean> =>
  sql`not exists (select from visitor_pass_door o where o.pass_id = v.id and ${scope.hides('o.door_id')})
        and not exists (select from access_level_opens o
          where o.level_id = v.level_id and ${scope.hides('o.door_id')})`

/** Where a pass stands at this moment. */
const stateNow = () =>
  sql<PassState>`case when v.state = 'issued' and v.valid_to <= ${instant()} then 'expired' else v.state end`

/** Hours after its end for which whoever came in with a pass `v`, and never went out by it, is still taken to be inside. */
export const visitorStaysHours = 24

/** Whether the pass `v` is good, or was so recently that its visitor may not have left. */
export const isStillVisitor = (now: Date): RawBuilder<boolean> =>
  sql`least(v.valid_to, v.ended_at) > ${now}::timestamptz - make_interval(hours => ${sql.lit(visitorStaysHours)})`

export interface PassFilter extends ListFilter<typeof list> {
  readonly companyId: string
  readonly scope: LabelScope
  readonly passId?: string | undefined
}

export const readPasses = async (db: Db, filter: PassFilter): Promise<Pass[]> => {
  const { companyId, scope, q, state, from, to, passId, beyond, limit } = filter
  return select(
    db,
    sql`v.company_id = ${companyId} and ${isVisible(scope)}
      and ${holdsWords(sql`(v.visitor_name || ' ' || v.visitor_company || ' ' || coalesce(u.display_name, u.first_name || ' ' || u.last_name, ''))`, q)}
      and ${state ? sql`${stateNow()} = ${state}` : sql`true`}
      and ${from ? sql`v.valid_to > ${from}::timestamptz` : sql`true`}
      and ${to ? sql`v.valid_from < ${to}::timestamptz` : sql`true`}
      and ${passId ? sql`v.id = ${passId}` : sql`true`}
      and ${isOlder('v.valid_from', 'v.id', beyond)}`,
    limit,
  )
}

const select = (db: Db, where: RawBuilder<unknown>, limit: number) =>
  isoRowsOf<Pass>(db)`
    select v.id, v.visitor_name as visitor, v.visitor_company as company, v.visitor_email as email, v.note,
      case when u.id is not null then jsonb_build_object('id', u.id, 'name',
        coalesce(u.display_name, u.first_name || ' ' || u.last_name)) end as host,
      v.valid_from as "from", v.valid_to as "to", v.uses, v.used, v.last_used_at as "lastUsedAt", ${stateNow()} as state,
      case when l.id is not null then jsonb_build_object('id', l.id, 'name', l.name) end as level,
      coalesce((select jsonb_agg(jsonb_build_object('id', d.id, 'name', d.name) order by d.name, d.id)
        from visitor_pass_door o join device d on d.id = o.door_id where o.pass_id = v.id), '[]') as doors,
      v.escort_needed as "escortNeeded",
      coalesce(b.display_name, b.first_name || ' ' || b.last_name) as "issuedBy", v.created_at as "issuedAt"
    from visitor_pass v left join users u on u.id = v.host_id left join users b on b.id = v.created_by
      left join access_level l on l.id = v.level_id
    where ${where}
    order by v.valid_from desc, v.id desc limit ${limit}
  `

/** What the visitor may see of the pass that a link was mailed for. */
export const passBehind = async (
  db: Db,
  pageHash: Buffer,
): Promise<{ pass: Pass; code: string; company: string; timeZone: string } | undefined> => {
  const [pass] = await select(db, sql`v.page_hash = ${pageHash}`, 1)
  if (!pass) return undefined
  const shown = await firstOf<{ code: string; company: string; timeZone: string }>(db)`
    select c.value as code, o.name as company, o.time_zone as "timeZone"
    from visitor_pass v join credential c on c.pass_id = v.id join company o on o.id = v.company_id
    where v.id = ${pass.id}
  `
  return shown && { pass, ...shown }
}

export const codeOf = async (db: Db, passId: string): Promise<string | null> => {
  const row = await db.selectFrom('credential').select('value').where('pass_id', '=', passId).executeTakeFirst()
  return row?.value ?? null
}

/** What a pass that let somebody in says from now on: one that has done so often enough lets nobody in any more. */
const use = `
  update visitor_pass v set used = v.used + t.times, last_used_at = greatest(v.last_used_at, t.at),
    state = case when v.state = 'issued' and v.uses <= v.used + t.times then 'used' else v.state end
  from (select "passId", count(*)::int as times, max(at) as at
    from json_to_recordset($1) as given ("passId" uuid, at timestamptz) group by "passId") t
  where v.id = t."passId"
  returning v.id, v.company_id as "companyId", v.host_id as "hostId", v.visitor_name as visitor,
    v.visitor_company as company, v.used`

export interface Used {
  readonly id: string
  readonly companyId: string
  readonly hostId: string | null
  readonly visitor: string
  readonly company: string
  readonly used: number
}

export const writeUses = async (
  tx: Pick<pg.ClientBase, 'query'>,
  uses: readonly { readonly passId: string; readonly at: Date }[],
): Promise<Used[]> => (await tx.query<Used>(use, [JSON.stringify(uses)])).rows
