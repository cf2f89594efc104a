// What the calendar brings: reminders and the alarm, once each, whichever of several nodes does it and however often they restart.
import * as alarms from '@gatehouse/contract/safety/alarms'
import * as service from '@gatehouse/contract/safety/detector-service'
import type { Permission } from '@gatehouse/contract/permissions'
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createDirectory } from '../../building/devices/devices.ts'
import { inPoolTransaction } from '../../db/transaction.ts'
import { tick } from '../../kit/clock.testing.ts'
import { clock } from '../../kit/clock.ts'
import { type ACompany, type ADevice, aCompany, aDevice, aLabel, aUser } from '../../testing/building.testing.ts'
import { type ApiClient, openServer, type TestServer } from '../../testing/test-server.testing.ts'
import { aChannel, aTest, dayOf, inDays } from './detector-service.testing.ts'
import { remind } from './watch.ts'

const managing: readonly Permission[] = ['view_gas_detection', 'manage_gas', 'read_notifications', 'acknowledge_alarms']
const VAULT_KEY = randomBytes(32).toString('base64')

let server: TestServer
let other: TestServer
let company: ACompany
let manager: ApiClient & { readonly user: { readonly id: string } }
let detector: ADevice

beforeAll(async () => {
  server = await openServer({ VAULT_KEY })
  other = await openServer({ VAULT_KEY, DATABASE_URL: server.url })
}, 120_000)
afterAll(async () => {
  await other.close()
  await server.close()
})

beforeEach(async () => {
  company = await aCompany(server.store.pool, 'Company', 'UTC')
  manager = await server.signedIn(company, { can: managing })
  detector = await server.knows(manager, await aDevice(server.store.pool, company, 'gas', { name: 'Car park' }))
  await aChannel(server.store.pool, detector, 'CO')
  const settings = { bumpDays: 730, calibrationDays: 180, dueSoonDays: 14, passBandPercent: 10 }
  await manager.call(service.setSettings, settings)
})

test('a reminder leads to its detector, and comes once, though a node begins anew', async () => {
  await manager.call(service.recordEntry, aTest(detector, 'calibration', 170))
  await looked()
  await other.close()
  other = await openServer({ VAULT_KEY, DATABASE_URL: server.url })
  await looked()
  expect(await titlesOf(manager.user.id)).toHaveLength(1)
  const { rows } = await server.store.pool.query<{ path: string }>(
    `select path from notification where kind = 'gas-service-due' and $1 = any (device_ids)`,
    [detector.id],
  )
  expect(rows).toEqual([{ path: `/gas-monitoring/detectors?detector=${detector.id}` }])
})

const titlesOf = async (userId: string): Promise<string[]> => {
  const { rows } = await server.store.pool.query<{ title: string; message: string }>(
    `select title, message from notification where user_id = $1 and kind = 'gas-service-due' order by created_at, id`,
    [userId],
  )
  return rows.map(({ title, message }) => `${title}. ${message}`)
}

/** The loops of both nodes have run. */
const looked = () => tick('6 min')

test('who manages gas and sees the detector is reminded once when it is due soon, when due, and each week overdue', async () => {
  const label = await aLabel(server.store.pool, company, { device: detector.id })
  const labelled = await server.signedIn(company, { can: managing, labels: [label] })
  await expect.poll(async () => (await manager.try(service.byDevice, { deviceId: detector.id })).status).toBe(404)
  const reader = await aUser(server.store.pool, company, { can: ['view_gas_detection', 'read_notifications'] })
  const blind = await aUser(server.store.pool, company, { can: ['manage_gas', 'read_notifications'], labels: [label] })
  const stranger = await aUser(server.store.pool, await aCompany(server.store.pool), { can: managing })
  await labelled.call(service.recordEntry, aTest(detector, 'calibration', 150))
  const dueOn = dayOf(inDays(30))
  const directory = createDirectory(server.store.db)
  await directory.load()
  /** What both nodes find so many days from now. */
  const titlesIn = async (days: number) => {
    const then = new Date(clock.ms() + days * 86_400_000)
    for (const { store } of [server, other]) await inPoolTransaction(store.pool, (tx) => remind(tx, directory, then))
    return titlesOf(labelled.user.id)
  }
  expect(await titlesIn(0)).toEqual([])
  const found = [`Car park: service due soon. CO: calibration due on ${dueOn}.`]
  expect(await titlesIn(20)).toEqual(found)
  expect(await titlesIn(21)).toEqual(found)
  found.push(`Car park: service due. CO: calibration due on ${dueOn}.`)
  expect(await titlesIn(30)).toEqual(found)
  expect(await titlesIn(34)).toEqual(found)
  for (const days of [38, 45]) {
    found.push(`Car park: service overdue. CO: calibration overdue since ${dueOn}.`)
    expect(await titlesIn(days)).toEqual(found)
  }
  for (const { id } of [manager.user, reader, blind, stranger]) expect(await titlesOf(id)).toEqual([])
}, 120_000)

test('of many that remind at once, one does', async () => {
  await manager.call(service.recordEntry, aTest(detector, 'calibration', 150))
  const { pool, db } = server.store
  const directory = createDirectory(db)
  await directory.load()
  const then = new Date(clock.ms() + 25 * 86_400_000)
  const all = Array.from({ length: 6 }, () => inPoolTransaction(pool, (client) => remind(client, directory, then)))
  await Promise.all(all)
  expect(await titlesOf(manager.user.id)).toHaveLength(1)
  // What is not stored was not notified either: the next one does it.
  const later = new Date(clock.ms() + 31 * 86_400_000)
  const failing = inPoolTransaction(pool, async (client) => {
    await remind(client, directory, later)
    throw new Error('The node stops here')
  })
  await expect(failing).rejects.toThrow('The node stops here')
  expect(await titlesOf(manager.user.id)).toHaveLength(1)
  await inPoolTransaction(pool, (client) => remind(client, directory, later))
  expect(await titlesOf(manager.user.id)).toHaveLength(2)
})

test('an overdue calibration is a low alarm that is over once it is done, and one again when that entry is void', async () => {
  const alarmsOf = async (by: ApiClient) =>
    (await by.call(alarms.list, { deviceId: detector.id, state: 'any' })).alarms.map(
      ({ title, severity, state }) => `${title}, ${severity}: ${state}`,
    )
  await manager.call(service.recordEntry, aTest(detector, 'calibration', 170))
  await looked()
  expect(await alarmsOf(manager)).toEqual([])
  await tick('12 days')
  await looked()
  const later = await server.signedIn(company, { can: managing })
  const raised = 'Calibration overdue, low: unacknowledged'
  await expect.poll(() => alarmsOf(later)).toEqual([raised])
  const { entry } = await later.call(service.recordEntry, aTest(detector, 'calibration'))
  expect(await alarmsOf(later)).toEqual(['Calibration overdue, low: returned-unacknowledged'])
  await later.call(service.voidEntry, { deviceId: detector.id, entryId: entry.id, reason: 'Wrong detector' })
  expect(await alarmsOf(later)).toEqual([raised])
}, 60_000)
