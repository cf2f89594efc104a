// What every test of the web begins and ends with: an application of its own, and nothing left of the one before.
import { afterEach, beforeEach, vi } from 'vitest'
import { startApplication } from './application.ts'

beforeEach(() => void startApplication())

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})
