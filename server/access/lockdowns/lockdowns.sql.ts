// Lockdowns in the store: as they stand, and what came of each door.
import type { DoorResult, Lockdown, LockdownDoor } from '@gatehouse/contract/access/lockdowns'
import { type InsertObject, type RawBuilder, sql, type Transaction } from 'kysely'
import { byTime, byTimeIfAny, byWords, type InOrder, type Order, sortedList } from '../../db/sorted.ts'
import { instant, iso } from '../../db/instant.ts'
import { type Db, insertRow, isAny, isoRowsOf, rowsOf } from '../../db/pool.ts'
import type { DB } from '../../db/schema.ts'
import type { Caller } from '../../kit/http/caller.ts'
import type { LabelScope } from '../../kit/label-scope.ts'

/** Of a door in words: `Ground floor, Lobby`. */
const place: RawBuilder<string> = sql`concat_ws(', ', site.name, f.name, z.name)`

export const readPlaces = (db: Db, doorIds: readonly string[]) =>
  rowsOf<{ id: string; name: string; place: string; online: boolean | null }>(db)`
    select d.id, d.name, ${place} as place, s.online
    from device d join site on site.id = d.site_id left join zone z on z.id = d.zone_id
      left join floor f on f.id = z.floor_id left join device_status s on s.device_id = d.id
    where d.id = any (${[...doorIds]}::uuid[])
    order by sort_key_of(d.name) collate "C", d.id
  `

/** Of `lockdown l`, `lockdown_door x`, its commands `c` and `r` and `device_status s`: what has come of the door. */
const result: RawBuilder<DoorResult> = sql`case
  when l.released_at is not null and r.id is null then case when x.settled_at is null then 'pending' else 'confirmed' end
  else case coalesce(r.status, c.status)
    when 'confirmed' then 'confirmed' when 'refused' then 'refused' when 'requested' then 'pending' when 'sent' then 'pending'
    when 'no-answer' then case when s.online then 'no-answer' else 'offline' end
    else case when s.online then 'failed' else 'offline' end end end`

const doorsOf: RawBuilder<unknown> = sql`lockdown_door x join lockdown l on l.id = x.lockdown_id
  join device d on d.id = x.device_id
  join command c on c.id = x.command_id left join command r on r.id = x.release_command_id
  left join device_status s on s.device_id = d.id`

export interface LockdownRow extends Omit<Lockdown, 'mayRelease' | 'mayExplain' | 'mayExplainRelease'> {
  readonly releaseRoles: { readonly _id: string; readonly name: string }[]
  /** Some of its doors are hidden from the viewer. */
  readonly partly: boolean
}

interface Which {
  readonly id?: string | undefined
  readonly active?: boolean | undefined
  readonly limit: number
  readonly order: Order
}

const roles = (may: 'release' | 'pass') => sql`
  coalesce((select jsonb_agg(jsonb_build_object('_id', r.id, 'name', r.name) order by r.name, r.id)
    from lockdown_role m join role r on r.id = m.role_id where m.lockdown_id = o.id and m.may = ${may}), '[]')`

/** Who asks: which doors labels hide from them, their roles, and whether they hold the permissions for lockdowns. */
export interface Asking {
  readonly companyId: string | null
  readonly userId: string
  readonly scope: LabelScope
  readonly roles: ReadonlySet<string>
  readonly triggers: boolean
  readonly releases: boolean
}

/** Nobody is named in the table of roles, or one of these. */
const isNamed = (table: 'lockdown_role' | 'lockdown_scenario_role', of: RawBuilder<boolean>, ids: readonly string[]) =>
  sql<boolean>`(not exists (select from ${sql.table(table)} m where ${of})
    or exists (select from ${sql.table(table)} m where ${of} and m.role_id = any (${[...ids]}::uuid[])))`

/** Of `lockdown o`: begun by a scenario whose roles leave it to who asks, or by themselves; whatever labels hide of it. */
const isLeftTo = ({ userId, roles: held, triggers, releases }: Asking): RawBuilder<boolean> => {
  const ids = [...held]
  const trigger = isNamed('lockdown_scenario_role', sql`m.scenario_id = o.scenario_id and m.may = 'trigger'`, ids)
  const release = isNamed('lockdown_role', sql`m.lockdown_id = o.id and m.may = 'release'`, ids)
  return sql`(o.scenario_id is not null and (o.started_by = ${userId}
    or (${triggers}::boolean and ${trigger}) or (${releases}::boolean and ${release})))`
}

/** The newest first. */
export const lockdownsList = sortedList(
  'o.id',
  {
    name: byWords(sql`o.name`),
    startedAt: byTime('o.started_at'),
    startedBy: byWords(sql`o.started_by_name`),
    reason: byWords(sql`o.reason`),
    releasedAt: byTimeIfAny(sql`o.released_at`),
  },
  '-startedAt',
)

/**
 * Of one that a scenario began all doors count, and those are told apart that are hidden; of doors chosen one
 * by one only those that are seen. One of which every door is hidden is there for whom it is left to, and for nobody else.
 */
export const readLockdowns = (db: Db, asking: Asking, { id, active, limit, order }: Which) =>
  isoRowsOf<InOrder<LockdownRow>>(db)`
    select o.id, ${order.columns}, o.name, o.scenario_id as "scenarioId", o.reason, o.started_at as "startedAt",
      jsonb_build_object('name', o.started_by_name) as "startedBy",
      case when o.released_at is not null then jsonb_build_object('at', ${iso('o.released_at')},
        'by', jsonb_build_object('name', coalesce(o.released_by_name, '')), 'reason', coalesce(o.release_reason, '')) end as released,
      o.correlation_id as "correlationId",
      ${roles('release')} as "releaseRoles", ${roles('pass')} as "passRoles", of.counts, of.hidden, of.partly
    from lockdown o cross join lateral (
      select jsonb_build_object('doors', count(*) filter (where counts),
        'confirmed', count(*) filter (where counts and result = 'confirmed'),
        'pending', count(*) filter (where counts and result = 'pending'),
        'refused', count(*) filter (where counts and result = 'refused'),
        'noAnswer', count(*) filter (where counts and result = 'no-answer'),
        'failed', count(*) filter (where counts and result = 'failed'),
        'offline', count(*) filter (where counts and result = 'offline')) as counts,
        jsonb_build_object('doors', count(*) filter (where counts and not seen),
          'unconfirmed', count(*) filter (where counts and not seen and result <> 'confirmed')) as hidden,
        bool_or(not seen) as partly, bool_or(seen) as some
      from (select seen, seen or o.scenario_id is not null as counts, result from (
        select ${asking.scope.sees('d.id')} as seen, ${result} as result from ${doorsOf}
          where x.lockdown_id = o.id) each_door) counted) of
    where o.company_id = ${asking.companyId} and (of.some or ${isLeftTo(asking)})
      and ${id ? sql`o.id = ${id}` : sql`true`}
      and ${active === undefined ? sql`true` : active ? sql`o.released_at is null` : sql`o.released_at is not null`}
      and ${order.isBeyond}
    order by ${order.by} limit ${limit}
  `

/** Those that did not confirm first, then by name. */
export const readLockdownDoors = (db: Db, lockdownId: string, scope: LabelScope) =>
  isoRowsOf<LockdownDoor>(db)`
    select d.id as "doorId", d.name, ${place} as place, s.online, k.mode, ${result} as result,
      coalesce(r.detail, case when r.id is null then c.detail end) as detail, coalesce(r.id, c.id) as "commandId",
      (select max(step.at) from command_step step where step.command_id = coalesce(r.id, c.id)) as at,
      (select string_agg(distinct u.name, ', ') from door_under_lockdown u
        where u.device_id = d.id and u.lockdown_id <> l.id) as "alsoUnder"
    from ${doorsOf} join site on site.id = d.site_id left join zone z on z.id = d.zone_id
      left join floor f on f.id = z.floor_id left join door_state k on k.device_id = d.id
    where x.lockdown_id = ${lockdownId} and ${scope.sees('d.id')}
    order by ${result} = 'confirmed', sort_key_of(d.name) collate "C", d.id
  `

/** Whoever begins or ends a lockdown of the company waits for another who does. */
export const oneAfterAnother = async (tx: Db, companyId: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('lockdown ' || ${companyId}, 0))`.execute(tx)
}

/** Whoever opens doors waits for a lockdown that is just beginning; others who open them do not wait. */
export const besideLockdowns = async (tx: Db, companyIds: readonly string[]): Promise<void> => {
  for (const companyId of [...new Set(companyIds)].toSorted())
    await sql`select pg_advisory_xact_lock_shared(hashtextextended('lockdown ' || ${companyId}, 0))`.execute(tx)
}

/** Of these doors those that a lockdown under way has locked, each with the command that did. */
export const readLocked = async (db: Db, doorIds: readonly string[]): Promise<Map<string, string>> => {
  const rows = await rowsOf<{ id: string; commandId: string }>(db)`
    select x.device_id as id, x.command_id as "commandId"
    from lockdown_door x join lockdown l on l.id = x.lockdown_id join command c on c.id = x.command_id
    where x.device_id = any (${[...doorIds]}::uuid[]) and l.released_at is null and c.status = 'confirmed'
  `
  return new Map(rows.map((row) => [row.id, row.commandId]))
}

export const insertLockdown = async (
  tx: Transaction<DB>,
  lockdown: InsertObject<DB, 'lockdown'> & { readonly id: string },
  doors: readonly { readonly deviceId: string; readonly commandId: string }[],
): Promise<void> => {
  await insertRow(tx, 'lockdown', lockdown)
  await sql`
    insert into lockdown_role (lockdown_id, role_id, may)
    select ${lockdown.id}::uuid, role_id, may from lockdown_scenario_role
    where scenario_id = ${lockdown.scenario_id}::uuid and may <> 'trigger'
  `.execute(tx)
  await sql`
    insert into lockdown_door (lockdown_id, device_id, command_id)
    select ${lockdown.id}::uuid, d, c
    from unnest(${doors.map((one) => one.deviceId)}::uuid[], ${doors.map((one) => one.commandId)}::uuid[]) as t (d, c)
  `.execute(tx)
}

/** False where it is over already. Doors that another lockdown keeps are done with; the others are to be released yet. */
export const endLockdown = async (tx: Db, lockdownId: string, by: Pick<Caller, 'userId' | 'name'>, reason: string) => {
  const isEnded = await isAny(tx)`
    update lockdown set released_at = ${instant()}, released_by = ${by.userId}, released_by_name = ${by.name},
      release_reason = ${reason}
    where id = ${lockdownId} and released_at is null returning id
  `
  if (!isEnded) return false
  await sql`
    update lockdown_door x set settled_at = ${instant()}
    where x.lockdown_id = ${lockdownId} and exists (select from door_under_lockdown u where u.device_id = x.device_id)
  `.execute(tx)
  return true
}
