import { setTimeout as sleep } from 'node:timers/promises'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { listen, type Topic, topics } from './listen.ts'
import type { Store } from './pool.ts'
import { tick } from '../kit/clock.testing.ts'
import { freshDatabase, type TestDatabase } from './testing.ts'

const log = pino({ level: 'silent' })
let database: TestDatabase
let listening: ReturnType<typeof listen> | undefined

beforeAll(async () => {
  database = await freshDatabase()
})
afterEach(async () => listening?.stop())
afterAll(() => database.drop())

const pool = () => database.store.pool
const until = async (holds: () => boolean | Promise<boolean>) => {
  for (let waited = 0; !(await holds()); waited += 20) {
    if (waited > 20_000) throw new Error(`not within 20 s: ${holds.toString()}`)
    await sleep(20)
  }
}
const listeners = async () => {
  const { rows } = await pool().query<{ pid: number }>(
    `select pid from pg_stat_activity where query like 'listen%' and datname = current_database()`,
  )
  return rows.map(({ pid }) => pid)
}
const follow = (store: Store, follows: (topic: Topic) => Promise<void> = async () => undefined) => {
  const notified: Topic[] = []
  listening = listen(store, log, { forget: (topic) => notified.push(topic), follow: follows })
  return notified
}

describe('a change', () => {
  it('is told, and followed again until that succeeds', async () => {
    let fails = 0
    let followed = 0
    const notified = follow(database.store, async (topic) => {
      if (topic !== 'devices') return
      if (fails-- > 0) throw new Error('not now')
      followed++
    })
    await until(() => followed === 1)
    fails = 2
    notified.length = 0
    await pool().query('notify devices')
    await until(() => followed === 2)
    expect(notified).toEqual(['devices'])
  })

  it('told many times over is followed one at a time, and once more at the end', async () => {
    let now = 0
    let most = 0
    let followed = 0
    // Each goes on until it is let go: how many follow is then no matter of how fast the machine is.
    const held: (() => void)[] = []
    const notified = follow(database.store, async (topic) => {
      if (topic !== 'devices') return
      most = Math.max(most, ++now)
      await new Promise<void>((resolve) => held.push(resolve))
      now--
      followed++
    })
    const letGo = async (times: number) => {
      await until(() => held.length > 0)
      held.shift()?.()
      await until(() => followed === times)
    }
    await letGo(1)
    for (let i = 0; i < 50; i++) await pool().query('notify devices')
    await until(() => notified.filter((topic) => topic === 'devices').length === 51)
    await letGo(2)
    await letGo(3)
    await sleep(100)
    expect([most, followed, held]).toEqual([1, 3, []])
  })
})

describe('a lost connection', () => {
  it('counts as having been told of everything', async () => {
    const notified = follow(database.store)
    await until(() => notified.length === topics.length)
    // Of the one before there may be something left.
    await pool().query('select pg_terminate_backend(pid) from unnest($1::int[]) pid', [await listeners()])
    await until(() => notified.length === 2 * topics.length)
    expect(new Set(notified.slice(topics.length))).toEqual(new Set(topics))
  })

  it('is followed by one new one, also when it was lost before it could listen', async () => {
    let losses = 3
    const unlucky: Store = {
      ...database.store,
      async connect() {
        const client = await database.store.connect()
        if (losses-- > 0) client.connection.stream.destroy()
        return client
      },
    }
    const notified = follow(unlucky)
    await until(() => notified.length >= topics.length)
    await tick('2 s')
    expect(await listeners()).toHaveLength(1)
    expect(notified).toHaveLength(topics.length)
  })
})
