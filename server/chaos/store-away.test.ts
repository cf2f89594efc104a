// The embedded PostgreSQL hangs, or is gone and cannot be started again, while devices and people go on.
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, it } from 'vitest'
import { aBuilding } from './load.testing.ts'
import { freeze, killPostmaster } from './postgres.testing.ts'
import { aProgram, type Program, usualPatience } from './program.testing.ts'
import { away, expectToBearIt } from './store-away.testing.ts'

let program: Program

beforeAll(async () => {
  program = await aProgram(usualPatience)
  await program.start()
})
afterAll(() => program.remove())

const patience = 400_000

it(
  `every process of it is stopped ${away}`,
  async () => {
    const { folder } = program.cluster()
    const db = program.store()
    const takeAway = async () => {
      const thaw = freeze(folder)
      return async () => thaw()
    }
    await expectToBearIt({ how: 'every process stopped', program, building: await aBuilding(db), db, takeAway })
  },
  patience,
)

it(
  `it is killed and does not start ${away}`,
  async () => {
    const { folder } = program.cluster()
    const db = program.store()
    const takeAway = async () => {
      const settings = join(folder, 'postgresql.conf')
      const right = readFileSync(settings, 'utf8')
      appendFileSync(settings, '\nno_such_setting = on\n')
      killPostmaster(folder)
      await sleep(1)
      return async () => writeFileSync(settings, right)
    }
    await expectToBearIt({ how: 'killed for good', program, building: await aBuilding(db), db, takeAway })
  },
  patience,
)
