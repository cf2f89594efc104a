// Saved views: one's own and those that colleagues share, only of pages that one may open.
import { allPermissions } from '@gatehouse/contract/permissions'
import * as activity from '@gatehouse/contract/record/activity'
import * as savedViews from '@gatehouse/contract/system/saved-views'
import { beforeAll, expect, test } from 'vitest'
import { type ACompany, aCompany, aUser } from '../../testing/building.testing.ts'
import { type ApiClient, sharedServer, type TestServer } from '../../testing/test-server.testing.ts'

let server: TestServer
let company: ACompany
let admin: ApiClient
let guard: ApiClient

beforeAll(async () => {
  server = await sharedServer()
})

const page = '/staff'

const anotherCompany = async () => {
  company = await aCompany(server.store.pool)
  admin = await server.signedIn(company, { can: allPermissions })
  guard = await server.signedIn(company, { can: ['read_staff', 'read_doors'] })
}
beforeAll(anotherCompany)

const seenBy = async (who: ApiClient, of = page) => (await who.call(savedViews.list, { page: of })).views

const save = async (name: string, more: { page?: string; query?: string; shared?: boolean } = {}) =>
  (await guard.call(savedViews.save, { page, name, query: 'q=night', ...more })).view

test('a view is one’s own until it is shared, and then a colleague has it too and cannot change it', async () => {
  await anotherCompany()
  const { id, ...view } = await save('Night shift')
  expect(view).toEqual({ page, name: 'Night shift', query: 'q=night', shared: false, owner: 'Ada Okafor', own: true })
  expect(await seenBy(admin)).toEqual([])
  expect((await admin.try(savedViews.change, { id, shared: true })).status).toBe(404)
  expect((await admin.try(savedViews.remove, { id })).status).toBe(404)
  await guard.call(savedViews.change, { id, shared: true })
  expect(await seenBy(admin)).toMatchObject([{ id, name: 'Night shift', query: 'q=night', own: false }])
  expect((await admin.try(savedViews.change, { id, name: 'Mine' })).status).toBe(404)
})

test('a view is renamed and replaced; what is not named stays', async () => {
  await anotherCompany()
  const { id } = await save('Night', { shared: true })
  await guard.call(savedViews.change, { id, name: 'Night shift' })
  await guard.call(savedViews.change, { id, query: 'q=day' })
  expect(await seenBy(guard)).toMatchObject([{ name: 'Night shift', query: 'q=day', shared: true }])
})

test('an administrator removes what is shared; others remove only their own', async () => {
  await anotherCompany()
  const colleague = await server.signedIn(company, { can: ['read_staff'] })
  const { id } = await save('Night', { shared: true })
  expect((await colleague.try(savedViews.remove, { id })).status).toBe(404)
  await admin.call(savedViews.remove, { id })
  const own = await save('Night')
  await guard.call(savedViews.remove, { id: own.id })
  expect(await seenBy(guard)).toEqual([])
})

test('a name is used once by one person for one page, in whatever case', async () => {
  await anotherCompany()
  const { id } = await save('Late')
  const { id: other } = await save('Early')
  const inUse = { status: 422, body: { details: [{ field: 'name' }] } }
  expect(await guard.try(savedViews.save, { page, name: 'LATE', query: '' })).toMatchObject(inUse)
  expect(await guard.try(savedViews.change, { id: other, name: 'late' })).toMatchObject(inUse)
  expect((await guard.call(savedViews.change, { id, name: 'LATE' })).view.name).toBe('LATE')
  await save('Late', { page: '/doors' })
  await admin.call(savedViews.save, { page, name: 'Late', query: '' })
})

test('a view belongs to a page of the product, and to who may open that page', async () => {
  await anotherCompany()
  const refused = (of: string) => guard.try(savedViews.save, { page: of, name: 'View', query: '' })
  const lacking = { status: 403, body: { code: 'FORBIDDEN' } }
  expect(await refused('/users')).toMatchObject(lacking)
  expect(await guard.try(savedViews.list, { page: '/door-management/people' })).toMatchObject(lacking)
  for (const nowhere of ['/nowhere', '/signin', '/about', '/doorstep'])
    expect((await refused(nowhere)).status).toBe(404)
  for (const wrong of ['', 'staff', '//elsewhere.example', '/staff?q=x'])
    expect((await refused(wrong)).status).toBe(422)
  await save('Plan', { page: '/doors/plan' })
  expect(await seenBy(guard, '/doors/plan')).toHaveLength(1)
  expect(await seenBy(guard, '/doors')).toEqual([])
})

test('who may no longer open the page has no views of it', async () => {
  await anotherCompany()
  const shared = await admin.call(savedViews.save, { page: '/users', name: 'Locked', query: '', shared: true })
  expect((await guard.try(savedViews.list, { page: '/users' })).status).toBe(403)
  expect((await guard.try(savedViews.remove, { id: shared.view.id })).status).toBe(403)
})

test('another company sees and removes none of them', async () => {
  await anotherCompany()
  const { id } = await save('Night', { shared: true })
  const stranger = await server.signedIn(await aCompany(server.store.pool), { can: allPermissions })
  expect(await seenBy(stranger)).toEqual([])
  expect((await stranger.try(savedViews.change, { id, name: 'Mine' })).status).toBe(404)
  expect((await stranger.try(savedViews.remove, { id })).status).toBe(404)
  expect(await seenBy(guard)).toHaveLength(1)
})

test('what a suspended colleague shares stays; what a removed account had is gone', async () => {
  await anotherCompany()
  const { pool } = server.store
  const user = await aUser(pool, company, { can: ['read_staff'] })
  const leaving = await server.signIn(user)
  await leaving.call(savedViews.save, { page, name: 'Leavers', query: 'q=left', shared: true })
  await pool.query(`update users set status = 'suspended' where id = $1`, [user.id])
  expect(await seenBy(guard)).toMatchObject([{ name: 'Leavers' }])
  await pool.query('delete from session where user_id = $1', [user.id])
  await pool.query('delete from users where id = $1', [user.id])
  expect(await seenBy(guard)).toEqual([])
})

test('one person has fifty views of a page, and no more', async () => {
  await anotherCompany()
  for (let nth = 1; nth <= 50; nth += 1) await save(`View ${nth}`)
  expect(await guard.try(savedViews.save, { page, name: 'One more', query: '' })).toMatchObject({
    status: 422,
    body: { details: [{ field: 'name', message: 'You have 50 views of this page: remove one first.' }] },
  })
  await save('Of doors', { page: '/doors' })
})

test('what was changed is on the record', async () => {
  await anotherCompany()
  const { id } = await save('Night')
  await guard.call(savedViews.change, { id, shared: true })
  await expect
    .poll(async () => (await admin.call(activity.list, { action: 'savedViews.change' })).entries)
    .toMatchObject([{ subject: 'Night', before: { shared: false }, after: { shared: true } }])
})
