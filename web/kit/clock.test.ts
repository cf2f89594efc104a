import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type * as Clock from './clock.ts'

const here = Date.parse('2026-11-21T12:00:00.400Z')
const head = (at: number) => new Date(at).toUTCString()

let clock: typeof Clock

beforeEach(async () => {
  vi.useFakeTimers({ now: here, toFake: ['Date'] })
  vi.resetModules()
  clock = await import('./clock.ts')
})

afterEach(() => void vi.useRealTimers())

test('the server’s time is unknown until something of it is heard', () => {
  expect(clock.knownServerTime()).toBeNull()
  expect(clock.serverNow()).toBe(here)
  clock.hearServerTime(null, here)
  clock.hearServerTime('yesterday', here)
  expect(clock.knownServerTime()).toBeNull()
})

test('a clock of this machine that agrees with an answer counts to the millisecond', () => {
  clock.hearServerTime(head(here), here - 30)
  expect(clock.knownServerTime()).toBe(here)
})

test.each([-7_200_000, -1_080_000, 1_080_000])('a clock that is wrong by %i ms is put right by an answer', (wrong) => {
  clock.hearServerTime(head(here + wrong), here - 30)
  expect(Math.abs(clock.serverNow() - (here + wrong))).toBeLessThan(1_000)
})

test('what the live connection says is closer, and stays while answers agree with it, late ones too', () => {
  const server = here - 7_200_000
  clock.setServerTime(new Date(server).toISOString())
  clock.hearServerTime(head(server), here)
  clock.hearServerTime(head(server - 20_000), here - 20_000)
  expect(clock.serverNow()).toBe(server)
  // Somebody puts the clock of this machine right.
  vi.setSystemTime(server)
  clock.hearServerTime(head(server), server - 30)
  expect(Math.abs(clock.serverNow() - server)).toBeLessThan(1_000)
})
