// The past of the demo: all of it or nothing, however its making ends, and its rollups are those of its rows.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { tendPartitions } from '../../db/partitions.ts'
import { rollUp } from '../../db/rollups.ts'
import { freshDatabase, type TestDatabase } from '../../db/testing.ts'
import { entryExitRollup } from '../../access/entry-exit/entry-exit.rollup.ts'
import { gasRollup } from '../../safety/gas/gas.rollup.ts'
import { peopleCountRollup } from '../../safety/people-count/people-count.rollup.ts'

// Clocks change within these days, in London a week before New York; and each day of the week is among them.
const until = '2026-11-04T10:17:13.000Z'
const days = 12
const rollups = [gasRollup, peopleCountRollup, entryExitRollup]
const rolledUp = ['gas_minute', 'gas_hour', 'gas_day', 'count_minute', 'count_hour', 'count_day']
const doorsRolledUp = ['entry_exit_hour', 'entry_exit_day']

let database: TestDatabase
let folder: string
let children: ChildProcess[]
// What the first test made without being disturbed.
let whole: unknown

beforeEach(async () => {
  database = await freshDatabase()
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-seed-'))
  children = []
})
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

const begin = () => {
  const child = fork(fileURLToPath(new URL('./seed.ts', import.meta.url)), {
    env: {
      ...process.env,
      SEED_UNTIL: until,
      SEED_DAYS: `${days}`,
      SEED_PASSWORD: 'a password',
      SEED_CREDENTIALS: join(folder, 'credentials.json'),
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: [],
  })
  children.push(child)
  child.send(database.url)
  return child
}

const seeded = async () => {
  const child = begin()
  const outcome: unknown[] = await Promise.race([once(child, 'message'), once(child, 'exit')])
  expect(outcome[0]).toEqual({ seededInMs: expect.any(Number) })
  await once(child, 'exit')
}

const digest = async (sql: string) => {
  const { rows } = await database.store.pool.query<{ digest: string }>(
    `select count(*) || ' ' || coalesce(md5(string_agg(r::text, E'\\n' order by r::text)), '') as digest from (${sql}) r`,
  )
  return rows[0]?.digest
}

/** All that the seed decides: ids, times of writing and secrets are new every time. */
const content = () =>
  Promise.all(
    [
      'select key, kind, name from device',
      'select email, job from users',
      `select key, channel, value, unit, quality, at from gas_reading join device d on d.id = device_id`,
      `select key, at, entries, exits from people_count join device d on d.id = device_id`,
      `select d.key, email, l.type, l.at, result, reason, taken from entry_exit_log l join device d on d.id = door_id
         left join users u on u.id = user_id`,
      `select key, type, severity, at, data from event join device d on d.id = device_id`,
      `select email, z.name, p.at from presence p join users u on u.id = user_id left join zone z on z.id = zone_id`,
      `select key, channel, value, at from gas_latest join device d on d.id = device_id`,
      `select key, online, last_seen_at, battery from device_status join device d on d.id = device_id`,
      `select g.name, key from door_group g join door_group_door o on o.group_id = g.id join device d on d.id = o.device_id`,
      `select l.name, key from access_level_opens o join access_level l on l.id = o.level_id join device d on d.id = o.door_id`,
      `select l.name, email from access_level_holder o join access_level l on l.id = o.level_id join users u on u.id = o.user_id`,
      'select visitor_name, valid_from, valid_to, state, used from visitor_pass',
      `select m.started_at, p.name, p.status, p.status_at, p.because from muster m join muster_person p on p.muster_id = m.id`,
      `select key, action, c.status, requested_at from command c join device d on d.id = c.device_id`,
      `select f.name, key, x, y from plan p join floor f on f.id = p.floor_id join plan_device o on o.floor_id = f.id
         join device d on d.id = o.device_id`,
      ...rolledUp.map((table) =>
        `select key, t.* from ${table} t join device d on d.id = device_id`.replace('t.*', columnsOf(table)),
      ),
      ...doorsRolledUp.map(
        (table) => `select key, at, entries, exits, denied from ${table} join device d on d.id = door_id`,
      ),
    ].map(digest),
  )

const columnsOf = (table: string) =>
  table.startsWith('gas') ? 'channel, at, count, faults, trim_scale(sum) as sum, min, max' : 'at, entries, exits'

const schema = () => digest(`select indexname, indexdef from pg_indexes where schemaname = 'public'`)

/** Of the making, in the store: it holds a lock from its first statement to its last. */
const underWay = () =>
  rowsOf(
    `select from pg_locks where locktype = 'advisory'
       and database = (select oid from pg_database where datname = current_database())`,
  )

/** For a lock on the table that it writes next. */
const waiting = (table: string) => rowsOf('select from pg_locks where not granted and relation = $1::regclass', table)

const rowsOf = async (sql: string, ...values: string[]) => (await database.store.pool.query(sql, values)).rowCount

const companies = async () => (await database.store.pool.query('select from company where demo')).rowCount

test('a past is the same for the same seed, whole with its rollups, and leaves the schema as it was', async () => {
  const client = await database.store.connect()
  await tendPartitions(client, new Date())
  const parents = () =>
    digest(`select indexname, indexdef from pg_indexes where schemaname = 'public' and tablename !~ '_\\d{8}$'`)
  const before = await parents()
  await seeded()
  expect(await parents()).toBe(before)
  const first = await content()
  const indices = await schema()
  await rollUp(client, rollups)
  expect(await content()).toEqual(first)

  // The rollups themselves, of the same rows, from the first of them on.
  await client.query(`truncate ${[...rolledUp, ...doorsRolledUp].join(', ')}; update rollup_position set tx = '0'`)
  await rollUp(client, rollups)
  expect(await content()).toEqual(first)
  await client.end()
  whole = first
  expect(await schema()).toBe(indices)
}, 120_000)

test('a making killed at any moment leaves nothing behind, and the next one makes the same', async () => {
  // In the order in which they are written: before the past, when all of it is copied and nothing indexed, at the end.
  for (const table of ['device', 'rollup_position', 'setting']) {
    const barrier = await database.store.connect()
    await barrier.query('set idle_in_transaction_session_timeout = 0')
    await barrier.query('begin')
    await barrier.query(`lock table ${table} in share mode`)
    const child = begin()
    const ended = once(child, 'exit')
    await expect.poll(() => waiting(table), { timeout: 120_000, message: table }).toBe(1)
    child.kill('SIGKILL')
    await ended
    await barrier.end()
    // The store goes on with what it was at, finds nobody there and takes all of it back.
    await expect.poll(underWay, { timeout: 60_000 }).toBe(0)
    expect(await companies()).toBe(0)
    expect(await digest('select from gas_reading')).toMatch(/^0 /)
    expect(await digest('select from entry_exit_log')).toMatch(/^0 /)
  }
  await seeded()
  expect(await companies()).toBe(2)
  expect(await content()).toEqual(whole)
}, 300_000)
