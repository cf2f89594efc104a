// Which doors of lockdowns are to be told something: to lock down, or to be released.
import { type RawBuilder, sql, type Transaction } from 'kysely'
import { instant } from '../../db/instant.ts'
import { type Db, firstOf, isAny, rowsOf, valuesOf } from '../../db/pool.ts'
import type { DB } from '../../db/schema.ts'
import type { LabelScope } from '../../kit/label-scope.ts'

/** A door that is to be told, and the command that has to be its newest still when it is. */
export interface Due {
  readonly lockdownId: string
  readonly companyId: string
  readonly deviceId: string
  readonly name: string
  readonly reason: string
  readonly correlationId: string
  readonly by: { readonly userId: string | null; readonly actor: string }
  /** null: it has not been told to be released yet. */
  readonly before: string | null
}

interface DueRow extends Omit<Due, 'by'> {
  readonly userId: string | null
  readonly actor: string
}

const dueColumns = (what: 'lock' | 'release') =>
  what === 'lock'
    ? sql`l.reason, l.started_by as "userId", l.started_by_name as actor, x.command_id as before`
    : sql`l.release_reason as reason, l.released_by as "userId", l.released_by_name as actor, x.release_command_id as before`

const read = async (db: Db, what: 'lock' | 'release', where: RawBuilder<boolean>): Promise<Due[]> => {
  const rows = await rowsOf<DueRow>(db)`
    select l.id as "lockdownId", l.company_id as "companyId", x.device_id as "deviceId", l.name,
      l.correlation_id as "correlationId", ${dueColumns(what)}
    from lockdown_door x join lockdown l on l.id = x.lockdown_id join device d on d.id = x.device_id
      join command c on c.id = ${what === 'lock' ? sql`x.command_id` : sql`coalesce(x.release_command_id, x.command_id)`}
      left join device_status s on s.device_id = x.device_id left join door_state k on k.device_id = x.device_id
    where x.settled_at is null and d.retired_at is null
      and l.released_at is ${what === 'lock' ? sql`null` : sql`not null`}
      and not exists (select from command later where later.id = x.release_command_id and later.status = 'confirmed')
      and ${where}
    order by x.device_id
  `
  return rows.map(({ userId, actor, ...row }) => ({ ...row, by: { userId, actor } }))
}

/** Each door once, whatever lockdowns it is under. */
const eachOnce = (due: readonly Due[]): Due[] => [...new Map(due.map((one) => [one.deviceId, one])).values()]

/** Doors that came back on line, and when. */
export type Back = ReadonlyMap<string, string>

// One that was back before it was told has answered as it is.
const isBackSince = (back: Back) => sql<boolean>`exists (select
  from unnest(${[...back.keys()]}::uuid[], ${[...back.values()]}::timestamptz[]) b (id, at)
  where b.id = x.device_id and b.at > c.requested_at)`

/** Whose answer is missing, and which can be told: those that are back, those that are there and could not be told. */
export const dueToLock = async (db: Db, back: Back, now: Date): Promise<Due[]> =>
  eachOnce(
    await read(
      db,
      'lock',
      sql`((c.status in ('failed', 'no-answer', 'refused') and ${isBackSince(back)})
        or (s.online and c.status = 'failed' and c.requested_at < ${ago(now, failedMs)})
        or (s.online and c.status = 'no-answer' and c.requested_at < ${ago(now, unansweredMs)}
          and s.last_seen_at > c.expires_at)
        -- locked down as far as we know, and yet it says that it is unlocked
        or (s.online and c.status = 'confirmed' and k.mode in ('Unlocked', 'LockedOpen')
          and k.received_at > c.requested_at + interval '2 seconds' and c.requested_at < ${ago(now, unansweredMs)}))`,
    ),
  )

export const dueToRelease = async (db: Db, back: Back, now: Date): Promise<Due[]> =>
  eachOnce(
    await read(
      db,
      'release',
      sql`not exists (select from door_under_lockdown u where u.device_id = x.device_id) and (x.release_command_id is null
        or (c.status in ('failed', 'no-answer', 'refused') and ${isBackSince(back)})
        or (s.online and c.status = 'failed' and c.requested_at < ${ago(now, failedMs)})
        or (s.online and c.status = 'no-answer' and c.requested_at < ${ago(now, unansweredMs)}
          and s.last_seen_at > c.expires_at))`,
    ),
  )

/** Of one lockdown, of the doors that the caller sees: those that did not confirm, whatever they said. */
export const unconfirmed = (db: Db, what: 'lock' | 'release', lockdownId: string, scope: LabelScope) =>
  read(
    db,
    what,
    sql`l.id = ${lockdownId} and ${scope.sees('x.device_id')} and ${
      what === 'lock' ? sql`true` : sql`x.release_command_id is not null`
    } and c.status in ('refused', 'no-answer', 'failed')`,
  )

const failedMs = 5000
const unansweredMs = 30_000
const ago = (now: Date, ms: number) => new Date(now.getTime() - ms)

/** With the commands: all of them, or some have been told by another node or otherwise meanwhile. */
export const markSent = async (
  tx: Transaction<DB>,
  what: 'lock' | 'release',
  commanded: readonly (Pick<Due, 'lockdownId' | 'deviceId' | 'before'> & { readonly commandId: string })[],
): Promise<boolean> => {
  const column = sql.ref(what === 'lock' ? 'command_id' : 'release_command_id')
  const rows = await rowsOf<unknown>(tx)`
    update lockdown_door x set ${column} = t.command_id
    from unnest(${commanded.map((one) => one.lockdownId)}::uuid[], ${commanded.map((one) => one.deviceId)}::uuid[],
        ${commanded.map((one) => one.before)}::uuid[], ${commanded.map((one) => one.commandId)}::uuid[])
      as t (lockdown_id, device_id, before, command_id), lockdown l
    where x.lockdown_id = t.lockdown_id and x.device_id = t.device_id and l.id = x.lockdown_id
      and x.${column} is not distinct from t.before and x.settled_at is null
      and l.released_at is ${what === 'lock' ? sql`null` : sql`not null`}
      ${what === 'lock' ? sql`` : sql`and not exists (select from door_under_lockdown u where u.device_id = x.device_id)`}
    returning x.device_id
  `
  if (rows.length !== commanded.length) return false
  // Of the other lockdowns that hold the same door, and wait for the same word.
  await sql`
    update lockdown_door x set ${column} = t.command_id
    from unnest(${commanded.map((one) => one.deviceId)}::uuid[], ${commanded.map((one) => one.commandId)}::uuid[])
      as t (device_id, command_id), lockdown l
    where x.device_id = t.device_id and l.id = x.lockdown_id and x.settled_at is null
      and l.released_at is ${what === 'lock' ? sql`null` : sql`not null`}
      and not exists (select from command c where c.id = x.${column} and c.status in ('requested', 'sent', 'confirmed'))
  `.execute(tx)
  return true
}

/** Doors whose release is confirmed, or that are out of service: done with. */
export const settleReleased = (db: Db) =>
  valuesOf<string>(db)`
    update lockdown_door x set settled_at = ${instant()}
    from lockdown l, device d
    where x.settled_at is null and l.id = x.lockdown_id and l.released_at is not null and d.id = x.device_id
      and (d.retired_at is not null
        or exists (select from command c where c.id = x.release_command_id and c.status = 'confirmed'))
    returning x.device_id as id
  `

/** Whether anything is left to do: most of the time nothing is. */
export const hasOpen = (db: Db) => isAny(db)`select from lockdown_door where settled_at is null limit 1`

/** The lockdown that keeps one of these doors shut, or that one of those says it is under; undefined where none does. */
export const lockdownOver = (tx: Db, doorIds: readonly string[], lockedDown: readonly string[]) =>
  firstOf<{ name: string; door: string }>(tx)`
    select u.name, d.name as door from door_under_lockdown u join device d on d.id = u.device_id
    where u.device_id = any (${[...doorIds]}::uuid[])
      or u.device_id in (select k.device_id from door_state k
        where k.device_id = any (${[...lockedDown]}::uuid[]) and k.mode = 'LockedDown')
    order by u.started_at limit 1
  `
