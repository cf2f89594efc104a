// The store is taken away for a while under load; what everybody outside sees of it.
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import type pg from 'pg'
import { slowness } from '../../scripts/budget.mjs'
import { type Call, startCallers } from './callers.testing.ts'
import { full, longMs, print, spread } from './figures.testing.ts'
import { expectNothingLost, reckon } from './ledger.testing.ts'
import { startListener } from './listener.testing.ts'
import { type Building, startLoad, until } from './load.testing.ts'
import type { Program } from './program.testing.ts'

/** Seconds. The short form has the least that a machine of this speed can bear: what is late by that counts as gone. */
const keepalive = full ? 20 : Math.floor(3 * Math.min(slowness(), 4))
/**
 * Long against every patience in the product; in the short form against the 600 ms after which the store counts as lost,
 * and against the one and a half keep-alives after which a silent device is cut off.
 */
const awayMs = full ? 60_000 : keepalive * 1500 + 500
/** A second is promised. In the short form only that they are answered while the store is away, however late. */
const longestAnswerMs = full ? 1000 : Infinity
/** More than the server takes in at a time, so that devices have to wait: 10,000 messages, or 24 MiB of long ones. */
const pace = full ? { rate: 4000, window: 1000 } : { rate: 300, window: 60, length: 60_000 }
const room = full ? 10_000 : (24 * 1024 * 1024) / 60_000
/** As long as it takes to hold a device for silent, were it not forgiven; the short form has no such time. */
const quietMs = full ? 75_000 : 0
/** Calls of each kind that are made when all is well again. */
const callsAfterwards = 12
/** Megabytes that the server may have in all, and grow by in the second half of the time that the store is away. */
const mostMemory = 768
const mostGrowth = 80

/** For the name of a test. */
export const away = full ? 'for 60 s' : 'for longer than devices may be silent'

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
  const load = open.adopt(startLoad(program, building, { ...pace, keepalive }), (made) => made.close())
  await load.more(full ? 2000 : 100)
  await until(
    () => listener.seenAt() > 0,
    longMs,
    () => 'no reading on the socket',
  )
  const memory = [{ at: performance.now(), mb: program.memory() }]
  open.adopt(
    setInterval(() => memory.push({ at: performance.now(), mb: program.memory() }), 200),
    clearInterval,
  )

  const goneAt = performance.now()
  const made = () => callers.calls.filter(({ startedAt }) => startedAt > goneAt)
  const firstRefusal = () => made().find(({ status }) => status === 503)
  // From when the program knew it; on a machine that others use too, that may be later than a second.
  const knownOf = (calls: readonly Call[]) => {
    const first = firstRefusal()
    const knownAt = full ? goneAt + 1000 : Math.max(goneAt + 1000, first ? first.startedAt + first.ms : Infinity)
    return calls.filter(({ startedAt }) => startedAt > knownAt)
  }
  const bringBack = await takeAway()
  await sleep(awayMs / 2)
  const latecomer = listening()
  await sleep(awayMs / 2)
  await until(
    () => load.underWay() > room && whats(knownOf(made())).length === 6,
    longMs,
    () => `${load.underWay()} messages wait, refused: ${whats(knownOf(made())).join()}`,
  )
  // All of them are answered before the store is there again.
  await callers.stop()
  const acknowledgedMeanwhile = load.acknowledged()
  const backAt = performance.now()
  const backTime = Date.now()
  callers.goOn()
  await bringBack()
  await program.untilReady()
  const readyMs = performance.now() - backAt
  await until(
    () => load.acknowledged() > acknowledgedMeanwhile,
    longMs,
    () => 'nothing acknowledged any more',
  )
  const acknowledgingMs = performance.now() - backAt
  const receives = ({ seenAt: receivedAt }: typeof listener) => receivedAt() > backAt
  await until(
    () => receives(listener) && receives(latecomer),
    longMs,
    () => 'no reading on the sockets any more',
  )
  const receivingMs = performance.now() - backAt

  const whole = backAt + Math.max(readyMs + 1000, receivingMs)
  const afterwards = () => callers.calls.filter(({ startedAt }) => startedAt > whole)
  await sleep(quietMs)
  await until(
    () => afterwards().length >= callsAfterwards,
    longMs,
    () => `${afterwards().length} calls answered`,
  )
  await callers.stop()
  await load.finish()
  const reckoning = await reckon(db, load)

  const during = callers.calls.filter(({ startedAt }) => startedAt > goneAt && startedAt < backAt)
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
    receivingMs: Math.round(receivingMs),
    memoryMb,
  })
  expectNothingLost(reckoning)
  expect(program.running() && program.pid()).toBe(server)
  expect(during.filter(({ ms }) => ms > longestAnswerMs)).toEqual([])
  expect(during.filter(({ startedAt, ms }) => startedAt + ms > backAt)).toEqual([])
  expect(knownOf(during).filter(({ status, code }) => status !== 503 || code !== 'UNAVAILABLE')).toEqual([])
  expect(whats(knownOf(during))).toEqual(['devices', 'health', 'ingest', 'logs', 'session', 'sign-in'])
  // On a machine that is busy with others the store may count as lost once more, and the program says so.
  const excused = !full && lossesSince(program, backTime) > 0
  expect(afterwards().filter(({ status }) => status !== 200 && !(excused && status === 503))).toEqual([])
  expect(latecomer.refusals).not.toContain('unauthorized')
  expect(await offline(db, building)).toEqual([])
  expect(Math.max(...Object.values(memoryMb))).toBeLessThan(mostMemory)
  expect(memoryMb.secondHalf - memoryMb.firstHalf).toBeLessThan(mostGrowth)
}

/** How often the program has said that the store is lost, since some time. */
const lossesSince = (program: Program, time: number): number =>
  program
    .output()
    .stderr.split('\n')
    .filter((line) => line.includes('the store cannot be reached'))
    .filter((line) => Number(/"time":(\d+)/.exec(line)?.[1]) > time).length

const whats = (calls: readonly Call[]) => [...new Set(calls.map(({ what }) => what))].sort()

const offline = async (db: pg.Pool, { company }: Building): Promise<string[]> => {
  const { rows } = await db.query<{ key: string }>(
    'select key from device join device_status on device_id = id where company_id = $1 and not online',
    [company.id],
  )
  return rows.map(({ key }) => key)
}
