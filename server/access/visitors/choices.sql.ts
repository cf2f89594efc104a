// What may be chosen for a visitor pass, and what usually is, in the store.
import type { ScheduleRules } from '@gatehouse/contract/access/schedule-time'
import { type Db, isAny, valuesOf } from '../../db/pool.ts'
import { type Caller, can } from '../../kit/http/caller.ts'
import { ownDoors } from '../access/access.ts'
import { rulesColumns } from '../schedules/schedules.ts'

/** Who gives levels to people may issue a pass for any door that they see. */
export const isBound = (caller: Caller): boolean => !can(caller, 'admin_access') && !can(caller, 'manage_doors')

/** Whether a pass for these would open a door that the caller may not give: nobody hands out what they do not hold. */
export const beyondOwn = (
  tx: Db,
  caller: Caller,
  { levelId, doorIds }: { readonly levelId: string | null; readonly doorIds: readonly string[] },
): Promise<boolean> | boolean =>
  isBound(caller) &&
  isAny(tx)`
    select from (select unnest(${[...doorIds]}::uuid[]) as door_id
      union all select o.door_id from access_level_opens o where o.level_id = ${levelId}::uuid) wanted
    where wanted.door_id not in (${ownDoors(caller)})
  `

/** The doors that the caller's own levels open. */
export const readOwnDoors = (db: Db, caller: Caller): Promise<string[]> =>
  valuesOf<string>(db)`select door_id from (${ownDoors(caller)}) own`

/** The doors of the pass that the caller issued last, else of the newest of the company. */
export const readUsualDoors = (db: Db, companyId: string, userId: string): Promise<string[]> =>
  valuesOf<string>(db)`
    select o.door_id from visitor_pass_door o where o.pass_id = (
      select v.id from visitor_pass v where v.company_id = ${companyId}
        and exists (select from visitor_pass_door d where d.pass_id = v.id)
      order by (v.created_by is not distinct from ${userId}::uuid) desc, v.created_at desc, v.id desc limit 1)
  `

/** The schedules that the company's entrances follow: when they stand unlocked, it is open. */
export const readOpeningHours = (db: Db, companyId: string): Promise<ScheduleRules[]> =>
  valuesOf<ScheduleRules>(db)`
    select ${rulesColumns} from schedule s left join holiday_calendar c on c.id = s.calendar_id
    where s.id in (
      select a.schedule_id from door_schedule a left join door_group_door g on g.group_id = a.group_id
        join door o on o.device_id = coalesce(a.device_id, g.device_id) join device d on d.id = o.device_id
      where a.company_id = ${companyId} and o.from_zone_id is null and d.retired_at is null)
  `

export const timeZoneOf = async (db: Db, companyId: string): Promise<string> => {
  const [zone] = await valuesOf<string>(db)`select time_zone from company where id = ${companyId}`
  return zone ?? 'UTC'
}

/** The doors that a level opens. */
export const readLevelDoors = (db: Db, levelId: string): Promise<string[]> =>
  valuesOf<string>(db)`select door_id from access_level_opens where level_id = ${levelId}`
