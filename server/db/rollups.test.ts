// Rollups say what the raw series say, whatever order and however late the rows come.
import fc from 'fast-check'
import type pg from 'pg'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCompany, aDevice } from '../testing/building.testing.ts'
import { entryExitRollup } from '../access/entry-exit/entry-exit.rollup.ts'
import { gasRollup } from '../safety/gas/gas.rollup.ts'
import { peopleCountRollup } from '../safety/people-count/people-count.rollup.ts'
import { ensurePartitions } from './partitions.ts'
import { keepRolledUp, rollUp } from './rollups.ts'
import { freshDatabase, othersEnded, type TestDatabase } from './testing.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

// Transactions of other tests in the same cluster hold the position back: for a moment, or while a demo is being made.
const others = { timeout: 30_000 }

// Both days on which London's clocks change are in it.
const first = Date.parse('2026-03-28T00:00:00Z')
const last = Date.parse('2026-10-26T00:00:00Z')

const reading = fc.record({
  at: fc.integer({ min: first, max: last }),
  value: fc.option(fc.float({ min: 0, max: 500, noNaN: true }).map((v) => Math.round(v * 10) / 10)),
  quality: fc.constantFrom('good', 'good', 'good', 'fault', 'warm-up', 'over-range'),
})

const inParts = { ...gasRollup, rowsAtOnce: 3 }

test('minutes, hours and days of gas equal the readings, in batches of any order', { timeout: 120_000 }, async () => {
  const pool = database.store.pool
  const company = await aCompany(pool)
  await ensurePartitions(pool, new Date(first), new Date(last))
  const client = await database.store.connect()
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(reading, { minLength: 1, maxLength: 20 }), { minLength: 1, maxLength: 6 }),
      fc.constantFrom(gasRollup, inParts),
      async (batches, atOnce) => {
        const { id } = await aDevice(pool, company, 'gas')
        for (const batch of batches) {
          await pool.query(
            `insert into gas_reading (device_id, channel, value, unit, quality, at, received_at)
           select $1, 'CO', v, 'ppm', q, t, now() from unnest($2::float8[], $3::text[], $4::timestamptz[]) as r (v, q, t)`,
            [id, batch.map((r) => r.value), batch.map((r) => r.quality), batch.map((r) => new Date(r.at))],
          )
          await rollUp(client, [atOnce])
        }
        for (const step of ['minute', 'hour', 'day']) {
          const differences = async () => {
            await rollUp(client, [gasRollup])
            const { rows } = await pool.query(
              `with raw as (
             select date_trunc($2, at, 'Europe/London') as at,
               count(*) filter (where value is not null and quality in ('good', 'over-range'))::int as count,
               count(*) filter (where value is null or quality not in ('good', 'over-range'))::int as faults,
               coalesce(sum(value::numeric) filter (where quality in ('good', 'over-range')), 0) as sum,
               min(value) filter (where quality in ('good', 'over-range')) as min,
               max(value) filter (where quality in ('good', 'over-range')) as max
             from gas_reading where device_id = $1 group by 1)
           (select * from raw except select at, count, faults, sum, min, max from gas_${step} where device_id = $1)
           union all
           (select at, count, faults, sum, min, max from gas_${step} where device_id = $1 except select * from raw)`,
              [id, step],
            )
            return rows
          }
          await expect.poll(differences, { message: step, ...others }).toEqual([])
        }
      },
    ),
    { numRuns: 25 },
  )
  await client.end()
})

test('a round of parts that a node leaves is finished by the next one, and nothing counts twice', async () => {
  const pool = database.store.pool
  const company = await aCompany(pool)
  const devices = await Promise.all(Array.from({ length: 8 }, () => aDevice(pool, company, 'gas')))
  const ids = devices.map(({ id }) => id)
  await ensurePartitions(pool, new Date(first), new Date(first))
  const [leaving, next] = [await database.store.connect(), await database.store.connect()]
  const store = () =>
    pool.query(
      `insert into gas_reading (device_id, channel, value, unit, quality, at, received_at)
       select id, 'CO', n, 'ppm', 'good', $2, now() from unnest($1::uuid[]) id, generate_series(1, 4) n`,
      [ids, new Date(first)],
    )
  const counted = async () => {
    const { rows } = await pool.query(
      'select count, sum::int from gas_minute where device_id = any ($1) order by device_id',
      [ids],
    )
    return rows
  }
  const roundUnderWay = async () =>
    (await pool.query(`select from rollup_position where series = 'gas_reading' and upto is not null`)).rowCount
  await store()
  // With one of them under way, the round could be of less than all readings, or of none.
  await othersEnded(pool)
  let parts = 0
  const leave = {
    ...inParts,
    get add() {
      if (++parts === 3) throw new Error('this node ends')
      return gasRollup.add
    },
  }
  await rollUp(leaving, [leave]).catch(() => undefined)
  expect(parts).toBe(3)
  expect(await roundUnderWay()).toBe(1)
  expect((await counted()).length).toBeLessThan(ids.length)
  await store()
  const all = async () => {
    await rollUp(next, [gasRollup])
    return counted()
  }
  await expect.poll(all, others).toEqual(ids.map(() => ({ count: 8, sum: 20 })))
  expect(await roundUnderWay()).toBe(0)
  await Promise.all([leaving.end(), next.end()])
}, 60_000)

const addCount = async (pool: pg.Pool) => {
  const { id } = await aDevice(pool, await aCompany(pool), 'counter')
  const at = new Date()
  await ensurePartitions(pool, at, at)
  await pool.query(
    'insert into people_count (device_id, at, entries, exits, received_at) values ($1, $2, 1, 0, now())',
    [id, at],
  )
}

test('rows of a transaction that commits late are counted once, by whichever run sees them first', async () => {
  const pool = database.store.pool
  const company = await aCompany(pool)
  const { id } = await aDevice(pool, company, 'counter')
  const at = new Date()
  await ensurePartitions(pool, at, at)
  const add = `insert into people_count (device_id, at, entries, exits, received_at) values ($1, $2, $3, 0, now())`
  const [slow, client] = [await database.store.connect(), await database.store.connect()]
  await slow.query('begin')
  await slow.query(add, [id, at, 1])
  await pool.query(add, [id, at, 10])
  await rollUp(client, [peopleCountRollup])
  await slow.query('commit')
  const counted = async () => {
    await rollUp(client, [peopleCountRollup])
    await rollUp(client, [peopleCountRollup])
    return (await pool.query('select sum(entries)::int as entries from count_day where device_id = $1', [id])).rows
  }
  await expect.poll(counted, others).toEqual([{ entries: 11 }])
  expect(await counted()).toEqual([{ entries: 11 }])
  await slow.end()
  await client.end()
}, 60_000)

test('where nothing was stored, the next run writes nothing', async () => {
  const pool = database.store.pool
  const client = await database.store.connect()
  const position = async () =>
    (await pool.query(`select tx from rollup_position where series = 'people_count'`)).rows[0]?.tx
  await addCount(pool)
  const caughtUp = async () => {
    await rollUp(client, [peopleCountRollup])
    const { rows } = await pool.query('select max(tx) from people_count')
    return BigInt(await position()) > BigInt(rows[0]?.max)
  }
  await expect.poll(caughtUp, others).toBe(true)
  const before = await position()
  await pool.query('create table something_else ()')
  await rollUp(client, [peopleCountRollup])
  expect(await position()).toBe(before)
  await addCount(pool)
  // What others have under way is waited for, until it is known to be no count.
  const goneOn = async () => {
    await rollUp(client, [peopleCountRollup])
    return position()
  }
  await expect.poll(goneOn, others).not.toBe(before)
  await client.end()
}, 60_000)

test('entries, exits and refusals are counted by door and hour', async () => {
  const pool = database.store.pool
  const company = await aCompany(pool)
  const door = await aDevice(pool, company, 'door')
  await ensurePartitions(pool, new Date('2026-11-02'), new Date('2026-11-02'))
  await pool.query(
    `insert into entry_exit_log (id, company_id, door_id, type, at, result, method, source, received_at, correlation_id)
     select gen_random_uuid(), $1, $2, t, '2026-11-02T09:30:00Z', r, 'card', 'device', now(), gen_random_uuid()
     from (values ('entry', 'granted'), ('entry', 'granted'), ('exit', 'granted'), ('entry', 'denied')) as v (t, r)`,
    [company.id, door.id],
  )
  const client = await database.store.connect()
  const counted = async () => {
    await rollUp(client, [entryExitRollup])
    return (await pool.query('select at, entries, exits, denied from entry_exit_hour where door_id = $1', [door.id]))
      .rows
  }
  const expected = [{ at: new Date('2026-11-02T09:00:00Z'), entries: 2, exits: 1, denied: 1 }]
  await expect.poll(counted, others).toEqual(expected)
  await client.end()
}, 60_000)

test('a stop does not wait for a long one', async () => {
  const slow = { series: 'people_count', add: `select pg_sleep(600), $1::xid8, $2::xid8` }
  await addCount(database.store.pool)
  const stored = keepRolledUp(database.store, [slow], pino({ level: 'silent' }))
  const underWay = async () => {
    const { rowCount } = await database.store.pool.query(
      `select from pg_stat_activity where query like 'select pg_sleep(600)%' and datname = current_database()`,
    )
    return rowCount
  }
  await expect.poll(underWay, others).toBe(1)
  // One that waited would do so for ten minutes.
  const since = performance.now()
  await stored.stop()
  expect(performance.now() - since).toBeLessThan(60_000)
}, 120_000)
