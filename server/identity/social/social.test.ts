// Signing in with Google and GitHub, end to end against providers on this machine.
import * as auth from '@gatehouse/contract/identity/auth'
import { own } from '@gatehouse/contract/permissions'
import * as social from '@gatehouse/contract/identity/social'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aCompany, aUser } from '../../testing/building.testing.ts'
import { type TestServer, openServer, sharedServer } from '../../testing/test-server.testing.ts'
import { openGoogle } from './google.testing.ts'
import { comeBack, connectBy, goTo, setOut, signInBy, startOf } from './journey.testing.ts'
import { openProviders, type ProvidersOfTests } from './providers.testing.ts'

let providers: ProvidersOfTests
let server: TestServer
beforeAll(async () => {
  providers = await openProviders()
  server = await openServer(providers.env)
  providers.serve(server.gatehouse.address)
})
afterAll(async () => {
  await server.close()
  await providers.close()
})

let count = 0
const somebody = (of: { name?: string; email?: string; verified?: boolean } = {}) => {
  count++
  const login = `person${count}`
  return providers.know({
    subject: String(4000 + count),
    login,
    name: of.name ?? 'Grace Hopper',
    email: of.email ?? `${login}@people.example`,
    verified: of.verified ?? true,
  })
}

const aMember = async () => {
  const user = await aUser(server.store.pool, await aCompany(server.store.pool), { can: own })
  const visitor = await server.signIn(user)
  return { user, visitor }
}

/** What the record says of a person's way in by a provider, the newest first. */
const recorded = async (actor: string) =>
  (
    await server.store.pool.query(
      `select action, subject, before, after from activity where actor = $1 and action like 'social.%' and status < 400
       order by at desc, id desc`,
      [actor],
    )
  ).rows

/** Among others, of new browsers. */
const letterContains = async (to: string, text: string) => {
  while (!(await server.letterTo(to)).text.includes(text));
}

describe.each(social.provider.options)('%s', (provider) => {
  test('the first time makes an account of one’s own, without a company; the second time signs in to it', async () => {
    const { login, email } = somebody()
    const visitor = server.client()
    const first = await signInBy(visitor, provider, login)
    expect(first).toMatchObject({
      status: 200,
      body: {
        success: true,
        outcome: 'signed-in',
        requires2FA: false,
        user: { email, verified: true, firstName: 'Grace', lastName: 'Hopper', company: null, roles: [] },
      },
    })
    const { user } = await visitor.call(auth.checkSession)
    expect(user.permissions).toEqual([...own].sort())
    const again = server.client()
    expect(await signInBy(again, provider, login)).toMatchObject({ status: 200, body: { userId: user.id } })
    const { sessions } = await again.call(auth.sessions)
    expect(sessions.map(({ method }) => method)).toEqual([provider, provider])
    const connected = [expect.stringContaining(email)]
    expect(await recorded(email)).toMatchObject([
      { action: 'social.callback', before: null, after: { signedIn: provider } },
      { action: 'social.callback', before: null, after: { madeAccount: true, email, connected } },
    ])
  })

  test('an address that has an account is not let in, verified or not, and nothing is linked', async () => {
    for (const verified of [true, false]) {
      const { user } = await aMember()
      await server.store.pool.query('update users set verified = $2 where id = $1', [user.id, verified])
      const { login } = somebody({ email: user.email.toUpperCase() })
      expect(await signInBy(server.client(), provider, login)).toMatchObject({
        status: 409,
        body: { message: social.messages.linkFirst },
      })
      const { rowCount } = await server.store.pool.query('select from social_account where user_id = $1', [user.id])
      expect(rowCount).toBe(0)
    }
  })

  test('connected from inside the account, it signs in to it; a letter tells, and it can be taken off again', async () => {
    const { user, visitor } = await aMember()
    const { login, email } = somebody()
    expect(await connectBy(visitor, provider, login)).toMatchObject({
      status: 200,
      body: { outcome: 'connected', requires2FA: false, userId: user.id },
    })
    const name = { google: 'Google', github: 'GitHub' }[provider]
    await letterContains(user.email, `${name} was connected`)
    expect(await visitor.call(social.connected)).toMatchObject({ connections: [{ provider, email }] })
    expect(await signInBy(server.client(), provider, login)).toMatchObject({ status: 200, body: { userId: user.id } })
    await visitor.call(social.disconnect, { provider })
    await letterContains(user.email, `${name} was disconnected`)
    expect(await visitor.call(social.connected)).toEqual({ connections: [] })
    expect((await visitor.try(social.disconnect, { provider })).status).toBe(404)
    const [none, one] = [{ connected: [] }, { connected: [`${name}: ${email}`] }]
    expect(await recorded(user.email)).toMatchObject([
      { action: 'social.disconnect', subject: name, before: one, after: none },
      { action: 'social.callback', subject: name, before: null, after: { signedIn: provider } },
      { action: 'social.callback', subject: name, before: none, after: one },
      { action: 'social.connect', subject: name, before: null, after: null },
    ])
    // Unlinked, the same person is a stranger with an address of their own.
    expect(await signInBy(server.client(), provider, login)).toMatchObject({ status: 200 })
  })

  test('connecting works with tokens that scripts hold only a part of', async () => {
    const { user, visitor } = await aMember()
    await server.store.pool.query(
      `update company set policy = '{"token":"split"}' where id = (select company_id from users where id = $1)`,
      [user.id],
    )
    await visitor.signIn(user.email, user.password)
    expect(visitor.token).toMatch(/\.$/)
    const { login } = somebody()
    expect(await connectBy(visitor, provider, login)).toMatchObject({ status: 200, body: { outcome: 'connected' } })
  })

  test('the only way in stays', async () => {
    const visitor = server.client()
    await signInBy(visitor, provider, somebody().login)
    expect(await visitor.try(social.disconnect, { provider })).toMatchObject({
      status: 409,
      body: { message: social.messages.lastWayIn },
    })
    const other = provider === 'google' ? 'github' : 'google'
    await connectBy(visitor, other, somebody().login)
    expect((await visitor.try(social.disconnect, { provider })).status).toBe(200)
    expect((await visitor.try(social.disconnect, { provider: other })).status).toBe(409)
  })

  test('a provider’s account belongs to one account here, and an account has one of each provider', async () => {
    const [one, other] = [await aMember(), await aMember()]
    const { login } = somebody()
    expect((await connectBy(one.visitor, provider, login)).status).toBe(200)
    expect((await connectBy(one.visitor, provider, login)).status).toBe(200)
    expect(await connectBy(other.visitor, provider, login)).toMatchObject({
      status: 409,
      body: { message: social.messages.taken },
    })
    expect(await connectBy(one.visitor, provider, somebody().login)).toMatchObject({
      status: 409,
      body: { message: social.messages.another },
    })
  })

  test('a second factor and a lock apply as after a password', async () => {
    const { user, visitor } = await aMember()
    const { login } = somebody()
    await connectBy(visitor, provider, login)
    await server.store.pool.query(`update users set two_factor = 'email' where id = $1`, [user.id])
    const asked = await signInBy(server.client(), provider, login)
    expect(asked).toMatchObject({ status: 200, body: { outcome: 'needs-code', requires2FA: true, userId: user.id } })
    expect(asked.body).not.toHaveProperty('token')
    await server.store.pool.query(`update users set status = 'suspended' where id = $1`, [user.id])
    expect(await signInBy(server.client(), provider, login)).toMatchObject({
      status: 403,
      body: { message: auth.messages.locked },
    })
  })

  test('who has one name only, or a strange one, gets in under what can be kept of it', async () => {
    const visitor = server.client()
    await signInBy(visitor, provider, somebody({ name: 'Plato' }).login)
    expect((await visitor.call(auth.checkSession)).user).toMatchObject({ firstName: 'Plato', displayName: 'Plato' })
    const strange = server.client()
    await signInBy(strange, provider, somebody({ name: `<b>\u0000Eve\u202e ${'x'.repeat(400)}` }).login)
    const { user } = await strange.call(auth.checkSession)
    expect(user.displayName).not.toMatch(/[<>\p{Cc}\p{Cf}]/u)
    expect(user.lastName.length).toBeLessThanOrEqual(255)
  })
})

test('ten people of one address at once make one account', async () => {
  const { login } = somebody()
  const backs = await Promise.all(
    Array.from({ length: 10 }, async (_, n) => {
      const visitor = server.client()
      const provider = n % 2 ? 'google' : 'github'
      return { visitor, provider, back: await goTo(await setOut(visitor, provider), login) } as const
    }),
  )
  const answers = await Promise.all(backs.map(({ visitor, provider, back }) => comeBack(visitor, provider, back)))
  const statuses = answers.map(({ status }) => status)
  expect(statuses).toContain(200)
  expect(statuses.filter((status) => ![200, 400, 409].includes(status))).toEqual([])
  const { rows } = await server.store.pool.query('select count(*)::int as n from users where email like $1', [
    `${login}@%`,
  ])
  expect(rows).toEqual([{ n: 1 }])
})

test('both ways in taken off at once: one stays, every time', async () => {
  for (let round = 0; round < 20; round++) {
    const visitor = server.client()
    await signInBy(visitor, 'google', somebody().login)
    await connectBy(visitor, 'github', somebody().login)
    const answers = await Promise.all(
      social.provider.options.map((provider) => visitor.try(social.disconnect, { provider })),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
  }
})

test('what is not set up is offered nowhere', async () => {
  expect(await server.client().call(social.providers)).toEqual({ providers: ['google', 'github'] })
  const plain = await sharedServer()
  const visitor = plain.client()
  expect(await visitor.call(social.providers)).toEqual({ providers: [] })
  for (const provider of social.provider.options) {
    expect((await visitor.try(startOf[provider])).status).toBe(404)
    const asked = { provider, code: 'code', state: 'x'.repeat(43) }
    expect((await visitor.try(social.callback, asked)).status).toBe(404)
  }
})

test('a provider that is away sends people back to our own page, and is asked again the next time', async () => {
  const google = await openGoogle()
  await google.close()
  const elsewhere = await openServer({ ...providers.env, GOOGLE_ISSUER: google.issuer })
  try {
    const visitor = elsewhere.client()
    const { status, headers } = await visitor.try(social.google)
    expect(status).toBe(302)
    expect(headers.get('location')).toBe('/auth/google/callback?error=temporarily_unavailable')
    const back = await openGoogle({ port: Number(new URL(google.issuer).port) })
    back.register([{ id: 'gatehouse-at-google', secret: 'secret-of-google', redirectUris: ['http://127.0.0.1/none'] }])
    expect((await setOut(visitor, 'google')).origin).toBe(google.issuer)
    await back.close()
  } finally {
    await elsewhere.close()
  }
})
