// kill -9 of PostgreSQL while devices talk to the server, which has to go on.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { full, longMs, print, spread, within } from './figures.testing.ts'
import { expectNothingLost, reckon } from './ledger.testing.ts'
import { aBuilding, startLoad, until } from './load.testing.ts'
import { killBackend, killPostmaster, postmasterIn } from './postgres.testing.ts'
import { aProgram, type Program } from './program.testing.ts'

const kills = full ? 10 : 2
const wounds = full ? 5 : 1
const mostPauseMs = full ? 1000 : 500
const acknowledgedBetween = full ? 300 : 60
let program: Program

beforeAll(async () => {
  program = await aProgram()
})
afterAll(() => program.remove())

it(`the server starts it again and loses nothing that was acknowledged, ${kills} times`, async () => {
  await program.start()
  const server = program.pid()
  const db = program.store()
  const load = startLoad(program, await aBuilding(db), full ? { rate: 3000 } : {})
  await load.more(acknowledgedBetween)
  const { folder } = program.cluster()
  const ready: number[] = []
  const acknowledging: number[] = []
  const wounded: number[] = []
  for (let kill = 1; kill <= kills; kill++) {
    await sleep(Math.random() * mostPauseMs)
    const since = performance.now()
    const killed = killPostmaster(folder)
    await untilAnother(folder, killed)
    await program.untilReady()
    ready.push(performance.now() - since)
    await load.more(1)
    acknowledging.push(performance.now() - since)
    await load.more(acknowledgedBetween)
  }
  for (let wound = 1; wound <= wounds; wound++) {
    await sleep(Math.random() * mostPauseMs)
    const postmaster = postmasterIn(folder)
    const since = performance.now()
    killBackend(folder)
    await load.more(1)
    await load.more(acknowledgedBetween)
    wounded.push(performance.now() - since)
    expect(postmasterIn(folder)).toBe(postmaster)
  }
  await load.finish()
  const reckoning = await reckon(db, load)
  print('PostgreSQL killed', {
    kills,
    wounds,
    ...reckoning,
    ready: spread(ready),
    acknowledging: spread(acknowledging),
    afterWounds: spread(wounded),
  })
  expectNothingLost(reckoning)
  expect(reckoning.acknowledged).toBeGreaterThan(kills * acknowledgedBetween)
  expect(Math.max(...ready, ...acknowledging)).toBeLessThan(within(5000))
  expect(program.running() && program.pid()).toBe(server)
}, 300_000)

const untilAnother = (folder: string, killed: number) =>
  until(
    () => ![undefined, killed].includes(postmasterIn(folder)),
    longMs,
    () => 'PostgreSQL was not started again',
  )
