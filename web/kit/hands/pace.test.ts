import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { debounced, throttled } from './pace.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('what is throttled happens at once, at most every 50 ms, and with the last that was asked', () => {
  const act = vi.fn<() => void>()
  const scrolled = throttled(act, 50)
  scrolled()
  expect(act).toHaveBeenCalledTimes(1)
  for (let ms = 0; ms < 200; ms += 10) {
    scrolled()
    vi.advanceTimersByTime(10)
  }
  expect(act).toHaveBeenCalledTimes(5)
  vi.advanceTimersByTime(1_000)
  expect(act).toHaveBeenCalledTimes(5)
  scrolled()
  expect(act).toHaveBeenCalledTimes(6)
})

test('what is debounced waits until it has been quiet for 100 ms', () => {
  const act = vi.fn<() => void>()
  const resized = debounced(act, 100)
  for (let i = 0; i < 5; i++) {
    resized()
    vi.advanceTimersByTime(99)
  }
  expect(act).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(act).toHaveBeenCalledTimes(1)
})

test('neither happens any more once it was stopped', () => {
  const act = vi.fn<() => void>()
  const scrolled = throttled(act, 50)
  scrolled()
  scrolled()
  scrolled.stop()
  const resized = debounced(act, 100)
  resized()
  resized.stop()
  vi.advanceTimersByTime(1_000)
  expect(act).toHaveBeenCalledTimes(1)
})
