import type { Counter } from '@gatehouse/contract/safety/people-count'
import { expect, test } from 'vitest'
import { applyCounts } from './people-count.live.ts'

const aCounter = (counter: Partial<Counter> = {}): Counter => ({
  deviceId: 'a',
  key: 'counter-a',
  inToday: 5,
  outToday: 2,
  at: '2026-11-21T12:00:00Z',
  receivedAt: '2026-11-21T12:00:00Z',
  ...counter,
})

test('a newer sum replaces the older one, and a late event changes nothing', () => {
  const newer = aCounter({ inToday: 6, receivedAt: '2026-11-21T12:00:05Z' })
  const late = aCounter({ inToday: 4, receivedAt: '2026-11-21T11:00:00Z' })
  expect(applyCounts([aCounter()], [newer, late])).toEqual([newer])
})

test('a counter that had never counted gets its first sum', () => {
  const first = aCounter({ inToday: 1 })
  expect(applyCounts([aCounter({ inToday: 0, at: null, receivedAt: null })], [first])).toEqual([first])
})
