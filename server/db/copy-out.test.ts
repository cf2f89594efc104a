// A copy is held back while nobody reads it, and does not hold the store for good.
import { sql } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copyCsv } from './copy-out.ts'
import { freshDatabase, type TestDatabase } from './testing.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

const many = () => sql`select n, repeat('x', 200) as text from generate_series(1, 300000) n`.compile(database.store.db)
const copying = async () =>
  (
    await database.store.pool.query(
      `select from pg_stat_activity where query like 'copy (%' and datname = current_database()`,
    )
  ).rows.length

test('who reads slowly has all of it', async () => {
  const rows = await copyCsv(database.store, many(), 400)
  let bytes = 0
  let pauses = 0
  for await (const chunk of rows) {
    bytes += Buffer.byteLength(String(chunk))
    if (pauses++ < 4) await sleep(200)
  }
  expect(bytes).toBeGreaterThan(60_000_000)
})

test('who reads nothing for long is let go, and the store with them', async () => {
  const rows = await copyCsv(database.store, many(), 400)
  const failed = new Promise((resolve) => rows.once('error', resolve))
  rows.once('data', () => rows.pause())
  await expect.poll(copying).toBe(1)
  expect(await failed).toMatchObject({ message: 'nobody reads what is copied' })
  await expect.poll(copying).toBe(0)
})
