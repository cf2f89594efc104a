// The second step of a sign-in: codes by mail and of the app, recovery codes, trusted browsers, and what voids them.
import { createHmac } from 'node:crypto'
import * as auth from '@gatehouse/contract/identity/auth'
import * as companies from '@gatehouse/contract/identity/companies'
import * as factors from '@gatehouse/contract/identity/second-factors'
import { beforeAll, expect, test } from 'vitest'
import { type ACompany, type AUser, aCompany, aRole, aUser } from '../../testing/building.testing.ts'
import { type TestServer, sharedServer, type ApiClient } from '../../testing/test-server.testing.ts'
import { appCode, calmStep, codeIn, keyOf, letterTo, otherThan } from './auth.testing.ts'

let server: TestServer
let company: ACompany
beforeAll(async () => {
  server = await sharedServer()
  company = await aCompany(server.store.pool, 'Meridian')
})

const aUserWith = async (twoFactor: 'none' | 'email', of = company): Promise<AUser> => {
  const user = await aUser(server.store.pool, of, { can: ['manage_account', 'read_company'] })
  await server.store.pool.query('update users set two_factor = $1 where id = $2', [twoFactor, user.id])
  return user
}

const begin = (visitor: ApiClient, user: AUser) =>
  visitor.call(auth.signIn, { email: user.email, password: user.password })

const verify = (visitor: ApiClient, user: AUser, code: string, trustDevice = false) =>
  visitor.try(auth.verify2fa, { userId: user.id, code, trustDevice })

/** Signed in, with an app set up: its secret, the code that was confirmed with it and the recovery codes. */
const withApp = async (user: AUser) => {
  const visitor = await server.signIn(user)
  const { secret } = await visitor.call(factors.beginTotp, { password: user.password })
  await calmStep()
  // A step early, so that the present one is still good for signing in.
  const confirmed = appCode(secret, -1)
  const { recoveryCodes, token } = await visitor.call(factors.confirmTotp, { code: confirmed })
  visitor.token = token
  return { visitor, secret, confirmed, recoveryCodes }
}

const failed = { status: 400, body: { code: 'INVALID_CODE', message: auth.messages.codeFailed } }

test('a code by mail confirms the sign-in, once, in the browser where the password was typed', async () => {
  const user = await aUserWith('email')
  const visitor = server.client()
  expect(await begin(visitor, user)).toEqual({ requires2FA: true, userId: user.id, methods: ['email'] })
  const code = codeIn(await letterTo(server, user.email))
  const { rows } = await server.store.pool.query<{ kept: string }>(
    `select encode(code_hash, 'escape') as kept from second_factor_challenge where user_id = $1`,
    [user.id],
  )
  expect(rows[0]?.kept).not.toContain(code)

  const stranger = server.client()
  expect(await verify(stranger, user, code)).toMatchObject(failed)
  const { status, body } = await verify(visitor, user, code)
  expect(status).toBe(200)
  expect(body).toMatchObject({ success: true, message: 'Login successful', user: { id: user.id } })
  visitor.token = (body as { token: string }).token
  expect((await visitor.try(companies.mine)).status).toBe(200)
  expect(await verify(visitor, user, code)).toMatchObject(failed)
})

test.each([undefined, null, 12, 123456, '12', '', 'x'.repeat(1000), ['1', '2']])(
  'what is no code at all (%j) is answered as a wrong one',
  async (code) => {
    const user = await aUserWith('email')
    const visitor = server.client()
    await begin(visitor, user)
    expect(await visitor.try(auth.verify2fa, { userId: user.id, code })).toMatchObject(failed)
  },
)

test('a code counts however it was pasted', async () => {
  for (const pasted of [
    (code: string) => `Code: ${code}`,
    (code: string) => `${code.slice(0, 3)}-${code.slice(3)}\u200b`,
    (code: string) => code.replaceAll(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit))),
  ]) {
    const user = await aUserWith('email')
    const visitor = server.client()
    await begin(visitor, user)
    const code = codeIn(await letterTo(server, user.email))
    expect(await verify(visitor, user, pasted(code))).toMatchObject({ status: 200 })
  }
})

test('five wrong codes void the challenge: the right one comes too late', async () => {
  const user = await aUserWith('email')
  const visitor = server.client()
  await begin(visitor, user)
  const code = codeIn(await letterTo(server, user.email))
  for (let i = 0; i < 5; i++) expect(await verify(visitor, user, otherThan(code))).toMatchObject(failed)
  expect(await verify(visitor, user, code)).toMatchObject(failed)
})

test('ten wrong codes lock the account, however often the right password comes between', async () => {
  const user = await aUserWith('email')
  const visitor = server.client()
  const tryFive = async (letters: number) => {
    await begin(visitor, user)
    const code = codeIn(await letterTo(server, user.email, letters))
    const answers = []
    for (let i = 0; i < 5; i++) answers.push((await verify(visitor, user, otherThan(code))).status)
    return answers
  }
  expect(await tryFive(0)).toEqual([400, 400, 400, 400, 400])
  expect(await tryFive(1)).toEqual([400, 400, 400, 400, 403])
  expect(await visitor.try(auth.signIn, { email: user.email, password: user.password })).toMatchObject({
    status: 403,
    body: { message: auth.messages.locked },
  })
})

test('a code holds for ten minutes', async () => {
  const user = await aUserWith('email')
  const visitor = server.client()
  await begin(visitor, user)
  const code = codeIn(await letterTo(server, user.email))
  const { rows } = await server.store.pool.query<{ s: number }>(
    `select extract(epoch from expires_at - created_at)::int as s from second_factor_challenge where user_id = $1`,
    [user.id],
  )
  expect(rows).toEqual([{ s: 600 }])
  await server.store.pool.query(
    `update second_factor_challenge set expires_at = now() - interval '1 second' where user_id = $1`,
    [user.id],
  )
  expect(await verify(visitor, user, code)).toMatchObject(failed)
})

test('the code is sent again three times, a minute apart; the one before is void', async () => {
  const user = await aUserWith('email')
  const visitor = server.client()
  const resend = () => visitor.try(auth.resend2faCode, { userId: user.id })
  const later = () =>
    server.store.pool.query(
      `update second_factor_challenge set code_sent_at = code_sent_at - interval '61 seconds' where user_id = $1`,
      [user.id],
    )
  expect(await resend()).toMatchObject(failed)
  await begin(visitor, user)
  const first = codeIn(await letterTo(server, user.email))
  expect((await resend()).status).toBe(429)
  for (let sent = 1; sent <= 3; sent++) {
    await later()
    expect((await resend()).status).toBe(200)
  }
  await later()
  expect((await resend()).status).toBe(429)
  const last = codeIn(await letterTo(server, user.email, 3))
  if (first !== last) expect(await verify(visitor, user, first)).toMatchObject(failed)
  expect((await verify(visitor, user, last)).status).toBe(200)
})

test('two who send the same right code at the same time: one gets in', async () => {
  const user = await aUserWith('email')
  const visitor = server.client()
  await begin(visitor, user)
  const code = codeIn(await letterTo(server, user.email))
  const answers = await Promise.all([1, 2, 3, 4].map(() => verify(visitor, user, code)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('the app confirms the sign-in: a step of drift is forgiven, a code counts once', async () => {
  const user = await aUserWith('none')
  const { secret, confirmed } = await withApp(user)
  const { rows } = await server.store.pool.query<{ kept: string }>(
    `select encode(totp_secret, 'escape') as kept from users where id = $1`,
    [user.id],
  )
  expect(rows[0]?.kept).not.toContain(secret)

  const visitor = server.client()
  expect(await begin(visitor, user)).toMatchObject({ requires2FA: true, methods: ['totp', 'recovery'] })
  expect(await verify(visitor, user, confirmed)).toMatchObject(failed)
  expect(await verify(visitor, user, appCode(secret, -3))).toMatchObject(failed)
  await calmStep()
  const code = appCode(secret, 0)
  expect((await verify(visitor, user, code)).status).toBe(200)

  const replay = server.client()
  await begin(replay, user)
  expect(await verify(replay, user, code)).toMatchObject(failed)
  expect((await verify(replay, user, appCode(secret, 1))).status).toBe(200)
})

test('each of ten recovery codes opens once; new ones void the old', async () => {
  const user = await aUserWith('none')
  const { visitor: owner, recoveryCodes } = await withApp(user)
  expect(recoveryCodes).toHaveLength(10)
  for (const code of recoveryCodes) expect(code).toMatch(/^[a-z0-9]{4}-[a-z0-9]{4}$/)
  const use = async (code = '') => {
    const visitor = server.client()
    await begin(visitor, user)
    return (await verify(visitor, user, code)).status
  }
  expect(await use(recoveryCodes[0])).toBe(200)
  expect(await use(recoveryCodes[0])).toBe(400)
  expect(await use(recoveryCodes[1]?.toUpperCase().replace('-', ''))).toBe(200)
  expect((await owner.call(factors.state)).recoveryCodesLeft).toBe(8)
  const { recoveryCodes: fresh, token } = await owner.call(factors.newRecoveryCodes, { password: user.password })
  owner.token = token
  expect(await use(recoveryCodes[2])).toBe(400)
  expect(await use(fresh[0])).toBe(200)
})

test('a copy of the store, with the key in it that signs tokens, gives no code away', async () => {
  const key = await keyOf(server)
  const mailed = await aUserWith('email')
  await begin(server.client(), mailed)
  const code = codeIn(await letterTo(server, mailed.email))
  const { rows: challenges } = await server.store.pool.query<{ id: string; code_hash: Buffer }>(
    'select id, code_hash from second_factor_challenge where user_id = $1',
    [mailed.id],
  )
  const user = await aUserWith('none')
  const { recoveryCodes } = await withApp(user)
  const { rows: stored } = await server.store.pool.query<{ code_hash: Buffer }>(
    'select code_hash from recovery_code where user_id = $1',
    [user.id],
  )
  const hashes = [...challenges, ...stored].map(({ code_hash }) => code_hash.toString('hex'))
  expect(hashes).toHaveLength(11)
  const tried = recoveryCodes.map((spare) => `recovery ${user.id} ${spare.replace('-', '')}`)
  for (const text of [...challenges.map(({ id }) => `code ${id} ${code}`), ...tried])
    expect(hashes).not.toContain(createHmac('sha256', key).update(text).digest('hex'))
})

test('a trusted browser is asked for no code, until it is forgotten, the password or the factor changes', async () => {
  const user = await aUserWith('email')
  const visitor = server.client()
  const trust = async (letters: number) => {
    await begin(visitor, user)
    const answer = await verify(visitor, user, codeIn(await letterTo(server, user.email, letters)), true)
    expect(answer.status).toBe(200)
    return answer
  }
  const asks = async () => (await begin(visitor, user)).requires2FA
  const { headers, body } = await trust(0)
  expect(headers.getSetCookie().find((line) => line.startsWith('gatehouse_device='))).toMatch(
    /Max-Age=2592000.*HttpOnly.*SameSite=Strict/i,
  )
  visitor.token = (body as { token: string }).token
  expect(await asks()).toBe(false)
  expect((await begin(server.client(), user)).requires2FA).toBe(true)

  const other = await aUserWith('email')
  expect((await begin(visitor, other)).requires2FA).toBe(true)

  const { trustedDevices } = await visitor.call(factors.state)
  await visitor.call(factors.forgetDevice, { deviceId: trustedDevices[0]?.id ?? '' })
  expect(await asks()).toBe(true)

  await trust(3)
  expect(await asks()).toBe(false)
  await server.store.pool.query('update users set password_changed_at = now() where id = $1', [user.id])
  expect(await asks()).toBe(true)

  await trust(5)
  expect(await asks()).toBe(false)
  await visitor.call(factors.useEmail, { password: user.password })
  expect(await asks()).toBe(true)
})

test('changing the protection asks for the password, mails, and gives the session a new token', async () => {
  const user = await aUserWith('email')
  const visitor = server.client()
  await begin(visitor, user)
  visitor.token = (
    (await verify(visitor, user, codeIn(await letterTo(server, user.email)))).body as { token: string }
  ).token
  for (const [op, input] of [
    [factors.turnOff, {}],
    [factors.turnOff, { password: 'wrong' }],
    [factors.useEmail, { password: 'wrong' }],
    [factors.beginTotp, {}],
    [factors.newRecoveryCodes, {}],
    [factors.removePasskey, { passkeyId: 'x' }],
  ] as const)
    expect(await visitor.try(op, input)).toMatchObject({ status: 422, body: { details: [{ field: 'password' }] } })
  const before = visitor.token
  const { token } = await visitor.call(factors.turnOff, { password: user.password })
  expect(sessionTokenOf(token)).not.toBe(sessionTokenOf(before))
  // The one before holds a minute longer, and leads this browser to its successor; a thief it leads nowhere.
  expect(sessionTokenOf((await visitor.call(auth.checkSession)).token)).toBe(sessionTokenOf(token))
  const thief = server.client()
  thief.token = before
  const stolen = await thief.call(auth.checkSession)
  expect(sessionTokenOf(stolen.token)).toBe(sessionTokenOf(before))
  await server.store.pool.query(`update session set previous_until = now() where user_id = $1`, [user.id])
  await expect.poll(async () => (await thief.try(auth.checkSession)).status).toBe(401)
  visitor.token = token
  expect((await visitor.try(auth.checkSession)).status).toBe(200)
  const { text } = await letterTo(server, user.email, 1)
  expect(text).toContain('no longer confirmed')
})

const sessionTokenOf = (token = ''): unknown =>
  (JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { sessionToken: unknown }).sessionToken

test('a company that asks for a second factor: who has none is sent a code, and cannot turn it off', async () => {
  const strict = await aCompany(server.store.pool)
  const user = await aUserWith('none', strict)
  const visitor = await server.signIn(user)
  await server.store.pool.query(`update company set policy = '{"secondFactor":"any"}' where id = $1`, [strict.id])
  expect(await visitor.try(factors.turnOff, { password: user.password })).toMatchObject({
    status: 409,
    body: { code: 'COMPANY_POLICY' },
  })
  expect(await begin(server.client(), user)).toMatchObject({ requires2FA: true, methods: ['email'] })
})

test('a company that asks for a strong one: a code by mail opens the own account only, until the app is set up', async () => {
  const strict = await aCompany(server.store.pool)
  await server.store.pool.query(`update company set policy = '{"secondFactor":"strong"}' where id = $1`, [strict.id])
  const user = await aUserWith('none', strict)
  await aRole(server.store.pool, strict, { can: ['read_profile', 'read_doors'], to: [user] })
  const visitor = server.client()
  expect(await begin(visitor, user)).toMatchObject({ requires2FA: true, methods: ['email'] })
  const { body } = await verify(visitor, user, codeIn(await letterTo(server, user.email)))
  // What its browser draws its menus from says no more than the session opens.
  const alone = { permissions: ['manage_account', 'read_profile'], roles: [{ permissions: ['read_profile'] }] }
  expect(body).toMatchObject({ user: alone })
  visitor.token = (body as { token: string }).token
  expect((await visitor.try(companies.mine)).status).toBe(403)
  expect((await visitor.call(auth.checkSession)).user).toMatchObject(alone)

  const { secret } = await visitor.call(factors.beginTotp, { password: user.password })
  await calmStep()
  const { token } = await visitor.call(factors.confirmTotp, { code: appCode(secret, -1) })
  visitor.token = token
  expect((await visitor.try(companies.mine)).status).toBe(200)
  expect((await visitor.try(factors.useEmail, { password: user.password })).status).toBe(409)

  const again = server.client()
  await calmStep()
  await begin(again, user)
  const entered = await verify(again, user, appCode(secret))
  expect(entered.body).toMatchObject({
    user: {
      permissions: ['manage_account', 'read_company', 'read_doors', 'read_profile'],
      roles: [{ permissions: ['read_profile', 'read_doors'] }],
    },
  })
})
