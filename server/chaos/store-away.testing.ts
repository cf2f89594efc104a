// The store is taken away for a while under load; what everybody outside sees of it.
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import type pg from 'pg'
import { type Call, startCallers } from './callers.testing.ts'
import { full, print, spread } from './figures.testing.ts'
import { expectNothingLost, reckon } from './ledger.testing.ts'
import { startListener } from './listener.testing.ts'
import { type Building, startLoad, until } from './load.testing.ts'
import type { Program } from './program.testing.ts'

/** Long against every patience in the product; in the short form, against the keep-alive of the devices. */
export const awayMs = full ? 60_000 : 5000
/** A second is promised. Whoever waits for the store waits for as long as it is away. */
const longestAnswerMs = full ? 1000 : (awayMs * 3) / 4
const keepalive = full ? 20 : 3
const quietMs = full ? 75_000 : 1000
/** Megabytes that the server may have in all, and grow by in the second half of the time that the store is away. */
const mostMemory = 768
const mostGrowth = 80

export interface Away {
  readonly how: string
  readonly program: Program
  readonly building: Building
  readonly db: pg.Pool
  /** Takes the store away, and answers with how to bring it back. */
  readonly takeAway: () => Promise<() => Promise<void>>
}

export const expectToBearIt = async ({ how, program, building, db, takeAway }: Away) => {
  const server = program.pid()
  await using open = new AsyncDisposableStack()
  const callers = open.adopt(await startCallers(program, building), (made) => made.stop())
  const listening = () => open.adopt(startListener(program.port, callers.token), (made) => made.close())
  const listener = listening()
  // More than the server takes in at a time, so that devices have to wait.
  const load = open.adopt(startLoad(program, building, { rate: 4000, window: 1000, keepalive }), (made) => made.close())
  await load.more(2000)
  await until(
    () => listener.heardAt() > 0,
    30_000,
    () => 'no reading on the socket',
  )
  const memory = [{ at: performance.now(), mb: program.memory() }]
  open.adopt(
    setInterval(() => memory.push({ at: performance.now(), mb: program.memory() }), 200),
    clearInterval,
  )

  const goneAt = performance.now()
  const bringBack = await takeAway()
  await sleep(awayMs / 2)
  const latecomer = listening()
  await sleep(awayMs / 2)
  const acknowledgedMeanwhile = load.acknowledged()
  const backAt = performance.now()
  await bringBack()
  await program.untilReady()
  const readyMs = performance.now() - backAt
  await until(
    () => load.acknowledged() > acknowledgedMeanwhile,
    60_000,
    () => 'nothing acknowledged any more',
  )
  const acknowledgingMs = performance.now() - backAt
  const hears = ({ heardAt }: typeof listener) => heardAt() > backAt
  await until(
    () => hears(listener) && hears(latecomer),
    60_000,
    () => 'no reading on the sockets any more',
  )
  const hearingMs = performance.now() - backAt

  // As long as it takes to hold a device for silent, were it not forgiven.
  await sleep(quietMs)
  await callers.stop()
  await load.finish(60_000)
  const reckoning = await reckon(db, load)

  const during = callers.calls.filter(({ startedAt }) => startedAt > goneAt && startedAt < backAt)
  // From when the program knew it; on a machine that others use too, that may be later than a second.
  const first = during.find(({ status }) => status === 503)
  const knownAt = full ? goneAt + 1000 : Math.max(goneAt + 1000, first ? first.startedAt + first.ms : backAt)
  const known = during.filter(({ startedAt }) => startedAt > knownAt)
  const last = callers.calls.filter(({ startedAt }) => startedAt > backAt + Math.max(readyMs + 1000, hearingMs))
  const half = (goneAt + backAt) / 2
  const most = (from: number, to: number) =>
    Math.round(Math.max(...memory.filter(({ at }) => at >= from && at <= to).map(({ mb }) => mb)))
  const memoryMb = {
    before: most(0, goneAt),
    firstHalf: most(goneAt, half),
    secondHalf: most(half, backAt),
    after: most(backAt, Infinity),
  }
  print(`store away: ${how}`, {
    awayMs,
    ...reckoning,
    calls: during.length,
    answered: spread(during.map(({ ms }) => ms)),
    readyMs: Math.round(readyMs),
    acknowledgingMs: Math.round(acknowledgingMs),
    hearingMs: Math.round(hearingMs),
    memoryMb,
  })
  expectNothingLost(reckoning)
  expect(program.running() && program.pid()).toBe(server)
  expect(during.filter(({ ms }) => ms > longestAnswerMs)).toEqual([])
  expect(known.filter(({ status, code }) => status !== 503 || code !== 'UNAVAILABLE')).toEqual([])
  expect(whats(known)).toEqual(['devices', 'health', 'ingest', 'logs', 'session', 'sign-in'])
  expect(last.filter(({ status }) => status !== 200)).toEqual([])
  expect(latecomer.refusals).not.toContain('unauthorized')
  expect(await offline(db, building)).toEqual([])
  expect(Math.max(...Object.values(memoryMb))).toBeLessThan(mostMemory)
  expect(memoryMb.secondHalf - memoryMb.firstHalf).toBeLessThan(mostGrowth)
}

const whats = (calls: readonly Call[]) => [...new Set(calls.map(({ what }) => what))].sort()

const offline = async (db: pg.Pool, { company }: Building): Promise<string[]> => {
  const { rows } = await db.query<{ key: string }>(
    'select key from device join device_status on device_id = id where company_id = $1 and not online',
    [company.id],
  )
  return rows.map(({ key }) => key)
}
