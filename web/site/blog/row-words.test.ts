import { expect, test } from 'vitest'
import { whenText } from './row-words.ts'

test('when an article was saved, or will be there, is told by the clocks of the site', () => {
  const row = { scheduledFor: null, updatedAt: '2026-11-20T20:00:00Z', savedBy: 'Amara Okafor' }
  expect(whenText(row, 'Europe/London')).toBe('saved 20 November 2026 by Amara Okafor')
  expect(whenText(row, 'Asia/Kolkata')).toBe('saved 21 November 2026 by Amara Okafor')
  const later = { ...row, scheduledFor: '2026-11-20T20:00:00Z' }
  expect(whenText(later, 'Asia/Kolkata')).toContain('Sat, 21 Nov 2026, 01:30:00')
})
