import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Phase } from '../../kit/live/live.ts'
import { awayAfterMs, createActivity, presenceIn, presenceOf } from './presence.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test.each<[Phase, boolean, boolean, string]>([
  ['live', false, false, 'Online'],
  ['live', true, false, 'Away'],
  ['connecting', false, false, 'Connecting'],
  ['lost', false, true, 'Offline'],
  ['lost', true, true, 'Offline'],
  ['failed', false, true, 'Offline'],
  ['off', false, true, 'Offline'],
])('while the connection is %s and away is %s, grey is %s and the word %s', (phase, isAway, isOffline, word) => {
  expect(presenceIn(phase, isAway)).toEqual({ isOffline, word })
})

test('of another person the status is the one that the server knows', () => {
  expect(presenceOf('away')).toEqual({ isOffline: false, word: 'Away' })
  expect(presenceOf('offline')).toEqual({ isOffline: true, word: 'Offline' })
})

test('without input for 5 minutes somebody is away, and back with the next key', () => {
  const { isAway, subscribe } = createActivity()
  const changed = vi.fn()
  const stop = subscribe(changed)
  vi.advanceTimersByTime(awayAfterMs - 1)
  window.dispatchEvent(new Event('pointermove'))
  vi.advanceTimersByTime(awayAfterMs - 1)
  expect(isAway()).toBe(false)
  vi.advanceTimersByTime(1)
  expect([isAway(), changed.mock.calls.length]).toEqual([true, 1])
  window.dispatchEvent(new Event('keydown'))
  expect([isAway(), changed.mock.calls.length]).toEqual([false, 2])
  stop()
})

test('while the tab is hidden somebody is away, and while nobody subscribes nothing is followed', () => {
  const { isAway, subscribe } = createActivity()
  const changed = vi.fn()
  const stop = subscribe(changed)
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  document.dispatchEvent(new Event('visibilitychange'))
  expect([isAway(), changed.mock.calls.length]).toEqual([true, 1])
  visibility.mockReturnValue('visible')
  document.dispatchEvent(new Event('visibilitychange'))
  expect([isAway(), changed.mock.calls.length]).toEqual([false, 2])
  stop()
  vi.advanceTimersByTime(awayAfterMs)
  document.dispatchEvent(new Event('visibilitychange'))
  expect([isAway(), changed.mock.calls.length]).toEqual([false, 2])
})
