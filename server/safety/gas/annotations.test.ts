// When a detector was out of service, out of what the activity log has of it.
import { expect, test } from 'vitest'
import { spansOf } from './annotations.sql.ts'

const span = { from: '2026-11-01T00:00:00.000Z', to: '2026-11-02T00:00:00.000Z' }
const at = (hour: number) => `2026-11-01T0${hour}:00:00.000Z`
const change = (isOut: boolean, hour: number) => ({ deviceId: 'd', isOut, at: at(hour), reason: 'Work', by: 'Ada' })

test('a span begins when it is taken out, and ends when it is returned', () => {
  expect(
    spansOf([change(true, 1), change(true, 2), change(false, 3), change(true, 5), change(false, 6)], null, span),
  ).toEqual([
    { from: at(1), to: at(3), reason: 'Work', by: 'Ada' },
    { from: at(5), to: at(6), reason: 'Work', by: 'Ada' },
  ])
})

test('one that was out before the time is out from its beginning on, with nothing invented about why', () => {
  expect(spansOf([change(false, 2)], null, span)).toEqual([{ from: span.from, to: at(2), reason: null, by: 'Ada' }])
})

test('one that is out now has no end', () => {
  expect(spansOf([change(true, 4)], change(true, 4), span)).toEqual([
    { from: at(4), to: null, reason: 'Work', by: 'Ada' },
  ])
  const earlier = { ...change(true, 1), at: '2026-10-01T00:00:00.000Z' }
  expect(spansOf([], earlier, span)).toEqual([{ from: span.from, to: null, reason: 'Work', by: 'Ada' }])
})
