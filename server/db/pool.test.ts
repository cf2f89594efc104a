import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, expect, it } from 'vitest'
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
