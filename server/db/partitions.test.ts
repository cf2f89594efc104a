// Partitions are there before they are needed, also for late messages, and go when their time is over.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensurePartitions, tendPartitions } from './partitions.ts'
import { freshDatabase, type TestDatabase } from './testing.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

const partitionsOf = async (series: string) => {
  const { rows } = await database.store.pool.query<{ name: string }>(
    'select inhrelid::regclass::text as name from pg_inherits where inhparent = $1::regclass order by 1',
    [series],
  )
  return rows.map((row) => row.name)
}

test('a late message finds its partition, and made twice it is made once', async () => {
  const pool = database.store.pool
  const late = new Date('2026-01-14T12:00:00Z')
  await ensurePartitions(pool, late, late)
  await ensurePartitions(pool, late, late)
  expect(await partitionsOf('gas_reading')).toContain('gas_reading_20260112')
})

// After all that a new store is made with, whatever day it is.
test('two partitions ahead exist, and those older than the retention are dropped', async () => {
  const now = new Date('2127-06-01T12:00:00Z')
  await ensurePartitions(database.store.pool, new Date('2127-01-01'), now, 'gas_reading')
  const dropped = await tendPartitions(database.store.pool, now)
  expect(dropped).toContain('gas_reading_21270113')
  const left = await partitionsOf('gas_reading')
  expect(left[0]).toBe('gas_reading_21270303')
  expect(left.at(-1)).toBe('gas_reading_21270609')
})

test('several nodes that start at once make them once, and drop them once', async () => {
  const now = new Date('2129-06-01T12:00:00Z')
  await ensurePartitions(database.store.pool, new Date('2128-10-01'), new Date('2129-03-01'), 'gas_reading')
  const nodes = await Promise.all(Array.from({ length: 6 }, () => database.store.pool.connect()))
  try {
    await Promise.all(nodes.map((node) => tendPartitions(node, now)))
  } finally {
    for (const node of nodes) node.release()
  }
  expect((await partitionsOf('gas_reading')).at(-1)).toBe('gas_reading_21290613')
})

test('one that somebody reads is left for the next time, and keeps nobody from the others', async () => {
  const { pool } = database.store
  await ensurePartitions(pool, new Date('2130-01-01'), new Date('2130-01-01'), 'gas_reading')
  const reader = await pool.connect()
  try {
    await reader.query('begin; lock table gas_reading_21291226 in access share mode')
    const now = new Date('2131-06-01T12:00:00Z')
    const tending = tendPartitions(pool, now)
    await pool.query('select count(*) from gas_reading where at > $1', [now])
    expect(await tending).not.toContain('gas_reading_21291226')
    await reader.query('commit')
    expect(await tendPartitions(pool, now)).toContain('gas_reading_21291226')
  } finally {
    reader.release()
  }
})
