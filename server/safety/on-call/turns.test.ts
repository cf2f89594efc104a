import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { momentOf, onCallAt, onCallIn, type Turns } from './turns.ts'

const london: Turns = {
  userIds: ['ada', 'ben', 'cem'],
  handOverAt: '08:00',
  everyDays: 7,
  startsOn: '2026-10-19',
  timeZone: 'Europe/London',
}
const nothing = { overrides: [], absences: [] }
const at = (text: string) => new Date(text)
const who = (shifts: ReturnType<typeof onCallIn>) =>
  shifts.map(({ from, to, userId, because }) => [
    from.toISOString().slice(0, 16),
    to.toISOString().slice(0, 16),
    userId,
    because,
  ])

describe('a rota', () => {
  test('hands over at the same wall time when the clocks change: a week of 169 hours in autumn', () => {
    expect(who(onCallIn(london, nothing, at('2026-10-19T07:00Z'), at('2026-11-02T08:00Z')))).toEqual([
      ['2026-10-19T07:00', '2026-10-26T08:00', 'ada', 'turn'],
      ['2026-10-26T08:00', '2026-11-02T08:00', 'ben', 'turn'],
    ])
  })

  test('a hand-over in the hour that is skipped in spring is in the hour after it', () => {
    expect(momentOf('2026-03-29', '01:30', 'Europe/London').toISOString()).toBe('2026-03-29T01:30:00.000Z')
    expect(momentOf('2026-03-30', '01:30', 'Europe/London').toISOString()).toBe('2026-03-30T00:30:00.000Z')
  })

  test('nobody is on call before it starts', () => {
    expect(onCallAt(london, nothing, at('2026-10-19T06:59Z'))).toBeNull()
    expect(onCallAt(london, nothing, at('2026-10-19T07:00Z'))?.userId).toBe('ada')
  })

  test('the turn of who is absent goes to whoever follows, and what was agreed goes before both', () => {
    const absences = [{ userId: 'ada', from: at('2026-10-20T00:00Z'), to: at('2026-10-21T00:00Z') }]
    const madeAt = at('2026-10-18T00:00Z')
    const overrides = [{ id: 'o', userId: 'cem', from: at('2026-10-20T12:00Z'), to: at('2026-10-22T00:00Z'), madeAt }]
    expect(who(onCallIn(london, { overrides, absences }, at('2026-10-19T07:00Z'), at('2026-10-23T00:00Z')))).toEqual([
      ['2026-10-19T07:00', '2026-10-20T00:00', 'ada', 'turn'],
      ['2026-10-20T00:00', '2026-10-20T12:00', 'ben', 'absence'],
      ['2026-10-20T12:00', '2026-10-22T00:00', 'cem', 'override'],
      ['2026-10-22T00:00', '2026-10-26T08:00', 'ada', 'turn'],
    ])
  })

  test('where all of them are absent nobody is on call', () => {
    const absences = london.userIds.map((userId) => ({
      userId,
      from: at('2026-10-20T00:00Z'),
      to: at('2026-10-21T00:00Z'),
    }))
    expect(onCallAt(london, { overrides: [], absences }, at('2026-10-20T12:00Z'))?.userId).toBeNull()
  })

  test('whatever is agreed, one after another and without a gap', () => {
    const hour = fc.integer({ min: 0, max: 24 * 40 })
    const periods = fc.array(fc.tuple(fc.constantFrom(...london.userIds), hour, fc.integer({ min: 1, max: 300 })), {
      maxLength: 6,
    })
    const begun = momentOf(london.startsOn, london.handOverAt, london.timeZone).getTime()
    const moment = (hours: number) => new Date(begun + hours * 3_600_000)
    fc.assert(
      fc.property(periods, periods, (agreed, away) => {
        const overrides = agreed.map(([userId, from, length], n) => ({
          id: `${n}`,
          userId,
          from: moment(from),
          to: moment(from + length),
          madeAt: moment(n),
        }))
        const absences = away.map(([userId, from, length]) => ({
          userId,
          from: moment(from),
          to: moment(from + length),
        }))
        const shifts = onCallIn(london, { overrides, absences }, moment(0), moment(24 * 40))
        expect(shifts[0]?.from.getTime()).toBe(begun)
        shifts.slice(1).forEach((shift, i) => expect(shift.from).toEqual(shifts[i]?.to))
        for (const shift of shifts)
          expect(onCallAt(london, { overrides, absences }, shift.from)?.userId).toBe(shift.userId)
      }),
    )
  })
})
