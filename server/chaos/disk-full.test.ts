// A disk that is really full: a file system of its own, a file that takes all of it, and the embedded PostgreSQL on it.
import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { attacked } from '../surface/attack.testing.ts'
import { aUser } from '../testing/building.testing.ts'
import { type MailServer, openMailServer } from '../messages/mail/smtp.testing.ts'
import { longMs, print, within } from './figures.testing.ts'
import { expectNothingLost, reckon } from './ledger.testing.ts'
import { aBuilding, type Load, startLoad, until } from './load.testing.ts'
import { aProgram, NoDisk, type Program } from './program.testing.ts'

const megabytes = 400

let program: Program | undefined
let smtp: MailServer | undefined
let load: Load | undefined
/** Why there is no such disk here. */
let missing = ''

beforeAll(async () => {
  try {
    smtp = await openMailServer()
    program = await aProgram({ SMTP_URL: smtp.url }, { megabytes })
  } catch (error) {
    if (!(error instanceof NoDisk)) throw error
    missing = error.message
  }
})
afterAll(async () => {
  load?.close()
  await program?.remove()
  await smtp?.close()
})

const healthOf = async (of: Program) => (await of.ask({ path: '/api/health' }).catch(() => ({ status: 0 }))).status

/** Takes all that is left, to the last byte. */
const fill = (path: string) => {
  const file = openSync(path, 'w')
  for (const size of [1 << 20, 4096, 1]) while (writes(file, size));
  closeSync(file)
}

const writes = (file: number, bytes: number): boolean => {
  try {
    return writeSync(file, Buffer.alloc(bytes)) > 0
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') return false
    throw error
  }
}

it(
  'nothing is acknowledged that is not stored, it is said within seconds, and all of it is stored once there is room',
  async (test) => {
    const running = program
    if (!running) {
      test.skip(missing)
      return
    }
    const health = () => healthOf(running)
    await running.start()
    const building = await aBuilding(running.store(), 2)
    const keeper = await aUser(running.store(), building.company, { can: ['manage_companies'] })
    load = startLoad(running, building, { rate: 200, length: 600 })
    await load.more(100)
    const filler = join(running.seenAt, 'filler')
    const fullAt = performance.now()
    fill(filler)
    // As long as PostgreSQL has files that it wrote before, it goes on: what it writes anew fills up first.
    let last = performance.now()
    let before = load.acknowledged()
    const isAnnounced = async () => {
      const now = load?.acknowledged() ?? 0
      if (now !== before) last = performance.now()
      before = now
      return (await health()) === 503
    }
    await until(isAnnounced, 3 * longMs, () => `health says nothing, and ${load?.acknowledged()} are acknowledged`)
    const reportedAfter = performance.now() - last
    const silentAt = load.acknowledged()
    const lettered = () => smtp?.accepted.filter(({ subject }) => subject === 'Nothing is stored') ?? []
    await until(
      async () => lettered().length > 0,
      longMs,
      () => 'nobody is told by mail',
    )
    expect(lettered().map(({ envelope }) => envelope)).toEqual([[keeper.email]])
    await sleep(1000)
    const acknowledgedFull = load.acknowledged() - silentAt
    rmSync(filler)
    const freedAt = performance.now()
    await until(
      async () => (await health()) === 200,
      longMs,
      () => 'it is not well again',
    )
    await load.more(100, longMs)
    const wellAfter = performance.now() - freedAt
    await load.finish()
    const reckoning = await reckon(running.store(), load)
    print('disk full', {
      fullForMs: Math.round(freedAt - fullAt),
      reportedAfterMs: Math.round(reportedAfter),
      acknowledgedFull,
      wellAfterMs: Math.round(wellAfter),
      ...reckoning,
    })
    attacked('disk', 'messages to a store whose disk is full', load.acknowledged(), reckoning.lost)
    expectNothingLost(reckoning)
    expect(reportedAfter).toBeLessThan(within(5000))
  },
  5 * longMs,
)
