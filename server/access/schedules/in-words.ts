// A schedule as the record tells it: days and times that a person can read.
import type { HolidayCalendar, Schedule } from '@gatehouse/contract/access/schedules'
import type { Range } from '@gatehouse/contract/access/schedule-time'

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

export const scheduleFacts = (schedule: Schedule) => ({
  name: schedule.name,
  description: schedule.description,
  week: Object.fromEntries(weekdays.map((day, i) => [day, timesOf(schedule.week[i] ?? [])])),
  exceptions: schedule.exceptions.map(({ date, name, ranges }) => `${date} ${name}: ${timesOf(ranges)}`),
  calendar: schedule.calendar?.name ?? null,
  onHolidays:
    schedule.onHolidays === 'ranges' ? timesOf(schedule.holidayRanges) : schedule.onHolidays.replace('-', ' '),
})

export const calendarFacts = ({ name, days }: HolidayCalendar) => ({
  name,
  days: days.map((day) => `${day.yearly ? `every ${day.date.slice(5)}` : day.date} ${day.name}`),
})

const timesOf = (ranges: readonly Range[]): string =>
  ranges.length === 0 ? 'closed' : ranges.map(({ from, to }) => `${from}–${to}`).join(', ')
