// A copy is held back while nobody reads it, and does not hold the store for good.
import { sql } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copyCsv, copyLines, type CsvRows } from './copy-out.ts'
import { freshDatabase, type TestDatabase } from '../testing.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

const many = (text = sql`repeat('x', 200)`): CsvRows => ({
  columns: [
    { name: 'n', kind: 'text' },
    { name: 'text', kind: 'text' },
  ],
  statement: sql`select n::text, (${text})::text from generate_series(1, 100000) n`.compile(database.store.db),
})
const copying = async () =>
  (
    await database.store.pool.query(
      `select from pg_stat_activity where query like 'copy (%' and datname = current_database()`,
    )
  ).rows.length

test('who reads slowly has all of it', async () => {
  // All pauses together are longer than nothing may be read; none of them alone comes near that on any machine.
  const rows = await copyCsv(database.store, many(), 1500)
  let bytes = 0
  let pauses = 0
  for await (const chunk of rows) {
    bytes += Buffer.byteLength(String(chunk))
    if (pauses++ < 4) await sleep(400)
  }
  expect(bytes).toBeGreaterThan(20_000_000)
})

test('who reads nothing for long is let go, and the store with them', async () => {
  // None of before; and who looks has a connection by the time that there is little time to look.
  await expect.poll(copying).toBe(0)
  const rows = await copyCsv(database.store, many(), 400)
  const failed = new Promise((resolve) => rows.once('error', resolve))
  rows.once('data', () => rows.pause())
  await expect.poll(copying).toBeGreaterThan(0)
  expect(await failed).toMatchObject({ message: 'nobody reads what is copied' })
  await expect.poll(copying).toBe(0)
})

test('each row comes once and in its order, as of one moment', async () => {
  const { pool, db } = database.store
  await pool.query(`create table passed (id int primary key, at timestamptz not null)`)
  await pool.query(`insert into passed select n, '2026-01-01'::timestamptz + n / 3 * interval '1 second'
    from generate_series(1, 100000) n`)
  await pool.query('create index on passed (at desc, id desc)')
  const rows = await copyCsv(database.store, {
    columns: [{ name: 'id', kind: 'text' }],
    statement: sql`select p.id::text from passed p order by p.at desc, p.id desc`.compile(db),
  })
  let text = ''
  for await (const chunk of rows) {
    if (text === '') await pool.query(`insert into passed select -n, '2026-01-01' from generate_series(1, 10) n`)
    text += String(chunk)
  }
  const [head, ...ids] = text.trimEnd().split('\n')
  expect(head).toBe('id')
  expect(ids.map(Number)).toEqual(Array.from({ length: 100_000 }, (_, n) => 100_000 - n))
  expect(rows.rowsGiven()).toBe(100_000)
  await expect.poll(copying).toBe(0)
})

test('of nothing there is the line of names alone, and of no JSON nothing', async () => {
  const none = sql`select 'x' where false`.compile(database.store.db)
  const csv = await copyCsv(database.store, { columns: [{ name: 'x', kind: 'text' }], statement: none })
  expect(await all(csv)).toBe('x\n')
  expect(csv.rowsGiven()).toBe(0)
  expect(await all(await copyLines(database.store, none))).toBe('')
})

test('JSON is given as it is, a line for each row', async () => {
  const rows = await copyLines(
    database.store,
    sql`select json_build_object('said', E'a "b", c\nd')::text from generate_series(1, 2)`.compile(database.store.db),
  )
  const line = String.raw`{"said" : "a \"b\", c\nd"}`
  expect(await all(rows)).toBe(`${line}\n${line}\n`)
  expect(rows.rowsGiven()).toBe(2)
})

test('a statement that fails is refused before anything is given', async () => {
  const broken = { ...many(), statement: sql`select from nowhere`.compile(database.store.db) }
  await expect(copyCsv(database.store, broken)).rejects.toThrow('"nowhere" does not exist')
  await expect.poll(copying).toBe(0)
})

test('a row that fails ends the whole, and the connection', async () => {
  const rows = await copyCsv(database.store, many(sql`1 / (n - 90000)`))
  await expect(all(rows)).rejects.toThrow('division by zero')
  await expect.poll(copying).toBe(0)
})

const all = async (rows: AsyncIterable<unknown>): Promise<string> => {
  let text = ''
  for await (const chunk of rows) text += String(chunk)
  return text
}
