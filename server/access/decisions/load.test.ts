// The rules as they come out of the store decide as those that went in; and how long a large building takes to read.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { v7 as uuid } from 'uuid'
import { freshDatabase } from '../../db/testing.ts'
import { decide, nothingBefore } from './decide.ts'
import { aLargeBuilding } from './large.testing.ts'
import { loadRules } from './load.sql.ts'
import { anAsk, aWorld, mulberry32 } from './naive.testing.ts'
import { assemble, type Rows } from './rows.ts'
import { always, type Period, type Rules } from './rules.ts'

let database: Awaited<ReturnType<typeof freshDatabase>>
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

const secrets = { mobile: (_id: string, sealed: Buffer) => sealed, pinKey: () => null }
const moment = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString())

/** Writes the rows of a building into the store; its zones by their names. */
const write = async (rows: Rows): Promise<void> => {
  const { pool } = database.store
  const companyId = rows.doors[0]?.companyId ?? ''
  await pool.query(`insert into company (id, name, time_zone) values ($1, $2, 'Europe/London')`, [companyId, uuid()])
  const sites = new Map([...new Set(rows.doors.map(({ timeZone }) => timeZone))].map((zone) => [zone, uuid()]))
  for (const [timeZone, id] of sites)
    await pool.query('insert into site (id, company_id, name, time_zone) values ($1, $2, $3, $3)', [
      id,
      companyId,
      timeZone,
    ])
  const zones = new Map<string, string>()
  for (const name of new Set(
    rows.doors.flatMap(({ fromZoneId, toZoneId }) => [fromZoneId ?? [], toZoneId ?? []].flat()),
  )) {
    const id = /^[0-9a-f-]{36}$/.test(name) ? name : uuid()
    zones.set(name, id)
    await pool.query('insert into zone (id, company_id, site_id, name) values ($1, $2, $3, $4)', [
      id,
      companyId,
      [...sites.values()][0],
      name,
    ])
  }
  const many = async (text: string, list: readonly object[]) => pool.query(text, [JSON.stringify(list)])
  const from = (columns: string) => `json_to_recordset($1) as t (${columns})`
  await many(
    `insert into device (id, company_id, site_id, key, kind, name, address)
     select id, '${companyId}', site, key, 'door', key, key from ${from('id uuid, site uuid, key text')}`,
    rows.doors.map(({ id, timeZone, key }) => ({ id, site: sites.get(timeZone), key })),
  )
  await many(
    `insert into door (device_id, from_zone_id, to_zone_id) select * from ${from('id uuid, f uuid, t uuid')}`,
    rows.doors.map(({ id, fromZoneId, toZoneId }) => ({
      id,
      f: zones.get(fromZoneId ?? ''),
      t: zones.get(toZoneId ?? ''),
    })),
  )
  await many(
    `insert into door_access (door_id, company_id, decides, pin_needed, passback, passback_minutes)
     select id, '${companyId}', d, p, b, m from ${from('id uuid, d text, p boolean, b text, m integer')}`,
    rows.doors.map((door) => ({
      id: door.id,
      d: door.decides,
      p: door.pinNeeded,
      b: door.passback,
      m: door.passbackMinutes,
    })),
  )
  await many(
    `insert into users (id, company_id, email, first_name, last_name, status)
     select id, '${companyId}', id::text, split_part(n, ' ', 1), split_part(n, ' ', 2), s
     from ${from('id uuid, n text, s text')}`,
    rows.people.map(({ id, name: n, active }) => ({ id, n, s: active ? 'active' : 'suspended' })),
  )
  await many(
    `insert into access_person (user_id, company_id, suspended, valid_from, valid_to, extended_time, passback_exempt, escort)
     select id, '${companyId}', s, f, t, e, p, x from ${from(
       'id uuid, s boolean, f timestamptz, t timestamptz, e boolean, p boolean, x text',
     )} where f is null or t is null or f < t`,
    rows.people.map((row) => ({
      id: row.id,
      s: row.suspended,
      f: moment(row.from),
      t: moment(row.to),
      e: row.extended,
      p: row.passbackExempt,
      x: row.escort,
    })),
  )
  await many(
    `insert into schedule (id, company_id, name, week, exceptions, on_holidays, holiday_ranges)
     select id, '${companyId}', n, w, e, h, r from ${from('id uuid, n text, w jsonb, e jsonb, h text, r jsonb')}`,
    rows.schedules.map(({ id, name: n, rules }) => ({
      id,
      n,
      w: rules.week,
      e: rules.exceptions,
      h: rules.onHolidays,
      r: rules.holidayRanges,
    })),
  )
  for (const { id, rules } of rows.schedules) {
    const calendar = uuid()
    await pool.query('insert into holiday_calendar (id, company_id, name, days) values ($1, $2, $3, $4)', [
      calendar,
      companyId,
      calendar,
      JSON.stringify(rules.holidays),
    ])
    await pool.query('update schedule set calendar_id = $1 where id = $2', [calendar, id])
  }
  await many(
    `insert into access_level (id, company_id, name, schedule_id)
     select id, '${companyId}', n, s from ${from('id uuid, n text, s uuid')}`,
    rows.levels.map(({ id, name: n, scheduleId: s }) => ({ id, n, s })),
  )
  await many(
    `insert into access_level_door (level_id, door_id) select l, d from ${from('l uuid, d uuid')}`,
    rows.levels.flatMap(({ id: l, doorIds }) => doorIds.map((d) => ({ l, d }))),
  )
  const ofPerson = rows.holders.filter(({ groupId }) => groupId === null)
  await many(
    `insert into access_level_person (level_id, user_id, valid_from, valid_to)
     select l, u, f, t from ${from('l uuid, u uuid, f timestamptz, t timestamptz')} on conflict do nothing`,
    ofPerson.map(({ levelId: l, userId: u, from: f, to: t }) => ({ l, u, f: moment(f), t: moment(t) })),
  )
  await many(
    `insert into credential (id, company_id, kind, value, state, revoked_at, valid_from, valid_to, duress, user_id, secret)
     select id, '${companyId}', k, v, s, case when r then now() end, f, t, d, u, decode(x, 'hex') from ${from(
       'id uuid, k text, v text, s text, r boolean, f timestamptz, t timestamptz, d boolean, u uuid, x text',
     )}`,
    rows.credentials
      .filter(({ userId }) => userId !== null)
      .map(({ id, kind: k, value: v, state: s, revoked: r, from: f, to: t, duress: d, userId: u, secret }) => ({
        ...{ id, k, v, s, r, f: moment(f), t: moment(t), d, u },
        x: secret?.toString('hex') ?? null,
      })),
  )
}

const only = (all: ReadonlyMap<string, Rules>): Rules => {
  const [rules] = all.values()
  if (!rules) throw new Error('an empty building')
  return rules
}

test('decide as those that were written', async () => {
  const random = mulberry32(11)
  const world = aWorld(random)
  // What the store would refuse, or has in another table.
  const sane = ({ from, to }: Period) => from === null || to === null || from < to
  const rows: Rows = {
    ...world,
    passes: [],
    people: world.people.map((row) => (sane(row) ? row : { ...row, ...always })),
    credentials: world.credentials.filter((row) => row.userId !== null && sane(row)),
    holders: world.holders.filter((row) => row.groupId === null && sane(row)),
  }
  await write(rows)
  const [before, after] = [only(assemble(rows)), only(await loadRules(database.store, secrets))]
  let granted = 0
  for (let n = 0; n < 600; n++) {
    const { doorId, what } = anAsk(random, rows)
    const doors = [before.doors.get(doorId), after.doors.get(doorId)] as const
    if (!doors[0] || !doors[1]) throw new Error('a door is missing')
    const [wanted, found] = [
      decide(before, doors[0], nothingBefore, what),
      decide(after, doors[1], nothingBefore, what),
    ]
    expect([found.result, found.reason, found.seconds, found.person?.id]).toEqual([
      wanted.result,
      wanted.reason,
      wanted.seconds,
      wanted.person?.id,
    ])
    expect(found.path.map(({ check, ok }) => [check, ok])).toEqual(wanted.path.map(({ check, ok }) => [check, ok]))
    if (found.result === 'granted') granted++
  }
  expect(granted).toBeGreaterThan(10)
})

// `DECISION_PEOPLE=10000 DECISION_DOORS=1000` for the figure.
test('are read quickly', { timeout: 120_000 }, async () => {
  const [people, doors] = [Number(process.env['DECISION_PEOPLE'] ?? 100), Number(process.env['DECISION_DOORS'] ?? 30)]
  // The service ledger of gas detectors refuses to be emptied, as it is only added to: here nothing is in it.
  await database.store.pool.query(
    'begin; set local session_replication_role = replica; truncate company cascade; commit',
  )
  const rows = aLargeBuilding(people, doors)
  await write({ ...rows, holders: rows.holders.map((row) => ({ ...row, groupId: null, group: null })) })
  await database.store.pool.query('analyze')
  const took: number[] = []
  for (let n = 0; n < (process.env['DECISION_FIGURES'] ? 5 : 1); n++) {
    const began = performance.now()
    const rules = only(await loadRules(database.store, secrets))
    took.push(performance.now() - began)
    expect(rules.people.size).toBe(people)
    expect(rules.doors.size).toBe(doors)
  }
  took.sort((a, b) => a - b)
  if (process.env['DECISION_FIGURES'])
    process.stdout.write(
      `${people} people and ${doors} doors: read in ${took.map((ms) => ms.toFixed(0)).join(', ')} ms\n`,
    )
  // Some 20 ms; what a large building takes is a figure (decision 0030).
  expect(took[0]).toBeLessThan(20_000)
})
