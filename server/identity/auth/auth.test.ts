// Signing in, the session behind the token, and what ends it.
import * as auth from '@gatehouse/contract/identity/auth'
import * as devices from '@gatehouse/contract/building/devices'
import { SignJWT } from 'jose'
import { beforeAll, expect, test } from 'vitest'
import { type ACompany, aCompany, aUser } from '../../testing/building.testing.ts'
import { letterTo } from './auth.testing.ts'
import { releaseLock } from './auth.ts'
import { type TestServer, sharedServer } from '../../testing/test-server.testing.ts'

let server: TestServer
let company: ACompany
beforeAll(async () => {
  server = await sharedServer()
  company = await aCompany(server.store.pool, 'Meridian')
})

test('both body forms of the specification sign in; the token carries id, sessionToken, exp and permissions', async () => {
  const user = await aUser(server.store.pool, company, { can: ['read_profile'] })
  for (const body of [
    { email: user.email, password: user.password },
    { data: { email: user.email.toUpperCase(), password: user.password } },
  ]) {
    const { status, body: answer } = await server.client().try(auth.signIn, body)
    expect(status).toBe(200)
    expect(answer).toMatchObject({
      requires2FA: false,
      userId: user.id,
      user: { email: user.email, company: { name: company.name } },
    })
    const [, claims] = (answer as { token: string }).token.split('.')
    expect(JSON.parse(Buffer.from(claims ?? '', 'base64url').toString())).toMatchObject({
      id: user.id,
      sessionToken: expect.any(String),
      exp: expect.any(Number),
      permissions: ['read_profile'],
    })
  }
})

test('a wrong password and an unknown address get the same answer', async () => {
  const user = await aUser(server.store.pool, company)
  const wrong = await server.client().try(auth.signIn, { email: user.email, password: 'wrong' })
  const unknown = await server.client().try(auth.signIn, { email: 'nobody@gatehouse.example', password: 'wrong' })
  expect(wrong.status).toBe(401)
  expect(wrong.body).toEqual(unknown.body)
  expect(wrong.body).toMatchObject({ message: 'Invalid credentials. Please check your email and password.' })
})

test('only who knows the password learns that the account is locked', async () => {
  const user = await aUser(server.store.pool, company)
  await server.store.pool.query(`update users set status = 'suspended' where id = $1`, [user.id])
  const attempt = (password: string) => server.client().try(auth.signIn, { email: user.email, password })
  expect((await attempt('wrong')).status).toBe(401)
  expect(await attempt(user.password)).toMatchObject({ status: 403, body: { message: auth.messages.locked } })
})

test('ten failures lock an account for who knows the password, and for who does not; unknown ones seem to lock too', async () => {
  const [user, other] = [await aUser(server.store.pool, company), await aUser(server.store.pool, company)]
  const attempt = (email: string, password: string) => server.client().try(auth.signIn, { email, password })
  for (const email of [user.email.toUpperCase(), 'nobody-at-all@gatehouse.example']) {
    for (let i = 0; i < 10; i++) expect((await attempt(email, 'wrong')).status).toBe(401)
    expect(await attempt(email, 'wrong')).toMatchObject({ status: 429, body: { message: auth.messages.tooMany } })
  }
  expect(await attempt(user.email, user.password)).toMatchObject({
    status: 403,
    body: { code: 'LOCKED', message: auth.messages.locked },
  })
  expect((await attempt(other.email, other.password)).status).toBe(200)

  expect((await letterTo(server, user.email)).text).toContain('/forgot')
  const { rows } = await server.store.pool.query('select letter from mail where recipient = $1', [user.email])
  expect(rows).toEqual([{ letter: 'account-locked' }])

  await releaseLock(server.store.db, user.email)
  expect((await attempt(user.email, user.password)).status).toBe(200)
})

test('a lock is no way to go on guessing: after ten guesses more the right password is not told from a wrong one', async () => {
  const user = await aUser(server.store.pool, company)
  const attempt = (password: string) => server.client().try(auth.signIn, { email: user.email, password })
  for (let i = 0; i < 19; i++) await attempt('wrong')
  expect(await attempt(user.password)).toMatchObject({ status: 403, body: { code: 'LOCKED' } })
  await attempt('wrong')
  // Nor does waiting help as long as the lock holds.
  await server.store.pool.query(`update sign_in_attempt set since = since - interval '1 hour'`)
  await attempt('wrong')
  expect(await attempt(user.password)).toMatchObject({ status: 429, body: { message: auth.messages.tooMany } })
  await releaseLock(server.store.db, user.email)
  expect((await attempt(user.password)).status).toBe(200)
})

/** 190 for the attack that was made: GATEHOUSE_PASSWORDS=190. */
const guesses = Number(process.env['GATEHOUSE_PASSWORDS'] ?? 40)

test.each([guesses])('of %i wrong passwords at once no more are judged than one after another', async (many) => {
  const user = await aUser(server.store.pool, company)
  const attempt = async (password: string) =>
    (await server.client().try(auth.signIn, { email: user.email, password })).status
  const wrong = Array.from({ length: many }, () => attempt('wrong'))
  const right = await attempt(user.password)
  const statuses = await Promise.all(wrong)
  expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(10)
  expect(statuses.filter((status) => status !== 401 && status !== 429)).toEqual([])
  // Whether it was among the first is chance; then it is let in, or told that the account is locked. After them it is not told.
  expect([200, 403, 429]).toContain(right)
  expect(await attempt(user.password)).toBe(429)
  const { rows } = await server.store.pool.query('select letter from mail where recipient = $1', [user.email])
  expect(rows.filter(({ letter }) => letter === 'account-locked')).toHaveLength(1)
})

test('a right password counts as no failure, however often it is given at once', async () => {
  const user = await aUser(server.store.pool, company)
  const attempt = async (password: string) =>
    (await server.client().try(auth.signIn, { email: user.email, password })).status
  for (let n = 0; n < 3; n++) expect(await attempt('wrong')).toBe(401)
  expect(await Promise.all(Array.from({ length: 5 }, () => attempt(user.password)))).toEqual([200, 200, 200, 200, 200])
  for (let n = 0; n < 9; n++) expect(await attempt('wrong')).toBe(401)
  expect(await attempt(user.password)).toBe(200)
})

test('every bad field of the form is named', async () => {
  const { status, body } = await server.client().try(auth.signIn, { email: 'not an address', password: '' })
  expect(status).toBe(422)
  expect(body).toMatchObject({
    details: [{ field: 'email', message: 'Please enter a valid email address.' }, { field: 'password' }],
  })
})

test.each([{}, { email: null, password: 7 }, { data: {} }, { data: null }, []])(
  'what is missing or no text is named in the same words: %j',
  async (input) => {
    expect(await server.client().try(auth.signIn, input)).toMatchObject({
      status: 422,
      body: {
        message: 'Please enter a valid email address.',
        details: [
          { field: 'email', message: 'Please enter a valid email address.' },
          { field: 'password', message: 'Password is required' },
        ],
      },
    })
  },
)

test('check-session answers a fresh user and a token that lasts longer; the old token stays good', async () => {
  const user = await aUser(server.store.pool, company, { can: ['read_doors'] })
  const visitor = await server.signIn(user)
  const { success, token, user: shown } = await visitor.call(auth.checkSession)
  expect({ success, id: shown.id, permissions: shown.permissions }).toEqual({
    success: true,
    id: user.id,
    permissions: ['read_doors'],
  })
  expect((await visitor.try(devices.list)).status).toBe(200)
  visitor.token = token
  expect((await visitor.try(devices.list)).status).toBe(200)
})

test('signed out is signed out, also for whoever copied the token', async () => {
  const visitor = await server.signedIn(company)
  await visitor.call(auth.signOut)
  // The next person at this browser begins with a secret of their own.
  expect([...visitor.cookies.keys()]).toEqual([])
  expect((await visitor.try(devices.list)).status).toBe(401)
})

test('a call that says JSON and sends nothing is understood', async () => {
  const visitor = await server.signedIn(company)
  const { csrfToken } = await visitor.call(auth.csrfToken)
  const answer = await fetch(`${server.gatehouse.address}/api/auth/logout`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      cookie: [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      'x-csrf-token': csrfToken,
      authorization: `Bearer ${visitor.token}`,
    },
  })
  expect([answer.status, await answer.json()]).toEqual([200, { success: true }])
})

test('the token’s own list of permissions opens nothing, and forged tokens open nothing', async () => {
  const visitor = await server.signedIn(company)
  const [header, claims, signature] = (visitor.token ?? '').split('.')
  const parsed = JSON.parse(Buffer.from(claims ?? '', 'base64url').toString()) as Record<string, unknown>
  const edited = Buffer.from(JSON.stringify({ ...parsed, permissions: ['admin_access'] })).toString('base64url')
  const none = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url')
  const forged = await new SignJWT(parsed).setProtectedHeader({ alg: 'HS256' }).sign(new Uint8Array(32))
  for (const token of [`${header}.${edited}.${signature}`, `${none}.${claims}.`, forged, 'x', '']) {
    visitor.token = token
    expect((await visitor.try(devices.list)).status).toBe(401)
  }
})
