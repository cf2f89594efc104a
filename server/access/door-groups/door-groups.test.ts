// Groups of doors: under one name, in several groups at once, and only those that one sees.
import * as doorGroups from '@gatehouse/contract/access/door-groups'
import { beforeAll, expect, test } from 'vitest'
import { v7 as uuid } from 'uuid'
import { type ACompany, type ADevice, aCompany, aDevice, aLabel } from '../../testing/building.testing.ts'
import { type TestServer, sharedServer, type ApiClient } from '../../testing/test-server.testing.ts'

let server: TestServer
let company: ACompany
let admin: ApiClient
let manager: ApiClient
let vault: ADevice
let front: ADevice
let side: ADevice

beforeAll(async () => {
  server = await sharedServer()
  const { pool } = server.store
  company = await aCompany(pool, 'Meridian')
  admin = await server.signedIn(company, { can: ['admin_access', 'read_doors', 'manage_doors'] })
  manager = await server.signedIn(company, { can: ['read_doors', 'manage_doors'] })
  ;[vault, front, side] = [
    await aDevice(pool, company, 'door'),
    await aDevice(pool, company, 'door'),
    await aDevice(pool, company, 'door'),
  ]
  await aLabel(pool, company, { device: vault.id })
  await server.knows(admin, side)
})

const doorsOf = (group: doorGroups.DoorGroup) => group.doors.map(({ id }) => id).toSorted()
const ids = (...doors: ADevice[]) => doors.map(({ id }) => id).toSorted()

test('a door is in as many groups as one likes, and a name is there once', async () => {
  const { group } = await manager.call(doorGroups.create, { name: ' Perimeter ', doorIds: [front.id, side.id] })
  expect(group).toMatchObject({ name: 'Perimeter', description: '' })
  expect(doorsOf(group)).toEqual(ids(front, side))
  await manager.call(doorGroups.create, { name: 'Night round', doorIds: [front.id] })
  expect(await manager.try(doorGroups.create, { name: 'perimeter' })).toMatchObject({
    status: 422,
    body: { details: [{ field: 'name' }] },
  })
  const { groups } = await manager.call(doorGroups.list)
  expect(groups.map(({ name }) => name)).toEqual(['Night round', 'Perimeter'])
  const changed = await manager.call(doorGroups.update, { groupId: group.id, doorIds: [side.id] })
  expect(doorsOf(changed.group)).toEqual(ids(side))
  const { rows } = await server.store.pool.query(
    `select subject, before, after from activity where action = 'doorGroups.update' and company_id = $1
     and status = 200`,
    [company.id],
  )
  expect(rows).toEqual([
    { subject: 'Perimeter', before: { doors: expect.arrayContaining([front.key]) }, after: { doors: [side.key] } },
  ])
})

test('doors that labels hide are not shown, not put in, and stay where others put them', async () => {
  const { group } = await admin.call(doorGroups.create, { name: 'Cash', doorIds: [vault.id, front.id] })
  const own = await admin.call(doorGroups.create, { name: 'Vaults only', doorIds: [vault.id] })
  const seen = (await manager.call(doorGroups.list)).groups
  expect(seen.find(({ id }) => id === group.id)?.doors).toEqual([{ id: front.id, name: front.key }])
  expect(seen.some(({ id }) => id === own.group.id)).toBe(false)
  expect((await manager.try(doorGroups.update, { groupId: own.group.id, name: 'Mine' })).status).toBe(404)
  expect((await manager.try(doorGroups.create, { name: 'Sneaky', doorIds: [vault.id] })).status).toBe(404)
  expect((await manager.try(doorGroups.remove, { groupId: group.id })).status).toBe(403)
  await manager.call(doorGroups.update, { groupId: group.id, doorIds: [side.id] })
  const { groups } = await admin.call(doorGroups.list)
  const now = groups.find(({ id }) => id === group.id)
  expect(now && doorsOf(now)).toEqual(ids(vault, side))
  expect((await admin.try(doorGroups.remove, { groupId: group.id })).status).toBe(200)
})

test('what is no door, retired or another company’s is in no group', async () => {
  const { pool } = server.store
  const camera = await aDevice(pool, company, 'camera')
  const other = await aCompany(pool)
  const foreign = await aDevice(pool, other, 'door')
  const stranger = await server.signedIn(other, { can: ['read_doors', 'manage_doors'] })
  await server.knows(stranger, foreign)
  for (const id of [camera.id, foreign.id, uuid()])
    expect((await admin.try(doorGroups.create, { name: 'No', doorIds: [id] })).status).toBe(404)
  const { group } = await stranger.call(doorGroups.create, { name: 'Theirs', doorIds: [foreign.id] })
  expect((await admin.try(doorGroups.update, { groupId: group.id, name: 'Ours' })).status).toBe(404)
  expect((await admin.try(doorGroups.remove, { groupId: group.id })).status).toBe(404)
  await pool.query('update device set retired_at = now() where id = $1', [foreign.id])
  await expect.poll(async () => (await stranger.call(doorGroups.list)).groups[0]?.doors).toEqual([])
})

test('who may not manage doors makes no group', async () => {
  const guard = await server.signedIn(company, { can: ['read_doors'] })
  expect((await guard.try(doorGroups.create, { name: 'Round' })).status).toBe(403)
  expect((await guard.call(doorGroups.list)).groups.length).toBeGreaterThan(0)
})
