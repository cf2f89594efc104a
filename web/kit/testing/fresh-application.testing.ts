// What every test of the web begins and ends with: an application of its own, and nothing left of the one before.
import * as React from 'react'
import { afterAll, beforeEach, vi } from 'vitest'
import { startApplication } from '../application.ts'
import { countPendingWork } from './pending-work.testing.ts'

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
// For the text of its warnings React records where each element was made, up to so many times a second: a seventh of all
// the work of these tests. The warnings come without it too.
const recordNoPlaces = (): void => {
  const internals: unknown = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE')
  if (typeof internals !== 'object' || internals === null) return
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
    get: () => 10_000,
    set: () => {},
    configurable: true,
  })
}
recordNoPlaces()
countPendingWork()
follow('setTimeout')
follow('clearTimeout')

beforeEach(({ onTestFinished }) => {
  startApplication()
  // After all else that a test ends with: what it still sets a timer for while its page is closed ends with its time.
  onTestFinished(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })
})

// A part of the application that begins to load as the last test ends would be lost to all files after this one: the process
// they share gives it up half loaded.
afterAll(() => vi.dynamicImportSettled())
