// What every test of the web begins and ends with: an application of its own, and nothing left of the one before.
import { afterEach, beforeEach, vi } from 'vitest'
import { startApplication } from '../application.ts'

// React keeps the timers that it finds when it is loaded, once for all files of a process: these, which are the test's own
// while time is held.
const follow = (name: 'setTimeout' | 'clearTimeout'): void => {
  const own = globalThis[name]
  if ('follows' in own) return
  let isFollowing = false
  const followed = (...given: unknown[]): unknown => {
    const now = globalThis[name]
    // Time that is held asks here for a timer from before it was.
    if (now === followed || isFollowing) return Reflect.apply(own, globalThis, given)
    isFollowing = true
    try {
      return Reflect.apply(now, globalThis, given)
    } finally {
      isFollowing = false
    }
  }
  Reflect.set(globalThis, name, Object.assign(followed, own, { follows: true }))
}
follow('setTimeout')
follow('clearTimeout')

beforeEach(() => void startApplication())

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})
