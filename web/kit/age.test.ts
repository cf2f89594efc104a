import { expect, test } from 'vitest'
import { ageText, later, measuredAt } from './age.ts'

const now = Date.parse('2026-11-21T12:00:00Z')
const ago = (seconds: number) => new Date(now - seconds * 1_000).toISOString()

test.each([
  [0, '0 s'],
  [4.9, '4 s'],
  [59.9, '59 s'],
  [60, '1 min'],
  [3_599, '59 min'],
  [3_600, '1 h'],
  [47 * 3_600, '47 h'],
  [48 * 3_600, '2 d'],
])('a value of %d seconds ago is %s old', (seconds, text) => {
  expect(ageText(ago(seconds), now)).toBe(text)
})

test('a value ahead of the clock counts as now', () => {
  expect(ageText(ago(-30), now)).toBe('0 s')
})

test('age counts from the measurement, unless the device’s clock runs ahead', () => {
  expect(measuredAt({ at: ago(60), receivedAt: ago(5) })).toBe(ago(60))
  expect(measuredAt({ at: ago(-600), receivedAt: ago(5) })).toBe(ago(5))
})

test('the later of two moments, either of which may never have been', () => {
  expect(later(null, null)).toBeNull()
  expect(later(ago(1), null)).toBe(ago(1))
  expect(later(ago(9), ago(1))).toBe(ago(1))
})
