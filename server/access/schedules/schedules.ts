// Schedules and holiday calendars: seen, made, changed, and removed where nothing follows them.
import * as schedules from '@gatehouse/contract/access/schedules'
import type { HolidayCalendar, Schedule } from '@gatehouse/contract/access/schedules'
import { v7 as uuid } from 'uuid'
import { type Db, insertRow, updateRow } from '../../db/pool.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Directory } from '../../building/devices/devices.ts'
import type { Bus } from '../../kit/bus.ts'
import type { Caller } from '../../kit/http/caller.ts'
import { changes } from '../../kit/changes.ts'
import { clock } from '../../kit/clock.ts'
import { invalid, isInUse, notFound, Refusal } from '../../kit/errors.ts'
import type { Serve } from '../../kit/http/serve.ts'
import { labelScope } from '../../kit/label-scope.ts'
import { serveDoorSchedules } from './door-schedules.ts'
import { calendarFacts, scheduleFacts } from './in-words.ts'
import { lockOne, nameTaken, readCalendars, readSchedules } from './schedules.sql.ts'

export { createKeeper, type Keeper } from './keeper.ts'
export { schedulePolicy } from './policy.ts'

export interface SchedulesParts {
  readonly db: Db
  readonly directory: Directory
  readonly bus: Bus
}

export const serveSchedules = (serve: Serve, { db, directory, bus }: SchedulesParts) => {
  const altered = (companyId: string) => bus.publish(schedules.altered, companyId, { at: clock.iso() })

  const changing = async <T>(caller: Caller, change: (tx: Db, companyId: string) => Promise<T>): Promise<T> => {
    const { companyId } = caller
    if (companyId === null) throw notFound('A company to do this for')
    const done = await inTransaction(db, (tx) => change(tx, companyId))
    altered(companyId)
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
      await demandFree(tx, 'schedule', companyId, given.name)
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
      call.tell({ subject: before.name })
      if (given.name !== undefined) await demandFree(tx, 'schedule', companyId, given.name, scheduleId)
      await demandCalendar(tx, companyId, given.calendarId ?? null)
      const columns = { ...columnsOf(given), ...(given.name === undefined ? {} : { name: given.name }) }
      if (Object.keys(columns).length > 0) await updateRow(tx, 'schedule', scheduleId, columns)
      const schedule = await shown(tx, caller, scheduleId)
      await call.record(tx, changes(scheduleFacts(before), scheduleFacts(schedule)))
      return { schedule }
    }),
  )

  serve(schedules.remove, ({ scheduleId }, caller, call) =>
    changing(caller, async (tx, companyId) => {
      await lockOne(tx, 'schedule', companyId, scheduleId)
      const before = await shown(tx, caller, scheduleId)
      call.tell({ subject: before.name })
      if (before.uses.accessLevels > 0) throw inUse(before.name)
      await tx
        .deleteFrom('schedule')
        .where('id', '=', scheduleId)
        .execute()
        .catch((error: unknown) => {
          throw isInUse(error) ? inUse(before.name) : error
        })
      await call.record(tx, { before: scheduleFacts(before) })
      return { success: true as const }
    }),
  )

  serve(schedules.calendars, async (_input, caller) => ({ calendars: await readCalendars(db, caller.companyId) }))

  serve(schedules.createCalendar, ({ name, days }, caller, call) =>
    changing(caller, async (tx, companyId) => {
      await demandFree(tx, 'holiday_calendar', companyId, name)
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
      call.tell({ subject: before.name })
      if (name !== undefined) await demandFree(tx, 'holiday_calendar', companyId, name, calendarId)
      await updateRow(tx, 'holiday_calendar', calendarId, {
        name: name ?? before.name,
        days: JSON.stringify(days ?? before.days),
      })
      const calendar = await shownCalendar(tx, caller, calendarId)
      await call.record(tx, changes(calendarFacts(before), calendarFacts(calendar)))
      return { calendar }
    }),
  )

  serve(schedules.removeCalendar, ({ calendarId }, caller, call) =>
    changing(caller, async (tx, companyId) => {
      await lockOne(tx, 'holiday_calendar', companyId, calendarId)
      const before = await shownCalendar(tx, caller, calendarId)
      call.tell({ subject: before.name })
      await tx
        .deleteFrom('holiday_calendar')
        .where('id', '=', calendarId)
        .execute()
        .catch((error: unknown) => {
          throw isInUse(error) ? calendarInUse(before.name) : error
        })
      await call.record(tx, { before: calendarFacts(before) })
      return { success: true as const }
    }),
  )

  serveDoorSchedules(serve, { db, directory, changing })
}

/** Of a schedule, as far as it is given. */
const columnsOf = (given: Partial<Fields>) => ({
  ...(given.description === undefined ? {} : { description: given.description }),
  ...(given.week === undefined ? {} : { week: JSON.stringify(given.week) }),
  ...(given.exceptions === undefined ? {} : { exceptions: JSON.stringify(given.exceptions) }),
  ...(given.calendarId === undefined ? {} : { calendar_id: given.calendarId }),
  ...(given.onHolidays === undefined ? {} : { on_holidays: given.onHolidays }),
  ...(given.holidayRanges === undefined ? {} : { holiday_ranges: JSON.stringify(given.holidayRanges) }),
})

type Fields = Pick<Schedule, 'description' | 'week' | 'exceptions' | 'onHolidays' | 'holidayRanges'> & {
  readonly calendarId: string | null
}

const shownCalendar = async (tx: Db, caller: Caller, id: string): Promise<HolidayCalendar> => {
  const [calendar] = await readCalendars(tx, caller.companyId, id)
  if (!calendar) throw notFound('This calendar')
  return calendar
}

const demandFree = async (
  tx: Db,
  table: 'schedule' | 'holiday_calendar',
  companyId: string,
  name: string,
  except?: string,
) => {
  if (await nameTaken(tx, table, companyId, name, except))
    throw invalid([
      { field: 'name', message: `There is a ${table === 'schedule' ? 'schedule' : 'calendar'} of this name already` },
    ])
}

const demandCalendar = async (tx: Db, companyId: string, calendarId: string | null) => {
  if (calendarId !== null && !(await lockOne(tx, 'holiday_calendar', companyId, calendarId)))
    throw notFound('This calendar')
}

const inUse = (name: string) =>
  new Refusal(409, 'IN_USE', `Doors or access levels follow ${name}. Let them follow another schedule first.`)

const calendarInUse = (name: string) =>
  new Refusal(409, 'IN_USE', `Schedules follow ${name}. Take it out of them first.`)
