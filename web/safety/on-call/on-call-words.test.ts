import type { Shift } from '@gatehouse/contract/safety/on-call'
import { expect, test } from 'vitest'
import { becauseWord, handOverText, periodText, shiftText, timesText, turnsText, weekText } from './on-call-words.ts'
import { fieldsFor, periodOf, toFault } from './person-period.ts'
import { addressOf, partnersOf, restOf, shiftAt } from './shifts.ts'

const london = 'Europe/London'
const ada = { id: 'u1', name: 'Ada Byron' }
const ben = { id: 'u2', name: 'Ben Okri' }
const aShift = (from: string, to: string, changes: Partial<Shift> = {}): Shift => ({
  rotaId: 'r1',
  from,
  to,
  person: ada,
  because: 'turn',
  overrideId: null,
  ...changes,
})
const monday = aShift('2026-11-23T08:00:00Z', '2026-11-24T08:00:00Z')
const tuesday = aShift('2026-11-24T08:00:00Z', '2026-11-25T08:00:00Z', { person: ben })

test('a shift reads with who, when and why', () => {
  expect(shiftText(monday, london)).toBe('Ada Byron, Mon 23 Nov, 08:00 – Tue 24 Nov, 08:00')
  expect(shiftText({ ...tuesday, because: 'override' }, london)).toBe(
    'Ben Okri, Tue 24 Nov, 08:00 – Wed 25 Nov, 08:00, override',
  )
  expect(shiftText({ ...monday, because: 'absence', person: null }, london)).toBe(
    'Nobody, Mon 23 Nov, 08:00 – Tue 24 Nov, 08:00, nobody is available',
  )
  expect(becauseWord({ person: ben, because: 'absence' })?.word).toBe('Covers an absence')
  expect(becauseWord(monday)).toBeNull()
})

test('times are those of the site, and a day ends at 24:00', () => {
  expect(periodText({ from: '2026-07-01T07:00:00Z', to: '2026-07-01T19:00:00Z' }, london)).toBe(
    'Wed 1 Jul, 08:00 – 20:00',
  )
  expect(timesText({ from: '2026-11-23T20:00:00Z', to: '2026-11-24T00:00:00Z' }, london)).toBe('20:00–24:00')
  expect(timesText({ from: '2026-11-23T20:00:00Z', to: '2026-11-23T22:00:00Z' }, 'Asia/Kathmandu')).toBe('01:45–03:45')
})

test('a week is named as short as it can be', () => {
  expect(['2026-11-23', '2026-11-30', '2026-12-28'].map(weekText)).toEqual([
    '23 – 29 Nov 2026',
    '30 Nov – 6 Dec 2026',
    '28 Dec 2026 – 3 Jan 2027',
  ])
})

test('a rota reads with its hand-over and its turns', () => {
  expect(handOverText({ everyDays: 1, handOverAt: '08:00' })).toBe('Hand-over every day at 08:00')
  expect(handOverText({ everyDays: 7, handOverAt: '20:00' })).toBe('Hand-over every 7 days at 20:00')
  expect(turnsText(['Ada', 'Ben'], '2026-11-30', 7)).toBe(
    'Ada from Mon 30 Nov, Ben from Mon 7 Dec, then again from the first.',
  )
  expect(turnsText(['A', 'B', 'C', 'D'], '2026-11-30', 1)).toContain('C from Wed 2 Dec, and so on, then again')
  expect([turnsText([], '2026-11-30', 7), turnsText(['Ada'], '', 7), turnsText(['Ada'], '2026-11-30', 0)]).toEqual([
    null,
    null,
    null,
  ])
})

test('a shift is found by any moment in it', () => {
  const all = [monday, tuesday]
  expect(shiftAt(all, addressOf(tuesday))).toBe(tuesday)
  expect(shiftAt([aShift('2026-11-23T12:00:00Z', monday.to)], addressOf(monday))).toBeNull()
  expect(shiftAt([aShift('2026-11-22T08:00:00Z', monday.to)], addressOf(monday))?.to).toBe(monday.to)
  expect(['', 'r1', 'r1~never', 'r2~2026-11-23T08:00:00Z'].map((address) => shiftAt(all, address))).toEqual(
    Array(4).fill(null),
  )
})

test('a shift is swapped with one of somebody else that is not over', () => {
  const later = aShift('2026-11-25T08:00:00Z', '2026-11-26T08:00:00Z')
  const elsewhere = { ...tuesday, rotaId: 'r2' }
  const free = aShift('2026-11-26T08:00:00Z', '2026-11-27T08:00:00Z', { person: null })
  const all = [monday, tuesday, later, elsewhere, free]
  expect(partnersOf(monday, all, Date.parse('2026-11-23T10:00:00Z'))).toEqual([tuesday])
  expect(partnersOf(monday, all, Date.parse('2026-11-25T08:00:00Z'))).toEqual([])
})

test('of a shift under way the rest is offered', () => {
  expect(restOf(monday, Date.parse('2026-11-23T10:00:42Z'))).toEqual({
    from: '2026-11-23T10:00:00.000Z',
    to: monday.to,
  })
  expect(restOf(tuesday, Date.parse('2026-11-23T10:00:42Z')).from).toBe(tuesday.from)
})

test('a period left as it was is sent as it was, also over an hour that comes twice', () => {
  const before = { from: '2026-10-25T01:30:00.000Z', to: '2026-10-25T09:00:00.000Z' }
  const fields = fieldsFor(before, london)
  expect([fields.from, fields.to]).toEqual(['2026-10-25T01:30', '2026-10-25T09:00'])
  expect(periodOf(fields, before, london)).toEqual(before)
  expect(periodOf({ ...fields, to: '2026-10-25T10:00' }, before, london).to).toBe('2026-10-25T10:00:00.000Z')
  expect(toFault(fields, before, london)).toBeNull()
  expect(toFault({ ...fields, to: '2026-10-24T09:00' }, before, london)).toBe('Choose a time after the first')
  expect(toFault({ from: '', to: '' }, before, london)).toBe('Choose a day and a time')
  expect(toFault({ ...fields, to: '2027-03-28T01:30' }, before, london)).toBe(
    'The clocks go forward over this time: choose another',
  )
})
