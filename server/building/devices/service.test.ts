// Devices of every kind out of service: who may, what becomes of their alarms, and how they come back.
import * as activity from '@gatehouse/contract/record/activity'
import * as alarms from '@gatehouse/contract/safety/alarms'
import * as devices from '@gatehouse/contract/building/devices'
import type { Permission } from '@gatehouse/contract/permissions'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { tick } from '../../kit/clock.testing.ts'
import { anAlarm } from '../../safety/alarms/alarms.testing.ts'
import { type ACompany, type ADevice, aCompany, aDevice, aLabel } from '../../testing/building.testing.ts'
import { type ApiClient, sharedServer, type TestServer } from '../../testing/test-server.testing.ts'

const reads = Object.values(devices.readPermission)
const managing: readonly Permission[] = [
  ...reads,
  ...Object.values(devices.managePermission),
  'acknowledge_alarms',
  'view_activity_logs',
]

let server: TestServer
let company: ACompany
let manager: ApiClient

beforeAll(async () => {
  server = await sharedServer()
})

beforeEach(async () => {
  company = await aCompany(server.store.pool)
  manager = await server.signedIn(company, { can: managing })
})

const known = async (kind: devices.DeviceKind): Promise<ADevice> =>
  server.knows(manager, await aDevice(server.store.pool, company, kind))
const listed = async ({ id }: ADevice) =>
  (await manager.call(devices.list)).devices.find((device) => device.id === id)?.outOfService
const stateAt = async ({ id }: ADevice) =>
  (await manager.call(alarms.list, { deviceId: id, state: 'any' })).alarms.map(({ state }) => state)
const recorded = async (action: string) => (await manager.call(activity.list, { action })).entries[0]

test('a device of any kind is taken out of service with a reason, its alarms with it, and returned', async () => {
  for (const kind of devices.kind.options) {
    const device = await known(kind)
    await anAlarm(server.store.pool, company, device.id)
    const deviceId = device.id
    const { outOfService } = await manager.call(devices.takeOutOfService, { deviceId, reason: 'A new sensor' })
    expect(outOfService, kind).toMatchObject({ reason: 'A new sensor', until: null })
    expect(await listed(device), kind).toEqual(outOfService)
    expect(await stateAt(device), kind).toEqual(['out-of-service'])
    expect(await recorded('devices.takeOutOfService'), kind).toMatchObject({ subject: device.key })
    await manager.call(devices.returnToService, { deviceId })
    expect(await listed(device), kind).toBeNull()
    expect(await stateAt(device), kind).toEqual(['unacknowledged'])
    expect(await recorded('devices.returnToService'), kind).toMatchObject({ subject: device.key })
  }
})

test('it comes back by itself when the time is over that was given, on the record', async () => {
  const detector = await known('gas')
  await anAlarm(server.store.pool, company, detector.id)
  await manager.call(devices.takeOutOfService, { deviceId: detector.id, reason: 'Calibration', minutes: 30 })
  await tick('29 min')
  expect(await listed(detector)).toMatchObject({ reason: 'Calibration', until: expect.any(String) })
  await tick('2 min')
  await expect.poll(() => listed(detector)).toBeNull()
  expect(await stateAt(detector)).toEqual(['unacknowledged'])
  expect(await recorded('devices.serviceResumed')).toMatchObject({ subject: detector.key, actor: 'Gatehouse' })
})

test('what is out of service already gets another reason and time, and stays out since the first', async () => {
  const counter = await known('counter')
  const deviceId = counter.id
  const first = await manager.call(devices.takeOutOfService, { deviceId, reason: 'Moved', minutes: 60 })
  const second = await manager.call(devices.takeOutOfService, { deviceId, reason: 'Moved again' })
  expect(second.outOfService).toMatchObject({ since: first.outOfService?.since, until: null, reason: 'Moved again' })
})

test('it takes the permission that manages the kind, and a device that one sees', async () => {
  const [detector, door] = [await known('gas'), await known('door')]
  const take = (who: ApiClient, { id: deviceId }: ADevice, reason = 'Work') =>
    who.try(devices.takeOutOfService, { deviceId, reason })
  const ofDoors = await server.signedIn(company, { can: [...reads, 'manage_doors'] })
  expect((await take(ofDoors, door)).status).toBe(200)
  expect(await take(ofDoors, detector)).toMatchObject({ status: 403 })
  const blind = await server.signedIn(company, { can: ['read_doors', 'manage_gas'] })
  expect((await take(blind, detector)).status).toBe(404)
  const guard = await server.signedIn(company, { can: [...reads, 'acknowledge_alarms'] })
  expect((await take(guard, detector)).status).toBe(403)
  const stranger = await server.signedIn(await aCompany(server.store.pool), { can: managing })
  expect((await take(stranger, detector)).status).toBe(404)
  await aLabel(server.store.pool, company, { device: detector.id })
  await expect.poll(async () => (await take(manager, detector)).status).toBe(404)
  expect((await take(manager, door, 'no')).status).toBe(422)
})
