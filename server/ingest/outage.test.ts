// The store away under load: nothing is lost, memory stays bounded, and everything goes on by itself.
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { topicOf } from '@gatehouse/contract/wire'
import { connect } from 'mqtt'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ADevice, aCompany, aDevice } from '../building.testing.ts'
import { startEmbedded } from '../db/embedded.ts'
import { migrate } from '../db/migrate.ts'
import { tendPartitions } from '../db/partitions.ts'
import { aReading, count, insist, openWayIn, until } from './ingest.testing.ts'

const awayMs = 4000

let folder: string
let engine: Awaited<ReturnType<typeof startEmbedded>>
let way: Awaited<ReturnType<typeof openWayIn>>
let devices: ADevice[]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-outage-'))
  await chmod(folder, 0o755)
  const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }
  engine = await startEmbedded({ dataDir: folder, log: quiet })
  const client = new Client({ connectionString: engine.url })
  await client.connect()
  await migrate(client)
  await tendPartitions(client, new Date())
  const company = await aCompany(client)
  devices = []
  while (devices.length < 20) devices.push(await aDevice(client, company, 'gas'))
  await client.end()
  // With no more patience than the product has.
  way = await openWayIn(engine.url, {}, 600)
})
afterAll(async () => {
  await way.close()
  await engine.stop()
  await rm(folder, { recursive: true, force: true })
})

it('loses nothing while the store hangs under load, and takes no more than it has room for', async () => {
  const clients = devices.map(({ key, secret }) =>
    connect(way.url, { username: key, password: secret, reconnectPeriod: 100 }),
  )
  let acknowledged = 0
  const enough = new AbortController()
  // A thousand under way each: twice what there is room for.
  const speaking = clients.flatMap((client, i) => {
    const topic = topicOf(devices[i]?.key ?? '', 'reading')
    return Array.from({ length: 1000 }, async () => {
      while (!enough.signal.aborted) {
        await insist(client, topic, JSON.stringify(aReading()))
        acknowledged++
      }
    })
  })
  await until(async () => acknowledged > 3000, 60_000)
  stopAll(await backends(engine.pid), 'SIGSTOP')
  await sleep(1000)
  const [before, resident] = [acknowledged, process.memoryUsage().rss]
  await sleep(awayMs)
  const [after, underWay, grown] = [acknowledged, way.ingest.figures.messages(), process.memoryUsage().rss - resident]
  stopAll(await backends(engine.pid), 'SIGCONT')
  expect(after).toBe(before)
  expect(underWay).toBeGreaterThan(0)
  expect(underWay).toBeLessThan(13_000)
  expect(grown).toBeLessThan(100 * 1024 * 1024)
  await until(async () => acknowledged > before + 3000, 60_000)
  enough.abort()
  await Promise.all(speaking)
  for (const client of clients) client.end(true)
  expect(await count(way.store.pool, 'gas_reading')).toBe(acknowledged)
}, 180_000)

// The postmaster and every process it started.
const backends = async (postmaster: number): Promise<number[]> => {
  const children = await readFile(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8')
  return [postmaster, ...children.trim().split(/\s+/).map(Number)]
}

const stopAll = (pids: number[], signal: NodeJS.Signals) => {
  for (const pid of pids) process.kill(pid, signal)
}
