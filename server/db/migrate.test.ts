// A store is at the old schema or at the new one, never between; data from the future is refused with one line.
import { readdir } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CannotStart } from '../kit/config.ts'
import { migrate } from './migrate.ts'
import { freshDatabase, type TestDatabase } from './testing.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

test('applied once, then never again', async () => {
  const client = await database.store.connect()
  expect(await migrate(client)).toEqual([])
  await client.end()
})

test('two nodes that start together do not get in each other’s way', async () => {
  const clients = await Promise.all([database.store.connect(), database.store.connect()])
  await database.store.pool.query('drop schema public cascade; create schema public')
  const done = await Promise.all(clients.map((client) => migrate(client)))
  expect(done.flat()).toEqual((await readdir(new URL('migrations', import.meta.url))).sort())
  for (const client of clients) await client.end()
})

test('killed half way, the next start finds the old schema and finishes', async () => {
  const victim = await database.store.connect()
  const { rows } = await victim.query<{ pid: number }>('select pg_backend_pid() as pid')
  await database.store.pool.query('drop schema public cascade; create schema public')
  const killed = migrate(victim)
  await expect
    .poll(
      async () => {
        const { rowCount } = await database.store.pool.query(
          `select from pg_stat_activity where pid = $1 and state = 'active' and query like '%create table company%'`,
          [rows[0]?.pid],
        )
        return rowCount
      },
      { interval: 1 },
    )
    .toBe(1)
    .catch(() => undefined)
  await database.store.pool.query('select pg_terminate_backend($1)', [rows[0]?.pid])
  await killed.catch(() => undefined)
  const next = await database.store.connect()
  await migrate(next)
  expect((await next.query('select from company')).rowCount).toBe(0)
  await next.end()
})

test('data of a newer version is refused by name', async () => {
  const client = await database.store.connect()
  await client.query(`insert into schema_migration (name) values ('9999-from-the-future.sql')`)
  await expect(migrate(client)).rejects.toThrow(CannotStart)
  await expect(migrate(client)).rejects.toThrow(/9999-from-the-future/)
  await client.end()
})
