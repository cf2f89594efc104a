import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { whileStarting } from './pool.ts'
import { freshDatabase, type TestDatabase } from './testing.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

it('outlives a connection that is lost between two queries of its user', async () => {
  const { pool } = database.store
  const client = await pool.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  await pool.query('select pg_terminate_backend($1)', [rows[0]?.pid])
  // Unheard, the loss would now be an uncaught exception.
  await sleep(100)
  await expect(client.query('select 1')).rejects.toThrow()
  client.release(true)
  expect((await pool.query('select 1 as n')).rows).toEqual([{ n: 1 }])
})

it('keeps nothing of the work that it watched over', async () => {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  const answers: WeakRef<object>[] = []
  for (let i = 0; i < 100; i++) answers.push(new WeakRef(await database.store.orLost(Promise.resolve({ i }))))
  await sleep(10)
  collect()
  expect(answers.filter((answer) => answer.deref() !== undefined).length).toBeLessThan(5)
})

it('asks again while starting, where a connection was lost, and only there', async () => {
  const { db, pool } = database.store
  let tried = 0
  const work = () =>
    db.transaction().execute(async (tx) => {
      tried++
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
      if (tried === 1) await pool.query('select pg_terminate_backend($1)', [rows[0]?.pid])
      return (await sql`select 1`.execute(tx)).rows.length
    })
  expect(await whileStarting(work)).toBe(1)
  expect(tried).toBe(2)
  // The store ends a transaction that this machine, busy starting, left idle for too long.
  tried = 0
  const idleOnce = async () => {
    tried++
    const client = await pool.connect()
    try {
      await client.query('begin')
      if (tried > 1) return
      await client.query(`set local idle_in_transaction_session_timeout = '20ms'`)
      for (const until = performance.now() + 500; performance.now() < until; );
      await client.query('select 1')
    } finally {
      client.release(true)
    }
  }
  await whileStarting(idleOnce)
  expect(tried).toBe(2)
  const broken = () => {
    tried++
    return Promise.reject(new Error('the data is not as it should be'))
  }
  await expect(whileStarting(broken)).rejects.toThrow('not as it should be')
  expect(tried).toBe(3)
})
