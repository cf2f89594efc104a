import * as accounts from '@gatehouse/contract/identity/accounts'
import * as auth from '@gatehouse/contract/identity/auth'
import * as companies from '@gatehouse/contract/identity/companies'
import * as notifications from '@gatehouse/contract/messages/notifications'
import type { Input } from '@gatehouse/contract/operation'
import type { Permission } from '@gatehouse/contract/permissions'
import * as roles from '@gatehouse/contract/identity/roles'
import * as users from '@gatehouse/contract/identity/users'
import { beforeAll, expect, test } from 'vitest'
import { v7 as uuid } from 'uuid'
import { type ACompany, aCompany, aDevice, aLabel, aRole, aUser, type AUser } from '../../testing/building.testing.ts'
import { forgetExpired } from '../../db/forget-expired.ts'
import { type TestServer, sharedServer, tokenIn, type ApiClient } from '../../testing/test-server.testing.ts'
import { type Notice, notify } from './notifications.ts'
import { aNotice } from './notice.testing.ts'

let server: TestServer
let company: ACompany

beforeAll(async () => {
  server = await sharedServer()
  company = await aCompany(server.store.pool, 'Meridian')
})

interface Person extends AUser {
  readonly visitor: ApiClient
}

const person = async (can: readonly Permission[] = [], labels: readonly string[] = []): Promise<Person> => {
  const user = await aUser(server.store.pool, company, { can: ['read_notifications', ...can], labels })
  const visitor = await server.signIn(user)
  return { ...user, visitor }
}

const notice = (userId: string, what: Partial<Notice> = {}) => aNotice({ userId, companyId: company.id }, what)
const publish = (...notices: Notice[]) => notify(server.store.db, notices)
const listOf = (who: Person, page?: { page?: number; limit?: number }) => who.visitor.call(notifications.list, page)
const delivered = async (who: Person) => (await listOf(who)).notifications.map(({ title }) => title)

test('are answered newest first in pages of 20, with how many of all of them are unread', async () => {
  const who = await person()
  expect(await listOf(who)).toMatchObject({ success: true, notifications: [], unreadCount: 0, total: 0 })
  for (let n = 1; n <= 23; n++) await publish(notice(who.id, { title: `No. ${n}` }))
  const first = await listOf(who)
  expect(first.notifications.map(({ title }) => title)).toEqual(Array.from({ length: 20 }, (_, n) => `No. ${23 - n}`))
  expect(first.unreadCount).toBe(23)
  expect((await listOf(who, { page: 2 })).notifications.map(({ title }) => title)).toEqual(['No. 3', 'No. 2', 'No. 1'])
  expect((await listOf(who, { page: 2, limit: 10 })).notifications[0]?.title).toBe('No. 13')
  for (const page of [{ page: '0' }, { limit: '101' }, { limit: '0' }, { page: 'x' }])
    expect((await who.visitor.try(notifications.list, page)).status, JSON.stringify(page)).toBe(422)
})

test('say all that the specification lists, and leave out what there is not', async () => {
  const who = await person(['read_doors'])
  await publish(
    notice(who.id),
    notice(who.id, {
      title: 'Whole',
      type: 'error',
      priority: 'high',
      action: { label: 'Open', path: '/profile' },
      requiredPermissions: ['read_doors'],
      link: { url: 'https://example.org/', text: 'More' },
    }),
  )
  const { notifications: all } = await listOf(who)
  expect(all).toHaveLength(2)
  expect(all.find(({ title }) => title === 'Whole')).toEqual({
    id: expect.any(String),
    kind: 'tried',
    title: 'Whole',
    message: 'Something was tried.',
    type: 'error',
    priority: 'high',
    timestamp: expect.stringMatching(/Z$/),
    read: false,
    action: 'Open',
    path: '/profile',
    requiredPermissions: ['read_doors'],
    metadata: { url: 'https://example.org/', linkText: 'More' },
  })
  expect(Object.keys(all.find(({ title }) => title === 'Tried') ?? {})).not.toContain('action')
})

test('reading counts once, and the count never falls below 0; another’s are nobody else’s', async () => {
  const [who, other] = [await person(), await person()]
  await publish(notice(who.id), notice(who.id))
  const [first, second] = (await listOf(who)).notifications
  if (!first || !second) throw new Error('nothing was told')
  for (const op of [notifications.read, notifications.remove])
    expect((await other.visitor.try(op, { id: first.id })).status).toBe(404)
  const counts = []
  for (const id of [first.id, first.id, second.id, second.id]) {
    expect(await who.visitor.call(notifications.read, { id })).toMatchObject({ success: true })
    counts.push((await listOf(who)).unreadCount)
  }
  expect(counts).toEqual([1, 1, 0, 0])
  expect(await who.visitor.call(notifications.remove, { id: first.id })).toMatchObject({ success: true })
  expect((await who.visitor.try(notifications.remove, { id: first.id })).status).toBe(404)
  expect((await listOf(who)).notifications.map(({ id, read }) => [id, read])).toEqual([[second.id, true]])
})

test('are found by what they are, by part of their words and by when they came; the count is of all', async () => {
  const who = await person()
  await publish(notice(who.id, { title: 'Gas in 100% of the plant room', kind: 'gas', priority: 'high' }))
  const between = (await listOf(who)).notifications[0]?.timestamp ?? ''
  await new Promise((resolve) => setTimeout(resolve, 5))
  await publish(
    notice(who.id, { title: 'Door', message: 'Forced open at the loading bay.', kind: 'door', priority: 'medium' }),
    notice(who.id, { title: 'Door', kind: 'door' }),
  )
  const found = async (asked: Input<typeof notifications.list>) => {
    const { notifications: all, total, unreadCount } = await who.visitor.call(notifications.list, asked)
    expect(unreadCount).toBe(3)
    expect(total).toBe(all.length)
    return all.map(({ kind, priority }) => `${kind} ${priority}`).sort()
  }
  const all = ['door low', 'door medium', 'gas high']
  expect(await found({})).toEqual(all)
  expect(await found({ kind: 'door' })).toEqual(['door low', 'door medium'])
  expect(await found({ priority: 'high' })).toEqual(['gas high'])
  expect(await found({ q: 'BAY forced' })).toEqual(['door medium'])
  expect(await found({ q: '100%' })).toEqual(['gas high'])
  expect(await found({ q: '100_' })).toEqual([])
  expect(await found({ to: between })).toEqual(['gas high'])
  expect(await found({ from: between })).toEqual(all)
  expect(await found({ read: 'false' })).toEqual(all)
  expect(await found({ read: 'true' })).toEqual([])
  expect(await who.visitor.call(notifications.list, { kind: 'door', limit: 1 })).toMatchObject({ total: 2 })
  for (const bad of [{ from: 'yesterday' }, { priority: 'urgent' }, { read: 'maybe' }, { kind: 'x'.repeat(61) }])
    expect((await who.visitor.try(notifications.list, bad)).status, JSON.stringify(bad)).toBe(422)
})

test('one is answered by itself, read, unread again, and many at once; another’s are left alone', async () => {
  const [who, other] = [await person(), await person()]
  await publish(notice(who.id), notice(who.id), notice(who.id), notice(other.id))
  const own = (await listOf(who)).notifications
  const [first, second, third] = own.map(({ id }) => id)
  const foreign = (await listOf(other)).notifications[0]?.id ?? ''
  expect(await who.visitor.call(notifications.byId, { id: first ?? '' })).toEqual({ notification: own[0] })
  for (const op of [notifications.byId, notifications.unread])
    expect((await who.visitor.try(op, { id: foreign })).status).toBe(404)
  const unread = async () => (await listOf(who)).unreadCount
  await who.visitor.call(notifications.readMany, { ids: [first ?? '', second ?? '', foreign] })
  expect(await unread()).toBe(1)
  await who.visitor.call(notifications.unread, { id: first ?? '' })
  expect(await unread()).toBe(2)
  await who.visitor.call(notifications.readMany, { until: own[0]?.timestamp ?? '' })
  expect(await unread()).toBe(0)
  await who.visitor.call(notifications.removeMany, { ids: [first ?? '', second ?? '', foreign] })
  expect((await listOf(who)).notifications.map(({ id }) => id)).toEqual([third])
  expect(await listOf(other)).toMatchObject({ total: 1, unreadCount: 1 })
  for (const bad of [{ ids: [] }, { ids: ['x'] }, { ids: Array.from({ length: 501 }, () => uuid()) }, {}])
    expect((await who.visitor.try(notifications.removeMany, bad)).status).toBe(422)
})

test('clearing takes away all that one is shown, and nobody else’s', async () => {
  const [who, other] = [await person(), await person()]
  await publish(notice(who.id), notice(who.id), notice(other.id))
  expect(await who.visitor.call(notifications.clear)).toMatchObject({ success: true })
  expect(await listOf(who)).toMatchObject({ notifications: [], unreadCount: 0 })
  expect((await listOf(other)).unreadCount).toBe(1)
})

test('clearing what had been told by a moment leaves what came later', async () => {
  const who = await person()
  await publish(notice(who.id, { title: 'Seen' }))
  const until = (await listOf(who)).notifications[0]?.timestamp
  await publish(notice(who.id, { title: 'Just come' }))
  await who.visitor.call(notifications.clear, { until })
  expect((await listOf(who)).notifications.map(({ title }) => title)).toEqual(['Just come'])
})

test('of another company, without the permission or under a label are neither listed nor counted', async () => {
  const { pool } = server.store
  const who = await person(['read_doors'])
  const elsewhere = await aCompany(pool, 'Canary House')
  const [open, hidden] = [await aDevice(pool, company, 'door'), await aDevice(pool, company, 'door')]
  const label = await aLabel(pool, company, { device: hidden.id })
  await publish(
    notice(who.id, { title: 'Canary', companyId: elsewhere.id }),
    notice(who.id, { title: 'Of the account', companyId: null }),
    notice(who.id, { title: 'Gas', requiredPermissions: ['read_doors', 'view_gas_detection'] }),
    notice(who.id, { title: 'Open door', deviceIds: [open.id] }),
    notice(who.id, { title: 'Hidden door', deviceIds: [open.id, hidden.id] }),
  )
  const { notifications: all, unreadCount } = await listOf(who)
  expect(new Set(all.map(({ title }) => title))).toEqual(new Set(['Of the account', 'Open door']))
  expect(unreadCount).toBe(2)
  await pool.query('insert into user_label (user_id, label_id) values ($1, $2)', [who.id, label])
  await expect.poll(async () => (await listOf(who)).unreadCount).toBe(3)
  // What was not shown is not cleared either.
  await pool.query('delete from user_label where user_id = $1', [who.id])
  await expect.poll(async () => (await listOf(who)).unreadCount).toBe(2)
  await who.visitor.call(notifications.clear)
  const { rows } = await pool.query<{ title: string }>(
    'select title from notification where user_id = $1 and deleted_at is null order by title',
    [who.id],
  )
  expect(rows.map(({ title }) => title)).toEqual(['Canary', 'Gas', 'Hidden door'])
})

test('through another’s eyes they can be read and not touched', async () => {
  const who = await person()
  await publish(notice(who.id))
  const admin = await person(['admin_access', 'manage_users', 'assign_roles'])
  const { token } = await admin.visitor.call(users.viewAs, { userId: who.id, reason: 'To try it' })
  const viewer = server.client()
  viewer.token = token
  const [seen] = (await viewer.call(notifications.list)).notifications
  expect(seen?.title).toBe('Tried')
  for (const op of [notifications.read, notifications.unread, notifications.remove, notifications.clear])
    expect((await viewer.try(op, { id: seen?.id })).status).toBe(403)
  for (const op of [notifications.readMany, notifications.removeMany])
    expect((await viewer.try(op, { ids: [seen?.id] })).status).toBe(403)
})

test('are written with what they are about, or not at all', async () => {
  const who = await person()
  const broken = server.store.db.transaction().execute(async (tx) => {
    await notify(tx, notice(who.id))
    throw new Error('it did not come to that')
  })
  await expect(broken).rejects.toThrow('it did not come to that')
  expect((await listOf(who)).unreadCount).toBe(0)
})

test('whoever gets another role is told so, whatever letters they want', async () => {
  const { pool } = server.store
  const admin = await person(['admin_access', 'assign_roles', 'manage_users', 'manage_roles'])
  const who = await person()
  await pool.query(`update users set notification_preferences = '{"email": {"access-changed": false}}' where id = $1`, [
    who.id,
  ])
  const role = await aRole(pool, company, { name: 'Night watch', can: ['read_notifications'] })
  await admin.visitor.call(roles.assign, { userIds: [who.id], add: [role], remove: [] })
  await expect.poll(() => delivered(who)).toEqual(['Your access has changed'])
  const [first] = (await listOf(who)).notifications
  expect(first?.message).toBe('Your roles are now: Night watch.')
})

test('a request to join is put before those who may decide it, and its decision before who asked', async () => {
  const { pool } = server.store
  const [decider, colleague] = [await person(['manage_users', 'assign_roles']), await person(['read_staff'])]
  const user = await aUser(pool, company)
  await pool.query('update users set company_id = null where id = $1', [user.id])
  const visitor = await server.signIn(user)
  for (const message of ['Please', 'Please!'])
    await visitor.call(companies.requestToJoin, { company: company.name.toLowerCase(), message })
  expect(await delivered(decider)).toEqual(['Ada Okafor asks to join'])
  expect(await delivered(colleague)).toEqual([])
  const [request] = (await decider.visitor.call(companies.joinRequests)).requests
  await decider.visitor.call(companies.decideJoinRequest, { requestId: request?.id ?? '', decision: 'approve' })
  await visitor.signIn(user.email, user.password)
  await pool.query(`update users set permissions = '{read_notifications}' where id = $1`, [user.id])
  await expect
    .poll(
      async () =>
        ((await visitor.try(notifications.list)).body as { notifications?: { title: string }[] }).notifications,
    )
    .toMatchObject([{ title: `You have joined ${company.name}`, type: 'success' }])
})

test('whoever invited somebody is told that they have come, with the way to them for who may go it', async () => {
  const inviter = await person(['manage_users', 'admin_access', 'read_staff_details'])
  const without = await person(['manage_users', 'admin_access'])
  const [email, other] = [`${uuid()}@gatehouse.example`, `${uuid()}@gatehouse.example`]
  for (const [who, address] of [
    [inviter, email],
    [without, other],
  ] as const) {
    await who.visitor.call(users.invite, { email: address, firstName: 'Grace', lastName: 'Hopper' })
    const token = tokenIn(await server.letterTo(address))
    await server.client().call(accounts.registerUser, {
      firstName: 'Grace',
      lastName: 'Hopper',
      email: address,
      phone: '+44 20 7946 0000',
      country: 'GB',
      password: 'Mauve-lantern-4',
      confirmPassword: 'Mauve-lantern-4',
      invitation: token,
    })
  }
  expect((await listOf(inviter)).notifications).toMatchObject([
    {
      title: 'Grace Hopper has accepted your invitation',
      action: 'See Grace Hopper',
      path: `/staff/${encodeURIComponent(email)}`,
    },
  ])
  const [plain] = (await listOf(without)).notifications
  expect(plain?.title).toBe('Grace Hopper has accepted your invitation')
  expect(plain?.action).toBeUndefined()
  expect(plain?.path).toBeUndefined()
})

test('a sign-in from a browser that was not seen before is told, the first one is not', async () => {
  const who = await person()
  expect(await delivered(who)).toEqual([])
  const stranger = server.client()
  const signIn = { email: who.email, password: who.password }
  expect((await stranger.try(auth.signIn, signIn, { 'user-agent': 'Strange/1.0' })).status).toBe(200)
  expect((await listOf(who)).notifications).toMatchObject([
    { title: 'A new sign-in to your account', type: 'warning', path: '/settings/account' },
  ])
})

test('are forgotten 90 days after they were read, and after a year in any case', async () => {
  const { pool } = server.store
  const who = await person()
  const now = new Date()
  const ago = (days: number) => new Date(now.getTime() - days * 86_400_000)
  const stored: [string, number, number | null][] = [
    ['old unread', 364, null],
    ['older than a year', 366, null],
    ['read long ago', 200, 91],
    ['read of late', 200, 89],
  ]
  for (const [title, made, read] of stored)
    await pool.query(
      `insert into notification (id, user_id, company_id, kind, title, message, type, priority, created_at, read_at)
       values ($1, $2, $3, 'tried', $4, '', 'info', 'low', $5, $6)`,
      [uuid(), who.id, company.id, title, ago(made), read === null ? null : ago(read)],
    )
  await forgetExpired(pool, now)
  expect(await delivered(who)).toEqual(['read of late', 'old unread'])
})
