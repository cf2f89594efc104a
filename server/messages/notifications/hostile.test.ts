// Connections to notifications in the wrong hands: through another's eyes, with another company's numbers and ids, with
// tokens that open nothing.
import * as notifications from '@gatehouse/contract/messages/notifications'
import { notificationAction, searchQuery, socketPath } from '@gatehouse/contract/realtime'
import * as users from '@gatehouse/contract/identity/users'
import type { Permission } from '@gatehouse/contract/permissions'
import { io, type Socket } from 'socket.io-client'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { type ACompany, aCompany, aUser } from '../../testing/building.testing.ts'
import { type TestServer, sharedServer } from '../../testing/test-server.testing.ts'
import { aBrowser, type Browser, type Wanted } from './browser.testing.ts'
import { notify } from './notifications.ts'

let server: TestServer
let company: ACompany
let elsewhere: ACompany
const open: { close(): void }[] = []

beforeAll(async () => {
  server = await sharedServer()
  company = await aCompany(server.store.pool, 'Meridian')
  elsewhere = await aCompany(server.store.pool, 'Elsewhere')
})
afterEach(() => {
  for (const one of open.splice(0)) one.close()
})

const person = async (can: readonly Permission[] = [], of = company) => {
  const user = await aUser(server.store.pool, of, { can: ['read_notifications', ...can] })
  const visitor = await server.signIn(user)
  return { ...user, visitor }
}
type Person = Awaited<ReturnType<typeof person>>

const browser = (token: string | undefined, more: Partial<Wanted> = {}): Browser => {
  const one = aBrowser(server.gatehouse.address, { token, ...more })
  open.push(one)
  return one
}
const onMain = async (token: string | undefined): Promise<Socket> => {
  const socket = io(server.gatehouse.address, {
    path: socketPath,
    transports: ['websocket'],
    auth: { token },
    forceNew: true,
  })
  open.push(socket)
  await new Promise<void>((resolve, reject) => socket.on('connect', resolve).on('connect_error', reject))
  return socket
}
const publish = (userId: string, title: string, companyId: string | null = company.id) =>
  notify(server.store.db, { userId, companyId, kind: 'tried', title, message: 'm', type: 'info', priority: 'low' })
const newest = async ({ visitor }: Person) => (await visitor.call(notifications.list)).notifications[0]?.id ?? ''
const act = (socket: Socket, notificationId: string, userId: string): Promise<unknown> =>
  socket.emitWithAck(notificationAction, {
    action: 'seen',
    notificationId,
    userId,
    timestamp: new Date().toISOString(),
  })
const stored = async (title: string) =>
  (
    await server.store.pool.query<{ sent_at: Date | null; seen_at: Date | null }>(
      'select sent_at, seen_at from notification where title = $1',
      [title],
    )
  ).rows[0]

test('through another’s eyes one is told what they are, and leaves no trace on it; searching is on the record', async () => {
  const admin = await person(['manage_users', 'admin_access', 'assign_roles'])
  const who = await person()
  await publish(who.id, 'Looked at')
  const { token } = await admin.visitor.call(users.viewAs, { userId: who.id, reason: 'A call' })
  const through = browser(token, { after: 0 })
  await through.whole()
  // What was written a moment ago may have no number yet: then it is told after what was missed.
  await expect.poll(() => through.notification.map(({ title }) => title)).toContain('Looked at')
  const main = await onMain(token)
  const id = through.notification.find(({ title }) => title === 'Looked at')?.id ?? ''
  expect(await act(main, id, who.id)).toMatchObject({ failure: { code: expect.stringMatching('READ') } })
  const asked = { query: 'gas', userId: who.id, timestamp: new Date().toISOString() }
  expect(await main.emitWithAck(searchQuery, asked)).toMatchObject({ results: expect.any(Array) })
  await new Promise((resolve) => setTimeout(resolve, 400))
  expect(await stored('Looked at')).toEqual({ sent_at: null, seen_at: null })
  const { rows } = await server.store.pool.query(
    `select actor, on_behalf_of, action, status from activity where on_behalf_of_id = $1 order by at`,
    [who.id],
  )
  expect(rows).toEqual([
    { actor: admin.email, on_behalf_of: who.email, action: 'notifications.act', status: 403 },
    { actor: admin.email, on_behalf_of: who.email, action: 'search.find', status: 200 },
  ])
})

test('ids of others, of another company and of none are as if there were none, whoever one says one is', async () => {
  const [who, other, stranger] = [await person(), await person(), await person([], elsewhere)]
  await publish(other.id, 'Of the other')
  await publish(stranger.id, 'Of the stranger', elsewhere.id)
  const main = await onMain(who.visitor.token)
  for (const owner of [other, stranger])
    for (const userId of [who.id, owner.id])
      expect(await act(main, await newest(owner), userId)).toMatchObject({ failure: { code: 'NOT_FOUND' } })
  expect(await act(main, crypto.randomUUID(), who.id)).toMatchObject({ failure: { code: 'NOT_FOUND' } })
  expect(await stored('Of the other')).toMatchObject({ seen_at: null })
})

test('who moves to another company with a page open hears no more of the one before, and cannot ask for it', async () => {
  const who = await person()
  const page = browser(who.visitor.token)
  await page.whole()
  const whole = page.whole()
  await server.store.pool.query('delete from user_role where user_id = $1', [who.id])
  await server.store.pool.query(
    `update users set company_id = $2, permissions = '{read_notifications}' where id = $1`,
    [who.id, elsewhere.id],
  )
  await whole
  await publish(who.id, 'Of the company before')
  await publish(who.id, 'Of the new company', elsewhere.id)
  await publish(who.id, 'Of the account', null)
  await expect.poll(() => page.notification.map(({ title }) => title)).toEqual(['Of the new company', 'Of the account'])
  const again = browser(who.visitor.token, { after: 0 })
  await again.whole()
  expect(again.notification.map(({ title }) => title)).not.toContain('Of the company before')
})

test('tokens that open nothing, and words that are none of ours, let nobody in', async () => {
  const who = await person()
  const { token = '' } = who.visitor
  const [head = '', claims = '', signature = ''] = token.split('.')
  const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')
  const other = Buffer.from(
    JSON.stringify({ ...JSON.parse(Buffer.from(claims, 'base64url').toString()), id: crypto.randomUUID() }),
  )
  for (const forged of [
    '',
    'nonsense',
    `${none}.${claims}.`,
    `${head}.${other.toString('base64url')}.${signature}`,
    `${head}.${claims}.${Buffer.alloc(32).toString('base64url')}`,
  ]) {
    const refused = browser(forged)
    await expect.poll(() => refused.refusals.at(-1)).toBe('unauthorized')
    expect(refused.notification).toEqual([])
    refused.close()
  }
  for (const after of [-1, 1.5, 'x', {}, '1e400', { toString: 1 }]) {
    const odd = browser(token, { says: { after } })
    await expect.poll(() => odd.refusals.at(-1)).toBe('invalid')
    odd.close()
  }
  // Larger than any number that was given: of another store.
  for (const after of [Number.MAX_SAFE_INTEGER, '9007199254740991']) {
    const far = browser(token, { says: { after } })
    await far.whole()
    await publish(who.id, `After ${String(after)}`)
    await expect.poll(() => far.notification.at(-1)?.title).toBe(`After ${String(after)}`)
    far.close()
  }
  const visitor = await server.signIn(who)
  const own = browser(visitor.token)
  await own.whole()
  await server.store.pool.query('update session set revoked_at = now() where user_id = $1', [who.id])
  await expect.poll(() => own.socket.connected).toBe(false)
  const late = browser(visitor.token)
  await expect.poll(() => late.refusals.at(-1)).toBe('unauthorized')
})
