// Schedules: weekly hours with holidays and exceptions, and the doors that stand unlocked by them.
import { z } from 'zod'
import { changeEvent } from '../change-event.ts'
import { command, query, type DomainFacts } from '../operation.ts'
import { minutes, type Range } from './schedule-time.ts'
import { changesTo, id, moment, named } from '../shapes.ts'

export const domain: DomainFacts = { title: 'Schedules and holidays', shows: ['access', 'passes'] }

const name = z.string().trim().min(2, 'Name must be at least 2 characters').max(60, 'Name is too long')

/** `2026-12-25`: a day that there is. */
const date = z.iso.date('Choose a day')

const range = z
  .object({
    from: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'A time from 00:00 to 23:59'),
    /** Not part of it; `24:00` is the end of the day. */
    to: z.string().regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, 'A time from 00:00 to 24:00'),
  })
  .refine(({ from, to }) => minutes(from) < minutes(to), {
    path: ['to'],
    message: 'This ends before it begins: over midnight it takes two, one of each day',
  })

const ranges = z
  .array(range)
  .max(12, 'At most twelve ranges a day')
  .refine((all) => !overlaps(all), 'Two of these times overlap')
  .transform(inOrder)

function inOrder(all: Range[]): Range[] {
  return all.toSorted((a, b) => minutes(a.from) - minutes(b.from))
}

const overlaps = (all: Range[]): boolean =>
  inOrder(all).some(({ from }, i, sorted) => minutes(sorted[i - 1]?.to ?? '00:00') > minutes(from))

/** Each day once, in order. */
const eachOnce = (all: readonly { readonly date: string }[]): boolean =>
  new Set(all.map((day) => day.date)).size === all.length
const byDate = <T extends { readonly date: string }>(all: T[]): T[] =>
  all.toSorted((a, b) => a.date.localeCompare(b.date))

const holiday = z.object({
  date,
  /** Every year on that day; of the 29th of February in leap years. */
  yearly: z.boolean().default(false),
  name: z.string().trim().min(1, 'Give the day a name').max(60, 'Name is too long'),
})
const days = z.array(holiday).max(400).refine(eachOnce, 'Each day once').transform(byDate)

// Not taken out of one another afterwards: the browser carries no schemas.
const noticeDays = z.array(z.object({ date: z.string(), yearly: z.boolean(), name: z.string() }))
const onHolidays = z.enum(['closed', 'as-usual', 'ranges'])

export const holidayCalendar = z.object({
  id,
  name: z.string(),
  days: noticeDays,
  /** How many schedules follow it. */
  schedules: z.int(),
})
export type HolidayCalendar = z.output<typeof holidayCalendar>

const anyRange = z.object({ from: z.string(), to: z.string() })

export const schedule = z.object({
  id,
  name: z.string(),
  description: z.string(),
  /** Monday first, in wall times of the site where a door is. */
  week: z.array(z.array(anyRange)),
  exceptions: z.array(z.object({ date: z.string(), name: z.string(), ranges: z.array(anyRange) })),
  calendar: named.nullable(),
  onHolidays,
  holidayRanges: z.array(anyRange),
  /** The days of its calendar. */
  holidays: noticeDays,
  /** What follows it, as far as the caller sees it. */
  uses: z.object({ doors: z.int(), accessLevels: z.int() }),
})
export type Schedule = z.output<typeof schedule>

const fields = {
  name,
  description: z.string().trim().max(300, 'Description is too long').default(''),
  week: z.array(ranges).length(7, 'A week has seven days'),
  exceptions: z
    .array(z.object({ date, name: z.string().trim().max(60, 'Name is too long').default(''), ranges }))
    .max(200)
    .refine(eachOnce, 'Each day once')
    .transform(byDate)
    .default([]),
  calendarId: id.nullable().default(null),
  onHolidays: onHolidays.default('closed'),
  holidayRanges: ranges.default([]),
}

export const list = query('schedules.list', 'GET /schedules', 'read_doors', {
  sentence: ['Viewed', 'the schedules'],
  summary: 'The schedules of the company',
  output: z.object({ schedules: z.array(schedule) }),
})

export const create = command('schedules.create', 'POST /schedules', 'manage_doors', {
  sentence: ['Added', 'the schedule {}', 'a schedule'],
  summary: 'Add a schedule',
  input: z.object(fields),
  output: z.object({ schedule }),
  status: 201,
})

export const update = command('schedules.update', 'PUT /schedules/{scheduleId}', 'manage_doors', {
  sentence: ['Changed', 'the schedule {}', 'a schedule'],
  summary: 'Change a schedule: doors and access levels that follow it do at once',
  input: z.object({ ...changesTo(fields), scheduleId: id }),
  output: z.object({ schedule }),
})

export const remove = command('schedules.remove', 'DELETE /schedules/{scheduleId}', 'manage_doors', {
  sentence: ['Removed', 'the schedule {}', 'a schedule'],
  summary: 'Remove a schedule that nothing follows',
})

export const calendars = query('schedules.calendars', 'GET /holiday-calendars', 'read_doors', {
  sentence: ['Viewed', 'the holiday calendars'],
  summary: 'The holiday calendars of the company',
  output: z.object({ calendars: z.array(holidayCalendar) }),
})

export const createCalendar = command('schedules.createCalendar', 'POST /holiday-calendars', 'manage_doors', {
  sentence: ['Added', 'the holiday calendar {}', 'a holiday calendar'],
  summary: 'Add a holiday calendar',
  input: z.object({ name, days: days.default([]) }),
  output: z.object({ calendar: holidayCalendar }),
  status: 201,
})

export const updateCalendar = command(
  'schedules.updateCalendar',
  'PUT /holiday-calendars/{calendarId}',
  'manage_doors',
  {
    sentence: ['Changed', 'the holiday calendar {}', 'a holiday calendar'],
    summary: 'Change a holiday calendar, and with it the schedules that follow it',
    input: z.object({ calendarId: id, name: name.optional(), days: days.optional() }),
    output: z.object({ calendar: holidayCalendar }),
  },
)

export const removeCalendar = command(
  'schedules.removeCalendar',
  'DELETE /holiday-calendars/{calendarId}',
  'manage_doors',
  {
    sentence: ['Removed', 'the holiday calendar {}', 'a holiday calendar'],
    summary: 'Remove a holiday calendar that no schedule follows',
  },
)

/** A door, or every door of a group, that stands unlocked while a schedule is open. */
export const doorSchedule = z.object({
  id,
  schedule: named,
  door: named.nullable(),
  group: named.nullable(),
  /** Unlocked only once the first person has been let in there. */
  firstPersonIn: z.boolean(),
  /** Of those doors that the caller sees, what the schedules want of each now. */
  doors: z.array(
    z.object({
      id,
      name: z.string(),
      timeZone: z.string(),
      open: z.boolean(),
      /** `waiting`: open, but nobody has been let in yet. `held`: held open by hand until it is released. */
      now: z.enum(['unlocked', 'locked', 'waiting', 'held', 'lockdown']),
      /** When the schedule opens or closes next. */
      nextChangeAt: moment.nullable(),
    }),
  ),
})
export type DoorSchedule = z.output<typeof doorSchedule>

export const doorSchedules = query('schedules.doorSchedules', 'GET /door-schedules', 'read_doors', {
  sentence: ['Viewed', 'what follows schedules'],
  summary: 'Which doors and groups stand unlocked by which schedule',
  input: z.object({ scheduleId: id.optional(), doorId: id.optional() }),
  output: z.object({ doorSchedules: z.array(doorSchedule) }),
})

export const addDoorSchedule = command('schedules.addDoorSchedule', 'POST /door-schedules', 'manage_doors', {
  sentence: ['Changed', 'when {} stands unlocked', 'when a door stands unlocked'],
  summary: 'Let a door, or every door of a group, stand unlocked while a schedule is open',
  input: z
    .object({
      scheduleId: id,
      doorId: id.optional(),
      groupId: id.optional(),
      firstPersonIn: z.boolean().default(false),
    })
    .refine(({ doorId, groupId }) => (doorId === undefined) !== (groupId === undefined), {
      path: ['doorId'],
      message: 'Choose a door or a group of doors',
    }),
  output: z.object({ doorSchedule }),
  status: 201,
})

export const updateDoorSchedule = command(
  'schedules.updateDoorSchedule',
  'PUT /door-schedules/{doorScheduleId}',
  'manage_doors',
  {
    sentence: ['Changed', 'how {} follows a schedule', 'how a door follows a schedule'],
    summary: 'Choose whether unlocking waits for the first person',
    input: z.object({ doorScheduleId: id, firstPersonIn: z.boolean() }),
    output: z.object({ doorSchedule }),
  },
)

export const removeDoorSchedule = command(
  'schedules.removeDoorSchedule',
  'DELETE /door-schedules/{doorScheduleId}',
  'manage_doors',
  {
    sentence: ['Removed', 'the schedule by which {} stands unlocked', 'a schedule of a door'],
    summary: 'A door or group follows a schedule no longer; what stood unlocked by it is locked',
  },
)

/** Schedules, or what doors do by them, are otherwise than before: to be read again. */
export const altered = changeEvent('schedules.altered', 'read_doors')
