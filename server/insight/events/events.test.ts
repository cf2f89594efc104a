// The stream of events as people ask for it: filtered, paged, one by one, and what belongs together.
import * as entryExit from '@gatehouse/contract/access/entry-exit'
import * as events from '@gatehouse/contract/insight/events'
import * as musters from '@gatehouse/contract/access/muster'
import type { Permission } from '@gatehouse/contract/permissions'
import pino from 'pino'
import { beforeAll, describe, expect, test } from 'vitest'
import { v7 as uuid } from 'uuid'
import { type ACompany, aCompany, type ADevice, aDevice, aLabel, aUser, aZone } from '../../testing/building.testing.ts'
import { type TestServer, sharedServer, type ApiClient } from '../../testing/test-server.testing.ts'
import { until } from '../../building/ingest/ingest.testing.ts'
import { createBus } from '../../kit/bus.ts'
import { idAt } from '../../kit/ids.ts'
import { store } from './events.ts'

let server: TestServer
let company: ACompany
let zone: string
let door: ADevice
let gas: ADevice
let guard: ApiClient
const minuteMs = 60_000
const noon = Math.floor(Date.now() / minuteMs) * minuteMs - 3_600_000

beforeAll(async () => {
  server = await sharedServer()
  const db = server.store.pool
  company = await aCompany(db)
  zone = await aZone(db, company, 'Archive')
  door = await aDevice(db, company, 'door', { zone })
  gas = await aDevice(db, company, 'gas')
  await db.query(`update device set name = 'Archive door' where id = $1`, [door.id])
  await db.query(`update device set name = 'Boiler room' where id = $1`, [gas.id])
  guard = await as(['read_dashboard', 'read_doors', 'view_gas_detection'])
  await server.knows(guard, door)
  for (let minute = 0; minute < 5; minute++) await happens(door, 'door.opened', { minute })
  await happens(door, 'door.forced-open', { minute: 5, severity: 'high' })
  await happens(gas, 'gas.fault', { minute: 6, severity: 'warning' })
  await happens(gas, 'gas.gas-detected', { minute: 7, severity: 'critical' })
  // Its name was written last of all that the server has to hear of.
  await until(async () => (await typesOf(guard, { q: 'boiler' })).length === 2)
})

const as = (can: readonly Permission[], of = company, labels: string[] = []) => server.signedIn(of, { can, labels })

interface What {
  readonly minute: number
  readonly severity?: string
  readonly correlationId?: string
  readonly of?: ACompany
  readonly data?: object
}

const happens = async (
  device: ADevice,
  type: string,
  { minute, severity = 'information', correlationId = uuid(), of = company, data = { minute } }: What,
): Promise<string> => {
  const at = new Date(noon + minute * minuteMs)
  const id = idAt(at)
  await server.store.pool.query(
    `insert into event (id, company_id, device_id, type, severity, at, received_at, data, correlation_id)
     values ($1, $2, $3, $4, $5, $6, $6, $7, $8)`,
    [id, of.id, device.id, type, severity, at, JSON.stringify(data), correlationId],
  )
  return id
}

const typesOf = async (visitor: ApiClient, input: Parameters<typeof visitor.call<typeof events.list>>[1]) =>
  (await visitor.call(events.list, input)).events.map(({ type }) => type)

describe('the stream', () => {
  test('is of this severe at least, and of a kind, type, device, zone, site or time', async () => {
    const opened = Array.from({ length: 5 }, () => 'door.opened')
    expect(await typesOf(guard, {})).toEqual(['gas.gas-detected', 'gas.fault', 'door.forced-open', ...opened])
    expect(await typesOf(guard, { severity: 'warning' })).toEqual(['gas.gas-detected', 'gas.fault', 'door.forced-open'])
    expect(await typesOf(guard, { severity: 'critical' })).toEqual(['gas.gas-detected'])
    expect(await typesOf(guard, { kind: 'gas' })).toEqual(['gas.gas-detected', 'gas.fault'])
    expect(await typesOf(guard, { type: 'door.opened' })).toEqual(opened)
    expect(await typesOf(guard, { deviceId: gas.id })).toEqual(['gas.gas-detected', 'gas.fault'])
    expect(await typesOf(guard, { zoneId: zone, severity: 'high' })).toEqual(['door.forced-open'])
    expect(await typesOf(guard, { siteId: company.siteId, kind: 'gas', severity: 'critical' })).toHaveLength(1)
    expect(await typesOf(guard, { siteId: uuid() })).toEqual([])
    const from = new Date(noon + 5 * minuteMs).toISOString()
    const to = new Date(noon + 7 * minuteMs).toISOString()
    expect(await typesOf(guard, { from, to })).toEqual(['gas.fault', 'door.forced-open'])
  })

  test('is looked through by the names of devices and by what happened, as people say it', async () => {
    expect(await typesOf(guard, { q: 'forced open' })).toEqual(['door.forced-open'])
    expect(await typesOf(guard, { q: 'BOILER' })).toEqual(['gas.gas-detected', 'gas.fault'])
    expect(await typesOf(guard, { q: '%' })).toEqual([])
  })

  test('comes page by page, each event once', async () => {
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await guard.call(events.list, { limit: 3, ...(cursor ? { cursor } : {}) })
      seen.push(...page.events.map(({ id }) => id))
      cursor = page.next ?? undefined
    } while (cursor)
    expect(new Set(seen).size).toBe(8)
    expect(seen).toHaveLength(8)
  })

  test('refuses what it cannot read, by the field’s name', async () => {
    for (const [field, value] of Object.entries({ severity: 'dire', kind: 'lamp', zoneId: 'x', from: 'noon' })) {
      const answer = await guard.try(events.list, { [field]: value })
      expect(answer).toMatchObject({ status: 422, body: { details: [{ field }] } })
    }
  })

  test('shows nothing of another company, of kinds that may not be read, or behind a label', async () => {
    const stranger = await as(['read_dashboard', 'read_doors', 'view_gas_detection'], await aCompany(server.store.pool))
    expect(await typesOf(stranger, {})).toEqual([])
    const doorsOnly = await as(['read_dashboard', 'read_doors'])
    expect(new Set(await typesOf(doorsOnly, {}))).toEqual(new Set(['door.forced-open', 'door.opened']))
    expect(await typesOf(doorsOnly, { deviceId: gas.id })).toEqual([])
    const label = await aLabel(server.store.pool, company, { zone })
    try {
      await expect.poll(() => typesOf(guard, {})).toEqual(['gas.gas-detected', 'gas.fault'])
      const holder = await as(['read_dashboard', 'read_doors'], company, [label])
      expect(await typesOf(holder, { severity: 'high' })).toEqual(['door.forced-open'])
    } finally {
      await server.store.pool.query('delete from label where id = $1', [label])
      await expect.poll(() => typesOf(guard, {})).toHaveLength(8)
    }
  })
})

describe('one event', () => {
  test('comes with its neighbours at the same device', async () => {
    const { events: all } = await guard.call(events.list, { deviceId: door.id })
    const id = all[2]?.id ?? ''
    const { event, before, after } = await guard.call(events.byId, { id })
    expect(event.data).toEqual({ minute: 3 })
    const minutes = (list: typeof before) => list.map(({ at }) => (Date.parse(at) - noon) / minuteMs)
    expect(minutes(before)).toEqual([2, 1, 0])
    expect(minutes(after)).toEqual([4, 5])
  })

  test('is told live with what is understood, and stored whole', async () => {
    const bus = createBus(pino({ level: 'silent' }))
    const received: unknown[] = []
    bus.on(events.happened, ({ data }) => received.push(data))
    const device = { id: door.id, companyId: company.id, name: 'Archive door', kind: 'door' } as const
    const at = new Date(noon - minuteMs)
    const data = { reason: 'unknown card', note: undefined, debug: 'x'.repeat(60_000), a1: 1 }
    const event = { device, type: 'door.tested', severity: 'information', at, receivedAt: at, data } as const
    const publish = await store(server.store.pool, bus, [event])
    publish()
    expect(received).toEqual([{ reason: 'unknown card' }])
    const { rows } = await server.store.pool.query<{ data: object }>(
      `select data from event where type = 'door.tested'`,
    )
    expect(rows).toEqual([{ data: { reason: data.reason, debug: data.debug, a1: 1 } }])
    await server.store.pool.query(`delete from event where type = 'door.tested'`)
  })

  test('has all that was said; pages, its neighbours and its timeline have what is understood', async () => {
    const other = await aCompany(server.store.pool)
    const reader = await as(['read_dashboard', 'read_doors'], other)
    const loud = await server.knows(reader, await aDevice(server.store.pool, other, 'door'))
    const known = { reason: 'r'.repeat(200), condition: 'tamper', active: true }
    const junk = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`a${n}`, n]))
    const data = { ...junk, ...known, debug: 'x'.repeat(60_000), via: 'y'.repeat(60_000) }
    const correlationId = uuid()
    const id = await happens(loud, 'door.tamper', { minute: 1, of: other, data, correlationId })
    const later = await happens(loud, 'door.tamper', { minute: 2, of: other, data })
    expect((await reader.call(events.byId, { id })).event.data).toEqual(data)
    const page = await reader.call(events.list, { type: 'door.tamper' })
    expect(page.events.map((event) => event.data)).toEqual([known, known])
    expect((await reader.call(events.byId, { id: later })).before.map((event) => event.data)).toEqual([known])
    const { entries } = await reader.call(events.timeline, { correlationId })
    expect(entries.map((entry) => entry.kind === 'event' && entry.event.data)).toEqual([known])
  })

  test('is not there for who may not see it, as if there were none', async () => {
    const [first] = (await guard.call(events.list, { kind: 'gas' })).events
    const doorsOnly = await as(['read_dashboard', 'read_doors'])
    const everything = ['read_dashboard', 'view_gas_detection'] as const
    const stranger = await as(everything, await aCompany(server.store.pool))
    for (const visitor of [doorsOnly, stranger]) {
      const answer = await visitor.try(events.byId, { id: first?.id })
      expect(answer).toMatchObject({ status: 404, body: { message: 'This event was not found.' } })
    }
    for (const id of [uuid(), crypto.randomUUID(), 'ffffffff-ffff-7fff-8fff-ffffffffffff'])
      expect((await guard.try(events.byId, { id })).status).toBe(404)
  })
})

describe('a timeline', () => {
  const kindsOf = async (visitor: ApiClient, correlationId: string) =>
    (await visitor.call(events.timeline, { correlationId })).entries.map(({ kind }) => kind)

  test('puts a call and what it caused together, each kind for who may see its list', async () => {
    const manager = await as(['read_doors', 'create_entry', 'read_entry_exit_report'])
    const person = await aUser(server.store.pool, company)
    const made = await manager.try(entryExit.record, {
      userId: person.id,
      doorId: door.id,
      type: 'entry',
      timestamp: new Date().toISOString(),
    })
    const correlationId = made.headers.get('x-correlation-id') ?? ''
    expect(await kindsOf(manager, correlationId)).toEqual(['access'])
    const auditor = await as(['view_activity_logs', 'read_entry_exit_report'])
    const { entries } = await auditor.call(events.timeline, { correlationId })
    expect(entries.map(({ kind }) => kind).toSorted()).toEqual(['access', 'activity'])
    const deed = entries.find((entry) => entry.kind === 'activity')
    expect(deed).toMatchObject({ activity: { action: 'entryExit.record', status: 200 } })
    expect(await kindsOf(await as([]), correlationId)).toEqual([])
    const everything = ['view_activity_logs', 'read_entry_exit_report', 'read_dashboard', 'read_doors'] as const
    expect(await kindsOf(await as(everything, await aCompany(server.store.pool)), correlationId)).toEqual([])
  })

  test('shows events of several devices in order, without those of kinds and labels that one may not see', async () => {
    const correlationId = uuid()
    await happens(gas, 'gas.gas-detected', { minute: 20, severity: 'critical', correlationId })
    await happens(door, 'door.forced-open', { minute: 22, severity: 'high', correlationId })
    await happens(gas, 'gas.fault', { minute: 21, severity: 'warning', correlationId })
    const notified = async (visitor: ApiClient) =>
      (await visitor.call(events.timeline, { correlationId })).entries.map((entry) =>
        entry.kind === 'event' ? entry.event.type : entry.kind,
      )
    expect(await notified(guard)).toEqual(['gas.gas-detected', 'gas.fault', 'door.forced-open'])
    expect(await notified(await as(['read_dashboard', 'read_doors']))).toEqual(['door.forced-open'])
    expect(await notified(await as(['read_doors', 'view_gas_detection']))).toEqual([])
    const label = await aLabel(server.store.pool, company, { device: door.id })
    try {
      await expect.poll(() => notified(guard)).toEqual(['gas.gas-detected', 'gas.fault'])
    } finally {
      await server.store.pool.query('delete from label where id = $1', [label])
    }
  })

  test('has the roll-call that was begun for it, as it began and as it ended', async () => {
    const correlationId = uuid()
    const warden = await as(['manage_muster', 'read_entry_exit_dashboard'])
    const wanted = { siteId: company.siteId, kind: 'real', reason: 'Gas on floor 2', correlationId } as const
    const { muster } = await warden.call(musters.start, wanted)
    expect((await warden.call(musters.list, { correlationId })).musters).toMatchObject([
      { id: muster.id, correlationId },
    ])
    expect((await warden.call(musters.list, { correlationId: uuid() })).musters).toEqual([])
    expect(await kindsOf(warden, correlationId)).toEqual(['muster'])
    await warden.call(musters.end, { musterId: muster.id, summary: 'All out' })
    const { entries } = await warden.call(events.timeline, { correlationId })
    expect(entries).toMatchObject([
      { kind: 'muster', what: 'started', at: muster.startedAt },
      { kind: 'muster', what: 'ended', muster: { summary: 'All out', correlationId } },
    ])
    expect(await kindsOf(await as(['read_doors']), correlationId)).toEqual([])
    const stranger = await as(['read_entry_exit_dashboard'], await aCompany(server.store.pool))
    expect(await kindsOf(stranger, correlationId)).toEqual([])
  })

  test('has notifications of one’s own only', async () => {
    const correlationId = uuid()
    const [ada, eve] = [await as(['read_notifications']), await as(['read_notifications'])]
    await server.store.pool.query(
      `insert into notification (id, user_id, company_id, kind, title, message, type, priority, created_at, fact_id, seq)
       values ($1, $2, $3, 'alarm-medium', 'Away', 'It is away', 'warning', 'medium', now(), $4, nextval('notification_seq'))`,
      [uuid(), ada.user.id, company.id, correlationId],
    )
    const seen = await Promise.all([ada, eve].map((visitor) => kindsOf(visitor, correlationId)))
    expect(seen).toEqual([['notification'], []])
  })
})
