// The life of a session: how long it lasts, when its token changes, who may look through it, and how it ends.
import * as auth from '@gatehouse/contract/identity/auth'
import * as companies from '@gatehouse/contract/identity/companies'
import * as factors from '@gatehouse/contract/identity/second-factors'
import type { Permission } from '@gatehouse/contract/permissions'
import { io } from 'socket.io-client'
import { beforeAll, expect, test } from 'vitest'
import { type ACompany, aCompany, type AUser, aUser } from '../../testing/building.testing.ts'
import { type TestServer, sharedServer, type ApiClient } from '../../testing/test-server.testing.ts'
import type { Caller } from '../../kit/http/caller.ts'
import { claimsOf, keyOf, letterTo } from './auth.testing.ts'
import { createSessions, type Sessions } from './sessions.ts'

let server: TestServer
let company: ACompany
let sessions: Sessions
beforeAll(async () => {
  server = await sharedServer()
  company = await aCompany(server.store.pool, 'Meridian')
  sessions = createSessions(server.store.db, await keyOf(server))
})

const someone = async (can: readonly Permission[] = ['read_company'], of = company) => {
  const user = await aUser(server.store.pool, of, { can })
  const visitor = await server.signIn(user)
  return { user, visitor }
}
const sessionTokenOf = (token: string | undefined) => claimsOf(token)['sessionToken']
const query = (text: string, ...values: unknown[]) => server.store.pool.query(text, values)
const grant = (user: AUser, can: readonly Permission[]) =>
  query('update users set permissions = $1 where id = $2', can, user.id)
const check = (visitor: ApiClient) => visitor.call(auth.checkSession)
const eightHours = 8 * 3600

test('whoever is locked or suspended while their password is checked stays outside', async () => {
  const user = await aUser(server.store.pool, company)
  const stranger = server.client()
  for (let n = 0; n < 10; n++) await stranger.try(auth.signIn, { email: user.email, password: 'wrong' })
  let notified = 0
  const enter = (unlessLocked: boolean) =>
    sessions.open({ id: user.id, companyId: company.id }, { address: '127.0.0.1', agent: 'test' }, 'password', {
      permissions: [],
      limited: false,
      deviceId: null,
      split: false,
      unlessLocked,
      notify: async () => void (notified += 1),
    })
  await expect(enter(true)).rejects.toMatchObject({ status: 403, code: 'LOCKED' })
  const { rows } = await query('select last_signed_in_at as at from users where id = $1', user.id)
  expect(rows).toEqual([{ at: null }])
  await enter(false)
  await enter(false)
  expect(notified).toBe(0)
  await query(`update users set status = 'suspended' where id = $1`, user.id)
  await expect(enter(false)).rejects.toMatchObject({ status: 403, code: 'LOCKED' })
})

test('who cannot be told of a new browser is not let in by it either', async () => {
  const { user, visitor } = await someone()
  const sessionsOf = async () =>
    (
      await query(
        'select s.id, last_signed_in_at from session s join users u on u.id = s.user_id where u.id = $1',
        user.id,
      )
    ).rows
  const before = await sessionsOf()
  const stranger = server.client()
  const signIn = () =>
    stranger.try(auth.signIn, { email: user.email, password: user.password }, { 'user-agent': 'Strange/1.0' })
  await query(`alter table notification add constraint away check (kind <> 'new-sign-in') not valid`)
  try {
    expect((await signIn()).status).toBe(500)
    expect(await sessionsOf()).toEqual(before)
  } finally {
    await query('alter table notification drop constraint away')
  }
  expect((await signIn()).status).toBe(200)
  expect(await sessionsOf()).toHaveLength(before.length + 1)
  expect((await check(visitor)).user.id).toBe(user.id)
})

test('every sign-in is another session', async () => {
  const { user, visitor } = await someone()
  const first = visitor.token
  await visitor.signIn(user.email, user.password)
  expect(sessionTokenOf(visitor.token)).not.toBe(sessionTokenOf(first))
})

test('a session lasts eight hours from its last check, and seven days in all', async () => {
  const { user, visitor } = await someone()
  const lasts = async () => Number(claimsOf((await check(visitor)).token)['exp']) - Date.now() / 1000
  await query(`update session set expires_at = now() + interval '1 hour' where user_id = $1`, user.id)
  expect(await lasts()).toBeGreaterThan(eightHours - 60)
  await query(`update session set created_at = now() - interval '6 days 23 hours' where user_id = $1`, user.id)
  const left = await lasts()
  expect(left).toBeGreaterThan(3500)
  expect(left).toBeLessThan(3601)
})

test('the token changes with the rights; every tab of the browser comes to the same one, a thief to none', async () => {
  const { user, visitor } = await someone()
  const before = visitor.token
  expect(sessionTokenOf((await check(visitor)).token)).toBe(sessionTokenOf(before))
  await grant(user, ['read_company', 'manage_settings'])
  await expect.poll(async () => (await check(visitor)).user.permissions).toContain('manage_settings')
  const tabs = await Promise.all([check(visitor), check(visitor), check(visitor)])
  const after = new Set(tabs.map(({ token }) => sessionTokenOf(token)))
  expect(after.size).toBe(1)
  expect(after.has(sessionTokenOf(before))).toBe(false)

  const thief = server.client()
  thief.token = before
  const stolen = await check(thief)
  expect(sessionTokenOf(stolen.token)).toBe(sessionTokenOf(before))
  expect(Number(claimsOf(stolen.token)['exp']) * 1000).toBeLessThan(Date.now() + 61_000)
  await query(`update session set previous_until = now() - interval '1 second' where user_id = $1`, user.id)
  await expect.poll(async () => (await thief.try(auth.checkSession)).status).toBe(401)
  visitor.token = tabs[0].token
  expect((await visitor.try(companies.mine)).status).toBe(200)
  expect(sessionTokenOf((await check(visitor)).token)).toBe(sessionTokenOf(tabs[0].token))
})

test('my sessions: which there are, ending one, ending the others; those of others are not found', async () => {
  const { user, visitor } = await someone()
  const other = await server.signIn(user)
  const third = await server.signIn(user)
  const stranger = await someone()
  const { sessions: mine } = await visitor.call(auth.sessions)
  expect(mine).toHaveLength(3)
  expect(mine.filter(({ current }) => current)).toHaveLength(1)
  expect(mine[0]).toMatchObject({ method: 'password', address: '127.0.0.1' })

  const theirs = (await stranger.visitor.call(auth.sessions)).sessions[0]
  expect((await visitor.try(auth.endSession, { sessionId: theirs?.id ?? '' })).status).toBe(404)
  expect((await stranger.visitor.try(auth.checkSession)).status).toBe(200)

  const { sessions: seenByThird } = await third.call(auth.sessions)
  const thirdId = seenByThird.find(({ current }) => current)?.id ?? ''
  await visitor.call(auth.endSession, { sessionId: thirdId })
  expect((await third.try(auth.checkSession)).status).toBe(401)
  expect(await visitor.call(auth.endOtherSessions)).toEqual({ success: true, ended: 1 })
  expect((await other.try(auth.checkSession)).status).toBe(401)
  expect((await visitor.try(auth.checkSession)).status).toBe(200)
})

test('a letter tells of a sign-in from a browser that the account was not used in, unless it is not wanted', async () => {
  const { user } = await someone()
  const from = (agent: string) =>
    server.client().try(auth.signIn, { email: user.email, password: user.password }, { 'user-agent': agent })
  const letters = async () =>
    (await query(`select 1 from mail where letter = 'new-sign-in' and recipient = $1`, user.email)).rowCount
  expect(await letters()).toBe(0)
  await from('Netscape 4')
  expect((await letterTo(server, user.email)).text).toContain('we have not seen')
  await from('Netscape 4')
  expect(await letters()).toBe(1)
  await query(`update users set notification_preferences = '{"email": {"new-sign-in": false}}' where id = $1`, user.id)
  await from('Mosaic')
  expect(await letters()).toBe(1)
})

// Looking through another's eyes ------------------------------------------------------------------------------------

const toView: Permission[] = ['manage_users', 'admin_access']

const viewing = async (viewerCan: readonly Permission[], viewedCan: readonly Permission[]) => {
  const viewer = await someone(viewerCan)
  const viewed = await aUser(server.store.pool, company, { can: viewedCan })
  const caller = (await sessions.caller(viewer.visitor.token ?? '')) as Caller
  const visitor = server.client()
  visitor.token = await sessions.view(viewed.id, caller, { address: '127.0.0.1', agent: 'test' })
  return { viewer, viewed, visitor }
}

test('seeing through the eyes of another ends when the viewer signs out, and with no other session of theirs', async () => {
  const { viewer, visitor } = await viewing([...toView, 'read_doors'], ['read_doors'])
  const seen = async () => (await visitor.try(auth.checkSession)).status
  const elsewhere = await server.signIn(viewer.user)
  await elsewhere.call(auth.signOut)
  expect(await seen()).toBe(200)
  await viewer.visitor.call(auth.signOut)
  expect(await seen()).toBe(401)
})

test('through another’s eyes one sees what both may see, read only, for 15 minutes that no check lengthens', async () => {
  const { viewed, visitor, viewer } = await viewing(
    [...toView, 'read_company'],
    ['read_company', 'manage_security', 'manage_account'],
  )
  const { user, token } = await check(visitor)
  expect(user).toMatchObject({ id: viewed.id, permissions: ['read_company'], viewedBy: 'Ada Okafor' })
  expect((await visitor.try(companies.mine)).status).toBe(200)
  expect((await visitor.try(companies.myPolicy)).status).toBe(403)
  expect((await visitor.try(auth.endOtherSessions)).status).toBe(403)
  expect((await visitor.try(factors.state)).status).toBe(403)
  expect(Number(claimsOf(token)['exp']) * 1000).toBeLessThan(Date.now() + 15 * 60_000 + 1000)
  // The person's own list does not show it, and ending it ends nothing else.
  const own = await server.signIn(viewed)
  expect((await own.call(auth.sessions)).sessions).toHaveLength(1)
  await visitor.call(auth.signOut)
  expect((await visitor.try(auth.checkSession)).status).toBe(401)
  expect((await viewer.visitor.try(auth.checkSession)).status).toBe(200)
  expect((await own.try(auth.checkSession)).status).toBe(200)
})

test.each<[string, (viewer: AUser, viewed: AUser) => Promise<unknown>]>([
  ['the viewer loses the right', (viewer) => grant(viewer, ['read_company', 'manage_users'])],
  ['the viewer is suspended', (viewer) => query(`update users set status = 'suspended' where id = $1`, viewer.id)],
  ['the viewer’s sessions are ended', (viewer) => sessions.revokeAllOf(viewer.id)],
  [
    'the person is suspended',
    (_viewer, viewed) => query(`update users set status = 'suspended' where id = $1`, viewed.id),
  ],
])('looking through another’s eyes ends when %s', async (_name, change) => {
  const { viewer, viewed, visitor } = await viewing([...toView, 'read_company'], ['read_company'])
  expect((await visitor.try(companies.mine)).status).toBe(200)
  await change(viewer.user, viewed)
  await expect.poll(async () => (await visitor.try(companies.mine)).status).toBe(401)
})

test('what the viewer no longer may see is not seen through the other’s eyes either', async () => {
  const { viewer, visitor } = await viewing([...toView, 'read_company'], ['read_company'])
  expect((await visitor.try(companies.mine)).status).toBe(200)
  await grant(viewer.user, toView)
  await expect.poll(async () => (await visitor.try(companies.mine)).status).toBe(403)
})

// Tokens in two halves ----------------------------------------------------------------------------------------------

test('with split tokens what scripts can read opens nothing without the cookie; checks and sockets go on', async () => {
  const split = await aCompany(server.store.pool)
  await query(`update company set policy = '{"token":"split"}' where id = $1`, split.id)
  const { visitor } = await someone(['read_company'], split)
  expect(visitor.token).toMatch(/^[^.]+\.[^.]+\.$/)
  expect((await visitor.try(companies.mine)).status).toBe(200)
  const thief = server.client()
  thief.token = visitor.token
  expect((await thief.try(companies.mine)).status).toBe(401)

  const connects = (cookie: string) =>
    new Promise<boolean>((resolve) => {
      const socket = io(`${server.gatehouse.address}/telemetry`, {
        auth: { token: visitor.token },
        extraHeaders: { cookie },
        transports: ['websocket'],
        forceNew: true,
        reconnection: false,
      })
      const answer = (is: boolean) => {
        socket.disconnect()
        resolve(is)
      }
      socket.on('hello', () => answer(true)).on('connect_error', () => answer(false))
    })
  expect(await connects([...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; '))).toBe(true)
  expect(await connects('')).toBe(false)

  const first = visitor.token
  const { token, headers } = await (async () => {
    const answer = await visitor.try(auth.checkSession)
    return { token: (answer.body as { token: string }).token, headers: answer.headers }
  })()
  expect(token).toMatch(/\.$/)
  const seal = headers.getSetCookie().find((line) => line.startsWith('gatehouse_seal_'))
  expect(seal).toMatch(/HttpOnly/)
  expect(seal).toMatch(/SameSite=Strict/)
  // The answer of another tab may still be under way: both tokens hold.
  for (const held of [token, first]) {
    visitor.token = held
    expect((await visitor.try(companies.mine)).status).toBe(200)
  }
  for (let i = 0; i < 12; i++) {
    await query(`update session set expires_at = now() + interval '1 hour'`)
    visitor.token = (await check(visitor)).token
  }
  expect((await visitor.try(companies.mine)).status).toBe(200)
  expect([...visitor.cookies.keys()].filter((name) => name.startsWith('gatehouse_seal_')).length).toBeLessThan(8)
})
