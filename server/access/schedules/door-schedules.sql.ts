// Which doors and groups follow which schedule, in the store.
import type { ScheduleRules } from '@gatehouse/contract/access/schedule-time'
import type { DoorSchedule, doorSchedules } from '@gatehouse/contract/access/schedules'
import type { Parsed } from '@gatehouse/contract/operation'
import { type RawBuilder, sql } from 'kysely'
import { type Db, firstOf, isAny, rowsOf } from '../../db/pool.ts'
import type { LabelScope } from '../../kit/label-scope.ts'

export interface DoorScheduleRow extends Omit<DoorSchedule, 'doors'> {
  readonly rules: ScheduleRules
  /** Some of its doors are hidden from the caller. */
  readonly partly: boolean
  /** Those that are not. */
  readonly doors: readonly {
    readonly id: string
    readonly name: string
    readonly timeZone: string
    readonly wanted: 'unlocked' | 'locked' | null
    readonly held: boolean
    readonly lockdown: boolean
  }[]
}

/** Of `schedule s` and its `holiday_calendar c`. */
export const rulesColumns: RawBuilder<unknown> = sql`jsonb_build_object('week', s.week, 'exceptions', s.exceptions,
  'onHolidays', s.on_holidays, 'holidayRanges', s.holiday_ranges, 'holidays', coalesce(c.days, '[]'))`

/** Of `device d`: a person holds it open. A hold that a schedule asked for, or that a release led back to, is none. */
export const heldByHand: RawBuilder<boolean> = sql`exists (select from door_hold h join command k on k.id = h.command_id
  where h.device_id = d.id and h.user_id is not null and k.asked = 'hold')`

/** By schedule, then by name. One whose doors are all hidden is not there. */
export const readDoorSchedules = (
  db: Db,
  companyId: string | null,
  scope: LabelScope,
  which: Parsed<typeof doorSchedules> & { readonly id?: string },
) =>
  rowsOf<DoorScheduleRow>(db)`
    select a.id, jsonb_build_object('id', s.id, 'name', s.name) as schedule, ${rulesColumns} as rules,
      case when one.id is not null then jsonb_build_object('id', one.id, 'name', one.name) end as door,
      case when g.id is not null then jsonb_build_object('id', g.id, 'name', g.name) end as "group",
      a.first_person_in as "firstPersonIn", coalesce(of.partly, false) as partly, coalesce(of.doors, '[]') as doors
    from door_schedule a join schedule s on s.id = a.schedule_id
      left join holiday_calendar c on c.id = s.calendar_id
      left join device one on one.id = a.device_id
      left join door_group g on g.id = a.group_id
      left join lateral (
        select bool_or(${scope.hides('d.id')}) as partly,
          jsonb_agg(jsonb_build_object('id', d.id, 'name', d.name, 'timeZone', site.time_zone, 'wanted', duty.wanted,
            'held', ${heldByHand},
            'lockdown', exists (select from door_under_lockdown u where u.device_id = d.id))
            order by sort_key_of(d.name) collate "C", d.id)
            filter (where ${scope.sees('d.id')}) as doors
        from device d join site on site.id = d.site_id left join door_duty duty on duty.device_id = d.id
        where d.retired_at is null and (d.id = a.device_id
          or d.id in (select m.device_id from door_group_door m where m.group_id = a.group_id))
      ) of on true
    where a.company_id = ${companyId} and (of.doors is not null or a.group_id is not null and not coalesce(of.partly, false))
      and ${which.id ? sql`a.id = ${which.id}` : sql`true`}
      and ${which.scheduleId ? sql`a.schedule_id = ${which.scheduleId}` : sql`true`}
      and ${
        which.doorId
          ? sql`(a.device_id = ${which.doorId} or a.group_id in
              (select m.group_id from door_group_door m where m.device_id = ${which.doorId}))`
          : sql`true`
      }
    order by sort_key_of(s.name) collate "C", s.id, sort_key_of(coalesce(g.name, one.name)) collate "C", a.id
  `

export const isFollowing = (
  tx: Db,
  scheduleId: string,
  { doorId, groupId }: { readonly doorId: string | null; readonly groupId: string | null },
) =>
  isAny(tx)`
    select from door_schedule where schedule_id = ${scheduleId} and device_id is not distinct from ${doorId}::uuid
      and group_id is not distinct from ${groupId}::uuid
  `

/** The name of a group of the company, and whether some of its doors are hidden; undefined where there is none. */
export const readGroup = (tx: Db, companyId: string, groupId: string, scope: LabelScope) =>
  firstOf<{ name: string; doors: number; hidden: number }>(tx)`
    select g.name, count(m.device_id)::int as doors,
      count(m.device_id) filter (where ${scope.hides('m.device_id')})::int as hidden
    from door_group g left join door_group_door m on m.group_id = g.id
    where g.id = ${groupId} and g.company_id = ${companyId}
    group by g.id
  `
