// Why a schedule or a calendar of holidays cannot be kept as it stands, by the day that it is about: said where somebody
// presses, since the day itself may be out of sight.
import { weekdays } from '@gatehouse/contract/access/schedule-words'
import type { HolidayCalendar, Schedule } from '@gatehouse/contract/access/schedules'
import { dateText } from './schedule-words.ts'
import { faultIn } from './week-ranges.ts'

type Times = Pick<Schedule, 'week' | 'exceptions' | 'holidayRanges'>

/** `Tuesday: Two of these times overlap`; null where nothing is wrong. */
export const scheduleFault = ({ week, exceptions, holidayRanges }: Times): string | null => {
  const days = [
    ...week.map((ranges, day) => [weekdays[day] ?? '', faultIn(ranges)] as const),
    ['On holidays', faultIn(holidayRanges)] as const,
    ...exceptions.map(
      ({ date, ranges }, i) =>
        [
          `Exception of ${dateText(date, true)}`,
          isTwice(exceptions, i) ? 'This day is there already' : faultIn(ranges),
        ] as const,
    ),
  ]
  const [first] = days.flatMap(([day, fault]) => (fault === null ? [] : [`${day}: ${fault}`]))
  return first ?? null
}

export const calendarFault = (days: HolidayCalendar['days']): string | null => {
  const wrong = days.find(({ name }, i) => name.trim() === '' || isTwice(days, i))
  if (!wrong) return null
  return `${dateText(wrong.date, true)}: ${wrong.name.trim() === '' ? 'Give this day a name' : 'This day is there already'}`
}

export const isTwice = (days: readonly { readonly date: string }[], index: number): boolean =>
  days.some(({ date }, i) => i < index && date === days[index]?.date)
