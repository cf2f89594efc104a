// kill -9 of the server while devices talk to it.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { full, print, spread, within } from './figures.testing.ts'
import { expectNothingLost, reckon } from './ledger.testing.ts'
import { aBuilding, type Load, startLoad } from './load.testing.ts'
import { endPostgres } from './postgres.testing.ts'
import { aProgram, type Program } from './program.testing.ts'

const kills = full ? 50 : 3
/** In the short form one kill of each kind below. */
const firstKill = full ? 1 : 2
const mostPauseMs = full ? 1200 : 500
const acknowledgedBetween = full ? 200 : 60
let program: Program
let load: Load

beforeAll(async () => {
  program = await aProgram()
})
afterAll(() => program.remove())

it(
  `loses nothing that was acknowledged and stores nothing twice, killed ${kills} times at random moments`,
  async () => {
    const firstStart = await program.start()
    const db = program.store()
    load = startLoad(program, await aBuilding(db), full ? { rate: 3000 } : {})
    await load.more(acknowledgedBetween)
    const ready: number[] = []
    const acknowledging: number[] = []
    for (let kill = firstKill; kill < firstKill + kills; kill++) {
      await sleep(Math.random() * mostPauseMs)
      await program.kill()
      // As at a power cut: both at once.
      if (kill % 5 === 4) await endPostgres(program.cluster().folder)
      if (kill % 5 === 3) {
        // Once more while it is still starting.
        program.launch()
        await sleep(Math.random() * 800)
        await program.kill()
      }
      const since = performance.now()
      ready.push(await program.start())
      await load.more(1)
      acknowledging.push(performance.now() - since)
      await load.more(acknowledgedBetween)
    }
    await load.finish()
    const reckoning = await reckon(db, load)
    print('server killed', {
      kills,
      ...reckoning,
      firstStartMs: Math.round(firstStart),
      ready: spread(ready),
      acknowledging: spread(acknowledging),
    })
    expectNothingLost(reckoning)
    expect(reckoning.acknowledged).toBeGreaterThan(kills * acknowledgedBetween)
    expect(Math.max(...ready, ...acknowledging)).toBeLessThan(within(5000))
  },
  full ? 900_000 : 300_000,
)

it.runIf(full)(
  'holds no device for silent because the machine slept for 70 s',
  async () => {
    const building = await aBuilding(program.store())
    const awake = startLoad(program, building, { rate: 500 })
    await awake.more(1000)
    program.signal('SIGSTOP')
    await sleep(70_000)
    program.signal('SIGCONT')
    await awake.more(1000)
    await sleep(75_000)
    await awake.finish()
    const reckoning = await reckon(program.store(), awake)
    print('server slept', reckoning)
    expectNothingLost(reckoning)
  },
  240_000,
)

it('would have been noticed: the reckoning finds one row taken away and one put in twice', async () => {
  const db = program.store()
  const oldest = 'select tableoid, ctid from gas_reading order by at limit 1'
  await db.query(`delete from gas_reading where (tableoid, ctid) = (${oldest})`)
  await db.query('insert into people_count select * from people_count order by at limit 1')
  const { lost, duplicates, halves, wrongBuckets } = await reckon(db, load, 200)
  expect({ lost, duplicates, halves }).toEqual({ lost: 1, duplicates: 1, halves: 1 })
  // A minute, an hour and a day of each of the two.
  expect(wrongBuckets).toBeGreaterThanOrEqual(6)
}, 60_000)
