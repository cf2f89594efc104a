// Which devices somebody sees: those of their own company that no label hides, at every level that asks for one.
import type { Permission } from '@gatehouse/contract/permissions'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ACompany, aCompany, aDevice, aLabel, aZone } from '../../testing/building.testing.ts'
import { freshDatabase, type TestDatabase } from '../../db/testing.ts'
import { clock } from '../../kit/clock.ts'
import type { Caller } from '../../kit/http/caller.ts'
import { createDirectory, type Directory } from './devices.ts'

let database: TestDatabase
let directory: Directory
let company: ACompany
beforeAll(async () => {
  database = await freshDatabase()
  directory = createDirectory(database.store.db)
  company = await aCompany(database.store.pool)
})
afterAll(() => database.drop())

const aCaller = (of: ACompany, labels: readonly string[] = [], can: readonly Permission[] = []): Caller => ({
  userId: uuid(),
  sessionId: uuid(),
  companyId: of.id,
  name: 'Ada Okafor',
  email: 'ada@gatehouse.example',
  permissions: new Set(can),
  labels: new Set(labels),
  expiresAt: clock.ms() + 60_000,
  limited: false,
  viewer: null,
})

test('a device of another company is seen by nobody, not even by an administrator', async () => {
  const elsewhere = await aCompany(database.store.pool)
  const device = await aDevice(database.store.pool, company, 'door')
  await directory.load()
  expect(directory.sees(aCaller(company), device.id)).toBe(true)
  expect(directory.sees(aCaller(elsewhere), device.id)).toBe(false)
  expect(directory.sees(aCaller(elsewhere, [], ['admin_access', 'manage_companies']), device.id)).toBe(false)
  expect(directory.ofCompany(elsewhere.id)).toEqual([])
  // Of its own site alone, which no label marks: rooms of the sockets are of a company each.
  expect(directory.groupsOf(aCaller(elsewhere))).toEqual([directory.groupOf(elsewhere.siteId)])
})

test('a device asks for a label of each level that has any: the device, its zone, its site', async () => {
  const { pool } = database.store
  const own = await aCompany(pool)
  const zone = await aZone(pool, own)
  const device = await aDevice(pool, own, 'door', { zone })
  const labels = [
    await aLabel(pool, own, { site: own.siteId }),
    await aLabel(pool, own, { zone }),
    await aLabel(pool, own, { device: device.id }),
  ]
  await directory.load()
  expect(directory.sees(aCaller(own, labels), device.id)).toBe(true)
  for (const lost of labels) {
    const caller = aCaller(
      own,
      labels.filter((label) => label !== lost),
    )
    expect(directory.sees(caller, device.id)).toBe(false)
    expect(directory.groupsOf(caller)).not.toContain(directory.groupOf(device.id))
  }
  expect(directory.sees(aCaller(own, [], ['admin_access']), device.id)).toBe(true)
})

test('a zone asks for a label of its site and of itself, whether anything stands in it or not', async () => {
  const { pool } = database.store
  const own = await aCompany(pool)
  const zone = await aZone(pool, own, 'Vault')
  const open = await aZone(pool, own, 'Lobby')
  const label = await aLabel(pool, own, { zone })
  await directory.load()
  expect(directory.placeById(zone)).toMatchObject({
    name: 'Vault',
    site: own.name,
    siteId: own.siteId,
    levels: [[label]],
  })
  expect(directory.placesOf(own.id).map(({ name }) => name)).toEqual([own.name, 'Lobby', 'Vault'])
  expect(directory.groupsOf(aCaller(own))).toEqual([directory.groupOf(open)])
  expect(directory.groupsOf(aCaller(own, [label]))).toContain(directory.groupOf(zone))
})
