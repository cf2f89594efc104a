// The record of who tried what: sign-ins and refusals are on it with a name, and secrets are not.
import * as accounts from '@gatehouse/contract/identity/accounts'
import * as auth from '@gatehouse/contract/identity/auth'
import * as channels from '@gatehouse/contract/messages/channels'
import * as companies from '@gatehouse/contract/identity/companies'
import * as profile from '@gatehouse/contract/identity/profile'
import * as roles from '@gatehouse/contract/identity/roles'
import * as factors from '@gatehouse/contract/identity/second-factors'
import * as users from '@gatehouse/contract/identity/users'
import * as webhooks from '@gatehouse/contract/messages/webhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ACompany, aCompany, type AUser, aUser } from '../testing/building.testing.ts'
import { appCode } from '../identity/auth/auth.testing.ts'
import { type TestServer, openServer, tokenIn } from '../testing/test-server.testing.ts'

let server: TestServer
let company: ACompany
let user: AUser
beforeAll(async () => {
  server = await openServer()
  company = await aCompany(server.store.pool)
  user = await aUser(server.store.pool, company)
})
afterAll(() => server.close())

const recorded = async (action: string) => {
  const { rows } = await server.store.pool.query<{
    company: string | null
    actor: string
    status: number
    all: string
  }>('select company_id as company, actor, status, activity::text as all from activity where action = $1 order by at', [
    action,
  ])
  return rows
}

test('a sign-in is recorded of the account and its company, a failed one of the company and with the address that was typed', async () => {
  const visitor = server.client()
  await visitor.try(auth.signIn, { email: user.email, password: 'a wrong secret' })
  await visitor.signIn(user.email, user.password)
  const rows = await recorded('auth.signIn')
  expect(rows).toMatchObject([
    { company: company.id, actor: 'anonymous', status: 401 },
    { company: company.id, actor: user.email, status: 200 },
  ])
  for (const { all } of rows) expect(all).toContain(user.email)
  for (const { all } of rows) expect(all).not.toMatch(/a wrong secret|Correct horse/)
})

test('who is refused is on the record, whether they would have changed something or only read it', async () => {
  const visitor = await server.signIn(user)
  expect((await visitor.try(companies.list)).status).toBe(403)
  expect(await recorded('companies.list')).toMatchObject([{ company: company.id, actor: user.email, status: 403 }])
  expect((await visitor.try(auth.checkSession)).status).toBe(200)
  expect(await recorded('auth.checkSession')).toEqual([])
})

/** What the newest entries of these actions say. */
const reported = async (...actions: string[]) => {
  const { rows } = await server.store.pool.query(
    `select subject, before, after from activity where action = any ($1) and status < 400 order by at desc, id desc`,
    [actions],
  )
  return rows
}

test('of a session that one has ended it says which', async () => {
  const [here, there] = [server.client(), server.client()]
  const person = await aUser(server.store.pool, company)
  await here.signIn(person.email, person.password)
  await there.try(auth.signIn, { email: person.email, password: person.password }, { 'user-agent': 'Elsewhere/1' })
  const { sessions } = await here.call(auth.sessions)
  await here.call(auth.endSession, { sessionId: sessions.find(({ current }) => !current)?.id ?? '' })
  expect(await reported('auth.endSession')).toMatchObject([
    { subject: person.email, before: { method: 'password', agent: 'Elsewhere/1', address: '127.0.0.1' }, after: null },
  ])
  await there.try(auth.signIn, { email: person.email, password: person.password }, { 'user-agent': 'Elsewhere/2' })
  await here.call(auth.endOtherSessions)
  expect(await reported('auth.endOtherSessions')).toMatchObject([
    { before: { sessions: ['Elsewhere/2, 127.0.0.1'] }, after: { ended: 1 } },
  ])
})

test('of a sign-in it says how, and of what confirms it which ways there are, and nothing that would be one', async () => {
  const person = await aUser(server.store.pool, company, { can: ['manage_account'] })
  const visitor = await server.signIn(person)
  expect((await reported('auth.signIn'))[0]).toMatchObject({ subject: person.email, after: { signedIn: 'password' } })
  const { secret } = await visitor.call(factors.beginTotp, { password: person.password })
  const { token, recoveryCodes } = await visitor.call(factors.confirmTotp, { code: appCode(secret) })
  visitor.token = token
  await visitor.call(factors.turnOff, { password: person.password })
  const [off, on] = [
    { secondFactor: 'none', recovery: '0 left' },
    { secondFactor: 'totp', recovery: `${recoveryCodes.length} left` },
  ]
  const entries = await reported('secondFactors.confirmTotp', 'secondFactors.turnOff')
  expect(entries).toEqual([
    { subject: person.email, before: on, after: off },
    { subject: person.email, before: off, after: on },
  ])
  const all = [...(await recorded('secondFactors.confirmTotp')), ...(await recorded('secondFactors.beginTotp'))]
  for (const stored of [secret, ...recoveryCodes]) expect(JSON.stringify(all)).not.toContain(stored)
})

test('of what somebody chose to be told of it says what they chose otherwise', async () => {
  const person = await aUser(server.store.pool, company, { can: ['manage_account'] })
  const visitor = await server.signIn(person)
  const { preferences } = await visitor.call(channels.myPreferences)
  const kinds = { ...preferences.kinds, 'new-sign-in': { email: false, push: false } }
  await visitor.call(channels.setPreferences, { ...preferences, kinds })
  expect(await reported('channels.setPreferences')).toEqual([
    {
      subject: person.email,
      before: { 'new-sign-in': preferences.kinds['new-sign-in'] },
      after: { 'new-sign-in': { email: false, push: false } },
    },
  ])
})

test('of the copy of their data that somebody takes it says how much went out', async () => {
  const person = await aUser(server.store.pool, company, { can: ['manage_account'] })
  const visitor = await server.signIn(person)
  const { body } = await visitor.try(profile.exportMine, {}, { 'accept-encoding': 'gzip' })
  const whole = { whole: true, bytes: Buffer.from(String(body)).length }
  await expect
    .poll(() => reported('profile.exportMine.ended'))
    .toEqual([{ subject: person.email, before: null, after: whole }])
  expect(await reported('profile.exportMine')).toEqual([{ subject: person.email, before: null, after: null }])
})

test('what cannot be put on record is not done', async () => {
  const manager = await aUser(server.store.pool, company, { can: ['manage_settings', 'manage_account'] })
  const visitor = await server.signIn(manager)
  await server.store.pool.query(`
    create function refuse() returns trigger language plpgsql as $$ begin raise 'the record is full'; end $$;
    create trigger refuse before insert on activity for each row when (new.status < 400) execute function refuse()`)
  try {
    const facts = { name: 'Renamed and not recorded', timeZone: 'UTC' }
    expect((await visitor.try(companies.update, facts)).status).toBe(500)
    expect((await visitor.try(profile.update, { firstName: 'Nobody' })).status).toBe(500)
    expect((await visitor.try(auth.signOut)).status).toBe(500)
  } finally {
    await server.store.pool.query('drop trigger refuse on activity; drop function refuse')
  }
  expect((await visitor.call(auth.checkSession)).user.firstName).toBe('Ada')
  const { rows } = await server.store.pool.query('select name from company where id = $1', [company.id])
  expect(rows[0]?.name).not.toBe('Renamed and not recorded')
  // That it was tried is.
  expect(await recorded('companies.update')).toMatchObject([{ actor: manager.email, status: 500 }])
})

test('who founds a company is on its own record, from the moment that the address is known to be theirs', async () => {
  const [email, name] = ['founder@gatehouse.example', 'Founded here']
  await server.client().call(accounts.registerCompany, {
    firstName: 'Grace',
    lastName: 'Hopper',
    email,
    phone: '+44 20 7946 0000',
    country: 'GB',
    password: 'Mauve-lantern-4',
    confirmPassword: 'Mauve-lantern-4',
    companyName: name,
    timeZone: 'Europe/London',
  })
  expect(await reported('accounts.registerCompany')).toMatchObject([
    { subject: name, after: { madeAccount: true, email } },
  ])
  await server.client().call(accounts.confirmEmail, { token: tokenIn(await server.letterTo(email)) })
  expect(await reported('accounts.confirmEmail')).toEqual([
    {
      subject: email,
      before: { verified: false, company: null, roles: [] },
      after: { verified: true, company: name, roles: ['admin'] },
    },
  ])
  const [entry] = await recorded('accounts.confirmEmail')
  expect(entry?.actor).toBe(email)
  expect(entry?.company).not.toBeNull()
})

test('of a long text only its length is on the record', async () => {
  const visitor = await server.signedIn(company, { can: ['manage_users'] })
  const csv = `email,firstName,lastName\n${'somebody@gatehouse.example,Some,Body\n'.repeat(30)}`
  await visitor.try(users.importPeople, { csv })
  const [row] = await recorded('users.importPeople')
  expect(row?.all).toContain(`(${csv.length} characters)`)
  expect(row?.all).not.toContain('somebody@')
})

test('what the store cannot keep as it was sent is on the record too', async () => {
  const odd = {
    ['k\u0000e\ud800y \\u0000']: 1,
    email: 'a\u0000\udc00@\ud83d\ude00 \\u0000 \\\u0000',
    password: 'wrong',
  }
  expect((await server.client().try(auth.signIn, odd)).status).toBe(422)
  const [row] = (await recorded('auth.signIn')).filter(({ status }) => status === 422)
  expect(row?.all).toContain('a\ufffd\ufffd@\ud83d\ude00')
  expect(row?.all).toContain('k\ufffde\ufffdy')
})

test('nothing is done that cannot be kept on record', async () => {
  const visitor = await server.signedIn(company, { can: ['manage_roles'] })
  const before = (await recorded('roles.create')).length
  let nested: unknown = 1
  // Deeper is not even read: kit/http/bodies.test.ts.
  for (let depth = 0; depth < 60; depth++) nested = [nested]
  const odds: object[] = [{ x: '\ud800' }, { ['\0']: 1 }, { ['\ud800']: 1 }, { x: nested }, { name: 'Night\0' }]
  for (const [n, odd] of odds.entries()) {
    const answer = await visitor.try(roles.create, { name: `Odd ${n}`, permissions: [], ...odd })
    expect(answer).toMatchObject({ status: 422, body: { code: 'VALIDATION' } })
    expect(await recorded('roles.create')).toHaveLength(before + n + 1)
  }
  const { rows } = await server.store.pool.query(`select from role where name like 'Odd %' or name like 'Night%'`)
  expect(rows).toEqual([])
})

test('however much is sent, little of it is on the record', async () => {
  const manager = await aUser(server.store.pool, company, { can: ['manage_roles'] })
  const visitor = await server.signIn(manager)
  const many = (inner: unknown, n = 60) => Object.fromEntries(Array.from({ length: n }, (_, i) => [`name ${i}`, inner]))
  const flood = many(many('x'.repeat(200)))
  expect((await visitor.try(roles.create, flood)).status).toBe(422)
  const row = (await recorded('roles.create')).at(-1)
  expect(row).toMatchObject({ actor: manager.email, status: 422 })
  expect(row?.all.length).toBeLessThan(10_000)
  expect(row?.all).toContain('(and so on)')
})

test('of an address that a program elsewhere is told at, the record says where it is and not the rest', async () => {
  const visitor = await server.signedIn(company, { can: ['manage_integrations'] })
  const facts = { name: 'Chat', kinds: null }
  const { webhook } = await visitor.call(webhooks.create, {
    ...facts,
    url: 'https://hooks.example/T0/kept-from-others',
  })
  await visitor.call(webhooks.update, {
    ...facts,
    id: webhook.id,
    url: 'https://hooks.example/T1/other',
    enabled: true,
  })
  await visitor.try(webhooks.create, { ...facts, url: 'https://who:word@hooks.example/T2' })
  const rows = [...(await recorded('webhooks.create')), ...(await recorded('webhooks.update'))]
  expect(rows.map(({ status }) => status)).toEqual([201, 422, 200])
  for (const { all } of rows) expect(all).toContain('https://hooks.example/…')
  for (const { all } of rows) expect(all).not.toMatch(/T0|T1|T2|who:word/)
  // That it is another is told all the same.
  const { rows: changed } = await server.store.pool.query(
    `select from activity where action = 'webhooks.update' and before ->> 'url' <> after ->> 'url'`,
  )
  expect(changed).toHaveLength(1)
})
