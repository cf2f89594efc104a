// What a transaction stores, and what becomes of its connection.
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sourcesWith } from '../testing/sources.testing.ts'
import { freshDatabase, type TestDatabase } from './testing.ts'
import { inClientTransaction, inPoolTransaction, inTransaction } from './transaction.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())
beforeEach(() => database.store.pool.query('delete from setting'))

const write = `insert into setting (key, value) values ('first', '1')`
const stored = async () => {
  const { rows } = await database.store.pool.query<{ key: string }>('select key from setting order by key')
  return rows.map(({ key }) => key)
}
const changeOfMind = new Error('changed my mind')

test('what is written by hand and through Kysely is stored together, or not at all', async () => {
  const both = (end: () => void) =>
    inPoolTransaction(database.store.pool, async (client, tx) => {
      await client.query(write)
      await sql`insert into setting (key, value) values ('second', '2')`.execute(tx)
      end()
    })
  await expect(
    both(() => {
      throw changeOfMind
    }),
  ).rejects.toBe(changeOfMind)
  expect(await stored()).toEqual([])
  await both(() => undefined)
  expect(await stored()).toEqual(['first', 'second'])
})

test('what a transaction answers is its work’s, and a failure leaves nothing', async () => {
  const { db } = database.store
  expect(await inTransaction(db, async () => 7)).toBe(7)
  const failing = inTransaction(db, async (tx) => {
    await sql.raw(write).execute(tx)
    throw changeOfMind
  })
  await expect(failing).rejects.toBe(changeOfMind)
  expect(await stored()).toEqual([])
})

test('a connection of one’s own is good for the next transaction after one that failed', async () => {
  const client = await database.store.connect()
  await expect(inClientTransaction(client, () => client.query('select 1 / 0'))).rejects.toThrow('division by zero')
  await inClientTransaction(client, () => client.query(write))
  expect(await stored()).toEqual(['first'])
  await client.end()
})

test('a snapshot reads one moment and writes nothing', async () => {
  const { pool } = database.store
  const [before, after] = await inPoolTransaction(
    pool,
    async (client) => {
      const count = async () => (await client.query('select from setting')).rowCount
      const first = await count()
      await pool.query(write)
      return [first, await count()]
    },
    { snapshot: true },
  )
  expect([before, after]).toEqual([0, 0])
  const writing = inPoolTransaction(pool, (client) => client.query(write), { snapshot: true })
  await expect(writing).rejects.toThrow('read-only')
})

test('a connection that is lost on the way does not go back to the pool', async () => {
  const { pool } = database.store
  const lost = inPoolTransaction(pool, async (client) => {
    client.connection.stream.destroy()
    await client.query('select 1')
  })
  await expect(lost).rejects.toThrow()
  expect(await inPoolTransaction(pool, async (client) => (await client.query('select 1')).rowCount)).toBe(1)
})

// Ingest has to know whether its COMMIT was answered; a restore's spans several files.
const begins = ['building/ingest/store-batch.ts', 'db/transaction.ts', 'system/backup/restore-store.ts']

test('no other file of the server begins one by hand', async () => {
  expect(await sourcesWith(/\.query\(\s*['"`]begin\b|\.transaction\(\)/)).toEqual(begins)
})
