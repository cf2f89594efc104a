import { expect, test } from 'vitest'
import { dayOf, exactTime, shortTime } from './time.ts'

const london = 'Europe/London'
const kolkata = 'Asia/Kolkata'

test('the time of today stands alone, a day before has its date', () => {
  const now = Date.parse('2026-11-21T12:00:00Z')
  expect(shortTime('2026-11-21T06:50:12Z', london, now)).toBe('06:50:12')
  expect(shortTime('2026-11-20T06:50:12Z', london, now)).toBe('20 Nov, 06:50')
  expect(dayOf(now, kolkata)).toBe('2026-11-21')
  expect(exactTime('2026-07-01T06:50:12Z', london)).toContain('07:50:12')
})
