// Attacks on signing in by a provider. Each is made in full, with real codes; none gains a session, account or link.
import { request } from 'node:http'
import * as accounts from '@gatehouse/contract/identity/auth'
import { own } from '@gatehouse/contract/permissions'
import * as social from '@gatehouse/contract/identity/social'
import type { Provider } from '@gatehouse/contract/identity/social'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aCompany, aUser, password } from '../../testing/building.testing.ts'
import { type Answer, type TestServer, openServer, type ApiClient } from '../../testing/test-server.testing.ts'
import { choose, comeBack, connectBy, goTo, setOut, signInBy, startOf } from './journey.testing.ts'
import { openProviders, type ProvidersOfTests } from './providers.testing.ts'

let providers: ProvidersOfTests
let server: TestServer
beforeAll(async () => {
  providers = await openProviders()
  server = await openServer(providers.env)
  providers.serve(server.gatehouse.address)
  know('attacker')
  know('victim')
  know('unverified', false)
})
afterAll(async () => {
  await server.close()
  await providers.close()
})

/** At each provider somebody of an address of their own. */
const know = (login: string, verified = true) => {
  for (const provider of social.provider.options) {
    const { people } = providers[provider]
    const subject = String(5000 + people.size)
    people.set(login, { subject, login, name: 'Some Body', email: addressOf(login, provider), verified })
  }
}

const addressOf = (login: string, provider: Provider) => `${login}@${provider}.example`

const held = async () => {
  const { rows } = await server.store.pool.query<{ held: string }>(
    `select (select count(*) from session) || ' sessions, ' || (select count(*) from users) || ' accounts, '
       || (select count(*) from social_account) || ' links' as held`,
  )
  return rows[0]?.held
}

/** Refused, and nobody holds more than before. */
const gainsNothing = async (status: number, attack: () => Promise<Answer>) => {
  const before = await held()
  const { status: answered, body } = await attack()
  expect(body).not.toHaveProperty('token')
  expect(answered).toBe(status)
  expect(await held()).toBe(before)
}

const aMember = async ({ verified = true, email }: { verified?: boolean; email?: string } = {}) => {
  const user = await aUser(server.store.pool, await aCompany(server.store.pool), { can: own })
  await server.store.pool.query('update users set verified = $2, email = coalesce($3, email) where id = $1', [
    user.id,
    verified,
    email ?? null,
  ])
  const visitor = server.client()
  await visitor.signIn(email ?? user.email, user.password)
  return { user, visitor }
}

const withParameter = (url: URL, name: string, value: string | null) => {
  const changed = new URL(url)
  if (value === null) changed.searchParams.delete(name)
  else changed.searchParams.set(name, value)
  return changed
}

const arrive = async (visitor: ApiClient, provider: Provider, login: string) =>
  goTo(await setOut(visitor, provider), login)

const otherOf = (provider: Provider): Provider => (provider === 'google' ? 'github' : 'google')

describe.each(social.provider.options)('%s', (provider) => {
  test('a state counts once, with the same code or another', async () => {
    const attacker = server.client()
    const back = await arrive(attacker, provider, 'attacker')
    expect((await comeBack(attacker, provider, back)).status).toBe(200)
    await gainsNothing(400, () => comeBack(attacker, provider, back))
    const fresh = await arrive(attacker, provider, 'attacker')
    const oldState = withParameter(fresh, 'state', back.searchParams.get('state'))
    await gainsNothing(400, () => comeBack(attacker, provider, oldState))
  })

  test('a failed try uses its state up as well', async () => {
    const attacker = server.client()
    const back = await arrive(attacker, provider, 'attacker')
    await gainsNothing(400, () => comeBack(attacker, provider, withParameter(back, 'code', 'guessed')))
    await gainsNothing(400, () => comeBack(attacker, provider, back))
  })

  test('of thirty calls at once with one state, one signs in', async () => {
    const attacker = server.client()
    const back = await arrive(attacker, provider, 'attacker')
    const answers = await Promise.all(Array.from({ length: 30 }, () => comeBack(attacker, provider, back)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('login CSRF: the attacker’s code and state are of no use in the victim’s browser', async () => {
    const back = await arrive(server.client(), provider, 'attacker')
    await gainsNothing(400, () => comeBack(server.client(), provider, back))
    const victim = server.client()
    await setOut(victim, provider)
    const again = await arrive(server.client(), provider, 'attacker')
    await gainsNothing(400, () => comeBack(victim, provider, again))
  })

  test('without a state, with a wrong one, or without the cookie there is no way in', async () => {
    const attacker = server.client()
    const back = await arrive(attacker, provider, 'attacker')
    await gainsNothing(422, () => comeBack(attacker, provider, withParameter(back, 'state', null)))
    await gainsNothing(400, () => comeBack(attacker, provider, withParameter(back, 'state', 'x'.repeat(43))))
    attacker.cookies.delete('gatehouse_social')
    await gainsNothing(400, () => comeBack(attacker, provider, back))
  })

  test('a callback needs the CSRF token of our own pages', async () => {
    const attacker = server.client()
    const back = await arrive(attacker, provider, 'attacker')
    const input = { provider, ...Object.fromEntries(back.searchParams) }
    await gainsNothing(403, () => attacker.try(social.callback, input, { 'x-csrf-token': 'forged' }))
  })

  test('code injection: the victim’s code does not fit the attacker’s attempt', async () => {
    const attacker = server.client()
    const stolen = await arrive(server.client(), provider, 'victim')
    const back = await arrive(attacker, provider, 'attacker')
    const injected = withParameter(back, 'code', stolen.searchParams.get('code'))
    await gainsNothing(400, () => comeBack(attacker, provider, injected))
  })

  test('a code counts once', async () => {
    const attacker = server.client()
    const back = await arrive(attacker, provider, 'attacker')
    expect((await comeBack(attacker, provider, back)).status).toBe(200)
    const next = await arrive(attacker, provider, 'attacker')
    const reused = withParameter(next, 'code', back.searchParams.get('code'))
    await gainsNothing(400, () => comeBack(attacker, provider, reused))
  })

  test('an attempt ends after ten minutes', async () => {
    const attacker = server.client()
    const back = await arrive(attacker, provider, 'attacker')
    await server.store.pool.query(`update social_attempt set expires_at = expires_at - interval '10 minutes'`)
    await gainsNothing(400, () => comeBack(attacker, provider, back))
  })

  test('mix-up: what one provider said does not count at the other’s callback', async () => {
    const attacker = server.client()
    const back = await arrive(attacker, provider, 'victim')
    await gainsNothing(400, () => comeBack(attacker, otherOf(provider), back))
    const [here, there] = [
      await arrive(attacker, provider, 'victim'),
      await arrive(attacker, otherOf(provider), 'attacker'),
    ]
    const mixed = withParameter(there, 'code', here.searchParams.get('code'))
    await gainsNothing(400, () => comeBack(attacker, otherOf(provider), mixed))
    const named = await arrive(attacker, provider, 'victim')
    await gainsNothing(400, () => comeBack(attacker, provider, withParameter(named, 'iss', 'https://accounts.example')))
  })

  test('mix-up: an attempt for one provider does not end at the other, even with a code that fits it', async () => {
    const attacker = server.client()
    const begun = await setOut(attacker, otherOf(provider))
    let url = await setOut(attacker, provider)
    for (const name of ['state', 'code_challenge', 'nonce']) {
      url = withParameter(url, name, begun.searchParams.get(name) ?? 'n'.repeat(43))
    }
    // What GitHub's attempt keeps for a nonce is not to be had; its attempt must not get as far as that.
    const back = await goTo(url, 'attacker')
    await gainsNothing(400, () => comeBack(attacker, provider, back))
  })

  test('without PKCE, or with a weaker one, the provider gives no code', async () => {
    const url = await setOut(server.client(), provider)
    for (const [name, value] of [
      ['code_challenge', null],
      ['code_challenge_method', 'plain'],
      ['code_challenge_method', null],
    ] as const) {
      const outcome = await choose(withParameter(url, name, value), 'attacker')
      if ('back' in outcome) expect(outcome.back.searchParams.has('code')).toBe(false)
      else expect(outcome.refused).toMatch(/^4/)
    }
  })

  test('a challenge of the attacker’s own does not fit our verifier', async () => {
    const attacker = server.client()
    const url = await setOut(attacker, provider)
    const back = await goTo(withParameter(url, 'code_challenge', 'a'.repeat(43)), 'attacker')
    await gainsNothing(400, () => comeBack(attacker, provider, back))
  })

  test('the provider sends nobody to an address that is not ours', async () => {
    const url = await setOut(server.client(), provider)
    for (const evil of ['https://evil.example/', `${server.gatehouse.address}/elsewhere`, 'http://127.0.0.1:1/']) {
      const outcome = await choose(withParameter(url, 'redirect_uri', evil), 'attacker')
      expect(outcome).toHaveProperty('refused')
    }
  })

  test('nothing in the query decides where the browser goes', async () => {
    const evil = 'https://evil.example/'
    const asked = ['redirect_uri', 'redirect', 'returnTo', 'next', 'state', 'client_id', 'issuer', 'callback', 'origin']
    const query = new URLSearchParams(Object.fromEntries(asked.map((name) => [name, evil])))
    const address = `${server.gatehouse.address}/api${startOf[provider].path}?${query.toString()}`
    const response = await fetch(address, { redirect: 'manual' })
    const location = new URL(response.headers.get('location') ?? '')
    expect(location.origin).toBe({ google: providers.google.issuer, github: providers.github.base }[provider])
    expect(location.searchParams.get('redirect_uri')).toBe(
      `${server.gatehouse.address}${social.callbackPath[provider]}`,
    )
    expect(location.href).not.toContain('evil')
  })

  test('nor does a name that the caller gives our server', async () => {
    const path = `/api${startOf[provider].path}`
    const evil = { host: 'evil.example' }
    expect(await statusOf(server.gatehouse.address, path, evil)).toBe(404)
    expect(await statusOf(server.gatehouse.address, path, { 'x-forwarded-host': 'evil.example' })).toBe(404)
  })

  test('a link on a page of elsewhere leads to our own sign-in page, and begins nothing', async () => {
    const address = `${server.gatehouse.address}/api${startOf[provider].path}`
    const { status, headers } = await fetch(address, {
      redirect: 'manual',
      headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
    })
    expect({ status, to: headers.get('location'), cookies: headers.getSetCookie() }).toEqual({
      status: 302,
      to: '/signin',
      cookies: [],
    })
  })

  test('an address that the provider has not verified makes no account and no link', async () => {
    await gainsNothing(403, () => signInBy(server.client(), provider, 'unverified'))
    const { visitor } = await aMember()
    await gainsNothing(403, () => connectBy(visitor, provider, 'unverified'))
  })

  test('pre-registered: who registered with the victim’s address leaves no way in behind', async () => {
    const login = `registered-at-${provider}`
    know(login)
    const { visitor } = await aMember({ verified: false, email: addressOf(login, provider) })
    expect(await visitor.try(social.connect, { provider })).toMatchObject({
      status: 403,
      body: { message: social.messages.verifyFirst },
    })
    await gainsNothing(409, () => signInBy(server.client(), provider, login))
  })

  test('a session in strange hands connects nothing: the password is asked for, and guesses at it count', async () => {
    const { visitor, user } = await aMember()
    await gainsNothing(422, () => visitor.try(social.connect, { provider }))
    for (let i = 0; i < 9; i++)
      await gainsNothing(422, () => visitor.try(social.connect, { provider, password: 'a guess' }))
    await gainsNothing(403, () => visitor.try(social.connect, { provider, password: 'a guess' }))
    expect((await server.client().try(accounts.signIn, { email: user.email, password })).status).toBe(403)
  })

  test('pre-linked: the victim does not finish what the attacker began, nor the attacker what the victim began', async () => {
    const [attacker, victim] = [await aMember(), await aMember()]
    const begun = new URL((await attacker.visitor.call(social.connect, { provider, password })).url)
    const back = await goTo(begun, 'attacker')
    await gainsNothing(400, () => comeBack(victim.visitor, provider, back))
    // The same browser, but another account is signed in to by now, or none.
    const [second, third] = [
      await goTo(new URL((await attacker.visitor.call(social.connect, { provider, password })).url), 'attacker'),
      await goTo(new URL((await attacker.visitor.call(social.connect, { provider, password })).url), 'attacker'),
    ]
    const { token } = attacker.visitor
    attacker.visitor.token = victim.visitor.token
    await gainsNothing(400, () => comeBack(attacker.visitor, provider, second))
    attacker.visitor.token = undefined
    await gainsNothing(401, () => comeBack(attacker.visitor, provider, third))
    attacker.visitor.token = token
    expect(await attacker.visitor.call(accounts.checkSession)).toMatchObject({ user: { id: attacker.user.id } })
  })
})

test('a nonce of another attempt is noticed', async () => {
  const attacker = server.client()
  for (const nonce of ['n'.repeat(43), null]) {
    const back = await goTo(withParameter(await setOut(attacker, 'google'), 'nonce', nonce), 'attacker')
    await gainsNothing(400, () => comeBack(attacker, 'google', back))
  }
})

test('an issuer that promises to name itself must do so', async () => {
  const attacker = server.client()
  const back = await arrive(attacker, 'google', 'attacker')
  expect(back.searchParams.get('iss')).toBe(providers.google.issuer)
  await gainsNothing(400, () => comeBack(attacker, 'google', withParameter(back, 'iss', null)))
})

test('a code of GitHub ends after ten minutes', async () => {
  const attacker = server.client()
  const back = await arrive(attacker, 'github', 'attacker')
  providers.github.later(601_000)
  await gainsNothing(400, () => comeBack(attacker, 'github', back))
})

test('the cookie of an attempt is for our own pages’ calls only', async () => {
  const { headers } = await server.client().try(social.github)
  const [cookie = ''] = headers.getSetCookie().filter((line) => line.startsWith('gatehouse_social='))
  expect(cookie).toMatch(/; HttpOnly/)
  expect(cookie).toMatch(/; SameSite=Strict/)
  expect(cookie).toMatch(/Max-Age=600/)
  expect(cookie).not.toMatch(/Domain/i)
  const published = await openServer({ ...providers.env, PUBLIC_URL: 'https://gatehouse.example' })
  try {
    const answered = await published.client().try(social.github)
    expect(answered.headers.getSetCookie().join()).toMatch(/__Host-gatehouse_social=[^,]*; Path=\/; HttpOnly; Secure/)
    // Told where it is, it goes by that alone.
    const location = new URL(answered.headers.get('location') ?? '')
    expect(location.searchParams.get('redirect_uri')).toBe('https://gatehouse.example/auth/github/callback')
  } finally {
    await published.close()
  }
})

test('nothing is kept that a copy of the store would give away', async () => {
  const visitor = server.client()
  const url = await setOut(visitor, 'github')
  const { rows } = await server.store.pool.query('select * from social_attempt')
  const stored = JSON.stringify(rows)
  expect(stored).not.toContain(url.searchParams.get('state'))
  expect(stored).not.toContain(visitor.cookies.get('gatehouse_social'))
})

// fetch() does not let a host be lied about.
const statusOf = (address: string, path: string, headers: Record<string, string>) =>
  new Promise<number | undefined>((resolve, reject) => {
    request(`${address}${path}`, { headers }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
      .once('error', reject)
      .end()
  })
