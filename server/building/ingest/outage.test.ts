// The store away under load: nothing is lost, memory stays bounded, and everything goes on by itself.
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { topicOf } from '@gatehouse/contract/building/wire'
import { connect } from 'mqtt'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ADevice, aCompany, aDevice } from '../../testing/building.testing.ts'
import { longMs, print } from '../../chaos/figures.testing.ts'
import { freeze } from '../../chaos/postgres.testing.ts'
import { startEmbedded } from '../../db/embedded/embedded.ts'
import { migrate } from '../../db/migrate.ts'
import { tendPartitions } from '../../db/partitions.ts'
import { aReading, count, insist, openWayIn, until } from './ingest.testing.ts'

/** Longer than the patience of 600 ms, after which the store counts as lost, and the 3 s that a new connection may take. */
const awayMs = 4000
/** Messages of each device under way before. */
const usually = 20

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
  const everybody = (each: number, speak: (once: () => Promise<void>) => Promise<void>) =>
    clients.flatMap((client, i) => {
      const topic = topicOf(devices[i]?.key ?? '', 'reading')
      const once = async () => {
        await insist(client, topic, JSON.stringify(aReading()))
        acknowledged++
      }
      return Array.from({ length: each }, () => speak(once))
    })
  const speaking = everybody(usually, async (once) => {
    while (!enough.signal.aborted) await once()
  })
  await until(async () => acknowledged > 2 * speaking.length, longMs)
  const thaw = freeze(engine.location)
  // Twice what there is room for; they are as many only now, when none of them is answered.
  const waiting = everybody(1000 - usually, (once) => once())
  // Until it takes no more, and what was stored before has been acknowledged.
  const standing = () => `${acknowledged} ${way.ingest.figures.messages()}`
  await until(async () => {
    const before = standing()
    await sleep(500)
    return standing() === before
  }, longMs)
  const [before, resident] = [acknowledged, process.memoryUsage().rss]
  await sleep(awayMs)
  const [after, underWay, grown] = [acknowledged, way.ingest.figures.messages(), process.memoryUsage().rss - resident]
  thaw()
  print('the store hangs', { waiting: waiting.length, underWay, grownMb: Math.round(grown / 1024 / 1024) })
  expect(after).toBe(before)
  expect(underWay).toBeGreaterThan(0)
  expect(underWay).toBeLessThan(13_000)
  expect(grown).toBeLessThan(100 * 1024 * 1024)
  await Promise.all(waiting)
  await until(async () => acknowledged > before + waiting.length + speaking.length, longMs)
  enough.abort()
  await Promise.all(speaking)
  for (const client of clients) client.end(true)
  expect(await count(way.store.pool, 'gas_reading')).toBe(acknowledged)
}, 300_000)
