// Passkeys against a software authenticator: making one, signing in with it, and every ceremony that must fail.
import * as auth from '@gatehouse/contract/identity/auth'
import * as factors from '@gatehouse/contract/identity/second-factors'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ACompany, type AUser, aCompany, aUser } from '../../testing/building.testing.ts'
import { type TestServer, openServer, sharedServer, type ApiClient } from '../../testing/test-server.testing.ts'
import { type Cheat, createAuthenticator } from './authenticator.testing.ts'

const origin = 'https://gatehouse.example'
let server: TestServer
let company: ACompany
beforeAll(async () => {
  server = await openServer({ PUBLIC_URL: origin })
  company = await aCompany(server.store.pool)
})
afterAll(() => server.close())

type Authenticator = ReturnType<typeof createAuthenticator>

const anOwner = async (of = company) => {
  const user = await aUser(server.store.pool, of, { can: ['manage_account', 'read_doors'] })
  const visitor = await server.signIn(user)
  return { user, visitor }
}

const register = async (visitor: ApiClient, user: AUser, authenticator: Authenticator, cheat?: Cheat) => {
  const { challengeId, options } = await visitor.call(factors.beginPasskey, { password: user.password })
  return visitor.try(factors.addPasskey, {
    challengeId,
    response: authenticator.make(options, cheat),
    name: 'My laptop',
  })
}

const withPasskey = async (of = company) => {
  const { user, visitor } = await anOwner(of)
  const authenticator = createAuthenticator(origin)
  const { status, body } = await register(visitor, user, authenticator)
  expect(status).toBe(200)
  visitor.token = (body as { token: string }).token
  return { user, visitor, authenticator }
}

const enter = async (authenticator: Authenticator, cheat?: Cheat) => {
  const visitor = server.client()
  const { challengeId, options } = await visitor.call(auth.passkeyChallenge)
  return visitor.try(auth.signInWithPasskey, { challengeId, response: authenticator.use(options, cheat) })
}

const refused = { status: 400, body: { code: 'INVALID_PASSKEY' } }

test('a passkey is made with verification of its user, and is a whole sign-in', async () => {
  const { user, visitor } = await anOwner()
  const { options } = await visitor.call(factors.beginPasskey, { password: user.password })
  expect(options).toMatchObject({
    rp: { id: 'gatehouse.example', name: 'Gatehouse' },
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  const authenticator = createAuthenticator(origin)
  const made = await register(visitor, user, authenticator)
  expect(made).toMatchObject({ status: 200, body: { passkey: { name: 'My laptop', backedUp: false } } })
  visitor.token = (made.body as { token: string }).token

  const { status, body } = await enter(authenticator)
  expect(status).toBe(200)
  expect(body).toMatchObject({ success: true, user: { id: user.id, permissions: ['manage_account', 'read_doors'] } })
  const { sessions } = await visitor.call(auth.sessions)
  expect(sessions.map(({ method }) => method)).toContain('passkey')
  expect((await visitor.call(factors.state)).passkeys).toMatchObject([{ name: 'My laptop' }])
})

test('what an authenticator makes for another place, without its user, or for another challenge is refused', async () => {
  const { user, visitor } = await anOwner()
  const cheats: Cheat[] = [
    { origin: 'https://gatehouse.example.attacker.test' },
    { origin: 'http://gatehouse.example' },
    { rpID: 'attacker.test' },
    { userVerified: false },
    { challenge: Buffer.alloc(32).toString('base64url') },
    { type: 'webauthn.get' },
  ]
  for (const cheat of cheats)
    expect(await register(visitor, user, createAuthenticator(origin), cheat)).toMatchObject(refused)
  expect((await visitor.call(factors.state)).passkeys).toEqual([])
})

test('a sign-in for another place, without its user, by another name or for another challenge is refused', async () => {
  const { authenticator } = await withPasskey()
  const { user: other } = await withPasskey()
  const cheats: Cheat[] = [
    { origin: 'https://gatehouse.example.attacker.test' },
    { rpID: 'attacker.test' },
    { userVerified: false },
    { challenge: Buffer.alloc(32).toString('base64url') },
    { type: 'webauthn.create' },
    { userHandle: Buffer.from(other.id).toString('base64url') },
    { userHandle: '' },
  ]
  for (const cheat of cheats) expect(await enter(authenticator, cheat)).toMatchObject(refused)
  expect(await enter(createAuthenticator(origin))).toMatchObject(refused)
  expect((await enter(authenticator)).status).toBe(200)
})

test('a challenge is used up by one answer, right or wrong, and ends after five minutes', async () => {
  const { user, visitor: owner, authenticator } = await withPasskey()
  const visitor = server.client()
  const { challengeId, options } = await visitor.call(auth.passkeyChallenge)
  const response = authenticator.use(options)
  expect((await visitor.try(auth.signInWithPasskey, { challengeId, response })).status).toBe(200)
  expect(await visitor.try(auth.signInWithPasskey, { challengeId, response })).toMatchObject(refused)

  const wrong = await visitor.call(auth.passkeyChallenge)
  await visitor.try(auth.signInWithPasskey, { challengeId: wrong.challengeId, response: {} })
  const late = { challengeId: wrong.challengeId, response: authenticator.use(wrong.options) }
  expect(await visitor.try(auth.signInWithPasskey, late)).toMatchObject(refused)

  const expired = await visitor.call(auth.passkeyChallenge)
  await server.store.pool.query(`update passkey_challenge set expires_at = now() - interval '1 s' where id = $1`, [
    expired.challengeId,
  ])
  const after = { challengeId: expired.challengeId, response: authenticator.use(expired.options) }
  expect(await visitor.try(auth.signInWithPasskey, after)).toMatchObject(refused)

  // One of making is not one of signing in, and the other way round.
  const making = await owner.call(factors.beginPasskey, { password: user.password })
  const crossed = { challengeId: making.challengeId, response: authenticator.use(making.options) }
  expect(await visitor.try(auth.signInWithPasskey, crossed)).toMatchObject(refused)
  const stranger = await anOwner()
  const stolen = {
    challengeId: making.challengeId,
    response: createAuthenticator(origin).make(making.options),
    name: 'x',
  }
  expect(await stranger.visitor.try(factors.addPasskey, stolen)).toMatchObject(refused)
})

test('a copy whose count stays behind is refused; so is who is suspended', async () => {
  const { user, authenticator } = await withPasskey()
  authenticator.setCounter(10)
  expect((await enter(authenticator)).status).toBe(200)
  authenticator.setCounter(5)
  expect(await enter(authenticator)).toMatchObject(refused)
  authenticator.setCounter(20)
  await server.store.pool.query(`update users set status = 'suspended' where id = $1`, [user.id])
  expect(await enter(authenticator)).toMatchObject({ status: 403, body: { code: 'LOCKED' } })
})

test('a locked account is opened by its passkey, and stays locked for passwords', async () => {
  const { user, authenticator } = await withPasskey()
  const byPassword = (password: string) => server.client().try(auth.signIn, { email: user.email, password })
  for (let i = 0; i < 10; i++) await byPassword('wrong')
  for (let i = 0; i < 2; i++) {
    expect(await byPassword(user.password)).toMatchObject({ status: 403, body: { code: 'LOCKED' } })
    expect(await enter(authenticator)).toMatchObject({ status: 200, body: { user: { id: user.id } } })
  }
  await server.store.pool.query(`update users set status = 'suspended' where id = $1`, [user.id])
  expect(await enter(authenticator)).toMatchObject({ status: 403, body: { code: 'LOCKED' } })
})

test('one authenticator serves one account, and a removed passkey opens nothing', async () => {
  const { user, visitor, authenticator } = await withPasskey()
  const other = await anOwner()
  expect((await register(other.visitor, other.user, authenticator)).status).toBe(409)
  const [passkey] = (await visitor.call(factors.state)).passkeys
  const removal = { passkeyId: passkey?.id ?? '', password: user.password }
  expect((await other.visitor.try(factors.removePasskey, removal)).status).toBe(404)
  await visitor.call(factors.removePasskey, removal)
  expect(await enter(authenticator)).toMatchObject(refused)
})

test('where a strong factor is asked for, who has a passkey does not get in by password and mail', async () => {
  const strict = await aCompany(server.store.pool)
  const { user, visitor, authenticator } = await withPasskey(strict)
  await server.store.pool.query(`update company set policy = '{"secondFactor":"strong"}' where id = $1`, [strict.id])
  expect(await server.client().try(auth.signIn, { email: user.email, password: user.password })).toMatchObject({
    status: 403,
    body: { code: 'PASSKEY_NEEDED' },
  })
  expect(await enter(authenticator)).toMatchObject({
    status: 200,
    body: { user: { permissions: ['manage_account', 'read_doors'] } },
  })
  const [passkey] = (await visitor.call(factors.state)).passkeys
  const removal = { passkeyId: passkey?.id ?? '', password: user.password }
  expect(await visitor.try(factors.removePasskey, removal)).toMatchObject({ status: 409 })
})

test('without PUBLIC_URL a passkey is bound to the name in the address bar, and not to a number', async () => {
  const visitor = (await sharedServer()).client()
  expect(await visitor.try(auth.passkeyChallenge)).toMatchObject({ status: 409, body: { code: 'NEEDS_NAME' } })
})
