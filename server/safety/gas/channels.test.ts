// What a detector reports in any unit is stored in that of its channel, and seen there with its averages and set points.
import type { Permission } from '@gatehouse/contract/permissions'
import * as gas from '@gatehouse/contract/safety/gas'
import { stateOfReading } from '@gatehouse/contract/safety/gas-state'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tick } from '../../kit/clock.testing.ts'
import { aCompany, aDevice, aLabel, type ACompany } from '../../testing/building.testing.ts'
import { type ApiClient, sharedServer, type TestServer } from '../../testing/test-server.testing.ts'
import { aDetector } from '../alarms/alarms.testing.ts'

const managers: readonly Permission[] = ['view_gas_detection', 'manage_gas', 'acknowledge_alarms']

let server: TestServer
let company: ACompany
let manager: ApiClient
const closing: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  server = await sharedServer()
  company = await aCompany(server.store.pool)
  manager = await server.signedIn(company, { can: managers })
})
afterAll(async () => {
  for (const close of closing) await close()
})

const aGasDetector = async () => {
  const device = await server.knows(manager, await aDevice(server.store.pool, company, 'gas'))
  const detector = await aDetector(server.gatehouse.devices, device)
  closing.push(detector.close)
  return detector
}

const channelsOf = async (id: string, by: ApiClient = manager) =>
  (await by.call(gas.channels)).channels.filter(({ deviceId }) => deviceId === id)

const rejectedOf = async (key: string): Promise<string[]> => {
  const { rows } = await server.store.pool.query<{ reason: string }>(
    `select reason from quarantine where topic like $1`,
    [`%${key}%`],
  )
  return rows.map(({ reason }) => reason)
}

test('carbon dioxide in ppm is stored in % by volume, with what was reported', async () => {
  const detector = await aGasDetector()
  await detector.reads(6000, { channel: 'CO2', unit: 'ppm' })
  const [channel] = await channelsOf(detector.id)
  expect(channel).toMatchObject({
    channel: 'CO2',
    value: 0.6,
    unit: '%vol',
    given: { value: 6000, unit: 'ppm' },
    state: 'high',
    setPoints: expect.arrayContaining([expect.objectContaining({ value: 0.5, severity: 'high' })]),
  })
})

test('mass per volume goes to quarantine until temperature and pressure are set, and is converted then', async () => {
  const detector = await aGasDetector()
  await detector.reads(23, { unit: 'mg/m3' })
  expect(await channelsOf(detector.id)).toEqual([])
  expect(await rejectedOf(detector.key)).toEqual([expect.stringContaining('set the temperature and pressure')])
  const settings = { celsius: 20, kilopascals: 101.325 }
  await manager.call(gas.configure, { deviceId: detector.id, settings })
  const known = async () => (await manager.call(gas.settings, { deviceId: detector.id })).settings
  await expect.poll(known).toEqual(settings)
  await detector.reads(23, { unit: 'mg/m3' })
  const [channel] = await channelsOf(detector.id)
  expect(channel).toMatchObject({ unit: 'ppm', given: { value: 23, unit: 'mg/m3' } })
  expect(channel?.value).toBeCloseTo(19.75, 2)
})

test('averages come with their share once the minute is over, and are judged by rules', async () => {
  const detector = await aGasDetector()
  await detector.reads(60)
  await tick(70_000)
  const averagesOf = async () => (await channelsOf(detector.id))[0]?.averages
  await expect.poll(averagesOf, { timeout: 30_000 }).toMatchObject({ stel: { mean: 60 }, twa: { mean: 60 } })
  const averages = await averagesOf()
  expect(averages?.stel.share).toBeGreaterThan(0)
  expect(averages?.stel.share).toBeLessThan(0.2)
}, 60_000)

test('averages that a long transaction of somebody else held up come when it is over, and not a minute later', async () => {
  const other = await server.store.connect()
  await other.query('begin')
  await other.query('select pg_current_xact_id()')
  const detector = await aGasDetector()
  await detector.reads(60)
  await tick(70_000)
  const averagesOf = async () => (await channelsOf(detector.id))[0]?.averages
  expect(await averagesOf()).toBeNull()
  await other.query('commit')
  await other.end()
  // In less than what is left of the minute.
  await expect.poll(averagesOf, { timeout: 15_000 }).toMatchObject({ stel: { mean: 60 } })
}, 60_000)

test('a detector is seen by nobody whom a label hides it from', async () => {
  const detector = await aGasDetector()
  await detector.reads(1)
  const other = await server.signedIn(company, { can: ['view_gas_detection'] })
  expect(await channelsOf(detector.id, other)).toHaveLength(1)
  await aLabel(server.store.pool, company, { device: detector.id })
  await expect.poll(() => channelsOf(detector.id, other)).toEqual([])
})

test.each([
  [{ value: 80, quality: 'good', online: true }, false, 'critical'],
  [{ value: 40, quality: 'good', online: true }, false, 'high'],
  [{ value: 4, quality: 'good', online: null }, false, 'normal'],
  [{ value: 80, quality: 'good', online: true }, true, 'stale'],
  [{ value: 80, quality: 'good', online: false }, false, 'offline'],
  [{ value: 80, quality: 'warm-up', online: true }, false, 'warm-up'],
  [{ value: null, quality: 'fault', online: true }, false, 'fault'],
  [{ value: 500, quality: 'over-range', online: true }, false, 'over-range'],
] as const)('%o, too old: %s, is %s', (row, isOld, state) => {
  const points = [
    { of: 'value', comparison: 'above', value: 35, severity: 'high' },
    { of: 'value', comparison: 'above', value: 70, severity: 'critical' },
  ] as const
  expect(stateOfReading(row, points, isOld)).toBe(state)
})
