// A copy is held back while nobody reads it, and does not hold the store for good.
import { sql } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copyCsv, type Rows } from './copy-out.ts'
import { freshDatabase, type TestDatabase } from './testing.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

const moment = sql`('2026-01-01'::timestamptz + -n * interval '1 second')`
const many = (text = sql`repeat('x', 200)`): Rows => ({
  of: ({ from, before }) =>
    sql`select n, ${text} as text from generate_series(1, 300000) n
      where (${from}::timestamptz is null or ${moment} >= ${from}::timestamptz)
        and (${before}::timestamptz is null or ${moment} < ${before}::timestamptz)`.compile(database.store.db),
  edge: (before, after) =>
    sql`select ${moment}::text as at from generate_series(1, 300000) n
      where ${before}::timestamptz is null or ${moment} < ${before}::timestamptz order by n offset ${after} limit 1`.compile(
      database.store.db,
    ),
})
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
  await expect.poll(copying).toBeGreaterThan(0)
  expect(await failed).toMatchObject({ message: 'nobody reads what is copied' })
  await expect.poll(copying).toBe(0)
})

test('the parts are the whole: each row once and in order, as of one moment', async () => {
  const { pool, db } = database.store
  await pool.query(`create table passed (id int primary key, at timestamptz not null)`)
  // Thousands of one moment, which no part may end within, among moments of three each.
  await pool.query(`insert into passed select n, '2026-01-01'::timestamptz
    + case when n between 30000 and 75000 then 30000 else n end / 3 * interval '1 second' from generate_series(1, 100000) n`)
  const rows: Rows = {
    of: ({ from, before }) =>
      sql`select id from passed where (${from}::timestamptz is null or at >= ${from}::timestamptz)
        and (${before}::timestamptz is null or at < ${before}::timestamptz) order by at desc, id desc`.compile(db),
    edge: (before, after) =>
      sql`select at::text from passed where ${before}::timestamptz is null or at < ${before}::timestamptz
        order by at desc, id desc offset ${after} limit 1`.compile(db),
  }
  let text = ''
  for await (const chunk of await copyCsv(database.store, rows)) {
    if (text === '') await pool.query(`insert into passed select -n, '2026-01-01' from generate_series(1, 10) n`)
    text += String(chunk)
  }
  const [head, ...ids] = text.trimEnd().split('\n')
  expect(head).toBe('id')
  expect(ids.map(Number)).toEqual(Array.from({ length: 100_000 }, (_, n) => 100_000 - n))
  await expect.poll(copying).toBe(0)
})

test('a part that fails ends the whole, and both connections', async () => {
  const rows = await copyCsv(database.store, many(sql`1 / (n - 90000)`))
  const reading = async () => {
    for await (const _ of rows);
  }
  await expect(reading()).rejects.toThrow('division by zero')
  await expect.poll(copying).toBe(0)
})
