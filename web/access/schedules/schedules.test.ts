import { rangesText, weekText } from '@gatehouse/contract/access/schedule-words'
import { expect, test } from 'vitest'
import { calendarFault, scheduleFault } from './schedule-faults.ts'
import { becauseText, clockChangeText, momentText, usesText } from './schedule-words.ts'
import { added, copied, faultIn, overMidnight, timeIn } from './week-ranges.ts'

const office = { from: '08:00', to: '18:00' }
const week = (...days: (typeof office)[][]) => Array.from({ length: 7 }, (_, day) => days[day] ?? [])

test('a week reads like people say it', () => {
  expect(weekText(week([office], [office], [office], [office], [office]))).toBe('Mon–Fri 08:00–18:00')
  expect(weekText(week([office], [], [office], [], [], [{ from: '10:00', to: '14:00' }]))).toBe(
    'Mon 08:00–18:00; Wed 08:00–18:00; Sat 10:00–14:00',
  )
  expect(weekText(week())).toBe('Never open')
  expect(weekText(Array.from({ length: 7 }, () => [{ from: '00:00', to: '24:00' }]))).toBe('Always open')
  expect(rangesText([office, { from: '20:00', to: '22:00' }])).toBe('08:00–18:00, 20:00–22:00')
})

test('what makes a day otherwise is named', () => {
  const day = { date: '2026-12-25', ranges: [], name: 'Christmas Day' }
  expect(becauseText({ ...day, because: 'holiday' })).toBe('Christmas Day')
  expect(becauseText({ ...day, because: 'exception', name: '' })).toBe('Exception')
  expect(becauseText({ ...day, because: 'week', name: null })).toBeNull()
  expect([clockChangeText(60), clockChangeText(-30), clockChangeText(0)]).toEqual([
    'Clocks go forward 60 min',
    'Clocks go back 30 min',
    null,
  ])
  expect(usesText({ doors: 2, accessLevels: 1 })).toBe('2 doors, 1 access level')
})

test('what is wrong names the day that it is about', () => {
  const times = { week: week([office], [office]), exceptions: [], holidayRanges: [] }
  const day = { date: '2026-12-24', name: '', ranges: [] }
  expect(scheduleFault(times)).toBeNull()
  expect(scheduleFault({ ...times, week: week([office], [office, { from: '17:00', to: '19:00' }]) })).toBe(
    'Tuesday: Two of these times overlap',
  )
  expect(scheduleFault({ ...times, exceptions: [day, day] })).toBe(
    'Exception of Thu, 24 Dec 2026: This day is there already',
  )
  const holiday = { date: '2026-12-25', name: 'Christmas Day', yearly: true }
  expect(calendarFault([holiday])).toBeNull()
  expect(calendarFault([holiday, holiday])).toBe('Fri, 25 Dec 2026: This day is there already')
  expect(calendarFault([{ ...holiday, name: ' ' }])).toBe('Fri, 25 Dec 2026: Give this day a name')
})

test('what is yet to come is told by the clocks of its site', () => {
  expect(momentText('2026-11-23T07:00:00.000Z', 'Asia/Kathmandu')).toBe('Mon 23 Nov, 12:45')
})

test('times are read as people type them', () => {
  expect(['8', '08', '8:30', '830', '0830', '8.30', '23:59'].map((typed) => timeIn(typed, false))).toEqual([
    '08:00',
    '08:00',
    '08:30',
    '08:30',
    '08:30',
    '08:30',
    '23:59',
  ])
  expect(['', '25', '24:00', '8:60', 'noon'].map((typed) => timeIn(typed, false))).toEqual([
    null,
    null,
    null,
    null,
    null,
  ])
  expect(timeIn('24', true)).toBe('24:00')
})

test('what cannot be kept is said, and what goes over midnight goes on the next day', () => {
  expect(faultIn([office, { from: '17:00', to: '19:00' }])).toBe('Two of these times overlap')
  expect(faultIn([office, { from: '18:00', to: '19:00' }])).toBeNull()
  const night = week([], [], [], [], [], [], [{ from: '22:00', to: '06:00' }])
  expect(faultIn(night[6] ?? [])).toBe('It ends before it begins')
  expect(weekText(overMidnight(night, 6, 0))).toBe('Mon 00:00–06:00; Sun 22:00–24:00')
  expect(weekText(copied(week([office]), 0, [1, 2, 3, 4]))).toBe('Mon–Fri 08:00–18:00')
  expect(added([office]).at(-1)).toEqual({ from: '19:00', to: '21:00' })
  expect(faultIn(added([{ from: '00:00', to: '24:00' }]))).toBe('Two of these times overlap')
})
