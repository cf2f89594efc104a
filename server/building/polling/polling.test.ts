// The whole way: a device is added, tried, polled, goes away and comes back; over HTTP and against real Modbus servers.
import * as activity from '@gatehouse/contract/record/activity'
import * as devices from '@gatehouse/contract/building/devices'
import * as polling from '@gatehouse/contract/building/polling'
import type { PollSettings } from '@gatehouse/contract/building/polling'
import type { Operation } from '@gatehouse/contract/operation'
import { beforeAll, afterEach, describe, expect, test } from 'vitest'
import { type ACompany, aCompany, aLabel } from '../../testing/building.testing.ts'
import { type ApiClient, sharedServer, type TestServer } from '../../testing/test-server.testing.ts'
import { tick } from '../../kit/clock.testing.ts'
import { count, until } from '../ingest/ingest.testing.ts'
import { aBacnetDevice, inFrontOf } from './bacnet-device.testing.ts'
import { aModbusDevice, bacnetAt, float, freePort, impatientMs, modbusAt, patientMs } from './devices.testing.ts'

let server: TestServer
let company: ACompany
let admin: ApiClient
const stops: (() => unknown)[] = []

beforeAll(async () => {
  server = await sharedServer({ OUTBOUND_ALLOW: '127.0.0.1' })
  company = await aCompany(server.store.pool)
  admin = await server.signedIn(company, { can: ['manage_integrations', 'view_gas_detection'] })
})
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

const aDevice = async (...of: Parameters<typeof aModbusDevice>) => {
  const device = await aModbusDevice(...of)
  stops.push(() => device.stop())
  return device
}

const add = async (settings: PollSettings, by = admin, siteId = company.siteId) => {
  const { device } = await by.call(devices.register, {
    kind: 'gas',
    name: 'Boiler room CO',
    siteId,
    driver: settings.protocol,
    settings,
  })
  return device
}

const latestOf = async (id: string) => {
  const known = await admin.call(devices.list, { kind: 'gas' })
  const device = known.devices.find((one) => one.id === id)
  return { online: device?.online, latest: device?.latest[0] }
}

/** Time goes on, poll by poll, until it is so. */
const inTime = <T>(what: () => Promise<T | undefined | false>, step: '1 s' | '3 s' = '1 s') =>
  until(async () => {
    const found = await what()
    if (found === undefined || found === false) await tick(step)
    return found
  }, 100_000)

const becomes = (id: string, quality: string, value: number | null) =>
  inTime(async () => {
    const { latest } = await latestOf(id)
    return latest?.quality === quality && latest.value === value && latest
  })

const stateOf = async (id: string) =>
  (await admin.call(polling.connections)).connections.find(({ deviceId }) => deviceId === id)

test('a device is polled, and what it measures is stored once', async () => {
  const { port } = await aDevice({ 1: float(12.5) })
  const device = await add(modbusAt(port))
  expect(device).toMatchObject({ kind: 'gas', online: null })
  const latest = await becomes(device.id, 'good', 12.5)
  expect(latest).toMatchObject({ channel: 'CO', unit: 'ppm' })
  await inTime(async () => (await latestOf(device.id)).online === true)
  await inTime(async () => (await count(server.store.pool, 'gas_reading where device_id = $1', [device.id])) >= 3)
  const { rows } = await server.store.pool.query(
    'select count(*)::int as n, count(distinct at)::int as moments from gas_reading where device_id = $1',
    [device.id],
  )
  expect(rows[0].n).toBe(rows[0].moments)
  const state = await inTime(async () => {
    const one = await stateOf(device.id)
    return one && one.lastGoodAt !== null && one
  })
  expect(state).toMatchObject({ failures: 0, trouble: null, error: null, successShare: 1, driver: 'modbus' })
  expect(state.roundTripMs).toBeGreaterThan(0)
  expect(state.address).toBe(`127.0.0.1:${port}, unit 1`)
})

test('a device that goes away is offline and faulty after three polls, and back by itself', async () => {
  const device = await aDevice({ 1: float(12.5) })
  const { id } = await add(modbusAt(device.port))
  await becomes(id, 'good', 12.5)
  await device.stop()
  stops.length = 0
  await becomes(id, 'fault', null)
  await inTime(async () => (await latestOf(id)).online === false)
  const gone = await inTime(async () => {
    const state = await stateOf(id)
    return state?.trouble === 'unreachable' && state.failures >= 3 && state
  })
  expect(gone.error).toContain('refused the connection')
  expect(gone.successShare).toBeLessThan(1)
  // It is asked less often the longer it is gone, and once a minute at the least.
  await inTime(async () => ((await stateOf(id))?.failures ?? 0) >= 7, '3 s')
  const later = await stateOf(id)
  const pause = Date.parse(later?.nextPollAt ?? '') - Date.parse(later?.lastPollAt ?? '')
  expect(pause).toBeGreaterThan(10_000)
  expect(pause).toBeLessThanOrEqual(61_000)
  await aDevice({ 1: float(13.5) }, device.port)
  await inTime(async () => (await latestOf(id)).latest?.value === 13.5, '3 s')
  await inTime(async () => (await latestOf(id)).online === true)
  await inTime(async () => (await stateOf(id))?.trouble === null)
}, 120_000)

test('words in the wrong order are a fault and not 0 ppm; once set right, it measures', async () => {
  const { port } = await aDevice({ 1: float(12.5) })
  const right = modbusAt(port)
  const register = { table: 'holding', address: 0, type: 'float32', order: 'CDAB' } as const
  const [channel] = right.map.channels
  if (!channel) throw new Error('no channel')
  const wrong = { ...right, map: { ...right.map, channels: [{ ...channel, register }] } }
  const { id } = await add(wrong)
  await becomes(id, 'fault', null)
  await admin.call(polling.changeSettings, { deviceId: id, settings: right })
  expect((await admin.call(polling.settings, { deviceId: id })).settings).toEqual(right)
  await becomes(id, 'good', 12.5)
})

test('a register that is not there is shown to the administrator, and the device is there', async () => {
  const { port } = await aDevice({ 1: { 5: 1 } })
  const { id } = await add(modbusAt(port))
  await becomes(id, 'fault', null)
  const state = await stateOf(id)
  expect(state).toMatchObject({ trouble: 'configuration' })
  expect(state?.error).toBe('Exception 2 at holding register 0 (40001): it has nothing at this address.')
  expect((await latestOf(id)).online).toBe(true)
})

test('several devices of one connection are polled over it one after another', async () => {
  const { port } = await aDevice({ 1: float(1), 2: float(2), 3: float(3) })
  const added = await Promise.all([1, 2, 3].map((unit) => add(modbusAt(port, { unit }))))
  for (const [at, { id }] of added.entries()) await becomes(id, 'good', at + 1)
})

test('a BACnet device is polled too', async () => {
  // 612 ppm, which are stored in the unit of the channel.
  const stored = 0.0612
  const device = await aBacnetDevice(1234, { 1: { value: 612, units: 96 }, 2: { value: 21.5, units: 62 } })
  stops.push(() => device.stop())
  const { id } = await add(bacnetAt(device.port, { timeoutMs: 1000 }))
  await becomes(id, 'good', stored)
  device.silent = true
  await becomes(id, 'fault', null)
  await inTime(async () => (await latestOf(id)).online === false)
  device.silent = false
  await becomes(id, 'good', stored)
})

describe('a trial', () => {
  test('shows each channel, raw and decoded', async () => {
    const { port } = await aDevice({ 1: float(12.5) })
    expect(await admin.call(polling.tryConnection, { settings: modbusAt(port) })).toMatchObject({
      answered: true,
      trouble: null,
      channels: [
        { channel: 'CO', value: 12.5, quality: 'good', raw: [0x4148, 0], where: 'holding register 0 (40001)' },
      ],
    })
  })

  test('says what went wrong', async () => {
    const { port } = await aDevice({ 1: {} })
    const attempt = (settings: PollSettings) => admin.call(polling.tryConnection, { settings })
    expect(await attempt(modbusAt(port))).toMatchObject({
      answered: true,
      trouble: 'configuration',
      error: 'Exception 2 at holding register 0 (40001): it has nothing at this address.',
      channels: [{ value: null, quality: 'fault', raw: null }],
    })
    expect(await attempt(modbusAt(await freePort()))).toMatchObject({ answered: false, trouble: 'unreachable' })
    const slow = await aDevice({ 1: float(1) })
    slow.slowMs = 1000
    expect(await attempt(modbusAt(slow.port, { timeoutMs: impatientMs }))).toMatchObject({
      answered: false,
      trouble: 'no-answer',
    })
  })
})

describe('BACnet devices', () => {
  const aFoundDevice = async () => {
    const device = await aBacnetDevice(1234, { 1: { value: 612, units: 96, name: 'Car park CO2' } })
    stops.push(() => device.stop())
    return device
  }
  const find = (port: number, more: object = {}) =>
    admin.call(polling.findDevices, { host: '127.0.0.1', port, waitMs: 1000, ...more })

  test('are found where they are searched, and one is added with an object that was chosen', async () => {
    const { port } = await aFoundDevice()
    const { asked, devices: answered } = await find(port)
    expect(asked).toEqual([{ address: `127.0.0.1:${port}`, error: null }])
    expect(answered).toEqual([
      {
        instance: 1234,
        host: '127.0.0.1',
        port,
        vendorId: 260,
        name: 'Device 1234',
        vendor: 'Sensors & Sons',
        model: 'GD-4',
        obstacle: null,
      },
    ])
    const [found] = answered
    if (!found) throw new Error('no device')
    const { objects, ...device } = await admin.call(polling.readObjects, {
      host: found.host,
      port: found.port,
      deviceInstance: found.instance,
      timeoutMs: patientMs,
    })
    expect(device).toMatchObject({ trouble: null, error: null, name: 'Device 1234', more: false })
    expect(objects).toMatchObject([{ name: 'Car park CO2', presentValue: 612, channel: 'CO2', gasUnits: ['ppm'] }])
    const points = objects.map(({ object, instance }) => ({ channel: 'CO2', unit: 'ppm', object, instance }))
    const { id } = await add(bacnetAt(port, { points, timeoutMs: 1000 }))
    await becomes(id, 'good', 0.0612)
  })

  test('are not found where none is, and a range that ends before it begins names its field', async () => {
    const { port } = await aFoundDevice()
    expect((await find(port, { from: 2000, to: 3000, waitMs: impatientMs })).devices).toEqual([])
    expect((await find(await freePort(), { waitMs: impatientMs })).devices).toEqual([])
    const { status, body } = await admin.try(polling.findDevices, { host: '127.0.0.1', port, from: 2, to: 1 })
    expect([status, body]).toMatchObject([422, { details: [{ field: 'to' }] }])
  })

  test('that cannot be polled say why', async () => {
    const device = await aFoundDevice()
    // A router of broadcasts passes on what a device at an address said that is never connected to.
    const front = await inFrontOf(device, (answer) => {
      const body = Buffer.concat([Buffer.from([169, 254, 169, 254, 0xba, 0xc0]), answer.subarray(4)])
      return [Buffer.concat([Buffer.from([0x81, 0x04, 0, body.length + 4]), body])]
    })
    stops.push(front.stop)
    expect((await find(front.port)).devices).toMatchObject([
      { host: '169.254.169.254', name: null, obstacle: '169.254.169.254 is not the address of a device.' },
    ])
  })

  test('that do not answer, or are others, list nothing and say so', async () => {
    const device = await aFoundDevice()
    const read = (deviceInstance: number) =>
      admin.call(polling.readObjects, { host: '127.0.0.1', port: device.port, deviceInstance, timeoutMs: impatientMs })
    expect(await read(99)).toMatchObject({ trouble: 'configuration', objects: [] })
    device.silent = true
    expect(await read(1234)).toMatchObject({ trouble: 'no-answer', objects: [] })
  })

  test('are searched by those who manage integrations alone, and each search is on the record', async () => {
    const { port } = await aFoundDevice()
    const guard = await server.signedIn(company, { can: ['view_gas_detection'] })
    const device = { host: '127.0.0.1', port, deviceInstance: 1234 }
    expect((await guard.try(polling.findDevices, { host: '127.0.0.1', port })).status).toBe(403)
    expect((await guard.try(polling.readObjects, device)).status).toBe(403)
    const auditor = await server.signedIn(company, { can: ['view_activity_logs'] })
    await find(port, { waitMs: impatientMs })
    const { entries } = await auditor.call(activity.list, { action: polling.findDevices.name })
    expect(entries[0]).toMatchObject({ subject: `127.0.0.1:${port}` })
  })
})

describe('what is refused', () => {
  const fieldsOf = async (input: object, op: Operation = devices.register) => {
    const { status, body } = await admin.try(op, input)
    const { details = [] } = body as { details?: { field: string }[] }
    return [status, ...details.map(({ field }) => field)]
  }
  const wanted = (settings: object | undefined, more: object = {}) => ({
    kind: 'gas',
    name: 'CO',
    siteId: company.siteId,
    driver: 'modbus',
    settings,
    ...more,
  })

  test('names the field', async () => {
    const settings = modbusAt(5020)
    expect(await fieldsOf(wanted(undefined))).toEqual([422, 'settings'])
    expect(await fieldsOf(wanted(settings, { kind: 'door' }))).toEqual([422, 'kind'])
    expect(await fieldsOf(wanted(settings, { driver: 'bacnet' }))).toEqual([422, 'settings.protocol'])
    expect(await fieldsOf(wanted(settings, { driver: 'gatehouse' }))).toEqual([422, 'settings'])
    expect(await fieldsOf(wanted({ ...settings, host: 'not a host' }))).toEqual([422, 'settings.host'])
    expect(await fieldsOf(wanted({ ...settings, map: { ...settings.map, channels: [] } }))).toEqual([
      422,
      'settings.map.channels',
    ])
  })

  test.each(['169.254.169.254', 'fe80::1', '224.0.0.1', '255.255.255.255', '0.0.0.0', '100.100.100.200', '::1'])(
    '%s is not the address of a device',
    async (host) => {
      expect(await fieldsOf(wanted({ ...modbusAt(502), host }))).toEqual([422, 'settings.host'])
      expect(await fieldsOf({ host }, polling.findDevices)).toEqual([422, 'host'])
      expect(await fieldsOf({ host, deviceInstance: 1 }, polling.readObjects)).toEqual([422, 'host'])
    },
  )

  test('ports of Gatehouse itself, although loopback is allowed here', async () => {
    const port = Number(new URL(server.gatehouse.devices).port)
    expect(await fieldsOf(wanted({ ...modbusAt(port) }))).toEqual([422, 'settings.host'])
    const store = Number(new URL(server.url).port)
    expect(await fieldsOf(wanted({ ...modbusAt(store) }))).toEqual([422, 'settings.host'])
  })

  test('who may not, and whom labels or companies part from the device', async () => {
    const { port } = await aDevice({ 1: float(1) })
    const device = await add(modbusAt(port))
    const input = { deviceId: device.id, settings: modbusAt(port) }
    const guard = await server.signedIn(company, { can: ['view_gas_detection'] })
    expect((await guard.try(polling.changeSettings, input)).status).toBe(403)
    const other = await aCompany(server.store.pool)
    const stranger = await server.signedIn(other, { can: ['manage_integrations'] })
    expect((await stranger.try(polling.settings, { deviceId: device.id })).status).toBe(404)
    expect((await stranger.call(polling.connections)).connections).toEqual([])
    await aLabel(server.store.pool, company, { device: device.id })
    const hidden = await server.signedIn(company, { can: ['manage_integrations'] })
    await until(async () => (await hidden.try(polling.settings, { deviceId: device.id })).status === 404)
    const { connections } = await hidden.call(polling.connections)
    expect(connections.some(({ deviceId }) => deviceId === device.id)).toBe(false)
  })

  test('a secret for a device that does not sign in', async () => {
    const { port } = await aDevice({ 1: float(1) })
    const { id } = await add(modbusAt(port))
    expect((await admin.try(devices.rotateCredential, { deviceId: id })).status).toBe(409)
  })
})

test('the maps that come along have their sources', async () => {
  const { maps } = await admin.call(polling.maps)
  expect(maps.length).toBeGreaterThanOrEqual(3)
  for (const { map } of maps) expect(map.source?.title).toBeTruthy()
})
