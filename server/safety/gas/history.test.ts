// One channel in full: buckets in which no peak is lost, what is drawn beside them as it was then, and files of exactly that.
import * as alarmsContract from '@gatehouse/contract/safety/alarms'
import * as service from '@gatehouse/contract/safety/detector-service'
import * as gas from '@gatehouse/contract/safety/gas'
import * as setPoints from '@gatehouse/contract/safety/set-points'
import { takeOutOfService, returnToService } from '@gatehouse/contract/building/device-service'
import type { Permission } from '@gatehouse/contract/permissions'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { tick } from '../../kit/clock.testing.ts'
import { aCompany, aDevice, aLabel, type ACompany } from '../../testing/building.testing.ts'
import { type ApiClient, sharedServer, type TestServer } from '../../testing/test-server.testing.ts'
import { aDetector, type Detector } from '../alarms/alarms.testing.ts'
import { aTest } from '../detector-service/detector-service.testing.ts'

const managers: readonly Permission[] = ['view_gas_detection', 'manage_gas', 'acknowledge_alarms']
const hourMs = 3_600_000
const dayMs = 24 * hourMs

let server: TestServer
let company: ACompany
let manager: ApiClient
const closing: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  server = await sharedServer()
})
beforeEach(async () => {
  company = await aCompany(server.store.pool)
  manager = await server.signedIn(company, { can: managers, name: 'Gul Ahmed' })
})
afterAll(() => Promise.all(closing.map((close) => close())))

const aGasDetector = async (): Promise<Detector> => {
  const device = await server.knows(manager, await aDevice(server.store.pool, company, 'gas', { name: '=Boiler room' }))
  const detector = await aDetector(server.gatehouse.devices, device)
  closing.push(detector.close)
  return detector
}

const last = (ms: number) => ({
  from: new Date(Date.now() - ms).toISOString(),
  to: new Date(Date.now() + 60_000).toISOString(),
})
const historyOf = (deviceId: string, span: { from: string; to: string }, by = manager) =>
  by.call(gas.history, { deviceId, channel: 'CO', ...span })
const annotationsOf = (deviceId: string, span = last(hourMs), by = manager) =>
  by.call(gas.annotations, { deviceId, channel: 'CO', ...span })

/** Readings of which one is far above the others, once they are in the rollups of minutes, hours and days. */
const aPeak = async (detector: Detector) => {
  for (const value of [5, 6, 400, 5]) await detector.reads(value)
  const counted = async () =>
    (await historyOf(detector.id, last(365 * dayMs))).buckets.reduce((sum, { count }) => sum + count, 0)
  await expect.poll(counted, { timeout: 30_000 }).toBe(4)
}

test('a year has the peak of a moment in the band of its day, and so has an hour', { timeout: 60_000 }, async () => {
  const detector = await aGasDetector()
  await aPeak(detector)
  for (const [span, step] of [
    [365 * dayMs, 'day'],
    [30 * dayMs, 'hour'],
    [8 * hourMs, 'minute'],
  ] as const) {
    const history = await historyOf(detector.id, {
      ...last(span),
      from: new Date(Date.now() - span - dayMs).toISOString(),
    })
    if (step !== 'minute') expect(history.step).toBe(step)
    expect(Math.max(...history.buckets.map(({ max }) => max ?? 0))).toBe(400)
    expect(Math.min(...history.buckets.map(({ min }) => min ?? 0))).toBe(5)
  }
})

test('set points are drawn as they were, and alarms, service and what was out of service beside them', {
  timeout: 60_000,
}, async () => {
  const detector = await aGasDetector()
  await detector.reads(5)
  const values = [{ channel: 'CO', stage: 'low', value: 30, seconds: 0, source: 'Fire officer' }] as const
  await manager.call(setPoints.apply, {
    change: { kind: 'values', areaId: null, values: [...values] },
    reason: 'Asked',
  })
  await tick(5 * 60_000)
  await detector.reads(33)
  await expect.poll(async () => (await annotationsOf(detector.id)).alarms.length, { timeout: 20_000 }).toBe(1)
  const [alarm] = (await annotationsOf(detector.id)).alarms
  expect(alarm).toMatchObject({ severity: 'high', value: 33, returnedAt: null, acknowledgedAt: null })
  await manager.call(alarmsContract.acknowledge, { id: alarm?.id ?? '' })
  expect((await annotationsOf(detector.id)).alarms).toMatchObject([{ acknowledgedBy: 'Gul Ahmed' }])
  await manager.call(service.recordEntry, aTest(detector, 'bump-test'))
  await manager.call(takeOutOfService, { deviceId: detector.id, reason: 'New sensor' })
  await tick(60_000)
  await manager.call(returnToService, { deviceId: detector.id })

  const known = await annotationsOf(detector.id)
  const low = known.setPoints.filter(({ stage, of }) => stage === 'low' && of === 'value')
  expect(low.map(({ value }) => value)).toEqual([35, 30])
  expect(low[0]?.to).toBe(low[1]?.from)
  expect(known.service).toMatchObject([{ kind: 'bump-test', result: 'pass', isVoid: false }])
  expect(known.outOfService).toMatchObject([{ reason: 'New sensor', to: expect.any(String) }])
  // Of another channel there is what is of the detector as a whole.
  const other = await manager.call(gas.annotations, { deviceId: detector.id, channel: 'H2S', ...last(hourMs) })
  expect(other).toMatchObject({ service: [], outOfService: [{ reason: 'New sensor' }] })
  expect(other.alarms.map(({ id }) => id)).not.toContain(alarm?.id)
})

/** As many alarms of the same, each a minute older than the one before, that are over. */
const furtherAlarms = async (id: string, count: number) =>
  server.store.pool.query(
    `insert into alarm (id, company_id, rule_id, rule_version, source, device_id, part, title, severity, correlation_id,
       is_first_out, is_active, raised_at, last_at, returned_at, count, is_suppressed, is_out_of_service, is_annunciated,
       latches, reason_asked, checklist, cleared_at)
     select gen_random_uuid(), company_id, rule_id, rule_version, source, device_id, part, title, severity, correlation_id,
       is_first_out, false, raised_at - n * interval '1 min', raised_at, raised_at, count, is_suppressed, is_out_of_service,
       is_annunciated, latches, reason_asked, checklist, raised_at
     from alarm, generate_series(1, $2) n where id = $1`,
    [id, count],
  )

test('alarms of another channel take no place among the newest, and whether there are more is in the answer', {
  timeout: 60_000,
}, async () => {
  const detector = await aGasDetector()
  await detector.reads(40)
  await expect.poll(async () => (await annotationsOf(detector.id)).alarms.length, { timeout: 20_000 }).toBe(1)
  await detector.reads(12, { channel: 'H2S' })
  const span = last(24 * hourMs)
  const ofHydrogenSulphide = () => manager.call(gas.annotations, { deviceId: detector.id, channel: 'H2S', ...span })
  await expect.poll(async () => (await ofHydrogenSulphide()).alarms.length, { timeout: 20_000 }).toBe(1)
  expect((await ofHydrogenSulphide()).hasMoreAlarms).toBe(false)
  await furtherAlarms((await ofHydrogenSulphide()).alarms[0]?.id ?? '', gas.mostAlarmsMarked)
  const many = await ofHydrogenSulphide()
  expect(many.alarms).toHaveLength(gas.mostAlarmsMarked)
  expect(many.hasMoreAlarms).toBe(true)
  expect(await annotationsOf(detector.id, span)).toMatchObject({ alarms: [{ value: 40 }], hasMoreAlarms: false })
})

const bytesOf = async (op: typeof gas.exportCsv, input: object, by = manager) => {
  const answer = await by.try(op, input)
  expect(answer.status).toBe(200)
  return answer.body
}

test('files hold the buckets of the chart, and names that look like formulas are text', {
  timeout: 60_000,
}, async () => {
  const detector = await aGasDetector()
  await aPeak(detector)
  const asked = { channels: `${detector.id}.CO`, ...last(40 * dayMs) }
  const { buckets } = await historyOf(detector.id, { from: asked.from, to: asked.to })
  const lines = String(await bytesOf(gas.exportCsv, asked))
    .trim()
    .split('\r\n')
  expect(lines[0]).toBe('Time,Detector,Zone,Channel,Unit,Mean,Lowest,Highest,Readings,Without a value')
  expect(lines.slice(1)).toEqual(
    buckets.map(({ at, avg, min, max, count }) => `${at},'=Boiler room,,CO,ppm,${avg},${min},${max},${count},0`),
  )
  const body = await bytesOf(gas.exportXlsx, asked)
  const { sheets } = await readXlsx(Buffer.from(body instanceof Uint8Array ? body : []))
  expect(sheets[0]?.rows.slice(1).map((row) => row.slice(1))).toEqual(
    buckets.map(({ avg, min, max, count }) => ['=Boiler room', null, 'CO', 'ppm', avg, min, max, count, 0]),
  )
  expect(sheets.at(-1)?.rows).toContainEqual(['Channels', 'CO of =Boiler room'])
  expect(sheets.at(-1)?.rows).toContainEqual(['Rows', String(buckets.length)])
})

test('what is asked for wrongly is refused at its field', async () => {
  const detector = await aGasDetector()
  const nine = Array.from({ length: 9 }, (_, n) => `${detector.id}.${n}`).join(',')
  for (const channels of [nine, `${detector.id}.GOLD`, 'nonsense'])
    expect(await manager.try(gas.exportCsv, { channels, ...last(hourMs) })).toMatchObject({ status: 422 })
  const { from, to } = last(hourMs)
  expect(await manager.try(gas.shiftReport, { from: to, to: from })).toMatchObject({ status: 422 })
  expect(await manager.try(gas.shiftReport, last(8 * dayMs))).toMatchObject({ status: 422 })
})

test('of a shift: extremes, minutes beyond set points as they were, alarms with who acknowledged, changes', {
  timeout: 90_000,
}, async () => {
  const detector = await aGasDetector()
  const begun = new Date(Math.floor(Date.now() / 60_000) * 60_000 - 30 * 60_000)
  await detector.reads(10, { at: new Date(begun.getTime() + 60_000) })
  for (const minute of [2, 3, 4]) await detector.reads(50, { at: new Date(begun.getTime() + minute * 60_000) })
  await detector.reads(null, { at: new Date(begun.getTime() + 5 * 60_000), quality: 'fault' })
  await detector.reads(9, { at: new Date(begun.getTime() + 6 * 60_000) })
  // As if the company had had its first set points for longer.
  await server.store.pool.query(
    `update alarm_rule_version v set created_at = $2 from alarm_rule r where r.id = v.rule_id and r.company_id = $1`,
    [company.id, begun],
  )
  const values = [{ channel: 'CO', stage: 'low', value: 30, seconds: 0, source: 'Fire officer' }] as const
  await manager.call(setPoints.apply, {
    change: { kind: 'values', areaId: null, values: [...values] },
    reason: 'Asked',
  })
  await tick(3 * 60_000)
  const report = () =>
    manager.call(gas.shiftReport, { from: begun.toISOString(), to: new Date(Date.now()).toISOString() })
  const channel = async () => (await report()).channels.find(({ deviceId }) => deviceId === detector.id)
  await expect.poll(async () => (await channel())?.twa?.value ?? 0, { timeout: 40_000 }).toBeGreaterThan(0)
  await expect.poll(async () => (await channel())?.highest, { timeout: 20_000 }).toBe(50)
  const found = await channel()
  expect(found).toMatchObject({ lowest: 9, mean: 33.8, minutesWithFaults: 1, unit: 'ppm', channel: 'CO' })
  // Five minutes have a value, and the report ends with the last whole minute.
  expect(found?.minutesWithoutData).toBeGreaterThanOrEqual(27)
  // Of 15 minutes 4 at most were measured: the average is no less than this.
  expect(found?.stel).toMatchObject({ isAtLeast: true })
  expect(found?.stel?.value).toBeGreaterThan(9)
  const low = found?.beyond.filter(({ stage }) => stage === 'low')
  // The set point of 30 came after the readings.
  expect(low?.map(({ value, minutes }) => [value, minutes])).toEqual([
    [35, 3],
    [30, 0],
  ])
  expect(found?.beyond.find(({ stage }) => stage === 'twa')?.minutes).toBe(0)
  expect((await report()).changes).toMatchObject([
    { channel: 'CO', stage: 'low', value: 30, by: 'Gul Ahmed', reason: 'Asked' },
  ])
})

test('another company, a missing label and a missing permission see nothing of it', { timeout: 60_000 }, async () => {
  const detector = await aGasDetector()
  await detector.reads(5)
  const span = last(hourMs)
  const channels = `${detector.id}.CO`
  const statuses = async (by: ApiClient) => [
    (await by.try(gas.annotations, { deviceId: detector.id, channel: 'CO', ...span })).status,
    (await by.try(gas.exportCsv, { channels, ...span })).status,
    (await by.try(gas.exportXlsx, { channels, ...span })).status,
  ]
  const reportOf = async (by: ApiClient) => (await by.call(gas.shiftReport, span)).channels
  expect(await statuses(await server.signedIn(company, { can: ['read_doors'] }))).toEqual([403, 403, 403])
  const stranger = await server.signedIn(await aCompany(server.store.pool), { can: managers })
  expect(await statuses(stranger)).toEqual([404, 404, 404])
  expect(await reportOf(stranger)).toEqual([])
  expect(await reportOf(manager)).toHaveLength(1)
  await aLabel(server.store.pool, company, { device: detector.id })
  await expect.poll(() => statuses(manager), { timeout: 20_000 }).toEqual([404, 404, 404])
  expect(await reportOf(manager)).toEqual([])
})

test('what is overdue of its service stands beside the channel', async () => {
  const detector = await aGasDetector()
  await detector.reads(5)
  const serviceOf = async () =>
    (await manager.call(gas.channels)).channels.find(({ deviceId }) => deviceId === detector.id)?.service
  expect(await serviceOf()).toBe('never')
  await manager.call(service.recordEntry, aTest(detector, 'calibration', 200))
  expect(await serviceOf()).toBe('overdue')
  await manager.call(service.recordEntry, aTest(detector, 'calibration'))
  expect(await serviceOf()).toBe('ok')
})
