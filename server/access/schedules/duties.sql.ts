// What schedules want of doors, in the store: what is to be followed, what is wanted, and who has been told.
import type { ScheduleRules } from '@gatehouse/contract/access/schedule-time'
import { sql, type Transaction } from 'kysely'
import { type Db, rowsOf, valuesOf } from '../../db/pool.ts'
import type { DB } from '../../db/schema.ts'
import { heldByHand, rulesColumns } from './door-schedules.sql.ts'

/** A door that follows a schedule. */
export interface Following {
  readonly deviceId: string
  readonly companyId: string
  readonly timeZone: string
  readonly scheduleId: string
  readonly firstPersonIn: boolean
}

export interface Followed {
  readonly id: string
  readonly name: string
  readonly rules: ScheduleRules
}

export const readFollowing = async (
  db: Db,
): Promise<{ following: readonly Following[]; schedules: ReadonlyMap<string, Followed> }> => {
  const following = await rowsOf<Following>(db)`
    select distinct on (d.id, a.schedule_id) d.id as "deviceId", d.company_id as "companyId",
      site.time_zone as "timeZone", a.schedule_id as "scheduleId", a.first_person_in as "firstPersonIn"
    from door_schedule a left join door_group_door g on g.group_id = a.group_id
      join device d on d.id = coalesce(a.device_id, g.device_id) join site on site.id = d.site_id
    where d.retired_at is null
    -- chosen by itself and in a group: whichever does not wait
    order by d.id, a.schedule_id, a.first_person_in
  `
  const followed = await rowsOf<Followed>(db)`
    select s.id, s.name, ${rulesColumns} as rules from schedule s left join holiday_calendar c on c.id = s.calendar_id
    where s.id in (select schedule_id from door_schedule)
  `
  return { following, schedules: new Map(followed.map((row) => [row.id, row])) }
}

export interface Duty {
  readonly deviceId: string
  readonly companyId: string
  readonly wanted: 'unlocked' | 'locked'
  readonly because: string
  readonly since: Date
  readonly told: boolean
}

export const readDuties = async (db: Db): Promise<Map<string, Duty>> => {
  const rows = await rowsOf<Duty>(db)`
    select y.device_id as "deviceId", d.company_id as "companyId", y.wanted, y.because, y.since,
      y.command_id is not null as told
    from door_duty y join device d on d.id = y.device_id
    where d.retired_at is null
  `
  return new Map(rows.map((row) => [row.deviceId, row]))
}

export type Wanted = Pick<Duty, 'deviceId' | 'wanted' | 'because'>

/** Those that are news; another node may have been faster. */
export const keepWanted = async (db: Db, wanted: readonly Wanted[], now: Date): Promise<void> => {
  await sql`
    insert into door_duty as y (device_id, wanted, because, since)
    select id, wanted, because, ${now}::timestamptz
    from unnest(${wanted.map((one) => one.deviceId)}::uuid[], ${wanted.map((one) => one.wanted)}::text[],
      ${wanted.map((one) => one.because)}::text[]) as t (id, wanted, because)
    order by id
    on conflict (device_id) do update set wanted = excluded.wanted, because = excluded.because,
      since = excluded.since, command_id = null
    where y.wanted <> excluded.wanted
  `.execute(db)
}

/** Who is to be told, and can be now: there, not held open by a person or just about to be, under no lockdown. */
export const readUnsent = (db: Db) =>
  rowsOf<Duty>(db)`
    select y.device_id as "deviceId", d.company_id as "companyId", y.wanted, y.because, y.since, false as told
    from door_duty y join device d on d.id = y.device_id join device_status s on s.device_id = d.id
    where y.command_id is null and s.online and d.retired_at is null and not ${heldByHand}
      and not exists (select from command c where c.device_id = d.id and c.user_id is not null
        and c.asked in ('hold', 'release') and c.status in ('requested', 'sent'))
      and not exists (select from door_under_lockdown u where u.device_id = d.id)
    order by y.device_id
  `

/** With the commands: all of them, or some have been told by another node meanwhile. */
export const markSent = async (
  tx: Transaction<DB>,
  notified: readonly { readonly deviceId: string; readonly commandId: string; readonly wanted: string }[],
): Promise<boolean> => {
  const rows = await rowsOf<unknown>(tx)`
    update door_duty y set command_id = t.command_id
    from (select * from unnest(${notified.map((one) => one.deviceId)}::uuid[], ${notified.map((one) => one.commandId)}::uuid[],
      ${notified.map((one) => one.wanted)}::text[]) as u (device_id, command_id, wanted) order by device_id) t
    where y.device_id = t.device_id and y.wanted = t.wanted and y.command_id is null
    returning y.device_id
  `
  return rows.length === notified.length
}

/** A release has brought the door to what its schedule wants, if it wants that still: it has been told. */
export const recordSent = async (db: Db, deviceId: string, commandId: string): Promise<void> => {
  await sql`
    update door_duty y set command_id = c.id from command c
    where c.id = ${commandId} and y.device_id = ${deviceId} and y.command_id is null
      and (c.action = 'hold-unlocked') = (y.wanted = 'unlocked')
  `.execute(db)
}

/** Doors that are back, or out of a lockdown: to be told again, unless a person has locked them since. */
export const forgetSent = async (db: Db, deviceIds: readonly string[]): Promise<void> => {
  await sql`
    update door_duty y set command_id = null
    where y.device_id = any (${[...deviceIds]}::uuid[])
      and (y.wanted = 'unlocked' or not exists (select from command c where c.id = y.command_id and c.status = 'confirmed'))
      and not exists (select from command c where c.device_id = y.device_id and c.requested_at > y.since
        and c.asked = 'lock' and c.user_id is not null)
  `.execute(db)
}

/** What never left is told again soon, and what was not answered after a while: a door is not left open over night. */
export const forgetFailed = async (db: Db, now: Date): Promise<void> => {
  await sql`
    update door_duty y set command_id = null
    from command c where c.id = y.command_id and (c.status = 'failed' and c.requested_at < ${ago(now, failedMs)}
      or c.status = 'no-answer' and c.requested_at < ${ago(now, unansweredMs)})
      and not exists (select from command k where k.device_id = y.device_id and k.requested_at > y.since
        and k.asked = 'lock' and k.user_id is not null)
  `.execute(db)
}
const failedMs = 15_000
const unansweredMs = 300_000
const ago = (now: Date, ms: number) => new Date(now.getTime() - ms)

/** At which of these doors somebody has been let in since the moment given: who logs by hand opens no door by it. */
export const readFirstIn = (db: Db, waiting: readonly { readonly deviceId: string; readonly since: Date }[]) =>
  valuesOf<string>(db)`
    select w.id from unnest(${waiting.map((one) => one.deviceId)}::uuid[], ${waiting.map((one) => one.since)}::timestamptz[])
      as w (id, since)
    where exists (select from entry_exit_log l where l.door_id = w.id and l.at >= w.since and l.type = 'entry'
      and l.result = 'granted' and l.source = 'device')
  `

export const wantedOf = async (tx: Transaction<DB>, deviceId: string): Promise<'unlocked' | 'locked'> => {
  const [wanted] = await valuesOf<Duty['wanted']>(tx)`select wanted from door_duty where device_id = ${deviceId}`
  return wanted ?? 'locked'
}
