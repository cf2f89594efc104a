import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Clock, createClock } from './clock.ts'

const here = Date.parse('2026-11-21T12:00:00.400Z')
const head = (at: number) => new Date(at).toUTCString()

let clock: Clock

beforeEach(() => {
  vi.useFakeTimers({ now: here, toFake: ['Date'] })
  clock = createClock()
})

afterEach(() => void vi.useRealTimers())

test('the server’s time is unknown until something of it is heard', () => {
  expect(clock.known()).toBeNull()
  expect(clock.now()).toBe(here)
  clock.readHead(null, here)
  clock.readHead('yesterday', here)
  expect(clock.known()).toBeNull()
})

test('a clock of this machine that agrees with an answer counts to the millisecond', () => {
  clock.readHead(head(here), here - 30)
  expect(clock.known()).toBe(here)
})

test.each([-7_200_000, -1_080_000, 1_080_000])('a clock that is wrong by %i ms is put right by an answer', (wrong) => {
  clock.readHead(head(here + wrong), here - 30)
  expect(Math.abs(clock.now() - (here + wrong))).toBeLessThan(1_000)
})

test('what the live connection says is closer, and stays while answers agree with it, late ones too', () => {
  const server = here - 7_200_000
  clock.setTime(new Date(server).toISOString())
  clock.readHead(head(server), here)
  clock.readHead(head(server - 20_000), here - 20_000)
  expect(clock.now()).toBe(server)
  // Somebody puts the clock of this machine right.
  vi.setSystemTime(server)
  clock.readHead(head(server), server - 30)
  expect(Math.abs(clock.now() - server)).toBeLessThan(1_000)
})
