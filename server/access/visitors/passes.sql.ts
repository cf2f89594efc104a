// Visitor passes in the store.
import type { list, Pass, PassState, VisitDays, VisitState } from '@gatehouse/contract/access/passes'
import { type RawBuilder, sql } from 'kysely'
import type pg from 'pg'
import { instant } from '../../db/instant.ts'
import { type Db, firstOf, isAny, isoRowsOf } from '../../db/pool.ts'
import {
  alone,
  byNumber,
  byTime,
  byWords,
  type InOrder,
  type Order,
  type SortedFilter,
  sortedList,
  withoutOrder,
} from '../../db/sorted.ts'
import { clock } from '../../kit/clock.ts'
import { holdsWords } from '../../kit/search.ts'
import type { LabelScope } from '../../kit/label-scope.ts'
import { isStillVisitor, isVisiblePass } from '../access/access.ts'

/** Where a pass stands at this moment. */
const stateNow = () =>
  sql<PassState>`case when v.state = 'issued' and v.valid_to <= ${instant()} then 'expired' else v.state end`

/** So long after the last passage somebody is on site still, also when a day has begun meanwhile. */
const longAgoHours = 12

/** Of presence `p` and its log `m`: inside, also by a door of which nobody has said where it leads. */
const isIn = sql`(p.zone_id is not null or coalesce(m.type, '') = 'entry')`

/** Where the visit of a pass `v` stands, by its presence `p` and the day `t` at its site. */
const visitNow = () => {
  const now = instant()
  const end = sql`least(v.valid_to, v.ended_at)`
  const recent = sql`(p.at >= t.day or p.at > ${now} - make_interval(hours => ${sql.lit(longAgoHours)}))`
  return sql<VisitState>`case
    when ${isIn} and ${end} <= ${now} and ${isStillVisitor(clock.now())} then 'overdue'
    when v.state = 'withdrawn' then 'revoked'
    when ${isIn} and ${end} > ${now} and ${recent} then 'on-site'
    when p.pass_id is not null and not ${isIn}
      and p.at >= date_trunc('day', least(${end}, ${now}), t.zone) then 'signed-out'
    when ${end} <= ${now} and p.pass_id is null and v.used = 0 then 'no-show'
    when ${end} <= ${now} or v.state = 'used' then 'expired'
    else 'expected' end`
}

/** With host, presence, company, and the day at the site as `t`. */
const joined = () => sql`left join users u on u.id = v.host_id left join visitor_presence p on p.pass_id = v.id
  left join lateral (select l.type from entry_exit_log l where l.pass_id = v.id and l.at = p.at and l.result = 'granted'
    order by l.id desc limit 1) m on p.zone_id is null
  join company c on c.id = v.company_id
  cross join lateral (select coalesce((select s.time_zone from visitor_pass_door o join device d on d.id = o.door_id
    join site s on s.id = d.site_id where o.pass_id = v.id order by s.name, s.id limit 1), c.time_zone) as zone) z
  cross join lateral (select z.zone, date_trunc('day', ${instant()}, z.zone) as day) t`

const ofDays = (days: VisitDays | undefined): RawBuilder<unknown> => {
  const tomorrow = sql`((t.day at time zone t.zone) + interval '1 day') at time zone t.zone`
  if (days === 'upcoming') return sql`v.valid_from >= ${tomorrow}`
  if (days === 'past') return sql`least(v.valid_to, v.ended_at) <= t.day`
  if (days === undefined) return sql`true`
  return sql`((v.valid_from < ${tomorrow} and v.valid_to > t.day) or ${visitNow()} in ('on-site', 'overdue'))`
}

/** Who comes last of all first. */
export const passesList = () =>
  sortedList(
    'v.id',
    {
      visitor: byWords(sql`v.visitor_name`),
      host: byWords(sql`coalesce(u.display_name, u.first_name || ' ' || u.last_name)`),
      from: byTime('v.valid_from'),
      visit: byWords(visitNow()),
      uses: byNumber(sql`v.uses`),
    },
    '-from',
  )

export interface PassFilter extends SortedFilter<typeof list> {
  readonly companyId: string
  readonly scope: LabelScope
  readonly passId?: string | undefined
}

export const readPasses = async (db: Db, filter: PassFilter): Promise<InOrder<Pass>[]> => {
  const { companyId, scope, q, state, visit, days, from, to, passId, order, limit } = filter
  return select(
    db,
    sql`v.company_id = ${companyId} and ${isVisiblePass(scope)}
      and ${holdsWords(sql`(v.visitor_name || ' ' || v.visitor_company || ' ' || coalesce(u.display_name, u.first_name || ' ' || u.last_name, ''))`, q)}
      and ${state ? sql`${stateNow()} = ${state}` : sql`true`}
      and ${visit ? sql`${visitNow()} = ${visit}` : sql`true`}
      and ${ofDays(days)}
      and ${from ? sql`v.valid_to > ${from}::timestamptz` : sql`true`}
      and ${to ? sql`v.valid_from < ${to}::timestamptz` : sql`true`}
      and ${passId ? sql`v.id = ${passId}` : sql`true`}
      and ${order.isBeyond}`,
    limit,
    order,
  )
}

const select = (db: Db, where: RawBuilder<unknown>, limit: number, order: Order) =>
  isoRowsOf<InOrder<Pass>>(db)`
    select v.id, ${order.columns}, v.visitor_name as visitor, v.visitor_company as company, v.visitor_email as email, v.note,
      case when u.id is not null then jsonb_build_object('id', u.id, 'name',
        coalesce(u.display_name, u.first_name || ' ' || u.last_name)) end as host,
      v.valid_from as "from", v.valid_to as "to", v.uses, v.used, v.last_used_at as "lastUsedAt", ${stateNow()} as state, ${visitNow()} as visit, (select min(e.at) from entry_exit_log e
        where e.pass_id = v.id and e.type = 'entry' and e.result = 'granted' and e.taken is not false
          and e.corrected_by is null and e.corrects is null
          and e.at >= date_trunc('day', p.at, t.zone) and e.at <= p.at) as "arrivedAt",
      case when not ${isIn} then p.at end as "leftAt",
      case when l.id is not null then jsonb_build_object('id', l.id, 'name', l.name) end as level,
      coalesce((select jsonb_agg(jsonb_build_object('id', d.id, 'name', d.name) order by d.name, d.id)
        from visitor_pass_door o join device d on d.id = o.door_id where o.pass_id = v.id), '[]') as doors,
      v.escort_needed as "escortNeeded",
      coalesce(b.display_name, b.first_name || ' ' || b.last_name) as "issuedBy", v.created_at as "issuedAt"
    from visitor_pass v ${joined()} left join users b on b.id = v.created_by
      left join access_level l on l.id = v.level_id
    where ${where}
    order by ${order.by} limit ${limit}
  `

/** What the visitor may see of the pass that a link was mailed for. */
export const passBehind = async (
  db: Db,
  pageHash: Buffer,
): Promise<{ pass: Pass; code: string; company: string; timeZone: string } | undefined> => {
  const [found] = await select(db, sql`v.page_hash = ${pageHash}`, 1, alone)
  if (!found) return undefined
  const pass = withoutOrder(found)
  const shown = await firstOf<{ code: string; company: string; timeZone: string }>(db)`
    select c.value as code, o.name as company, o.time_zone as "timeZone"
    from visitor_pass v join credential c on c.pass_id = v.id join company o on o.id = v.company_id
    where v.id = ${pass.id}
  `
  return shown && { pass, ...shown }
}

/** Nobody else checks its visitor in or out until the end of the transaction. */
export const lockPass = (tx: Db, passId: string): Promise<boolean> =>
  isAny(tx)`select from visitor_pass where id = ${passId} for update`

export const codeOf = async (db: Db, passId: string): Promise<string | null> => {
  const row = await db.selectFrom('credential').select('value').where('pass_id', '=', passId).executeTakeFirst()
  return row?.value ?? null
}

/** When the host of a pass `v` was notified of an arrival: at this one, unless there was one on the same day. */
const announced = (
  at: string,
) => `case when v.announced_at >= date_trunc('day', ${at}, (select c.time_zone from company c
  where c.id = v.company_id)) then v.announced_at else ${at} end`

/** What a pass that let somebody in says from now on: one that has done so often enough lets nobody in any more. */
const use = `
  update visitor_pass v set used = v.used + t.times, last_used_at = greatest(v.last_used_at, t.at),
    state = case when v.state = 'issued' and v.uses <= v.used + t.times then 'used' else v.state end,
    announced_at = ${announced('t.at')}
  from (select "passId", count(*)::int as times, max(at) as at
    from json_to_recordset($1) as given ("passId" uuid, at timestamptz) group by "passId") t
  where v.id = t."passId"
  returning v.id, v.company_id as "companyId", v.host_id as "hostId", v.visitor_name as visitor,
    v.visitor_company as company, v.announced_at = t.at as "isArrival"`

export interface Arrival {
  readonly id: string
  readonly companyId: string
  readonly hostId: string | null
  readonly visitor: string
  readonly company: string
  /** The first of its day: its host is notified. */
  readonly isArrival: boolean
}

export const writeUses = async (
  tx: Pick<pg.ClientBase, 'query'>,
  uses: readonly { readonly passId: string; readonly at: Date }[],
): Promise<Arrival[]> => (await tx.query<Arrival>(use, [JSON.stringify(uses)])).rows

const arrive = `
  update visitor_pass v set announced_at = ${announced('$2::timestamptz')} where v.id = $1
  returning v.id, v.company_id as "companyId", v.host_id as "hostId", v.visitor_name as visitor,
    v.visitor_company as company, v.announced_at = $2::timestamptz as "isArrival"`

/** Somebody came in by hand. */
export const writeArrival = async (tx: Pick<pg.ClientBase, 'query'>, passId: string, at: Date): Promise<Arrival[]> =>
  (await tx.query<Arrival>(arrive, [passId, at])).rows
