import { expect, test } from 'vitest'
import { dayText } from './day-text.ts'

const zone = 'Europe/Berlin'
const now = Date.parse('2026-11-22T10:00:00Z')

test('days are called as people call them', () => {
  expect(dayText('2026-11-22T08:00:00Z', now, zone)).toBe('Today')
  expect(dayText('2026-11-21T08:00:00Z', now, zone)).toBe('Yesterday')
  expect(dayText('2026-11-20T08:00:00Z', now, zone)).toBe('Friday 20 November')
  expect(dayText('2025-11-20T08:00:00Z', now, zone)).toBe('Thursday, 20 November 2025')
})

test('a day begins when it is midnight at the site, not in London', () => {
  expect(dayText('2026-11-21T23:30:00Z', now, zone)).toBe('Today')
  expect(dayText('2026-11-21T23:30:00Z', now, 'Europe/London')).toBe('Yesterday')
})
