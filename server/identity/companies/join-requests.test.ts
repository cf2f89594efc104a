// Requests to join: the same answer for every name, one open per account, decided by who may give the roles.
import * as companies from '@gatehouse/contract/identity/companies'
import type { Permission } from '@gatehouse/contract/permissions'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { type ACompany, aCompany, aRole, aUser } from '../../testing/building.testing.ts'
import { type TestServer, sharedServer } from '../../testing/test-server.testing.ts'

let server: TestServer
let name: string
let company: ACompany

beforeAll(async () => {
  server = await sharedServer()
})
beforeEach(async () => {
  company = await aCompany(server.store.pool, 'Meridian')
  name = company.name
})

const enter = async (user: { id: string; email: string; password: string }) => {
  const visitor = await server.signIn(user)
  return Object.assign(visitor, { user })
}

const as = async (can: readonly Permission[], of = company) => enter(await aUser(server.store.pool, of, { can }))

const aLoner = async () => {
  const user = await aUser(server.store.pool, company)
  await server.store.pool.query('update users set company_id = null where id = $1', [user.id])
  return enter(user)
}

const lettersTo = async (email: string, letter: string) => {
  const { rows } = await server.store.pool.query<{ subject: string }>(
    'select subject from mail where recipient = $1 and letter = $2',
    [email, letter],
  )
  return rows
}

test('the answer is the same whether the company exists; its managers are told by mail unless they do not want it', async () => {
  const manager = await as(['manage_users'])
  const quiet = await as(['manage_users'])
  const guard = await as(['read_doors'])
  await server.store.pool.query(
    `update users set notification_preferences = '{"email": {"join-request": false}}' where id = $1`,
    [quiet.user.id],
  )
  const loner = await aLoner()
  const known = await loner.try(companies.requestToJoin, { company: name.toUpperCase(), message: 'I work here' })
  const unknown = await loner.try(companies.requestToJoin, { company: 'Nowhere at all' })
  expect(known.status).toBe(200)
  expect(unknown).toMatchObject({ status: 200, body: known.body })
  expect(await lettersTo(manager.user.email, 'join-request')).toHaveLength(1)
  expect(await lettersTo(quiet.user.email, 'join-request')).toHaveLength(0)
  expect(await lettersTo(guard.user.email, 'join-request')).toHaveLength(0)
  expect((await manager.call(companies.joinRequests)).requests).toMatchObject([
    { message: 'I work here', person: { id: loner.user.id, email: loner.user.email, verified: true } },
  ])
})

test('one request is open per account: asking again changes it and mails nobody, asking elsewhere moves it', async () => {
  const manager = await as(['manage_users'])
  const other = await aCompany(server.store.pool, 'Northwind')
  const otherManager = await as(['manage_users'], other)
  const loner = await aLoner()
  await loner.call(companies.requestToJoin, { company: name, message: 'One' })
  await loner.call(companies.requestToJoin, { company: name, message: 'Two' })
  expect(await lettersTo(manager.user.email, 'join-request')).toHaveLength(1)
  expect((await manager.call(companies.joinRequests)).requests).toMatchObject([{ message: 'Two' }])
  await loner.call(companies.requestToJoin, { company: other.name })
  expect((await manager.call(companies.joinRequests)).requests).toEqual([])
  expect((await otherManager.call(companies.joinRequests)).requests).toHaveLength(1)
})

test('who is in a company asks for no other', async () => {
  const member = await as([])
  expect(await member.try(companies.requestToJoin, { company: name })).toMatchObject({ status: 409 })
})

test('approved, the person is in the company with the roles, in the session that is open; declined, is told', async () => {
  const manager = await as(['manage_users', 'read_company'])
  const role = await aRole(server.store.pool, company, { can: ['read_company'] })
  const [welcome, unwelcome] = [await aLoner(), await aLoner()]
  for (const loner of [welcome, unwelcome]) await loner.call(companies.requestToJoin, { company: name })
  const { requests } = await manager.call(companies.joinRequests)
  const requestOf = (id: string) => requests.find((r) => r.person.id === id)?.id ?? ''
  await manager.call(companies.decideJoinRequest, {
    requestId: requestOf(welcome.user.id),
    decision: 'approve',
    roleIds: [role],
  })
  await manager.call(companies.decideJoinRequest, { requestId: requestOf(unwelcome.user.id), decision: 'decline' })
  await expect.poll(async () => (await welcome.try(companies.mine)).status).toBe(200)
  expect(await unwelcome.try(companies.mine)).toMatchObject({ status: 403 })
  expect(await lettersTo(welcome.user.email, 'join-decision')).toMatchObject([{ subject: `You have joined ${name}` }])
  expect(await lettersTo(unwelcome.user.email, 'join-decision')).toHaveLength(1)
  expect((await manager.call(companies.joinRequests)).requests).toEqual([])
})

test('roles beyond the decider’s own are refused, as are requests of other companies and decided ones', async () => {
  const manager = await as(['manage_users'])
  const admin = await as(['manage_users', 'admin_access'])
  const role = await aRole(server.store.pool, company, { can: ['admin_access'] })
  const stranger = await as(['manage_users', 'admin_access'], await aCompany(server.store.pool))
  const loner = await aLoner()
  await loner.call(companies.requestToJoin, { company: name })
  const requestId = (await manager.call(companies.joinRequests)).requests[0]?.id ?? ''
  const approve = { requestId, decision: 'approve' as const, roleIds: [role] }
  expect(await manager.try(companies.decideJoinRequest, approve)).toMatchObject({ status: 403 })
  expect(await stranger.try(companies.decideJoinRequest, approve)).toMatchObject({ status: 404 })
  expect(await stranger.try(companies.decideJoinRequest, { ...approve, roleIds: [] })).toMatchObject({ status: 404 })
  await admin.call(companies.decideJoinRequest, approve)
  expect(await admin.try(companies.decideJoinRequest, approve)).toMatchObject({ status: 404 })
})

test('who is in another company by now is not taken from it', async () => {
  const manager = await as(['manage_users'])
  const loner = await aLoner()
  await loner.call(companies.requestToJoin, { company: name })
  const requestId = (await manager.call(companies.joinRequests)).requests[0]?.id ?? ''
  const other = await aCompany(server.store.pool)
  await server.store.pool.query('update users set company_id = $1 where id = $2', [other.id, loner.user.id])
  expect(await manager.try(companies.decideJoinRequest, { requestId, decision: 'approve' })).toMatchObject({
    status: 409,
  })
  expect((await manager.call(companies.joinRequests)).requests).toEqual([])
  const { rows } = await server.store.pool.query('select company_id from users where id = $1', [loner.user.id])
  expect(rows).toEqual([{ company_id: other.id }])
})
