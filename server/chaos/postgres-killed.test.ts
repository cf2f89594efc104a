// kill -9 of PostgreSQL while devices talk to the server, which has to go on.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { full, print, spread } from './figures.testing.ts'
import { expectNothingLost, reckon } from './ledger.testing.ts'
import { aBuilding, startLoad } from './load.testing.ts'
import { killBackend, killPostmaster, postmasterIn } from './postgres.testing.ts'
import { aProgram, type Program } from './program.testing.ts'

const kills = full ? 10 : 2
const wounds = full ? 5 : 1
let program: Program

beforeAll(async () => {
  program = await aProgram()
})
afterAll(() => program.remove())

it(
  `the server starts it again and loses nothing that was acknowledged, ${kills} times`,
  async () => {
    await program.start()
    const server = program.pid()
    const db = program.store()
    const load = startLoad(program, await aBuilding(db), { rate: full ? 3000 : 1500 })
    await load.more(500)
    const { folder } = program.cluster()
    const ready: number[] = []
    const acknowledging: number[] = []
    const wounded: number[] = []
    for (let kill = 1; kill <= kills; kill++) {
      await sleep(Math.random() * 1000)
      const since = performance.now()
      const killed = killPostmaster(folder)
      await untilAnother(folder, killed)
      await program.untilReady()
      ready.push(performance.now() - since)
      await load.more(1)
      acknowledging.push(performance.now() - since)
      await load.more(300)
    }
    for (let wound = 1; wound <= wounds; wound++) {
      await sleep(Math.random() * 1000)
      const postmaster = postmasterIn(folder)
      const since = performance.now()
      killBackend(folder)
      await load.more(1)
      await load.more(300)
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
    expect(reckoning.acknowledged).toBeGreaterThan(kills * 300)
    expect(Math.max(...ready, ...acknowledging)).toBeLessThan(5000)
    expect(program.running() && program.pid()).toBe(server)
  },
  full ? 300_000 : 60_000,
)

const untilAnother = async (folder: string, killed: number) => {
  while ([undefined, killed].includes(postmasterIn(folder))) await sleep(5)
}
