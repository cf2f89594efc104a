import type { Pass } from '@gatehouse/contract/access/passes'
import { expect, test } from 'vitest'
import { mayCheckIn, periodText, visitAt, whenText } from './visit-words.ts'

const zone = 'Europe/London'
const now = Date.parse('2026-11-27T12:00:00Z')
const pass = (more: Partial<Pass> = {}): Pass => ({
  id: 'p',
  visitor: 'Kwame Mensah',
  company: '',
  email: null,
  note: '',
  host: null,
  from: '2026-11-27T09:00:00Z',
  to: '2026-11-27T18:00:00Z',
  uses: null,
  used: 0,
  lastUsedAt: null,
  state: 'issued',
  visit: 'expected',
  arrivedAt: null,
  leftAt: null,
  level: null,
  doors: [],
  escortNeeded: false,
  issuedBy: null,
  issuedAt: '2026-11-26T09:00:00Z',
  ...more,
})

test('a visit goes on with the clock: overdue after the end on site, a no-show where nobody came', () => {
  const end = Date.parse(pass().to)
  expect(visitAt(pass(), end - 1)).toBe('expected')
  expect(visitAt(pass(), end)).toBe('no-show')
  expect(visitAt(pass({ visit: 'on-site' }), end)).toBe('overdue')
  expect(visitAt(pass({ visit: 'signed-out' }), end)).toBe('signed-out')
})

test('who is expected, or comes back, is checked in; not on another day, and not once it is over or revoked', () => {
  expect(mayCheckIn(pass(), now)).toBe(true)
  expect(mayCheckIn(pass({ visit: 'signed-out' }), now)).toBe(true)
  expect(mayCheckIn(pass({ visit: 'on-site' }), now)).toBe(false)
  expect(mayCheckIn(pass({ from: '2026-11-29T09:00:00Z', to: '2026-11-29T18:00:00Z' }), now)).toBe(false)
  expect(mayCheckIn(pass({ visit: 'signed-out', state: 'withdrawn' }), now)).toBe(false)
})

test('times are those of the site, without the day where that is today', () => {
  expect(periodText(pass(), zone, now)).toBe('09:00 to 18:00')
  expect(periodText(pass(), zone, now - 86_400_000)).toBe('Fri 27 Nov, 09:00 to 18:00')
  expect(periodText(pass({ to: '2026-12-01T18:00:00Z' }), zone, now)).toBe('Fri 27 Nov, 09:00 to Tue 1 Dec, 18:00')
  const came = { visit: 'on-site', arrivedAt: '2026-11-27T09:12:00Z' } as const
  expect(whenText(pass(came), zone, now)).toBe('since 09:12')
  expect(whenText(pass(came), zone, now + 86_400_000)).toBe('since Fri 27 Nov, 09:12')
  expect(whenText(pass({ visit: 'signed-out', leftAt: '2026-11-27T11:00:00Z' }), zone, now)).toBe('at 11:00')
})
