// A server that was stopped for a while: which devices are offline nobody could know meanwhile.
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ACompany, aCompany, aDevice } from '../../testing/building.testing.ts'
import { freshDatabase, type TestDatabase } from '../../db/testing.ts'
import { inPoolTransaction } from '../../db/transaction.ts'
import { createDirectory, type Directory } from '../../building/devices/devices.ts'
import { createBus } from '../../kit/bus.ts'
import { createEscalations } from '../escalations/escalations.ts'
import { type Alarms, createAlarms } from './alarms.ts'

const log = pino({ level: 'silent' })
const begin = Date.parse('2026-11-28T03:00:00Z')
const at = (seconds: number) => new Date(begin + seconds * 1000)

let database: TestDatabase
let company: ACompany
let directory: Directory
beforeAll(async () => {
  database = await freshDatabase()
  company = await aCompany(database.store.pool)
  directory = createDirectory(database.store.db)
})
afterAll(() => database.drop())

const aServer = (): Alarms => {
  const { store } = database
  const escalations = createEscalations(store, directory, log)
  return createAlarms({ store, bus: createBus(log), directory, record: async () => undefined, escalations, log })
}

const report = async (server: Alarms, deviceId: string, isOffline: boolean, seconds: number) => {
  const observation = { deviceId, measure: 'device.offline', value: isOffline, at: at(seconds) } as const
  const publish = await inPoolTransaction(database.store.pool, (tx) => server.judge(tx, [observation]))
  publish()
}

const runs = async (server: Alarms, from: number, to: number) => {
  for (let second = from; second <= to; second++) await server.tick(at(second))
}

const alarmsAt = async (deviceId: string) =>
  (await database.store.pool.query('select raised_at from alarm where device_id = $1', [deviceId])).rows

test('a device that went offline before a stop is in alarm once it was given its delay again, unless it is back by then', async () => {
  const [back, away, before] = [
    await aDevice(database.store.pool, company, 'camera'),
    await aDevice(database.store.pool, company, 'camera'),
    await aDevice(database.store.pool, company, 'camera'),
  ]
  await directory.load()
  const first = aServer()
  await report(first, before.id, true, 0)
  await runs(first, 0, 31)
  expect(await alarmsAt(before.id)).toEqual([{ raised_at: at(30) }])
  await report(first, back.id, true, 32)
  await report(first, away.id, true, 32)
  await runs(first, 32, 40)
  // Ten minutes later.
  const second = aServer()
  await runs(second, 640, 645)
  await report(second, back.id, false, 646)
  await runs(second, 646, 669)
  expect(await alarmsAt(away.id)).toEqual([])
  await runs(second, 670, 671)
  expect(await alarmsAt(back.id)).toEqual([])
  expect(await alarmsAt(away.id)).toEqual([{ raised_at: at(670) }])
})
