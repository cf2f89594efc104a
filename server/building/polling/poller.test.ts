// Of two nodes exactly one polls; when it is gone, the other one does within seconds.
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DeviceMessage } from '@gatehouse/devices/driver'
import { freshDatabase } from '../../db/testing.ts'
import { createDeviceAddresses } from '../../kit/http/device-address.ts'
import { aCompany } from '../../testing/building.testing.ts'
import { createDirectory } from '../devices/devices.ts'
import { until } from '../ingest/ingest.testing.ts'
import { insertDevice, writeSettings } from '../ingest/ingest.ts'
import { aRawDevice, float, modbusAt } from './devices.testing.ts'
import { startPoller } from './poller.ts'
import { slotOf } from './connection.ts'

let database: Awaited<ReturnType<typeof freshDatabase>>
let device: Awaited<ReturnType<typeof aRawDevice>>
const log = pino({ level: 'silent' })
const id = '0190a1b2-0000-7000-8000-000000000001'

beforeAll(async () => {
  database = await freshDatabase()
  const [high = 0, low = 0] = Object.values(float(12.5))
  const data = [high >> 8, high & 0xff, low >> 8, low & 0xff]
  device = await aRawDevice((request, socket) =>
    socket.write(Buffer.from([...request.subarray(0, 4), 0, 7, request[6] ?? 0, 3, 4, ...data])),
  )
  const company = await aCompany(database.store.pool)
  const { db } = database.store
  const known = { id, key: 'co-1', kind: 'gas', name: 'CO', driver: 'modbus', address: 'co-1', companyId: company.id }
  await insertDevice(db, { ...known, siteId: company.siteId })
  await writeSettings(db, id, modbusAt(device.port))
})
afterAll(async () => {
  await device.stop()
  await database.drop()
})

const startNode = async () => {
  const directory = createDirectory(database.store.db)
  await directory.load()
  const delivered: DeviceMessage[] = []
  const poller = startPoller({
    store: database.store,
    directory,
    intake: {
      async takePolled(message) {
        delivered.push(message)
        return { result: 'stored' }
      },
    },
    addresses: createDeviceAddresses(['127.0.0.1'], () => []),
    log,
    otherNodes: true,
  })
  return { poller, delivered }
}

test('one node polls, and another takes over when it is gone', async () => {
  const first = await startNode()
  await until(async () => first.delivered.length > 2)
  const second = await startNode()
  const before = first.delivered.length
  await until(async () => first.delivered.length > before + 2)
  expect(second.delivered).toEqual([])
  expect(device.connections()).toBe(1)
  await first.poller.stop()
  const last = first.delivered.length
  await until(async () => second.delivered.length > 2, 10_000)
  expect(first.delivered).toHaveLength(last)
  expect(device.connections()).toBe(2)
  // What both read of the same moment has the same name, so that it is stored once.
  expect(second.delivered[0]?.message.id).toMatch(/^poll \d{4}-\d\d-\d\dT[\d:.]+Z (online|CO)$/)
  await second.poller.stop()
})

test('the moment of a poll is the same whenever it is within its interval', () => {
  const of = { id, settings: { intervalSeconds: 5 } }
  const slot = slotOf(of, 1_764_000_000_000)
  expect(slotOf(of, slot)).toBe(slot)
  expect(slotOf(of, slot + 4999)).toBe(slot)
  expect(slotOf(of, slot + 5000)).toBe(slot + 5000)
})
