// Told to stop: everything under way is answered, everything that was started ends, and nothing is lost.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { full, longMs, print, spread, within } from './figures.testing.ts'
import { expectNothingLost, reckon } from './ledger.testing.ts'
import { aBuilding, startLoad, until } from './load.testing.ts'
import { freeze } from './postgres.testing.ts'
import { aProgram, leftovers, type Program } from './program.testing.ts'

let program: Program
beforeAll(async () => {
  program = await aProgram({ DEMO: 'on' })
})
afterAll(() => program.remove())

const mostMs = within(5000)
// What has just been written has to reach the disk first: the making of the store, ninety days of demo.
const mostWhileStartingMs = within(10_000)

/** Stops it, perhaps impatiently, and answers how long that took. `orphans` are of a life before it. */
const stopped = async (
  signals: readonly NodeJS.Signals[],
  limitMs = mostMs,
  orphans: readonly string[] = [],
): Promise<number> => {
  const since = performance.now()
  const [first = 'SIGTERM', ...more] = signals
  const ending = program.stop(first)
  const impatient = more.map((again, i) => setTimeout(() => program.signal(again), 30 * (i + 1)))
  const ended = await ending
  impatient.forEach(clearTimeout)
  const ms = performance.now() - since
  // Told before it had read its own program, it ends as any program does, having begun nothing.
  if (ended.signal === null || ended.stdout !== '') expect(ended).toMatchObject({ code: 0, signal: null })
  expect(ended.stderr).toBe('')
  expect(leftovers(program.dataDir).filter((command) => !orphans.includes(command))).toEqual([])
  expect(ms).toBeLessThan(limitMs)
  return ms
}

const seeding = () => leftovers(program.dataDir).filter((command) => command.includes('system/demo/seed.ts'))
const simulatorRuns = () => leftovers(program.dataDir).some((command) => command.includes('simulator/main.ts'))

describe('while it is starting', () => {
  it('may be told to end or be killed at whatever moment: it leaves nothing half made, and the simulator goes with it', async () => {
    const times: number[] = []
    // From the first instruction over making the store and the demo companies until it is ready.
    const moments = full
      ? Array.from({ length: 30 }, (_, i) => 100 + 150 * i)
      : [200 + Math.random() * 1000, 1200 + Math.random() * 1200]
    for (const moment of moments) {
      program.launch()
      await sleep(moment)
      await program.kill()
      // Killed, it can tell nobody: what makes the companies notices once it has reckoned out their past.
      const orphans = seeding()
      program.launch()
      await sleep(moment)
      times.push(await stopped(['SIGINT'], mostWhileStartingMs, orphans))
      await until(
        () => seeding().length === 0,
        longMs,
        () => seeding().join(),
      )
    }
    print('stopped and killed while starting', { stops: times.length, kills: times.length, stop: spread(times) })
    await program.start()
    await expectDemoWhole()
    await program.kill()
    await until(
      () => !simulatorRuns(),
      longMs,
      () => 'the simulator still runs',
    )
  }, 600_000)
})

describe('in the middle of its work', () => {
  it('ends by itself on SIGINT and SIGTERM, however often they come', async () => {
    await program.start()
    const db = program.store()
    const load = startLoad(program, await aBuilding(db), full ? { rate: 3000, window: 200 } : { window: 200 })
    const times: number[] = []
    const waysToAsk: NodeJS.Signals[][] = [['SIGINT'], ['SIGTERM', 'SIGINT', 'SIGINT', 'SIGTERM']]
    for (const signals of full ? [...waysToAsk, ...waysToAsk, ...waysToAsk, ...waysToAsk] : waysToAsk) {
      await load.more(full ? 1500 : 100)
      expect(simulatorRuns()).toBe(true)
      times.push(await stopped(signals))
      await program.start()
    }
    await load.finish()
    const reckoning = await reckon(db, load)
    times.push(await stopped(['SIGTERM']))
    print('stopped', { stops: times.length, ...reckoning, stop: spread(times) })
    expectNothingLost(reckoning)
  }, 300_000)

  it.runIf(full)(
    'ends also while the store does not answer, which then has to be killed',
    async () => {
      await program.start()
      const db = program.store()
      const load = startLoad(program, await aBuilding(db))
      await load.more(1000)
      const thaw = freeze(program.cluster().folder)
      await sleep(3000)
      const since = performance.now()
      const { code } = await program.stop('SIGTERM')
      thaw()
      print('stopped while the store hangs', { ms: Math.round(performance.now() - since) })
      expect(code).toBe(0)
      await until(
        () => leftovers(program.dataDir).length === 0,
        5000,
        () => leftovers(program.dataDir).join(),
      )
      await program.start()
      await load.finish()
      expectNothingLost(await reckon(db, load))
    },
    120_000,
  )
})

const expectDemoWhole = async () => {
  const { rows } = await program.store().query<{ companies: number; devices: number; logs: boolean }>(
    `select (select count(*)::int from company where demo) as companies, (select count(*)::int from device) as devices,
       (select count(*) > 10000 from entry_exit_log) as logs`,
  )
  expect(rows[0]).toMatchObject({ companies: 2, logs: true })
  const connected = async () => {
    const { rows: online } = await program
      .store()
      .query<{ n: number }>('select count(*)::int as n from device_status where online')
    return (online[0]?.n ?? 0) > 10
  }
  // The simulator's passwords are those of the devices.
  await until(connected, longMs, () => 'the simulated devices cannot sign in')
}
