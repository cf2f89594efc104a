// Schedules and holiday calendars in the store.
import type { HolidayCalendar, Schedule } from '@gatehouse/contract/access/schedules'
import { sql } from 'kysely'
import { type Db, isAny, rowsOf } from '../../db/pool.ts'
import type { LabelScope } from '../../kit/label-scope.ts'

/** By name; what follows each is counted without the doors that labels hide, and the levels that open one. */
export const readSchedules = (db: Db, companyId: string | null, scope: LabelScope, scheduleId?: string) =>
  rowsOf<Schedule>(db)`
    select s.id, s.name, s.description, s.week, s.exceptions,
      case when c.id is not null then jsonb_build_object('id', c.id, 'name', c.name) end as calendar,
      s.on_holidays as "onHolidays", s.holiday_ranges as "holidayRanges", coalesce(c.days, '[]') as holidays,
      jsonb_build_object(
        'doors', (select count(distinct d.id) from door_schedule a
          left join door_group_door g on g.group_id = a.group_id
          join device d on d.id = coalesce(a.device_id, g.device_id)
          where a.schedule_id = s.id and d.retired_at is null and ${scope.sees('d.id')}),
        'accessLevels', (select count(*) from access_level l where l.schedule_id = s.id
          and not exists (select from access_level_opens o
            where o.level_id = l.id and ${scope.hides('o.door_id')}))) as uses
    from schedule s left join holiday_calendar c on c.id = s.calendar_id
    where s.company_id = ${companyId} and ${scheduleId ? sql`s.id = ${scheduleId}` : sql`true`}
    order by sort_key_of(s.name) collate "C", s.id
  `

export const readCalendars = (db: Db, companyId: string | null, calendarId?: string) =>
  rowsOf<HolidayCalendar>(db)`
    select c.id, c.name, c.days, (select count(*) from schedule s where s.calendar_id = c.id)::int as schedules
    from holiday_calendar c
    where c.company_id = ${companyId} and ${calendarId ? sql`c.id = ${calendarId}` : sql`true`}
    order by sort_key_of(c.name) collate "C", c.id
  `

/** One who changes it waits for another; whether it is there at all. */
export const lockOne = (
  tx: Db,
  table: 'schedule' | 'holiday_calendar' | 'door_schedule',
  companyId: string | null,
  id: string,
) =>
  isAny(tx)`
    select from ${sql.table(table)} where id = ${id} and company_id = ${companyId} for update
  `
