// The promise of the pipeline where it is hardest to keep: a message nobody can store, a COMMIT nobody answers.
import { createConnection, createServer, type Socket } from 'node:net'
import { messages } from '@gatehouse/contract/building/wire'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ACompany, aCompany, aDevice } from '../../testing/building.testing.ts'
import { openStore } from '../../db/pool.ts'
import { freshDatabase, patienceMs, type TestDatabase } from '../../db/testing.ts'
import { nothingToPublish, type Recorder, type Recorders, type ReceivedMessage } from '../../kit/recorders.ts'
import { count } from './ingest.testing.ts'
import { createPipeline, Unstorable } from './pipeline.ts'

const log = pino({ level: process.env['TEST_LOG_LEVEL'] ?? 'silent' })

let database: TestDatabase
let company: ACompany
let gas: ReceivedMessage['device']
let notified: string[] = []

beforeAll(async () => {
  database = await freshDatabase()
  company = await aCompany(database.store.pool)
  const { id, key } = await aDevice(database.store.pool, company, 'gas')
  const place = { zoneId: null, zone: null, timeZone: 'UTC', door: null }
  gas = { id, key, companyId: company.id, kind: 'gas', name: key, ...place }
})
afterAll(() => database.drop())
beforeEach(() => {
  notified = []
})

const received = (id: string): ReceivedMessage<'reading'> => {
  const at = new Date()
  const message = messages.reading.parse({ id, at: at.toISOString(), channel: 'CO', value: 1, unit: 'ppm' })
  return { device: gas, kind: 'reading', message, at, deviceAt: at, receivedAt: at }
}

// Refuses a message as the store would: with an error of its own about what the message says.
const recordReadings: Recorder<'reading'> = async (tx, batch) => {
  for (const { message } of batch) {
    await tx.query('select 1 / $1::int', [message.id.startsWith('poison') ? 0 : 1])
  }
  return () => {
    for (const { message } of batch) notified.push(message.id)
  }
}

const nothing = async () => nothingToPublish
const judge = async () => nothingToPublish
const recorders: Recorders = {
  reading: recordReadings,
  event: nothing,
  state: nothing,
  count: nothing,
  total: nothing,
  call: nothing,
  status: nothing,
  ack: nothing,
  ask: nothing,
  output: nothing,
}

describe('the pipeline', () => {
  it('stores what comes with a message that the store refuses, and refuses that one', async () => {
    const pipeline = createPipeline(database.store, recorders, judge, log)
    const ids = Array.from({ length: 40 }, (_, i) => (i % 13 === 7 ? `poison-${i}` : `fine-${i}`))
    const answers = await Promise.allSettled(ids.map((id) => pipeline.offer(received(id))))
    const refused = ids.filter((_, i) => answers[i]?.status === 'rejected')
    expect(refused).toEqual(['poison-7', 'poison-20', 'poison-33'])
    for (const answer of answers) {
      if (answer.status === 'rejected') {
        expect(answer.reason).toBeInstanceOf(Unstorable)
        expect(String(answer.reason)).toContain('division by zero')
      }
    }
    expect(notified.toSorted()).toEqual(ids.filter((id) => id.startsWith('fine')).toSorted())
    expect(await count(database.store.pool, `message where message_id like 'poison%'`)).toBe(0)
    await pipeline.close()
  })

  it('answers and tells once, when the answer to COMMIT was lost', async () => {
    const proxy = await openProxy(database.url)
    const store = openStore(proxy.url, log, patienceMs)
    const pipeline = createPipeline(store, recorders, judge, log)
    expect(await pipeline.offer(received('before'))).toBe('stored')
    proxy.loseNextCommit()
    const unanswered = received('unanswered')
    expect(await pipeline.offer(unanswered)).toBe('stored')
    expect(proxy.lost()).toBe(1)
    expect(notified).toEqual(['before', 'unanswered'])
    expect(await pipeline.offer(unanswered)).toBe('duplicate')
    expect(notified).toEqual(['before', 'unanswered'])
    await pipeline.close()
    await store.close()
    proxy.close()
  })

  it('refuses what is offered after it was closed', async () => {
    const pipeline = createPipeline(database.store, recorders, judge, log)
    await pipeline.close()
    await expect(pipeline.offer(received('late'))).rejects.toThrow('shutting down')
  })
})

// Between us and the store: when told to, passes a COMMIT on and cuts the connection instead of passing its answer back.
const openProxy = async (url: string) => {
  const { port, hostname } = new URL(url)
  let armed = false
  let lost = 0
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = createConnection(Number(port), hostname)
    let losing = false
    sockets.add(client).add(upstream)
    client.on('data', (chunk) => {
      if (armed && chunk.includes('commit')) {
        armed = false
        losing = true
      }
      upstream.write(chunk)
    })
    upstream.on('data', (chunk) => {
      if (losing) {
        lost++
        client.destroy()
      } else client.write(chunk)
    })
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      one.on('error', () => undefined)
      one.on('close', () => other.destroy())
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const through = new URL(url)
  through.host = `127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  return {
    url: through.href,
    loseNextCommit: () => {
      armed = true
    },
    lost: () => lost,
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
