// Old messages are forgotten bit by bit, so that nobody waits for it; young ones still stop their repeats.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { forgetMessages } from './forget-messages.ts'
import { freshDatabase, type TestDatabase } from './testing.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

const now = new Date('2027-06-01T12:00:00Z')
const old = '2027-05-02T11:59:59Z'
const young = '2027-05-02T12:00:01Z'

const took = (count: number, at: string) =>
  database.store.pool.query(
    `insert into message (device_id, message_id, digest, received_at)
     select '01900000-0000-7000-8000-000000000001', $1 || n, '', $1::timestamptz from generate_series(1, $2::int) n`,
    [at, count],
  )
const known = async (at: string) => {
  const { rows } = await database.store.pool.query<{ n: number }>(
    'select count(*)::int as n from message where received_at = $1',
    [at],
  )
  return rows[0]?.n
}

test('no step waits for another: what is held up by somebody does not keep the rest', async () => {
  await took(3000, old)
  await took(100, young)
  const holder = await database.store.connect()
  await holder.query('begin')
  await holder.query('select from message where received_at = $1 order by ctid desc limit 1 for update', [old])
  const client = await database.store.connect()
  const forgetting = forgetMessages(client, now, { blocks: 4 })
  await expect.poll(() => known(old)).toBeLessThan(1000)
  expect(await known(old)).toBeGreaterThan(0)
  await holder.query('commit')
  expect(await forgetting).toBe(3000)
  expect(await known(old)).toBe(0)
  expect(await known(young)).toBe(100)
  for (const each of [holder, client]) await each.end()
})

test('it can be stopped between two steps, and goes on the next time', async () => {
  await took(3000, old)
  let steps = 0
  const first = await forgetMessages(database.store.pool, now, { blocks: 4, stopped: () => ++steps > 6 })
  expect(first).toBeLessThan(3000)
  expect(first + (await forgetMessages(database.store.pool, now))).toBe(3000)
})
