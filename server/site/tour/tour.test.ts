// The public tour on a real server with its simulator: what everybody is told, and that it is of one building only.
import * as companies from '@gatehouse/contract/identity/companies'
import { operations } from '@gatehouse/contract/contract'
import { allPermissions } from '@gatehouse/contract/permissions'
import * as tour from '@gatehouse/contract/site/tour'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { v7 as uuid } from 'uuid'
import { aCompany, aDevice, aUser, aZone } from '../../testing/building.testing.ts'
import { type TestServer, openServer, sharedServer } from '../../testing/test-server.testing.ts'
import { tick } from '../../kit/clock.testing.ts'
import { sharedFor } from './tour.ts'

let server: TestServer
const mark = 'CANARY'
beforeAll(async () => {
  server = await openServer({ TOUR: 'on' })
})
afterAll(() => server.close())

const ask = async (address = '127.0.0.1') => {
  const response = await fetch(`${server.gatehouse.address}/api/tour`, { headers: { 'x-forwarded-for': address } })
  return { status: response.status, text: await response.text() }
}

const building = async () => {
  const { building: shown } = await server.client().call(tour.now)
  if (!shown) throw new Error('the tour does not run')
  return shown
}

describe('whoever asks', () => {
  test('is told of a whole building that is alive, without signing in', async () => {
    const shown = await building()
    const of = (kind: string) => shown.devices.filter((d) => d.kind === kind)
    expect([of('door'), of('gas'), of('counter'), of('camera'), of('intercom')].map((l) => l.length)).toEqual([
      5, 2, 2, 2, 1,
    ])
    expect(of('gas').flatMap((d) => d.latest.map((l) => l.channel))).toEqual(['LEL', 'O2', 'CO'])
    expect([shown.name, shown.timeZone]).toEqual(['Harbour Quay', 'Europe/London'])
    const onlineCount = async () => (await building()).devices.filter(({ online }) => online).length
    await expect.poll(onlineCount, { timeout: 20_000 }).toBe(12)
    const latest = async () => (await building()).devices.find((d) => d.kind === 'gas')?.latest[0]?.at ?? ''
    const before = await latest()
    await expect.poll(latest, { timeout: 12_000, interval: 500 }).not.toBe(before)
    // A door says its state as soon as it is there.
    expect((await building()).devices.every((d) => d.kind !== 'door' || d.latest.length === 6)).toBe(true)
  }, 60_000)

  test('gets sums that agree: the counters, the hours and the people inside', async () => {
    const { counters, hours, inside, trends } = await building()
    const sum = (list: readonly number[]) => list.reduce((n, x) => n + x, 0)
    expect(sum(hours.map((h) => h.entries))).toBe(sum(counters.map((c) => c.inToday)))
    expect(sum(hours.map((h) => h.exits))).toBe(sum(counters.map((c) => c.outToday)))
    expect(inside.people).toBeGreaterThanOrEqual(1)
    expect(inside.people).toBeLessThan(45)
    expect(Date.now() - Date.parse(inside.since)).toBeLessThan(26 * 3_600_000)
    expect(trends.map(({ channel, values }) => [channel, values.length])).toEqual([
      ['LEL', 61],
      ['O2', 61],
      ['CO', 61],
    ])
    for (const { values } of trends) expect(values.filter((v) => v !== null).length).toBeGreaterThan(50)
  })

  test('gets the same answer as all others within a second, and a newer one after', async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, () => ask()))
    expect(new Set(answers.map(({ text }) => text)).size).toBeLessThanOrEqual(2)
    await tick('1 s')
    expect((await ask()).text).not.toBe(answers[0]?.text)
    expect(Buffer.byteLength((await ask()).text)).toBeLessThan(15_000)
  })

  test('is refused after 240 questions a minute from one address; others are not', async () => {
    const statuses: number[] = []
    for (let n = 0; n < 250; n++) statuses.push((await ask('203.0.113.7')).status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(240)
    expect(statuses.filter((status) => status === 429)).toHaveLength(10)
    expect((await ask('203.0.113.8')).status).toBe(200)
  })
})

describe('while somebody looks', () => {
  /** As far as the showing goes in one step, with somebody who looks before and after it. */
  const step = async () => {
    await building()
    await tick('4 s')
    return building()
  }
  const until = async (what: (shown: tour.Building) => unknown) => {
    await expect.poll(async () => Boolean(what(await step())), { timeout: 30_000, interval: 50 }).toBe(true)
    return building()
  }

  test('doors are unlocked by commands that they confirm, and lock again by themselves', async () => {
    const { worked } = await until((shown) => shown.worked.some(({ status }) => status === 'confirmed'))
    const confirmed = worked.find(({ status }) => status === 'confirmed')
    expect(confirmed).toMatchObject({ asked: 'unlock', answeredMs: expect.any(Number) })
    const modeOf = async () =>
      (await building()).devices
        .find(({ kind, name }) => kind === 'door' && name === confirmed?.door)
        ?.latest.find(({ channel }) => channel === 'lock')?.value
    await expect.poll(modeOf, { timeout: 20_000 }).toBe('Locked')
  }, 60_000)

  test('a roll-call finds everybody, the last one after being missing, and ends; the record of both holds', async () => {
    const began = await until(({ drill }) => drill && drill.endedAt === null)
    expect(began.drill?.zones.map(({ zone, people }) => [zone, people])).toEqual([
      ['Boiler room', 1],
      ['Loading bay', 4],
      ['Lobby', 3],
      ['Offices', 12],
    ])
    const sum = (shown: tour.Building, of: 'people' | 'safe' | 'missing') =>
      shown.drill?.zones.reduce((n, zone) => n + zone[of], 0) ?? 0
    await until((shown) => sum(shown, 'missing') === 1 && sum(shown, 'safe') === 19)
    const ended = await until(({ drill }) => drill?.endedAt)
    expect(sum(ended, 'safe')).toBe(20)
    const { record } = await until((shown) => shown.record.verified)
    expect(record.verified).toMatchObject({ ok: true, head: expect.stringMatching(/^[0-9a-f]{64}$/) })
    expect(record.verified?.checked).toBeGreaterThan(0)
    expect(new Set(record.entries.map(({ action }) => action))).toContain('doors.unlock')
  }, 60_000)

  test('nobody looks: nothing is done', async () => {
    await tick('20 s')
    const count = async () =>
      (await server.store.pool.query('select from command c join company o on o.id = c.company_id where o.tour'))
        .rowCount
    const before = await count()
    for (let n = 0; n < 4; n++) await tick('4 s')
    expect(await count()).toBe(before)
  })
})

describe('nothing private', () => {
  test('is in any answer: no id, no card, no address, no word of another company', async () => {
    const other = await aCompany(server.store.pool, `${mark} House`)
    const zone = await aZone(server.store.pool, other, `${mark} zone`)
    const door = await aDevice(server.store.pool, other, 'door', { zone, leadsTo: zone })
    const gas = await aDevice(server.store.pool, other, 'gas', { zone })
    const counter = await aDevice(server.store.pool, other, 'counter', { zone })
    const { id } = await aUser(server.store.pool, other, { card: 'card:0000000042' })
    const { pool } = server.store
    await pool.query('update device set name = $1 where company_id = $2', [`${mark} device`, other.id])
    await pool.query('update users set first_name = $1, last_name = $1 where id = $2', [mark, id])
    await pool.query(`insert into gas_latest values ($1, 'CO', 424242, 'ppm', 'good', now(), now())`, [gas.id])
    await pool.query(
      `insert into gas_minute values ($1, 'CO', date_trunc('minute', now()), 1, 0, 424242, 424242, 424242)`,
      [gas.id],
    )
    await pool.query(
      'insert into people_count (device_id, at, entries, exits, received_at) values ($1, now(), 424242, 0, now())',
      [counter.id],
    )
    await pool.query(
      `insert into entry_exit_log (id, company_id, user_id, door_id, zone_id, type, at, result, reason, method, source,
         received_at, correlation_id)
       values ($1, $2, $3, $4, $5, 'entry', now(), 'denied', $6, 'card', 'device', now(), $1)`,
      [uuid(), other.id, id, door.id, zone, mark],
    )
    await pool.query(
      `insert into event (id, company_id, device_id, type, severity, at, received_at, data, correlation_id)
       values ($1, $2, $3, 'door.forced-open', 'high', now(), now(), $4, $1)`,
      [uuid(), other.id, door.id, JSON.stringify({ mark })],
    )
    await tick('1 s')
    for (let n = 0; n < 2; n++) {
      const { text } = await ask()
      expect(text).not.toContain(mark)
      expect(text).not.toContain('424242')
      expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/)
      expect(text).not.toMatch(/card:|@|credential":|userId|person":|correlation/)
      await tick('1 s')
    }
    // What a device of the tour itself says as free text does not come through either.
    const { rows } = await pool.query<{ id: string; company: string }>(
      `select d.id, d.company_id as company from device d join company c on c.id = d.company_id
       where c.tour and d.kind = 'door' limit 1`,
    )
    const [own] = rows
    // Later than anything that happens in the building meanwhile.
    for (const type of [`door.${mark}`, 'device.offline', 'door.held-open']) {
      await pool.query(
        `insert into event (id, company_id, device_id, type, severity, at, received_at, data, correlation_id)
         values ($1, $2, $3, $4, 'high', now() + interval '1 min', now(), $5, $1)`,
        [uuid(), own?.company, own?.id, type, JSON.stringify({ mark })],
      )
    }
    await pool.query(
      `insert into entry_exit_log (id, company_id, door_id, type, at, result, reason, method, source, received_at,
         correlation_id)
       values ($1, $2, $3, 'entry', now() + interval '1 min', 'denied', $4, 'card', 'device', now(), $1)`,
      [uuid(), own?.company, own?.id, mark],
    )
    await tick('1 s')
    const shown = await building()
    expect(JSON.stringify(shown)).not.toContain(mark)
    expect(shown.happenings[0]?.type).toBe('door.held-open')
    expect(shown.accesses[0]?.reason).toBe('other')
  })

  test('is kept of the people who pass its doors, and nobody can be one of them', async () => {
    const { rows } = await server.store.pool.query(
      `select (select count(*) from users u where u.company_id = c.id) as users,
         (select count(*) from credential k where k.company_id = c.id) as cards,
         (select count(*) from role r where r.company_id = c.id) as roles,
         (select count(*) from entry_exit_log l where l.company_id = c.id and user_id is not null) as known,
         (select count(*) from entry_exit_log l where l.company_id = c.id) > 0 as passed,
         (select count(*) from mqtt_credential m where m.company_id = c.id
            and (m.device_id is null or m.keys is not null or m.topics <> '{}')) as gateways
       from company c where c.tour`,
    )
    expect(rows).toEqual([{ users: 0, cards: 0, roles: 0, known: 0, passed: true, gateways: 0 }])
  })

  test('can be reached from it: platform administrators do not find the company, and nobody joins it', async () => {
    const { pool } = server.store
    const visitor = await server.signedIn(await aCompany(pool), { can: allPermissions })
    const list = await visitor.call(companies.list, { limit: 200 })
    expect(list.companies.filter(({ name }) => /harbour/i.test(name))).toEqual([])
    const { rows } = await pool.query<{ id: string; name: string }>('select id, name from company where tour')
    const statuses = [
      await visitor.try(companies.byName, { name: rows[0]?.name }),
      await visitor.try(companies.switchTo, { companyId: rows[0]?.id }),
    ].map(({ status }) => status)
    expect(statuses).toEqual([404, 404])
    const [newcomer] = [await aUser(pool, await aCompany(pool))]
    await pool.query('update users set company_id = null where id = $1', [newcomer.id])
    const asking = await server.signIn(newcomer)
    await asking.try(companies.requestToJoin, { company: rows[0]?.name })
    expect((await pool.query('select from join_request')).rowCount).toBe(0)
  })

  test('but the tour is one public query without input, and the picture of a plan', async () => {
    const own = [...operations].filter(([name]) => name.startsWith('tour.'))
    expect(own.map(([name, op]) => [name, op.kind, op.permission, op.input.safeParse({}).success])).toEqual([
      ['tour.now', 'query', 'public', true],
      ['tour.plan', 'query', 'public', false],
    ])
    const { floors } = await building()
    expect(floors.map(({ level, name }) => [level, name])).toEqual([
      [1, 'Ground floor'],
      [2, 'First floor'],
    ])
    const picture = async (level: number) => {
      const response = await fetch(`${server.gatehouse.address}/api/tour/plans/${level}`)
      return { status: response.status, type: response.headers.get('content-type') }
    }
    for (const { level } of floors) expect(await picture(level)).toEqual({ status: 200, type: 'image/webp' })
    const { pool } = server.store
    const other = await aCompany(pool, 'Elsewhere')
    const { rows } = await pool.query<{ id: string }>('select id from site where company_id = $1', [other.id])
    await pool.query(
      `with f as (insert into floor (id, company_id, site_id, name, level) values ($1, $2, $3, 'Cellar', -7) returning id)
       insert into plan (floor_id, company_id, picture_id, width, height, large, small, source)
       select id, $2, $1, 1, 1, 'x', 'x', 'PNG' from f`,
      [uuid(), other.id, rows[0]?.id],
    )
    expect((await picture(-7)).status).toBe(404)
  })
})

test('where the tour does not run, the answer says so', async () => {
  const quiet = await sharedServer()
  expect(await quiet.client().call(tour.now)).toEqual({ at: expect.any(String), building: null })
  expect((await quiet.store.pool.query('select from company where tour')).rowCount).toBe(0)
})

test('an answer is shared by all who ask while it is made and for its time; a failure is nobody else’s', async () => {
  let asked = 0
  const shared = sharedFor(50, async () => {
    await Promise.resolve()
    if (asked++ === 0) throw new Error('away')
    return asked
  })
  expect(await Promise.allSettled([shared(), shared()])).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }])
  expect(await Promise.all([shared(), shared(), shared()])).toEqual([2, 2, 2])
  expect(await shared()).toBe(2)
  await tick(50)
  expect(await shared()).toBe(3)
})
