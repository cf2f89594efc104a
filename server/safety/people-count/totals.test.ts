// Running totals become counts: in whichever order they come, however often, and whatever is reset between.
import * as devices from '@gatehouse/contract/building/devices'
import * as ingest from '@gatehouse/contract/building/ingest'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { v7 as uuid } from 'uuid'
import { connectOnce, publish } from '../../building/ingest/ingest.testing.ts'
import { type ACompany, aCompany } from '../../testing/building.testing.ts'
import { type ApiClient, sharedServer, type TestServer } from '../../testing/test-server.testing.ts'
import { grownBy, inserted, type Total } from './totals.ts'

const total = (at: number, value: number, since: string | null = null): Total => ({ at, total: value, since })

const sumOf = (all: readonly Total[], wrapsAt: number | null = null): number => {
  let known: readonly Total[] = []
  let sum = 0
  for (const one of all) {
    const after = inserted(known, one, wrapsAt)
    known = after.totals
    sum += after.counted
  }
  return sum
}

test.each([
  ['grows', total(0, 5), total(1, 8), null, 3],
  ['is reset', total(0, 100), total(1, 4), null, 4],
  ['is reset, as it says, though it is more', total(0, 5, 'a'), total(1, 8, 'b'), null, 8],
  ['wraps', total(0, 65_530), total(1, 4), 65_536, 10],
  ['is reset far from where it wraps', total(0, 300), total(1, 4), 65_536, 4],
  ['is replaced by one that counted elsewhere', total(0, 5), total(1, 2_000_000), null, 0],
] as const)('what a total %s', (_how, before, after, wrapsAt, counted) => {
  expect(grownBy(before, after, wrapsAt)).toBe(counted)
})

/** A counter as it lives: people come, it is reset now and then, and it says what it has. */
const aLife = fc.array(fc.record({ people: fc.nat(30), isReset: fc.boolean(), isReported: fc.boolean() }), {
  minLength: 1,
  maxLength: 40,
})

const livedThrough = (
  life: readonly { people: number; isReset: boolean; isReported: boolean }[],
  hasSince: boolean,
) => {
  let [value, since, trulyCounted, begun]: [number, number, number, boolean] = [7, 0, 0, false]
  const reported: Total[] = []
  let resets = 0
  life.forEach(({ people, isReset, isReported }, n) => {
    const before = value
    if (isReset && n % 3 === 0) {
      ;[value, since] = [0, n]
      resets += 1
    }
    value += people
    if (begun) trulyCounted += people
    if (!isReported || (before === value && resets > 0)) return
    reported.push(total(n * 1000, value, hasSince ? `${since}` : null))
    begun = true
  })
  return { reported, trulyCounted, resets }
}

test('shuffled and repeated, the sum is that of their order; never more than came, never less than nothing', () => {
  fc.assert(
    fc.property(aLife, fc.boolean(), fc.func(fc.integer()), (life, hasSince, shuffle) => {
      const { reported, trulyCounted, resets } = livedThrough(life, hasSince)
      const inOrder = sumOf(reported)
      expect(inOrder).toBeGreaterThanOrEqual(0)
      expect(inOrder).toBeLessThanOrEqual(trulyCounted)
      // Nothing is lost but what was counted between the last report and a reset.
      const last = reported.at(-1)
      if (resets === 0 && last) expect(inOrder).toBe(last.total - (reported[0]?.total ?? 0))
      const mixed = [...reported, ...reported.slice(0, 5)].toSorted(
        (a, b) => shuffle(a.at, a.total) - shuffle(b.at, b.total),
      )
      expect(sumOf(mixed)).toBe(inOrder)
      expect(sumOf(reported.toReversed())).toBe(inOrder)
    }),
    { numRuns: 500 },
  )
})

test('what comes long after the newest changes nothing, as what it was compared with is gone', () => {
  const known = [total(0, 5), total(3_600_000, 9)]
  expect(inserted(known, total(1000, 7), null)).toEqual({ totals: known, counted: 0 })
})

let server: TestServer
let company: ACompany
let admin: ApiClient

beforeAll(async () => {
  server = await sharedServer()
  company = await aCompany(server.store.pool)
  admin = await server.signedIn(company, {
    can: ['manage_integrations', 'view_people_count', 'view_people_count_detail'],
  })
})
const ends: (() => unknown)[] = []
afterAll(() => {
  for (const end of ends) end()
})

const countedAt = async (deviceId: string) => {
  const { rows } = await server.store.pool.query<{ in: number; out: number }>(
    'select coalesce(sum(entries), 0)::int as "in", coalesce(sum(exits), 0)::int as "out" from people_count where device_id = $1',
    [deviceId],
  )
  return rows[0]
}

const aCamera = async (driver: 'onvif' | 'axis', address: string) => {
  const { device, username, secret, connection } = await admin.call(devices.register, {
    kind: 'counter',
    name: address,
    siteId: company.siteId,
    driver,
    address,
  })
  const client = await connectOnce(server.gatehouse.devices, { key: username ?? '', secret: secret ?? '' })
  ends.push(() => client.end(true))
  return { device, connection, client }
}

test('a camera with ONVIF events counts over the broker once its rules are set, through a reset and a repeat', async () => {
  const prefix = `cam-${uuid().slice(-12)}`
  const { device, client, connection } = await aCamera('onvif', prefix)
  expect(connection).toMatchObject({ driver: 'onvif', address: prefix })
  const reports = (rule: string, count: number, minute: number) =>
    publish(
      client,
      `${prefix}/onvif-ej/RuleEngine/CountAggregation/Counter/&1/${rule}`,
      JSON.stringify({
        UtcTime: new Date(Date.now() - (20 - minute) * 60_000).toISOString(),
        Source: { VideoSource: '1', Rule: rule },
        Data: { Count: `${count}` },
      }),
    )
  await reports('Entry', 1000, 0)
  expect(await countedAt(device.id)).toEqual({ in: 0, out: 0 })
  const { rows } = await server.store.pool.query<{ reason: string }>(
    'select reason from quarantine where topic like $1',
    [`${prefix}/%`],
  )
  expect(rows).toMatchObject([{ reason: expect.stringContaining('Set whether "Entry"') }])
  await admin.call(devices.setLines, { deviceId: device.id, in: ['Entry'], out: ['Exit'] })
  expect(await admin.call(devices.lines, { deviceId: device.id })).toMatchObject({ in: ['Entry'], out: ['Exit'] })
  await reports('Entry', 1010, 1)
  await reports('Exit', 500, 2)
  await reports('Entry', 1014, 5)
  // Late, and of before a reset at night.
  await reports('Entry', 3, 7)
  await reports('Entry', 1020, 6)
  await reports('Exit', 503, 8)
  await reports('Exit', 503, 9)
  expect(await countedAt(device.id)).toEqual({ in: 4 + 6 + 3, out: 3 })
})

test('an Axis camera counts people over the broker, and no other camera speaks for it', async () => {
  const serial = uuid().slice(-12).toUpperCase()
  const { device, client } = await aCamera('axis', serial)
  await admin.call(devices.setLines, { deviceId: device.id, in: ['Device1Scenario1'], out: [] })
  const reports = (totalHuman: number, startTime: string, of = serial) =>
    publish(
      client,
      `axis/${of}/event/tns:axis/CameraApplicationPlatform/ObjectAnalytics/Device1Scenario1`,
      JSON.stringify({
        serial: of,
        timestamp: Date.now(),
        message: { source: {}, key: {}, data: { startTime, reason: 'human', totalHuman: `${totalHuman}` } },
      }),
    )
  await reports(10, '2026-11-01T00:00:00Z')
  await reports(12, '2026-11-01T00:00:00Z')
  await reports(20, '2026-11-02T00:00:00Z')
  expect(await countedAt(device.id)).toEqual({ in: 22, out: 0 })
  const other = await aCamera('axis', `${serial}B`)
  await reports(5, '2026-11-02T00:00:00Z', `${serial}B`).catch(() => false)
  expect(await countedAt(other.device.id)).toEqual({ in: 0, out: 0 })
})

test('a program sends totals over HTTP; a door cannot', async () => {
  const { device } = await admin.call(devices.register, { kind: 'counter', name: 'Gate', siteId: company.siteId })
  const { secret } = await admin.call(ingest.createApiKey, { name: 'Counter' })
  const send = async (...items: object[]) => {
    const response = await fetch(`${server.gatehouse.address}/api/ingest`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': secret },
      body: JSON.stringify(
        items.map((item, n) => ({
          device: device.key,
          kind: 'total',
          id: uuid(),
          at: new Date(Date.now() - (60 - n) * 1000).toISOString(),
          ...item,
        })),
      ),
    })
    return response.json()
  }
  await send({ in: 65_530, out: 10, wrapsAt: 65_536 }, { in: 4, out: 12, wrapsAt: 65_536 }, { in: 9, wrapsAt: 65_536 })
  expect(await countedAt(device.id)).toEqual({ in: 15, out: 2 })
  expect(JSON.stringify(await send({ line: 'x' }))).toContain('one of them is needed')
})

test('only a counter has lines, and none counts both ways', async () => {
  const { device } = await admin.call(devices.register, { kind: 'gas', name: 'Detector', siteId: company.siteId })
  const lines = { in: ['a'], out: ['b'] }
  expect((await admin.try(devices.setLines, { deviceId: device.id, ...lines })).status).toBe(404)
  const { device: counter } = await admin.call(devices.register, { kind: 'counter', name: 'C', siteId: company.siteId })
  expect((await admin.try(devices.setLines, { deviceId: counter.id, in: ['a'], out: ['a'] })).status).toBe(422)
  const wanted = { kind: 'door', name: 'D', siteId: company.siteId, driver: 'axis', address: 'X1' } as const
  expect((await admin.try(devices.register, wanted)).status).toBe(422)
})

test('of a camera is shown which lines report, set or not; who has not seen a change of them does not overwrite it', async () => {
  const serial = uuid().slice(-12).toUpperCase()
  const { device, client } = await aCamera('axis', serial)
  const reports = (line: string, totalHuman: number) =>
    publish(
      client,
      `axis/${serial}/event/tns:axis/CameraApplicationPlatform/ObjectAnalytics/${line}`,
      JSON.stringify({ serial, timestamp: Date.now(), message: { data: { totalHuman } } }),
    )
  const lines = (by: ApiClient = admin) => by.call(devices.lines, { deviceId: device.id })
  const named = async () => (await lines()).reported.map(({ line }) => line)
  expect(await lines()).toEqual({ in: [], out: [], version: 0, changed: null, hasLines: true, reported: [] })
  await reports('Device1Scenario1', 10)
  await reports('Side "A"', 10)
  expect(await named()).toEqual(['Side "A"', 'Device1Scenario1'])
  // As it came from a broker outside, which is of no company.
  await server.store.pool.query('update quarantine set company_id = null where topic like $1', [`axis/${serial}/%`])
  expect(await named()).toEqual(['Side "A"', 'Device1Scenario1'])
  const set = { deviceId: device.id, in: ['Device1Scenario1'], out: ['Never'] }
  expect(await admin.call(devices.setLines, { ...set, version: 0 })).toMatchObject({
    in: ['Device1Scenario1'],
    out: ['Never'],
    version: 1,
    changed: { by: 'Ada Okafor' },
  })
  await reports('Device1Scenario1', 12)
  expect(await named()).toEqual(['Device1Scenario1', 'Side "A"'])
  // Somebody else had looked before.
  expect(await admin.try(devices.setLines, { deviceId: device.id, in: [], out: [], version: 0 })).toMatchObject({
    status: 409,
    body: { code: 'CHANGED_MEANWHILE' },
  })
  expect(await lines()).toMatchObject({ in: ['Device1Scenario1'], version: 1 })
  // A program that knows of no versions replaces them.
  await admin.call(devices.setLines, { deviceId: device.id, in: [], out: ['Device1Scenario1'] })
  expect(await lines()).toMatchObject({ in: [], out: ['Device1Scenario1'], version: 2 })
  // What has not reported for a week and is not set is no line of it any more.
  await server.store.pool.query(
    `update quarantine set received_at = received_at - interval '8 days' where topic like $1`,
    [`axis/${serial}/%`],
  )
  expect(await named()).toEqual(['Device1Scenario1'])
})

test('lines are of a counting camera, and of whoever may manage integrations and sees it', async () => {
  const { device } = await admin.call(devices.register, { kind: 'counter', name: 'Own', siteId: company.siteId })
  expect(await admin.call(devices.lines, { deviceId: device.id })).toMatchObject({ hasLines: false, reported: [] })
  const { device: door } = await admin.call(devices.register, { kind: 'door', name: 'Door', siteId: company.siteId })
  expect((await admin.try(devices.lines, { deviceId: door.id })).status).toBe(404)
  const looker = await server.signedIn(company, { can: ['view_people_count', 'manage_people_count'] })
  expect((await looker.try(devices.lines, { deviceId: device.id })).status).toBe(403)
  const stranger = await server.signedIn(await aCompany(server.store.pool), { can: ['manage_integrations'] })
  expect((await stranger.try(devices.lines, { deviceId: device.id })).status).toBe(404)
  expect((await stranger.try(devices.setLines, { deviceId: device.id, in: [], out: [] })).status).toBe(404)
})
