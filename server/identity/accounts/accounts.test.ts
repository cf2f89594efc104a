// Accounts from the first letter to the last password, over HTTP and the mailbox.
import * as accounts from '@gatehouse/contract/identity/accounts'
import * as auth from '@gatehouse/contract/identity/auth'
import * as companies from '@gatehouse/contract/identity/companies'
import * as users from '@gatehouse/contract/identity/users'
import { own } from '@gatehouse/contract/permissions'
import { beforeAll, describe, expect, test } from 'vitest'
import { v7 as uuid } from 'uuid'
import { type ACompany, aCompany, aUser } from '../../testing/building.testing.ts'
import { codeIn, type TestServer, sharedServer, tokenIn, type ApiClient } from '../../testing/test-server.testing.ts'

const password = 'Mauve-lantern-4'
let server: TestServer
const client = () => server.client()
let company: ACompany
beforeAll(async () => {
  server = await sharedServer()
  company = await aCompany(server.store.pool, 'Meridian')
})

const somebody = (email = `${uuid()}@gatehouse.example`) => ({
  firstName: 'Grace',
  lastName: 'Lindqvist',
  email,
  phone: '+44 20 7946 0000',
  country: 'GB',
  password,
  confirmPassword: password,
})

const sent = { success: true, message: accounts.messages.checkMail }

const signInWithCode = async (visitor: ApiClient, email: string, secret = password) => {
  const { userId, requires2FA } = await visitor.call(auth.signIn, { email, password: secret })
  expect(requires2FA).toBe(true)
  const { token, user } = await visitor.call(auth.verify2fa, { userId, code: codeIn(await server.letterTo(email)) })
  visitor.token = token
  return user
}

const signedUp = async () => {
  const person = somebody()
  await client().call(accounts.signUp, person)
  const token = tokenIn(await server.letterTo(person.email))
  await client().call(accounts.confirmEmail, { token })
  return person
}

describe('signing up', () => {
  test('the mailed link verifies the address once; then the account is its owner’s', async () => {
    const person = somebody()
    expect(await client().call(accounts.signUp, person)).toEqual(sent)
    const letter = await server.letterTo(person.email)
    expect(letter.subject).toBe('Please verify your email address')
    expect(letter.text).toContain(`${server.gatehouse.address}/verify-email?token=`)
    const token = tokenIn(letter)
    // What the server keeps opens nothing.
    const { rows } = await server.store.pool.query('select token_hash from one_time_link')
    expect(JSON.stringify(rows)).not.toContain(token)
    const verified = { success: true, message: 'Email verified successfully.' }
    expect(await client().call(accounts.verifyEmail, { token })).toEqual(verified)
    expect(await client().call(accounts.verifyEmail, { token })).toEqual(verified)
    expect(await client().call(accounts.confirmEmail, { token })).toEqual(verified)
    for (const op of [accounts.verifyEmail, accounts.confirmEmail])
      expect(await client().try(op, { token })).toMatchObject({
        status: 400,
        body: { message: 'Invalid or expired verification token.' },
      })
    const user = await signInWithCode(client(), person.email)
    expect(user).toMatchObject({ verified: true, company: null, permissions: own.toSorted(), firstName: 'Grace' })
  })

  test('what is no token at all is answered like one that does not hold', async () => {
    for (const op of [accounts.verifyEmail, accounts.confirmEmail])
      for (const input of [{}, { token: '' }, { token: 'short' }, { token: 'x'.repeat(300) }])
        expect(await client().try(op, input)).toMatchObject({
          status: 400,
          body: { message: 'Invalid or expired verification token.' },
        })
  })

  test('a link that cannot be right is refused in the words for one that does not hold', async () => {
    for (const token of ['x', 'x'.repeat(300), undefined])
      expect(await client().try(accounts.resetPassword, { token, password: 'Copper-harbour-7' })).toMatchObject({
        status: 422,
        body: { message: 'This link is invalid or has expired. Please ask for a new one.' },
      })
  })

  test.each([
    ['Asia/Kolkata', null],
    ['Asia/Calcutta', null],
    ['America/Argentina/Buenos_Aires', null],
    ['Etc/UTC', null],
    ['Europe/Atlantis', 'Choose a time zone'],
    ['+02:00', 'Choose a time zone'],
    ['', 'Choose a time zone'],
  ])('the time zone %j of a company: %j', (zone, text) => {
    expect(accounts.timeZone.safeParse(zone).error?.issues[0]?.message ?? null).toBe(text)
  })

  test('a link with two tokens opens nothing', async () => {
    const answer = await fetch(`${server.gatehouse.address}/api/auth/verify-email?token=${'a'.repeat(43)}&token=b`)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ message: 'Invalid or expired verification token.' })
  })

  test('every bad field is named, in the words of the specification', async () => {
    const { status, body } = await client().try(accounts.signUp, { firstName: 'G', password: 'short', phone: 'x' })
    expect(status).toBe(422)
    expect(body).toMatchObject({
      details: [
        { field: 'firstName', message: 'First name must be at least 2 characters' },
        { field: 'lastName', message: 'Last name must be at least 2 characters' },
        { field: 'email', message: 'Email is required' },
        { field: 'phone', message: 'Invalid phone number format' },
        { field: 'password' },
        { field: 'country', message: 'Country is required' },
        { field: 'confirmPassword', message: 'Please confirm your password' },
      ],
    })
  })

  test('a password that attackers try first is refused', async () => {
    const weak = { password: 'Sunshine#1', confirmPassword: 'Sunshine#1' }
    expect(await client().try(accounts.signUp, { ...somebody(), ...weak })).toMatchObject({
      status: 422,
      body: { details: [{ field: 'password', message: accounts.messages.commonPassword }] },
    })
  })

  test('the link comes again three times an hour in all, and no more, without a word', async () => {
    const { email, ...person } = somebody()
    await client().call(accounts.signUp, { email, ...person })
    for (let i = 0; i < 4; i++) expect(await client().call(accounts.resendVerification, { email })).toEqual(sent)
    const { rows } = await server.store.pool.query('select letter from mail where recipient = $1', [email])
    expect(rows).toHaveLength(3)
  })

  test('who reads the page of the link changes nothing: scanners follow links and press no buttons', async () => {
    const person = somebody()
    await client().call(accounts.signUp, person)
    const link = /https?:\S+/.exec((await server.letterTo(person.email)).text)?.[0] ?? ''
    for (const method of ['HEAD', 'GET', 'GET']) await fetch(link, { method })
    const { rows } = await server.store.pool.query('select verified from users where email = $1', [person.email])
    expect(rows).toEqual([{ verified: false }])
  })

  test('an account that is not verified may sign in, and do nothing beyond its own', async () => {
    const person = somebody()
    await client().call(accounts.signUp, person)
    await server.letterTo(person.email)
    expect(await signInWithCode(client(), person.email)).toMatchObject({ verified: false })
  })
})

describe('links', () => {
  test('a link is for one purpose, unaltered, in its time, and for the address it was sent to', async () => {
    const person = somebody()
    await client().call(accounts.signUp, person)
    const token = tokenIn(await server.letterTo(person.email))
    const refused = { status: 400, body: { code: 'INVALID_TOKEN' } }
    const verify = (given: string) => client().try(accounts.confirmEmail, { token: given })
    expect(await client().try(accounts.resetPassword, { token, password })).toMatchObject(refused)
    expect(await client().try(accounts.invitation, { token })).toMatchObject(refused)
    expect(await verify(`${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`)).toMatchObject(refused)
    expect(await verify(token.toUpperCase())).toMatchObject(refused)
    const pool = server.store.pool
    const change = async (statement: string, undo: string) => {
      await pool.query(statement, [person.email])
      expect(await verify(token)).toMatchObject(refused)
      await pool.query(undo, [person.email])
    }
    await change(
      `update one_time_link set expires_at = now() - interval '1 second' where email = $1`,
      `update one_time_link set expires_at = now() + interval '1 hour' where email = $1`,
    )
    await change(
      `update users set email = 'x' || email where email = $1`,
      `update users set email = $1 where email = 'x' || $1`,
    )
    expect((await verify(token)).status).toBe(200)
  })

  test('of two who use a link at once, one has it', async () => {
    const person = await signedUp()
    await client().call(accounts.forgotPassword, { email: person.email })
    const token = tokenIn(await server.letterTo(person.email))
    const answers = await Promise.all(
      Array.from({ length: 4 }, (_, i) => client().try(accounts.resetPassword, { token, password: `${password}${i}` })),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400, 400])
  })
})

describe('a forgotten password', () => {
  test('a new one ends every session, releases a locked account, and is told', async () => {
    const person = await signedUp()
    const [before, visitor] = [client(), client()]
    await signInWithCode(before, person.email)
    for (let i = 0; i < 10; i++) await visitor.try(auth.signIn, { email: person.email, password: 'wrong' })
    expect((await visitor.try(auth.signIn, { email: person.email, password })).status).toBe(403)
    expect((await server.letterTo(person.email)).subject).toBe('Your account is locked')

    expect(await visitor.call(accounts.forgotPassword, { email: person.email.toUpperCase() })).toEqual(sent)
    const older = tokenIn(await server.letterTo(person.email))
    await visitor.call(accounts.forgotPassword, { email: person.email })
    const token = tokenIn(await server.letterTo(person.email))
    const changed = 'Copper-lantern-5'
    expect((await visitor.try(accounts.resetPassword, { token: older, password: changed })).status).toBe(400)
    expect((await visitor.try(accounts.resetPassword, { token, password: 'Sunshine#1' })).status).toBe(422)
    expect(await visitor.call(accounts.resetPassword, { token, password: changed })).toEqual({
      success: true,
      message: 'Password successfully changed.',
    })
    expect((await visitor.try(accounts.resetPassword, { token, password: changed })).status).toBe(400)
    expect((await server.letterTo(person.email)).subject).toBe('Your password was changed')
    expect((await before.try(auth.checkSession)).status).toBe(401)
    expect((await visitor.try(auth.signIn, { email: person.email, password })).status).toBe(401)
    await signInWithCode(client(), person.email, changed)
  })

  test('its link verifies the address too: who has it has read the mail', async () => {
    const person = somebody()
    await client().call(accounts.signUp, person)
    await server.letterTo(person.email)
    await client().call(accounts.forgotPassword, { email: person.email })
    const token = tokenIn(await server.letterTo(person.email))
    await client().call(accounts.resetPassword, { token, password })
    const { rows } = await server.store.pool.query('select verified from users where email = $1', [person.email])
    expect(rows).toEqual([{ verified: true }])
  })
})

describe('changing one’s password', () => {
  test('needs the old one, ends the other sessions and answers a new token for this one', async () => {
    const user = await aUser(server.store.pool, company, { can: own })
    const [here, there] = [await server.signIn(user), await server.signIn(user)]
    const before = here.token
    const change = (currentPassword: string, newPassword: string) =>
      here.try(accounts.changePassword, { currentPassword, newPassword })
    expect(await change('not mine', password)).toMatchObject({
      status: 422,
      body: {
        message: 'Failed to change password.',
        details: [{ field: 'currentPassword', message: 'This is not your current password.' }],
      },
    })
    expect(await change(user.password, user.password)).toMatchObject({
      status: 422,
      body: { details: [{ field: 'newPassword', message: accounts.messages.samePassword }] },
    })
    const answer = await change(user.password, password)
    expect(answer).toMatchObject({ status: 200, body: { message: 'Password successfully changed.' } })
    here.token = (answer.body as { token: string }).token
    expect(here.token).not.toBe(before)
    expect((await here.try(auth.checkSession)).status).toBe(200)
    expect((await there.try(auth.checkSession)).status).toBe(401)
    expect((await server.letterTo(user.email)).subject).toBe('Your password was changed')
  })

  test('a session in strange hands is no way to try passwords', async () => {
    const user = await aUser(server.store.pool, company, { can: own })
    const visitor = client()
    await visitor.signIn(user.email, user.password)
    const attempt = (currentPassword: string) =>
      visitor.try(accounts.changePassword, { currentPassword, newPassword: password })
    for (let i = 0; i < 10; i++) expect((await attempt('wrong')).status).toBe(422)
    expect((await attempt(user.password)).status).toBe(429)
    expect((await client().try(auth.signIn, { email: user.email, password: user.password })).status).toBe(403)
  })
})

describe('a company registers', () => {
  const registered = async (companyName: string, more: object = {}) => {
    const person = somebody()
    const visitor = client()
    const answer = await visitor.try(accounts.registerCompany, {
      ...person,
      companyName,
      timeZone: 'Europe/Stockholm',
      ...more,
    })
    return { ...answer, person }
  }

  test('there is no company before its administrator has read the mail; then they look after it', async () => {
    const name = `Aurora ${uuid()}`
    const { status, body, person } = await registered(name)
    expect({ status, body }).toEqual({ status: 200, body: sent })
    const existing = () => server.store.pool.query('select id from company where name = $1', [name])
    expect((await existing()).rows).toEqual([])
    await client().call(accounts.confirmEmail, { token: tokenIn(await server.letterTo(person.email)) })
    expect((await existing()).rows).toHaveLength(1)
    const visitor = client()
    const user = await signInWithCode(visitor, person.email)
    expect(user).toMatchObject({ company: { name, timeZone: 'Europe/Stockholm' }, roles: [{ name: 'admin' }] })
    expect(user.permissions).toContain('admin_access')
    expect(user.permissions).not.toContain('manage_companies')
    // Everybody may register one: that it may speak to the public is for others to say.
    expect((await visitor.call(companies.mine)).company.publishes).toBe(false)

    expect(await registered(name.toUpperCase())).toMatchObject({
      status: 422,
      body: { details: [{ field: 'companyName', message: accounts.messages.companyNameInUse }] },
    })

    // An invitation, and a colleague who joins by it.
    const colleague = somebody()
    await visitor.call(users.invite, { email: colleague.email, firstName: 'Ines', lastName: 'Costa' })
    const letter = await server.letterTo(colleague.email)
    expect(letter.subject).toContain(`invites you to ${name}`)
    const invitation = tokenIn(letter)
    expect(await client().call(accounts.invitation, { token: invitation })).toMatchObject({
      invitation: { email: colleague.email, firstName: 'Ines', company: name, hasAccount: false },
    })
    const elsewhere = { ...colleague, email: 'somebody.else@gatehouse.example', invitation }
    expect(await client().call(accounts.registerUser, elsewhere)).toMatchObject({
      message: accounts.messages.joined,
    })
    expect(await signInWithCode(client(), colleague.email)).toMatchObject({ verified: true, company: { name } })
    expect((await client().try(accounts.registerUser, elsewhere)).status).toBe(400)
    expect((await server.letterTo(person.email)).subject).toBe('Grace Lindqvist has accepted your invitation')
  })

  test('two who ask for one name both get in: the second is given another', async () => {
    const name = `Borealis ${uuid()}`.padEnd(120, 's')
    const both = [await registered(name), await registered(name)]
    for (const { person } of both)
      await client().call(accounts.confirmEmail, { token: tokenIn(await server.letterTo(person.email)) })
    const { rows } = await server.store.pool.query('select name from company where name like $1 order by name', [
      `${name.slice(0, 100)}%`,
    ])
    expect(rows.map((row) => row.name)).toEqual(expect.arrayContaining([name, `${name.slice(0, 118)} 2`]))
    expect(rows).toHaveLength(2)
  })

  test('the set-up link makes who looks after the installation, once', async () => {
    const setUp = new URL(server.gatehouse.setUp ?? 'x:').searchParams.get('token') ?? ''
    const holds = async (token: string) => (await client().try(accounts.setUpLink, { token })).status
    expect([await holds('x'.repeat(43)), await holds(setUp), await holds(setUp)]).toEqual([400, 200, 200])
    expect((await registered(`Origin ${uuid()}`, { setUp: 'x'.repeat(43) })).status).toBe(400)
    const { person, status } = await registered(`Origin ${uuid()}`, { setUp })
    expect(status).toBe(200)
    expect(await client().try(accounts.setUpLink, { token: setUp })).toMatchObject({
      status: 400,
      body: { message: 'This set-up link is invalid or has expired. Start Gatehouse again for a new one.' },
    })
    expect((await registered(`Origin ${uuid()}`, { setUp })).status).toBe(400)
    await client().call(accounts.confirmEmail, { token: tokenIn(await server.letterTo(person.email)) })
    const visitor = client()
    expect((await signInWithCode(visitor, person.email)).permissions).toContain('manage_companies')
    expect((await visitor.try(companies.list)).status).toBe(200)
    expect((await visitor.call(companies.mine)).company.publishes).toBe(true)
  })
})

describe('joining a company', () => {
  test('a request reaches its managers once the address of who asks is verified', async () => {
    const manager = await aUser(server.store.pool, company, { can: ['manage_users'] })
    const quiet = await aUser(server.store.pool, company, { can: ['manage_users'] })
    const noMail = [quiet.id, { email: { 'join-request': false } }]
    await server.store.pool.query('update users set notification_preferences = $2 where id = $1', noMail)
    const person = somebody()
    expect(await client().call(accounts.registerUser, { ...person, company: company.name.toUpperCase() })).toEqual(sent)
    const requests = () => server.store.pool.query('select id from join_request where company_id = $1', [company.id])
    expect((await requests()).rows).toEqual([])
    await client().call(accounts.confirmEmail, { token: tokenIn(await server.letterTo(person.email)) })
    expect((await requests()).rows).toHaveLength(1)
    expect((await server.letterTo(manager.email)).subject).toBe(`Grace Lindqvist asks to join ${company.name}`)
    const { rows } = await server.store.pool.query('select id from mail where recipient = $1', [quiet.email])
    expect(rows).toEqual([])
  })

  test('an account without a company accepts an invitation for its address; nobody else does', async () => {
    const [person, stranger] = [await signedUp(), await signedUp()]
    const manager = await server.signedIn(company, { can: ['manage_users'] })
    await manager.call(users.invite, { email: person.email, firstName: 'Grace', lastName: 'Lindqvist' })
    const token = tokenIn(await server.letterTo(person.email))
    expect(await client().call(accounts.invitation, { token })).toMatchObject({
      invitation: { hasAccount: true },
    })
    expect(await client().try(accounts.registerUser, { ...person, invitation: token })).toMatchObject({
      status: 409,
      body: { message: accounts.messages.signInToAccept },
    })
    const [hers, his] = [client(), client()]
    await signInWithCode(his, stranger.email)
    expect((await his.try(accounts.acceptInvitation, { token })).status).toBe(403)
    await signInWithCode(hers, person.email)
    expect(await hers.call(accounts.acceptInvitation, { token })).toEqual({ success: true, company: company.name })
    expect((await hers.call(auth.checkSession)).user.company).toMatchObject({ name: company.name })
    expect((await hers.try(accounts.acceptInvitation, { token })).status).toBe(400)
  })
})
