// Schedules and holiday calendars: seen, made, changed, and removed where nothing follows them.
import * as schedules from '@gatehouse/contract/access/schedules'
import type { HolidayCalendar, Schedule } from '@gatehouse/contract/access/schedules'
import { v7 as uuid } from 'uuid'
import { demandFreeName } from '../../db/by-name.ts'
import { type Db, insertRow, updateRow } from '../../db/pool.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Directory } from '../../building/devices/devices.ts'
import type { Bus } from '../../kit/bus.ts'
import { type Caller, companyOf } from '../../kit/http/caller.ts'
import { changes } from '../../kit/changes.ts'
import { clock } from '../../kit/clock.ts'
import { notFound, Refusal, unlessInUse } from '../../kit/errors.ts'
import type { Serve } from '../../kit/http/serve.ts'
import { labelScope } from '../../kit/label-scope.ts'
import { serveDoorSchedules } from './door-schedules.ts'
import { calendarFacts, scheduleFacts } from './in-words.ts'
import { lockOne, readCalendars, readSchedules } from './schedules.sql.ts'

export { rulesColumns } from './door-schedules.sql.ts'
export { createKeeper, type Keeper } from './keeper.ts'
export { schedulePolicy } from './policy.ts'

export interface SchedulesParts {
  readonly db: Db
  readonly directory: Directory
  readonly bus: Bus
}

export const serveSchedules = (serve: Serve, { db, directory, bus }: SchedulesParts) => {
  const changing = async <T>(caller: Caller, change: (tx: Db, companyId: string) => Promise<T>): Promise<T> => {
    const companyId = companyOf(caller, 'A company to do this for')
    const done = await inTransaction(db, (tx) => change(tx, companyId))
    bus.publish(schedules.altered, companyId, { at: clock.iso() })
    return done
  }

  const shown = async (tx: Db, caller: Caller, id: string): Promise<Schedule> => {
    const [schedule] = await readSchedules(tx, caller.companyId, labelScope(caller), id)
    if (!schedule) throw notFound('This schedule')
    return schedule
  }

  serve(schedules.list, async (_input, caller) => ({
    schedules: await readSchedules(db, caller.companyId, labelScope(caller)),
  }))

  serve(schedules.create, (given, caller, call) =>
    changing(caller, async (tx, companyId) => {
      await demandFreeName(tx, 'schedule', { company_id: companyId }, given.name, 'schedule')
      await demandCalendar(tx, companyId, given.calendarId)
      const id = uuid()
      await insertRow(tx, 'schedule', { id, company_id: companyId, name: given.name, ...columnsOf(given) })
      const schedule = await shown(tx, caller, id)
      await call.record(tx, { subject: schedule.name, after: scheduleFacts(schedule) })
      return { schedule }
    }),
  )

  serve(schedules.update, ({ scheduleId, ...given }, caller, call) =>
    changing(caller, async (tx, companyId) => {
      await lockOne(tx, 'schedule', companyId, scheduleId)
      const before = await shown(tx, caller, scheduleId)
      call.annotate({ subject: before.name })
      if (given.name !== undefined)
        await demandFreeName(tx, 'schedule', { company_id: companyId }, given.name, 'schedule', scheduleId)
      await demandCalendar(tx, companyId, given.calendarId ?? null)
      await updateRow(tx, 'schedule', scheduleId, { name: given.name, ...columnsOf(given) })
      const schedule = await shown(tx, caller, scheduleId)
      await call.record(tx, changes(scheduleFacts(before), scheduleFacts(schedule)))
      return { schedule }
    }),
  )

  serve(schedules.remove, ({ scheduleId }, caller, call) =>
    changing(caller, async (tx, companyId) => {
      await lockOne(tx, 'schedule', companyId, scheduleId)
      const before = await shown(tx, caller, scheduleId)
      call.annotate({ subject: before.name })
      const inUse = `Doors or access levels follow ${before.name}. Let them follow another schedule first.`
      if (before.uses.accessLevels > 0) throw new Refusal(409, 'IN_USE', inUse)
      await unlessInUse(tx.deleteFrom('schedule').where('id', '=', scheduleId).execute(), inUse)
      await call.record(tx, { before: scheduleFacts(before) })
    }),
  )

  serve(schedules.calendars, async (_input, caller) => ({ calendars: await readCalendars(db, caller.companyId) }))

  serve(schedules.createCalendar, ({ name, days }, caller, call) =>
    changing(caller, async (tx, companyId) => {
      await demandFreeName(tx, 'holiday_calendar', { company_id: companyId }, name, 'calendar')
      const id = uuid()
      await insertRow(tx, 'holiday_calendar', { id, company_id: companyId, name, days: JSON.stringify(days) })
      const calendar = await shownCalendar(tx, caller, id)
      await call.record(tx, { subject: name, after: calendarFacts(calendar) })
      return { calendar }
    }),
  )

  serve(schedules.updateCalendar, ({ calendarId, name, days }, caller, call) =>
    changing(caller, async (tx, companyId) => {
      await lockOne(tx, 'holiday_calendar', companyId, calendarId)
      const before = await shownCalendar(tx, caller, calendarId)
      call.annotate({ subject: before.name })
      if (name !== undefined)
        await demandFreeName(tx, 'holiday_calendar', { company_id: companyId }, name, 'calendar', calendarId)
      await updateRow(tx, 'holiday_calendar', calendarId, { name, days: days && JSON.stringify(days) })
      const calendar = await shownCalendar(tx, caller, calendarId)
      await call.record(tx, changes(calendarFacts(before), calendarFacts(calendar)))
      return { calendar }
    }),
  )

  serve(schedules.removeCalendar, ({ calendarId }, caller, call) =>
    changing(caller, async (tx, companyId) => {
      await lockOne(tx, 'holiday_calendar', companyId, calendarId)
      const before = await shownCalendar(tx, caller, calendarId)
      call.annotate({ subject: before.name })
      const removed = tx.deleteFrom('holiday_calendar').where('id', '=', calendarId).execute()
      await unlessInUse(removed, `Schedules follow ${before.name}. Take it out of them first.`)
      await call.record(tx, { before: calendarFacts(before) })
    }),
  )

  serveDoorSchedules(serve, { db, directory, changing })
}

/** Of a schedule, as far as it is given. */
const columnsOf = (given: Partial<Fields>) => ({
  description: given.description,
  week: given.week && JSON.stringify(given.week),
  exceptions: given.exceptions && JSON.stringify(given.exceptions),
  calendar_id: given.calendarId,
  on_holidays: given.onHolidays,
  holiday_ranges: given.holidayRanges && JSON.stringify(given.holidayRanges),
})

type Fields = Pick<Schedule, 'description' | 'week' | 'exceptions' | 'onHolidays' | 'holidayRanges'> & {
  readonly calendarId: string | null
}

const shownCalendar = async (tx: Db, caller: Caller, id: string): Promise<HolidayCalendar> => {
  const [calendar] = await readCalendars(tx, caller.companyId, id)
  if (!calendar) throw notFound('This calendar')
  return calendar
}

const demandCalendar = async (tx: Db, companyId: string, calendarId: string | null) => {
  if (calendarId !== null && !(await lockOne(tx, 'holiday_calendar', companyId, calendarId)))
    throw notFound('This calendar')
}
