import * as notifications from '@gatehouse/contract/messages/notifications'
import type { Permission } from '@gatehouse/contract/permissions'
import * as users from '@gatehouse/contract/identity/users'
import { v7 as uuid } from 'uuid'
import { beforeAll, expect, test } from 'vitest'
import { forgetExpired } from '../../db/forget-expired.ts'
import { type ACompany, aCompany, aUser } from '../../testing/building.testing.ts'
import { sharedServer, type TestServer } from '../../testing/test-server.testing.ts'
import { notify } from './notifications.ts'
import { aNotice } from './notice.testing.ts'

let server: TestServer
let company: ACompany

beforeAll(async () => {
  server = await sharedServer()
  company = await aCompany(server.store.pool, 'Meridian')
})

const aPerson = async (can: readonly Permission[] = []) => {
  const user = await aUser(server.store.pool, company, { can: ['read_notifications', ...can] })
  const visitor = await server.signIn(user)
  const publish = (title: string, repeats = false) =>
    notify(server.store.db, aNotice({ userId: user.id, companyId: company.id }, { title, repeats }))
  const titles = async () => (await visitor.call(notifications.list)).notifications.map(({ title }) => title).sort()
  const idOf = async (title: string) => {
    const found = (await visitor.call(notifications.list)).notifications.find((each) => each.title === title)
    return found?.id ?? ''
  }
  return { ...user, visitor, publish, titles, idOf }
}

const deletionOf = ({ deletion }: { readonly deletion?: string | undefined }): string => {
  if (deletion === undefined) throw new Error('nothing was deleted')
  return deletion
}

test('a deleted notification is gone at once, and there again as it was once its deletion is restored', async () => {
  const who = await aPerson()
  await who.publish('A')
  await who.publish('B')
  const before = await who.visitor.call(notifications.list)
  const id = await who.idOf('B')
  const deletion = deletionOf(await who.visitor.call(notifications.remove, { id }))
  expect(await who.visitor.call(notifications.list)).toMatchObject({ total: 1, unreadCount: 1 })
  for (const op of [notifications.byId, notifications.read, notifications.unread, notifications.remove])
    expect((await who.visitor.try(op, { id })).status).toBe(404)
  await who.visitor.call(notifications.restore, { deletion })
  expect(await who.visitor.call(notifications.list)).toEqual(before)
  expect((await who.visitor.try(notifications.restore, { deletion })).status).toBe(404)
})

test('a deletion restores what it took away and nothing else', async () => {
  const who = await aPerson()
  for (const title of ['A', 'B', 'C']) await who.publish(title)
  const [a, b] = [await who.idOf('A'), await who.idOf('B')]
  await who.visitor.call(notifications.remove, { id: a })
  const some = deletionOf(await who.visitor.call(notifications.removeMany, { ids: [a, b] }))
  const all = deletionOf(await who.visitor.call(notifications.clear))
  expect(await who.titles()).toEqual([])
  await who.visitor.call(notifications.restore, { deletion: all })
  expect(await who.titles()).toEqual(['C'])
  await who.visitor.call(notifications.restore, { deletion: some })
  expect(await who.titles()).toEqual(['B', 'C'])
  expect(await who.visitor.call(notifications.removeMany, { ids: [uuid()] })).not.toHaveProperty('deletion')
})

test('nobody restores what another has deleted, nor what they look at through another’s eyes', async () => {
  const [who, other] = [await aPerson(), await aPerson(['admin_access', 'manage_users', 'assign_roles'])]
  await who.publish('A')
  const deletion = deletionOf(await who.visitor.call(notifications.clear))
  expect((await other.visitor.try(notifications.restore, { deletion })).status).toBe(404)
  const viewer = server.client()
  viewer.token = (await other.visitor.call(users.viewAs, { userId: who.id, reason: 'To try it' })).token
  expect((await viewer.try(notifications.restore, { deletion })).status).toBe(403)
  expect(await who.titles()).toEqual([])
})

test('what repeats a deleted notification is a new one', async () => {
  const who = await aPerson()
  await who.publish('A', true)
  await who.visitor.call(notifications.clear)
  await who.publish('A', true)
  const [again] = (await who.visitor.call(notifications.list)).notifications
  expect(again).toMatchObject({ title: 'A' })
  expect(again).not.toHaveProperty('times')
})

test('what was deleted a day ago is deleted for good', async () => {
  const { pool } = server.store
  const who = await aPerson()
  await who.publish('A')
  const deletion = deletionOf(await who.visitor.call(notifications.clear))
  const hours = 3_600_000
  await forgetExpired(pool, new Date(Date.now() + 23 * hours))
  expect((await pool.query('select from notification where user_id = $1', [who.id])).rowCount).toBe(1)
  await forgetExpired(pool, new Date(Date.now() + 25 * hours))
  expect((await who.visitor.try(notifications.restore, { deletion })).status).toBe(404)
})
