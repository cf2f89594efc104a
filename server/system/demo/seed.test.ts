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
import type { KnownDevice } from '../../building/devices/devices.ts'
import { type AlarmLife, stateOf } from '../../safety/alarms/alarms.ts'
import { episodesOf } from '../../safety/alarms/history.ts'
import { definition, isWithin } from '../../safety/alarms/rules.ts'
import { failReasonsOf } from '@gatehouse/contract/safety/pass-band'
import { readEntries } from '../../safety/detector-service/ledger.sql.ts'
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
      `select r.preset, a.title, d.key, part, raised_at, last_at, returned_at, count, acknowledged_at, acknowledged_by,
         acknowledged_note, shelved_until, assignee_id is null, cleared_at, cleared_by, cleared_reason, state, value
         from alarm a join alarm_rule r on r.id = a.rule_id join device d on d.id = a.device_id`,
      `select a.title, d.key, t.at, what, by, note from alarm_transition t join alarm a on a.id = t.alarm_id
         join device d on d.id = a.device_id`,
      'select name, severity from alarm_rule_version',
      `select r.name, hand_over_at, starts_on, o.from_at, o.to_at, u.email from on_call_rota r
         join on_call_override o on o.rota_id = r.id join users u on u.id = o.user_id`,
      `select key, channel, e.kind, at, lot, zero_before, span_before, span_after, result from gas_service_entry e
         join device d on d.id = e.device_id`,
      `select p.name, l.people, l.basis from occupancy_limit l join place p on p.id = l.place_id`,
      `select p.name, a.at, a.people, a.counted, a.low, a.high from occupancy_anchor a join place p on p.id = a.place_id`,
      `select p.name, o.base, o.net, o.lowest, o.last_at from occupancy o join place p on p.id = o.place_id`,
      'select key, purpose, is_on from actuator a join device d on d.id = a.device_id',
      'select name, delay_seconds, run_on_seconds, cardinality(rule_ids), cardinality(actuator_ids) from effect',
      'select at, by, text, (select count(*) from shift_note_read r where r.note_id = n.id) from shift_note n',
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

test('occupancy is what the night was counted with and what counters counted since, and every test of a sensor was passed', async () => {
  await seeded()
  const { db } = database.store
  const { rows: places } = await database.store.pool.query<{
    kind: string
    name: string
    people: number
    limit: number
  }>(
    `select p.kind, p.name, (o.base + o.net - o.lowest)::int as people, l.people as limit from occupancy o
       join place p on p.id = o.place_id join company c on c.id = o.company_id
       left join occupancy_limit l on l.place_id = o.place_id where c.name = 'Meridian Tower' order by 1, 2`,
  )
  // A Wednesday at a quarter past ten: offices are full, and nothing is beyond what it may hold.
  const [tower] = places.filter(({ kind }) => kind === 'site')
  expect(tower?.people).toBeGreaterThan(25)
  expect(places.filter(({ kind }) => kind === 'zone').map(({ name }) => name)).toEqual(
    expect.arrayContaining(['Lobby', 'Canteen', 'Floor 2 offices', 'Floor 3 offices']),
  )
  expect(places.filter(({ people, limit }) => limit !== null && people >= 0.8 * limit)).toEqual([])
  // Every night was counted by hand as it had been counted by devices, within the band.
  const { rows: anchors } = await database.store.pool.query(
    `select p.name, a.at, a.people, a.counted, a.low, a.high from occupancy_anchor a join place p on p.id = a.place_id
     where a.low is not null and a.people not between a.low and a.high`,
  )
  expect(anchors).toEqual([])
  // What came before the server began is no outage.
  const { rows: outages } = await database.store.pool.query(
    'select place_id from occupancy where gaps_at <> $1 or gaps <> $2',
    [until, '{}'],
  )
  expect(outages).toEqual([])
  const { rows: service } = await database.store.pool.query<{ state: string; channels: number }>(
    `select state, count(*)::int as channels from gas_service_state($1) s join company c on c.id = s.company_id
     where c.name = 'Meridian Tower' group by state order by state`,
    [until],
  )
  expect(service).toEqual([
    { state: 'due-soon', channels: 2 },
    { state: 'ok', channels: 10 },
  ])
  const entries = await readEntries(db, { deviceId: await detector('gas-boiler'), limit: 100 })
  expect(entries).toHaveLength(12)
  for (const { span, gas, zero, bandPercent, at, result } of entries)
    expect([
      result,
      failReasonsOf({
        concentration: gas?.concentration ?? 0,
        bandPercent: bandPercent ?? 0,
        zeroAfter: zero?.after ?? null,
        spanAfter: span?.after ?? 0,
        performedOn: at.slice(0, 10),
        lotExpiresOn: gas?.expiresOn ?? '',
      }),
    ]).toEqual(['pass', []])
}, 120_000)

const detector = async (key: string): Promise<string> => {
  const { rows } = await database.store.pool.query<{ id: string }>('select id from device where key = $1', [key])
  return rows[0]?.id ?? ''
}

test('alarms are of its devices and rules, their lives are those of their transitions, and nothing is of the future', async () => {
  await seeded()
  const nothing = (sql: string) => expect(rowsOf(sql), sql).resolves.toBe(0)
  await nothing(`select from alarm a left join device d on d.id = a.device_id and d.company_id = a.company_id
    left join alarm_rule r on r.id = a.rule_id and r.company_id = a.company_id where d.id is null or r.id is null`)
  await nothing(`select from alarm a where assignee_id is not null
    and not exists (select from users u where u.id = assignee_id and u.company_id = a.company_id)`)
  await nothing(`
    with told as (
      select alarm_id, count(*) filter (where what in ('raised', 'occurred')) as count,
        min(at) filter (where what = 'raised') as raised_at, max(at) filter (where what in ('raised', 'occurred')) as last_at,
        max(at) filter (where what = 'returned') as returned_at, max(at) filter (where what = 'acknowledged') as acknowledged_at,
        max(at) filter (where what = 'cleared') as cleared_at, (array_agg(what order by n))[1] as first
      from alarm_transition group by alarm_id)
    select from alarm a left join told t on t.alarm_id = a.id
    where row(a.count, a.raised_at, a.last_at, a.cleared_at, 'raised') is distinct from
        row(t.count::int, t.raised_at, t.last_at, t.cleared_at, t.first)
      or a.is_active is distinct from (t.returned_at is null or t.last_at > t.returned_at)
      or (not a.is_active and a.returned_at is distinct from t.returned_at)
      or a.acknowledged_at is distinct from case when t.acknowledged_at >= a.last_at then t.acknowledged_at end`)
  await nothing(`select from (select at, lag(at) over (partition by alarm_id order by n) as before from alarm_transition) t
    where at < before`)
  for (const [table, columns] of [
    ['alarm', ['raised_at', 'last_at', 'returned_at', 'acknowledged_at', 'shelved_at', 'cleared_at']],
    ['alarm_transition', ['at']],
    ['alarm_check', ['at']],
    ['shift_note', ['at']],
    ['shift_note_read', ['at']],
    ['alarm_rule_version', ['created_at']],
  ] as const)
    await nothing(`select from ${table} where greatest(${columns.join(', ')}) >= '${until}'`)

  const { rows } = await database.store.pool.query<Row>('select * from alarm')
  expect(rows.map((row) => [row.id, row.state])).toEqual(rows.map((row) => [row.id, stateOf(lifeOf(row))]))
  const open = rows.filter(({ state }) => state !== 'cleared')
  expect(open.length).toBeGreaterThan(2)
  expect(open.length).toBeLessThanOrEqual(5)
  expect(
    open.filter(
      ({ severity, acknowledged_at }) => severity === 'critical' || (severity === 'high' && !acknowledged_at),
    ),
  ).toEqual([])
  expect(rows.length / days).toBeGreaterThan(20)
  expect(rows.length / days).toBeLessThan(60)
  // Whoever is on call can be reached, and next week somebody else is for once.
  const { rows: turns } = await database.store.pool.query<{ people: number; overrides: number; absences: number }>(
    `select cardinality(user_ids) as people, (select count(*)::int from on_call_override) as overrides,
       (select count(*)::int from on_call_absence) as absences from on_call_rota`,
  )
  expect(turns).toEqual([{ people: 3, overrides: 1, absences: 1 }])
}, 120_000)

test('a rule tried against the history that was made would have raised the alarms that it has', async () => {
  await seeded()
  const { db, pool } = database.store
  const { rows: devices } = await pool.query<KnownDevice>(
    `select d.id, d.key, d.company_id as "companyId", d.site_id as "siteId", d.zone_id as "zoneId", d.kind, d.name, z.name as zone,
       s.time_zone as "timeZone", d.driver, d.address, null as username, d.config, '' as "group", '[]'::jsonb as levels, null as door
     from device d join site s on s.id = d.site_id left join zone z on z.id = d.zone_id`,
  )
  const { rows: rules } = await pool.query<{
    id: string
    companyId: string
    name: string
    definition: unknown
    raised: string[]
  }>(
    `select r.id, r.company_id as "companyId", v.name, v.definition,
       array(select a.device_id || ' ' || to_char(t.at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') from alarm a
         join alarm_transition t on t.alarm_id = a.id
         where a.rule_id = r.id and what in ('raised', 'occurred') order by 1) as raised
     from alarm_rule r join alarm_rule_version v on v.rule_id = r.id`,
  )
  const tried = new Map<string, number>()
  for (const { companyId, name, definition: stored, raised } of rules) {
    const { condition, scope } = definition.parse(stored)
    const episodes = await episodesOf(db, {
      condition,
      devices: devices.filter((device) => device.companyId === companyId && isWithin(scope, device)),
      places: [],
      since: new Date(Date.parse(until) - days * 86_400_000),
      now: new Date(until),
      schedule: null,
      combined: [],
    })
    if (typeof episodes === 'string') continue
    const found = episodes.map(
      ({ source, from }) => `${source.id} ${from.toISOString().slice(0, 16).replace('T', ' ')}`,
    )
    expect(found.toSorted(), name).toEqual(raised)
    if (raised.length > 0) tried.set(name, raised.length)
  }
  expect([...tried.keys()]).toEqual(
    expect.arrayContaining(['Door held open', 'Door forced open', 'Camera offline', 'Carbon monoxide: low alarm']),
  )
}, 120_000)

interface Row {
  readonly id: string
  readonly severity: string
  readonly state: string
  readonly is_active: boolean
  readonly raised_at: Date
  readonly last_at: Date
  readonly returned_at: Date | null
  readonly count: number
  readonly acknowledged_at: Date | null
  readonly shelved_at: Date | null
  readonly shelved_until: Date | null
  readonly is_suppressed: boolean
  readonly is_out_of_service: boolean
  readonly is_annunciated: boolean
  readonly latches: boolean
  readonly cleared_at: Date | null
}

const lifeOf = (row: Row): AlarmLife => ({
  isActive: row.is_active,
  raisedAt: row.raised_at,
  lastAt: row.last_at,
  returnedAt: row.returned_at,
  count: row.count,
  acknowledged: row.acknowledged_at && { at: row.acknowledged_at, by: '', note: null },
  shelved: row.shelved_at && row.shelved_until && { at: row.shelved_at, until: row.shelved_until, by: '', reason: '' },
  isSuppressed: row.is_suppressed,
  isOutOfService: row.is_out_of_service,
  isAnnunciated: row.is_annunciated,
  latches: row.latches,
  cleared: row.cleared_at && { at: row.cleared_at, by: null, reason: null },
})

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
