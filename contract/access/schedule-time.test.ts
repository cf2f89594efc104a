// A schedule against a reading of the wall clocks, minute by minute, that knows nothing of offsets.
import { assert, array, boolean, constantFrom, date, integer, property, record } from 'fast-check'
import { expect, test } from 'vitest'
import {
  clockChange,
  dateIn,
  dayOf,
  daysAfter,
  isOpen,
  minutes,
  nextChange,
  openedAt,
  openPeriods,
  type Range,
  type ScheduleRules,
  timeOf,
} from './schedule-time.ts'

const zones = [
  'Europe/London',
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Africa/Cairo',
]
const runs = Number(process.env['SCHEDULE_RUNS'] ?? 25)

const usual: ScheduleRules = {
  week: Array.from({ length: 7 }, (_, day) => (day < 5 ? [{ from: '08:00', to: '18:00' }] : [])),
  exceptions: [],
  onHolidays: 'closed',
  holidayRanges: [],
  holidays: [],
}
const always = (ranges: Range[]): ScheduleRules => ({ ...usual, week: Array.from({ length: 7 }, () => ranges) })

const clocks = new Map(
  zones.map((timeZone) => [
    timeZone,
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }),
  ]),
)

/** `2026-03-29 01:30:00`, and nothing but comparing text. */
const naive = (rules: ScheduleRules, timeZone: string, at: number): boolean => {
  const [day = '', time = ''] = (clocks.get(timeZone)?.format(at) ?? '').split(' ')
  const holiday = rules.holidays.find((one) => one.date === day || (one.yearly && day.endsWith(one.date.slice(4))))
  const weekday = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].indexOf(
    new Date(`${day}T00:00:00Z`).toUTCString().slice(0, 3),
  )
  const exception = rules.exceptions.find((one) => one.date === day)
  const usually = rules.week[weekday] ?? []
  const onHoliday = { closed: [], ranges: rules.holidayRanges, 'as-usual': usually }[rules.onHolidays]
  const ranges = exception ? exception.ranges : holiday ? onHoliday : usually
  return ranges.some(({ from, to }) => `${from}:00` <= time && time < `${to}:00`)
}

const range = array(integer({ min: 0, max: 48 }), { minLength: 2, maxLength: 2 })
  .filter(([a = 0, b = 0]) => a !== b)
  .map((halves) => halves.toSorted((a, b) => a - b).map((half) => timeOf(half * 30)))
  .map(([from = '', to = '']) => ({ from, to }))
const ranges = array(range, { maxLength: 3 })
// Around the days on which clocks jump.
const days = [
  '2026-03-08',
  '2026-03-29',
  '2026-04-05',
  '2026-04-24',
  '2026-10-04',
  '2026-10-25',
  '2026-10-30',
  '2026-11-01',
]
const day = constantFrom(...days)
const rules = record({
  week: array(ranges, { minLength: 7, maxLength: 7 }),
  exceptions: array(record({ date: day, name: constantFrom('Moved'), ranges }), { maxLength: 2 }).map((all) =>
    all.filter((one, i) => all.findIndex((other) => other.date === one.date) === i),
  ),
  onHolidays: constantFrom('closed' as const, 'as-usual' as const, 'ranges' as const),
  holidayRanges: ranges,
  holidays: array(record({ date: day, yearly: boolean(), name: constantFrom('Holiday') }), { maxLength: 2 }),
})

test('it is open exactly in the minutes in which the clocks on the wall say so', () => {
  assert(
    property(rules, constantFrom(...zones), day, (schedule, timeZone, around) => {
      const begins = Date.parse(`${around}T00:00:00Z`) - 86_400_000
      let open = naive(schedule, timeZone, begins)
      let next = nextChange(schedule, timeZone, new Date(begins))
      for (let at = begins; at < begins + 3 * 86_400_000; at += 60_000) {
        const read = naive(schedule, timeZone, at)
        if (read !== isOpen(schedule, timeZone, new Date(at)))
          throw new Error(`${timeZone} ${new Date(at).toISOString()}`)
        if (read === open) continue
        expect(next).toEqual({ at: new Date(at), open: read })
        next = nextChange(schedule, timeZone, new Date(at))
        open = read
      }
      if (next) expect(next.at.getTime()).toBeGreaterThanOrEqual(begins + 3 * 86_400_000)
    }),
    { numRuns: runs },
  )
})

test('the periods of some days are those in which it is open, one after another', () => {
  assert(
    property(
      rules,
      constantFrom(...zones),
      date({ min: new Date('2026-03-01'), max: new Date('2026-11-01'), noInvalidDate: true }),
      (schedule, timeZone, from) => {
        const to = new Date(from.getTime() + 3 * 86_400_000)
        const periods = openPeriods(schedule, timeZone, from, to)
        for (const [i, period] of periods.entries()) {
          expect(isOpen(schedule, timeZone, period.from)).toBe(true)
          expect(isOpen(schedule, timeZone, new Date(period.to.getTime() - 1))).toBe(true)
          if (period.from > from)
            expect(openedAt(schedule, timeZone, new Date(period.to.getTime() - 1))).toEqual(period.from)
          expect(period.from.getTime()).toBeGreaterThan(periods[i - 1]?.to.getTime() ?? -1)
          expect(period.to.getTime()).toBeLessThanOrEqual(to.getTime())
        }
      },
    ),
    { numRuns: runs },
  )
})

test('an hour that is skipped is not there, and one that comes twice is open twice', () => {
  const night = always([{ from: '01:00', to: '02:00' }])
  const on = (of: string) =>
    openPeriods(night, 'Europe/London', new Date(`${of}T00:00:00Z`), new Date(`${of}T12:00:00Z`)).map(
      ({ from, to }) => (to.getTime() - from.getTime()) / 60_000,
    )
  expect([on('2026-03-28'), on('2026-03-29'), on('2026-10-25')]).toEqual([[60], [], [120]])
  expect(clockChange('Europe/London', '2026-03-29')).toBe(60)
  expect(clockChange('Australia/Lord_Howe', '2026-04-05')).toBe(-30)
  expect(clockChange('Asia/Kathmandu', '2026-03-29')).toBe(0)
})

test('an exception comes before a holiday, and a holiday before the week', () => {
  const christmas = { date: '2020-12-25', yearly: true, name: 'Christmas Day' }
  const schedule: ScheduleRules = {
    ...usual,
    holidays: [christmas, { date: '2026-12-28', yearly: false, name: 'Day off' }],
  }
  expect(dayOf(schedule, '2026-12-25')).toMatchObject({ ranges: [], because: 'holiday', name: 'Christmas Day' })
  expect(dayOf(schedule, '2027-12-28').because).toBe('week')
  const moved = { date: '2026-12-25', name: 'Sale', ranges: [{ from: '10:00', to: '14:00' }] }
  expect(dayOf({ ...schedule, exceptions: [moved] }, '2026-12-25')).toMatchObject({
    because: 'exception',
    name: 'Sale',
  })
  expect(isOpen({ ...schedule, exceptions: [moved] }, 'Europe/London', new Date('2026-12-25T11:00:00Z'))).toBe(true)
})

test('what is open day and night never changes, and the days go on over the end of a year', () => {
  expect(nextChange(always([{ from: '00:00', to: '24:00' }]), 'America/New_York', new Date('2026-01-01'))).toBeNull()
  expect(nextChange(always([]), 'America/New_York', new Date('2026-01-01'))).toBeNull()
  expect(daysAfter('2026-12-31', 1)).toBe('2027-01-01')
  expect(dateIn('Asia/Kathmandu', new Date('2026-12-31T18:15:00Z'))).toBe('2027-01-01')
  expect([minutes('18:30'), timeOf(1110)]).toEqual([1110, '18:30'])
})
