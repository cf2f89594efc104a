// One device does not fill the disk: what it may have stored in a day, what is kept of what it says beyond the wire, and
// what of that a page of events carries.
import * as events from '@gatehouse/contract/insight/events'
import * as ingestContract from '@gatehouse/contract/building/ingest'
import type { Permission } from '@gatehouse/contract/permissions'
import { topicOf } from '@gatehouse/contract/building/wire'
import fc from 'fast-check'
import pino from 'pino'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ACompany, aCompany, aDevice, aUser } from '../../testing/building.testing.ts'
import { freshDatabase, type TestDatabase } from '../../db/testing.ts'
import { type TestServer, sharedServer, type ApiClient } from '../../testing/test-server.testing.ts'
import { tick } from '../../kit/clock.testing.ts'
import { createBudget } from './budget.ts'
import { createQuarantine } from './quarantine.ts'
import { aReading, connect, count, openWayIn, send } from './ingest.testing.ts'
import { withinLength } from './unknown-fields.ts'

const now = () => new Date().toISOString()
const dayBytes = 20_000

describe('the budget of a day', () => {
  let database: TestDatabase
  let wayIn: Awaited<ReturnType<typeof openWayIn>>
  let company: ACompany
  beforeAll(async () => {
    database = await freshDatabase()
    company = await aCompany(database.store.pool)
  })
  afterAll(async () => {
    await wayIn?.close()
    await database.drop()
  })

  test('ends what is stored of a device, says so once, leaves others alone, and begins anew at midnight', async () => {
    const { pool } = database.store
    const [loud, quiet] = [await aDevice(pool, company, 'gas'), await aDevice(pool, company, 'gas')]
    const keeper = await aUser(pool, company, { can: ['manage_integrations', 'read_notifications'] })
    wayIn = await openWayIn(database.url, { deviceDayBytes: dayBytes })
    const client = await connect(wayIn.url, loud)
    // Each costs some 120 bytes, and 200 besides.
    for (let n = 0; n < 150; n++) await send(client, loud.key, 'reading', aReading())
    const stored = await count(pool, 'gas_reading where device_id = $1', [loud.id])
    expect(stored).toBeGreaterThan(40)
    expect(stored).toBeLessThan(100)
    const refused = await count(pool, `quarantine where reason like '%has used up%' and company_id = $1`, [company.id])
    expect(refused).toBeGreaterThan(0)
    expect(refused).toBeLessThan(10)
    const notified = () => count(pool, `notification where user_id = $1 and kind = 'device-beyond-budget'`, [keeper.id])
    await expect.poll(notified).toBe(1)
    const other = await connect(wayIn.url, quiet)
    await send(other, quiet.key, 'reading', aReading())
    expect(await count(pool, 'gas_reading where device_id = $1', [quiet.id])).toBe(1)
    await tick('24 h')
    await send(client, loud.key, 'reading', aReading())
    expect(await count(pool, 'gas_reading where device_id = $1', [loud.id])).toBe(stored + 1)
    client.end(true)
    other.end(true)
  })

  test('is said to a program that posts', async () => {
    const loud = await aDevice(database.store.pool, company, 'gas')
    await wayIn.ingest.reload()
    const origin = { companyId: company.id, username: 'a program', carries: () => true }
    const post = () =>
      wayIn.ingest.intake.takeItem({ device: loud.key, kind: 'reading', ...aReading() }, origin, new Date())
    const results: string[] = []
    for (let n = 0; n < 150; n++) results.push((await post()).result)
    const of = (result: string) => results.filter((one) => one === result).length
    expect(of('stored')).toBe(await count(database.store.pool, 'gas_reading where device_id = $1', [loud.id]))
    expect(of('quarantined')).toBeLessThan(10)
    expect(of('refused')).toBe(150 - of('stored') - of('quarantined'))
    expect(of('refused')).toBeGreaterThan(40)
  })

  test('leaves an alarm a budget of its own', async () => {
    const { pool } = database.store
    const door = await aDevice(pool, company, 'door')
    await wayIn.ingest.reload()
    const client = await connect(wayIn.url, door)
    const event = (type: string) => send(client, door.key, 'event', { id: uuid(), at: now(), type })
    const stored = (type: string) => count(pool, 'event where device_id = $1 and type = $2', [door.id, `door.${type}`])
    for (let n = 0; n < 120; n++) await event('opened')
    expect(await stored('opened')).toBeLessThan(100)
    for (const alarm of ['forced-open', 'fault', 'tamper']) {
      await event(alarm)
      expect(await stored(alarm)).toBe(1)
    }
    for (let n = 0; n < 120; n++) await event('forced-open')
    expect(await stored('forced-open')).toBeLessThan(100)
    client.end(true)
  })
})

describe('beyond the budget of a day', () => {
  const device = {
    id: 'one',
    key: 'one',
    companyId: 'c',
    zoneId: null,
    kind: 'door',
    name: 'One',
    zone: null,
    timeZone: 'UTC',
    door: null,
  } as const
  type Budgeted = Parameters<ReturnType<typeof createBudget>['spend']>[0]
  const event = (type: string): Budgeted => ({ device, kind: 'event', message: { id: '1', at: now(), type } })
  const state = (more: object): Budgeted => ({ device, kind: 'state', message: { id: '1', at: now(), ...more } })
  const ask: Budgeted = {
    device,
    kind: 'ask',
    message: { id: '1', at: now(), credential: 'card:1', direction: 'entry' },
  }
  const spent = (times: number) => {
    const budget = createBudget(dayBytes)
    for (let n = 0; n < times; n++) budget.spend(event('forced-open'), dayBytes - 200)
    return budget
  }

  test('a state that is another one, an alarm, a fault and a question are stored at once', () => {
    const budget = spent(1)
    const often = (message: Budgeted) => [1, 2].map(() => budget.spend(message, 100))
    expect(often(event('opened'))).toEqual(['stored', 'refused'])
    for (const message of [event('forced-open'), event('fault'), event('carbon-monoxide-detected'), ask])
      expect(often(message)).toEqual(['stored', 'stored'])
    for (const alarm of ['DoorForcedOpen', 'Normal', 'DoorForcedOpen', 'Normal'])
      expect(often(state({ lock: 'Locked', alarm }))).toEqual(['stored', 'refused'])
    expect(budget.refused('one')).toBe(5)
    expect([...budget.exceeding()]).toEqual(['one'])
  })

  test('beyond twice the budget one a minute of each sort, and every alarm is a sort of its own', async () => {
    const budget = spent(2)
    const often = (message: Budgeted) => [1, 2].map(() => budget.spend(message, 100))
    const all = [event('opened'), event('fault'), event('tamper'), state({ alarm: 'DoorForcedOpen' }), ask]
    for (const message of all) expect(often(message)).toEqual(['stored', 'refused'])
    // A word that a device made up makes no sort.
    expect(often(event('fault-2'))).toEqual(['refused', 'refused'])
    await tick('60 s')
    for (const message of all) expect(often(message)).toEqual(['stored', 'refused'])
  })

  test('whatever is said, what is stored is bounded', () => {
    const one = fc.record({ bytes: fc.integer({ min: 1, max: 5000 }), alarm: fc.boolean() })
    fc.assert(
      fc.property(fc.array(one, { maxLength: 60 }), (all) => {
        const budget = createBudget(dayBytes)
        let [plain, whole] = [0, 0]
        for (const { bytes, alarm } of all) {
          if (budget.spend(event(alarm ? 'forced-open' : 'opened'), bytes) === 'refused') continue
          whole += bytes
          if (!alarm) plain += bytes
        }
        // Within one minute each sort goes beyond it once.
        expect(plain).toBeLessThanOrEqual(dayBytes + 5000)
        expect(whole).toBeLessThanOrEqual(2 * dayBytes + 2 * 5000)
      }),
    )
  })
})

describe('the quarantine', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await freshDatabase()
  })
  afterAll(() => database.drop())

  const rejected = (companyId: string, username: string, n: number) => ({
    companyId,
    username,
    receivedAt: new Date(Date.now() + n),
    source: 'mqtt' as const,
    topic: `t/${n}`,
    payload: Buffer.alloc(1000, `${n} `),
    reason: 'it could not be read',
  })
  const bytesOf = async (company: ACompany, username?: string) => {
    const { rows } = await database.store.pool.query<{ bytes: number }>(
      `select coalesce(sum(length(payload)), 0)::int as bytes from quarantine
       where company_id = $1 and username = coalesce($2, username)`,
      [company.id, username],
    )
    return rows[0]?.bytes ?? 0
  }

  test('keeps so much whole of a sender and of its company in a day', async () => {
    const [company, other] = [await aCompany(database.store.pool), await aCompany(database.store.pool)]
    const limits = { ofSenderADay: 10_000, ofCompanyADay: 25_000 }
    const quarantine = createQuarantine(database.store, pino({ level: 'silent' }), limits)
    const message = ['a', 'b', 'c', 'd'].flatMap((username) =>
      Array.from({ length: 20 }, (_, n) => quarantine.keep(rejected(company.id, username, n))),
    )
    await Promise.all([...message, quarantine.keep(rejected(other.id, 'a', 1))])
    await quarantine.close()
    // Of what is beyond 200 bytes each.
    expect(await bytesOf(company, 'a')).toBe(10 * 1000 + 10 * 200)
    expect(await bytesOf(company)).toBe(25 * 1000 + 55 * 200)
    expect(await bytesOf(other)).toBe(1000)
  })

  test('drops the oldest of a company beyond so many rows, and beyond so many bytes', async () => {
    const [many, large] = [await aCompany(database.store.pool), await aCompany(database.store.pool)]
    const limits = { rowsOfCompany: 100, bytesOfCompany: 30_000 }
    for (const [company, bytes] of [
      [many, 10],
      [large, 1000],
    ] as const) {
      const quarantine = createQuarantine(database.store, pino({ level: 'silent' }), limits)
      for (let n = 0; n < 150; n++)
        await quarantine.keep({ ...rejected(company.id, 'a', n), payload: Buffer.alloc(bytes, `${n}`) })
      await quarantine.close()
    }
    expect(await bytesOf(many)).toBeLessThanOrEqual(101 * 10)
    expect(await bytesOf(large)).toBeLessThanOrEqual(31_000)
    const { rows } = await database.store.pool.query<{ topic: string }>(
      'select topic from quarantine where company_id = $1 order by received_at desc limit 1',
      [large.id],
    )
    expect(rows[0]?.topic).toBe('t/149')
  })
})

describe('what a device says beyond the wire', () => {
  let server: TestServer
  let company: ACompany
  let admin: ApiClient
  beforeAll(async () => {
    server = await sharedServer()
    company = await aCompany(server.store.pool)
    const can: Permission[] = ['manage_integrations', 'read_dashboard', 'read_doors']
    admin = await server.signedIn(company, { can })
  })

  test('is kept as far as it is short, small things first; what the wire knows is always kept', () => {
    const field = fc.tuple(
      fc.stringMatching(/^[a-z]{3,8}$/),
      fc.oneof(fc.string({ maxLength: 20 }), fc.string({ minLength: 900, maxLength: 3000 })),
    )
    fc.assert(
      fc.property(fc.array(field, { maxLength: 12 }), (fields) => {
        const wire = { id: '1', at: now(), type: 'opened', reason: 'r'.repeat(200) }
        const message = withinLength('event', { ...Object.fromEntries(fields), ...wire })
        expect(message).toMatchObject(wire)
        expect(JSON.stringify(message).length).toBeLessThan(2048 + 600)
        const left = Object.keys(JSON.parse(JSON.stringify(message)))
        const longest = Math.max(
          0,
          ...left.filter((name) => !(name in wire) && name !== 'leftOut').map((name) => String(message[name]).length),
        )
        for (const [name, value] of new Map(fields))
          if (!(name in wire) && value.length < 20 && longest > 20) expect(left).toContain(name)
      }),
    )
  })

  test('60 kB of it are 2 kB in the store, short in pages and live, whole with the one event', async () => {
    const door = await server.knows(admin, await aDevice(server.store.pool, company, 'door'))
    const client = await connect(server.gatehouse.devices, door)
    const more = { note: 'short', words: 'w'.repeat(500), dump: 'x'.repeat(60_000) }
    expect(await send(client, door.key, 'event', { id: uuid(), at: now(), type: 'opened', ...more })).toBe(true)
    client.end(true)
    const { rows } = await server.store.pool.query<{ bytes: number }>(
      `select length(data::text) as bytes from event where device_id = $1 and type = 'door.opened'`,
      [door.id],
    )
    expect(rows[0]?.bytes).toBeLessThan(3000)
    const { events: page } = await admin.call(events.list, { deviceId: door.id, type: 'door.opened' })
    expect(page[0]?.data).toMatchObject({ note: 'short', leftOut: expect.any(Number) })
    expect(page[0]?.data).not.toHaveProperty('words')
    const { event } = await admin.call(events.byId, { id: page[0]?.id ?? '' })
    expect(event.data).toMatchObject({ note: 'short', words: more.words })
    expect(event.data).not.toHaveProperty('dump')
  })

  test('in quarantine, too, is kept whole for so much a day, and of more the beginning', async () => {
    const door = await server.knows(admin, await aDevice(server.store.pool, company, 'door'))
    const client = await connect(server.gatehouse.devices, door)
    const payload = 60_000
    for (let n = 0; n < 360; n++)
      await client.publishAsync(topicOf(door.key, 'reading'), `{"n":${n},"x":"${'x'.repeat(payload)}"}`, { qos: 1 })
    client.end(true)
    const { rows } = await server.store.pool.query<{ bytes: number }>(
      'select sum(length(payload))::int as bytes from quarantine where company_id = $1',
      [company.id],
    )
    expect(rows[0]?.bytes).toBeLessThan(20_100_000)
    expect(rows[0]?.bytes).toBeGreaterThan(19_000_000)
    const { messages } = await admin.call(ingestContract.quarantine, { limit: 5 })
    expect(messages[0]?.reason).toContain('its beginning only')
  })
})
