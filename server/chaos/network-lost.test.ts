// A PostgreSQL of the user's own, behind a network that goes silent: nothing is refused, nothing ends.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { afterAll, beforeAll, it } from 'vitest'
import { type Embedded, startEmbedded } from '../db/embedded/embedded.ts'
import { plainPool } from '../db/testing.ts'
import { aBuilding } from './load.testing.ts'
import { aProgram, type Program, usualPatience } from './program.testing.ts'
import { type Network, openNetwork } from './proxy.testing.ts'
import { away, expectToBearIt } from './store-away.testing.ts'

let folder: string
let engine: Embedded
let network: Network
let program: Program
let db: Pool

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-chaos-'))
  chmodSync(folder, 0o755)
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  engine = await startEmbedded({ dataDir: folder, log })
  network = await openNetwork(Number(new URL(engine.url).port))
  const url = new URL(engine.url)
  url.port = String(network.port)
  program = await aProgram({ ...usualPatience, DATABASE_URL: url.href })
  await program.start()
  db = plainPool(engine.url, 2)
})
afterAll(async () => {
  await program.remove()
  await db.end()
  network.close()
  await engine.stop()
  rmSync(folder, { recursive: true, force: true })
})

it(`loses everything ${away}, and old connections for good`, async () => {
  const takeAway = async () => {
    network.swallow()
    return async () => network.heal()
  }
  await expectToBearIt({ how: 'network lost', program, building: await aBuilding(db), db, takeAway })
}, 400_000)
