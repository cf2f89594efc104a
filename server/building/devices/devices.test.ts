// What the list of devices says of each: the latest word, its age and quality, and whether the device is there.
import * as devices from '@gatehouse/contract/building/devices'
import * as events from '@gatehouse/contract/insight/events'
import * as gas from '@gatehouse/contract/safety/gas'
import * as ingest from '@gatehouse/contract/building/ingest'
import * as peopleCount from '@gatehouse/contract/safety/people-count'
import { allPermissions } from '@gatehouse/contract/permissions'
import { v7 as uuid } from 'uuid'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { type ACompany, type ADevice, aCompany, aDevice, aLabel, aZone } from '../../testing/building.testing.ts'
import { type TestServer, sharedServer, type ApiClient } from '../../testing/test-server.testing.ts'
import { tick } from '../../kit/clock.testing.ts'

let server: TestServer
let company: ACompany
let operator: ApiClient
let apiKey: string

beforeAll(async () => {
  server = await sharedServer()
})

beforeEach(async () => {
  company = await aCompany(server.store.pool)
  operator = await server.signedIn(company, { can: allPermissions })
  apiKey = (await operator.call(ingest.createApiKey, { name: 'Test' })).secret
})

const known = async (kind: devices.DeviceKind, place = {}) =>
  server.knows(operator, await aDevice(server.store.pool, company, kind, place))

const at = (secondsAgo: number) => new Date(Date.now() - secondsAgo * 1000).toISOString()

const send = async (device: ADevice, kind: string, ...messages: object[]) => {
  const items = messages.map((message) => ({ device: device.key, kind, id: uuid(), at: at(0), ...message }))
  const { status, body } = await server.client().try(ingest.batch, items, { 'x-api-key': apiKey })
  expect(status).toBe(200)
  return (body as { results: { result: string; reason?: string }[] }).results
}

/** All but that a device came on line: that is written down within a second of its first word, before or after. */
const happenings = async (filter: object = {}) =>
  (await operator.call(events.list, filter)).events.filter(({ type }) => type !== 'device.online')

const listed = async (device: ADevice) => (await operator.call(devices.list)).devices.find((d) => d.key === device.key)
const latestOf = async (device: ADevice) =>
  Object.fromEntries((await listed(device))?.latest.map((l) => [l.channel, l]) ?? [])

test('a device that was never heard of is unknown, not offline', async () => {
  const detector = await known('gas')
  expect(await listed(detector)).toMatchObject({ online: null, lastSeenAt: null, latest: [] })
})

test('a reading shows with unit, quality and both times; an older one that comes later does not replace it', async () => {
  const zone = await aZone(server.store.pool, company, 'Car park')
  const detector = await known('gas', { zone })
  const reading = { channel: 'CO', unit: 'ppm', value: 12.5, at: at(5) }
  await send(detector, 'reading', reading, { ...reading, value: 99, at: at(60) })
  expect((await latestOf(detector))['CO']).toMatchObject({ value: 12.5, unit: 'ppm', quality: 'good', at: reading.at })
  await tick('1 s')
  await expect.poll(async () => (await listed(detector))?.online).toBe(true)
  expect(await listed(detector)).toMatchObject({ zone: 'Car park', site: expect.any(String) })
})

test('a fault is a fault, never 0', async () => {
  const detector = await known('gas')
  await send(detector, 'reading', { channel: 'H2S', unit: 'ppm', value: null, quality: 'fault' })
  expect((await latestOf(detector))['H2S']).toMatchObject({ value: null, quality: 'fault' })
  const [refused] = await send(detector, 'reading', { channel: 'H2S', unit: 'ppm', value: null, quality: 'good' })
  expect(refused).toMatchObject({ result: 'quarantined', reason: expect.stringContaining('value') })
})

test('history comes out of rollups in the site’s hours', async () => {
  const detector = await known('gas')
  await send(
    detector,
    'reading',
    ...[10, 20, 30].map((value, i) => ({ channel: 'CO', unit: 'ppm', value, at: at(i + 1) })),
  )
  const history = () =>
    operator.call(gas.history, { deviceId: detector.id, channel: 'CO', from: at(7200), to: at(-60) })
  await tick('1 s')
  const totals = async () => (await history()).buckets.reduce((sum, b) => sum + b.count, 0)
  await expect.poll(totals, { timeout: 15_000 }).toBe(3)
  const { step, buckets } = await history()
  expect(step).toBe('minute')
  expect({
    min: Math.min(...buckets.map((b) => b.min ?? 0)),
    max: Math.max(...buckets.map((b) => b.max ?? 0)),
  }).toEqual({ min: 10, max: 30 })
})

test('a door shows what it last reported, part by part', async () => {
  const door = await known('door')
  await send(door, 'state', { mode: 'Locked', lock: 'Locked', contact: 'Closed', at: at(10) })
  await send(door, 'event', { type: 'forced-open', at: at(5) })
  const values = Object.fromEntries(Object.entries(await latestOf(door)).map(([part, l]) => [part, l.value]))
  expect(values).toEqual({
    mode: 'Locked',
    lock: 'Locked',
    contact: 'Open',
    alarm: 'DoorForcedOpen',
    tamper: 'Unknown',
    fault: 'Unknown',
  })
  const [happened] = await happenings()
  expect(happened).toMatchObject({ type: 'door.forced-open', severity: 'high', deviceId: door.id })
  await send(door, 'state', { contact: 'Closed', at: at(60) })
  expect((await latestOf(door))['contact']?.value).toBe('Open')
})

test('counts add up to today’s sums', async () => {
  const counter = await known('counter')
  await send(counter, 'count', { in: 3, out: 1 }, { in: 2, out: 2 })
  const { counters } = await operator.call(peopleCount.now)
  expect(counters).toMatchObject([{ key: counter.key, inToday: 5, outToday: 3 }])
})

test('counts of a counter behind a label are told to who has the label, and to nobody else', async () => {
  const { pool } = server.store
  const [plain, hidden] = [await known('counter'), await known('counter')]
  const label = await aLabel(pool, company, { device: hidden.id })
  const seenBy = async (labels: readonly string[]) => {
    const guard = await server.signedIn(company, { can: ['view_people_count'], labels })
    return (await guard.call(peopleCount.now)).counters.map(({ key }) => key).sort()
  }
  await expect.poll(() => seenBy([])).toEqual([plain.key])
  expect(await seenBy([label])).toEqual([plain.key, hidden.key].sort())
})

test('what a device says of itself: battery, signal, going offline and coming back, each once in the stream', async () => {
  const door = await known('door')
  await send(door, 'status', { online: true, battery: 81, signal: -60, firmware: '4.2.1' })
  expect(await listed(door)).toMatchObject({ online: true, battery: 81, signal: -60, firmware: '4.2.1' })
  await send(door, 'status', { online: false }, { online: false })
  expect(await listed(door)).toMatchObject({ online: false, battery: 81 })
  await send(door, 'status', { online: true })
  const { events: happened } = await operator.call(events.list, { deviceId: door.id })
  expect(happened.map((e) => e.type)).toEqual(['device.online', 'device.offline', 'device.online'])
})

test('a device that says it is off line stays so, and what it says of itself is written down once', async () => {
  const gone = await known('door')
  const there = await known('door')
  const other = await known('gas')
  const versions = async () =>
    (
      await server.store.pool.query<{ xmin: string }>(
        'select xmin::text from device_status where device_id = any ($1::uuid[]) order by device_id',
        [[gone.id, there.id]],
      )
    ).rows
  await send(gone, 'status', { online: false })
  await send(there, 'status', { online: true })
  const written = await versions()
  await send(other, 'reading', { channel: 'CO', unit: 'ppm', value: 1 })
  // What was said by then has been gathered too.
  await tick('1 s')
  await expect.poll(async () => (await listed(other))?.online).toBe(true)
  expect(await listed(gone)).toMatchObject({ online: false })
  expect(await listed(there)).toMatchObject({ online: true })
  expect(await versions()).toEqual(written)
  await send(gone, 'event', { type: 'opened' })
  await tick('1 s')
  await expect.poll(async () => (await listed(gone))?.online).toBe(true)
})

test('a condition that is repeated with every message is one event until it changes', async () => {
  const detector = await known('gas')
  const smoke = (active: boolean) => ({ type: active ? 'smoke-detected' : 'smoke-cleared', condition: 'smoke', active })
  await send(detector, 'event', smoke(false), smoke(true), smoke(true))
  await send(detector, 'event', smoke(true), smoke(false), smoke(false))
  const happened = await happenings({ deviceId: detector.id })
  expect(happened.map((e) => e.type)).toEqual(['gas.smoke-cleared', 'gas.smoke-detected'])
})

test('what happens within one millisecond stands in the order in which it was told', async () => {
  const detector = await known('gas')
  const moment = at(1)
  const messages = [true, false, true, false, true, false, true, false].map((active) => ({
    type: active ? 'smoke-detected' : 'smoke-cleared',
    condition: 'smoke',
    active,
    at: moment,
  }))
  await send(detector, 'event', ...messages)
  const happened = await happenings({ deviceId: detector.id })
  expect(happened.map((e) => e.type)).toEqual(messages.map(({ type }) => `gas.${type}`).toReversed())
})

test('a clock that runs ahead does not hide what comes after', async () => {
  const detector = await known('gas')
  await send(detector, 'reading', { channel: 'CO', unit: 'ppm', value: 1, at: '2031-01-01T00:00:00.000Z' })
  await send(detector, 'reading', { channel: 'CO', unit: 'ppm', value: 2, at: at(0) })
  expect((await latestOf(detector))['CO']?.value).toBe(2)
})
