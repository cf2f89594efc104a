// Nothing that anybody may ask tells whether an address has an account: not the words, not the work, not the time.
import * as accounts from '@gatehouse/contract/identity/accounts'
import type { Operation } from '@gatehouse/contract/operation'
import { beforeAll, expect, test } from 'vitest'
import { v7 as uuid } from 'uuid'
import { aCompany, aUser } from '../../testing/building.testing.ts'
import { type TestServer, sharedServer } from '../../testing/test-server.testing.ts'
import { countHashes } from '../../kit/secrets/passwords.testing.ts'

const hashed = countHashes()

let server: TestServer
let known: string[]
beforeAll(async () => {
  server = await sharedServer()
  const company = await aCompany(server.store.pool)
  const active = await aUser(server.store.pool, company)
  const unverified = await aUser(server.store.pool, company)
  const suspended = await aUser(server.store.pool, company)
  const staff = await aUser(server.store.pool, company)
  const change = (set: string, { id }: { id: string }) =>
    server.store.pool.query(`update users set ${set} where id = $1`, [id])
  await change('verified = false', unverified)
  await change(`status = 'suspended'`, suspended)
  await change('password_hash = null', staff)
  known = [active, unverified, suspended, staff].map(({ email }) => email)
})

const person = (email: string) => ({
  firstName: 'Grace',
  lastName: 'Lindqvist',
  email,
  phone: '+44 20 7946 0000',
  country: 'GB',
  password: 'Mauve-lantern-4',
  confirmPassword: 'Mauve-lantern-4',
})

const asked: [string, Operation, (email: string) => object][] = [
  ['signing up', accounts.signUp, person],
  ['asking to join', accounts.registerUser, (email) => ({ ...person(email), company: 'Nobody & Sons' })],
  [
    'registering a company',
    accounts.registerCompany,
    (email) => ({ ...person(email), companyName: 'One of many', timeZone: 'Europe/London' }),
  ],
  ['asking for the link again', accounts.resendVerification, (email) => ({ email })],
  ['having forgotten the password', accounts.forgotPassword, (email) => ({ email })],
]

test.each(asked)('%s', async (_name, op, inputOf) => {
  const ask = async (email: string) => {
    hashed.forget()
    const began = performance.now()
    const { status, body } = await server.client().try(op, inputOf(email))
    return { answer: { status, body, hashed: hashed.count }, ms: performance.now() - began }
  }
  await ask(`${uuid()}@gatehouse.example`)
  const unknown = await ask(`${uuid()}@gatehouse.example`)
  expect(unknown.answer.status).toBe(200)
  if ('password' in inputOf('')) expect(unknown.answer.hashed).toBe(1)
  for (const email of known) expect((await ask(email)).answer).toEqual(unknown.answer)
})

test('the time of an answer is the same for both, within what chance makes of it', async () => {
  const [inUse = ''] = known
  const visitor = server.client()
  await visitor.try(accounts.resendVerification, { email: '' })
  const timed = async (email: string) => {
    const began = performance.now()
    await visitor.try(accounts.forgotPassword, { email })
    return performance.now() - began
  }
  const pairs: { known: number; unknown: number }[] = []
  // So many that chance moves the middle of their differences by less than half of what an answer varies by itself.
  for (let i = 0; i < 18; i++) {
    await server.store.pool.query('delete from one_time_link')
    // Both at the same time: whatever else this machine has to do is the same for both.
    const [ofKnown, ofUnknown] = await Promise.all([timed(inUse), timed(`${uuid()}@gatehouse.example`)])
    pairs.push({ known: ofKnown, unknown: ofUnknown })
  }
  const at = (values: number[], part: number) =>
    values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * part)] ?? 0
  const unknown = pairs.map((pair) => pair.unknown)
  const spread = at(unknown, 0.75) - at(unknown, 0.25)
  const difference = at(
    pairs.map((pair) => pair.known - pair.unknown),
    0.5,
  )
  expect(Math.abs(difference)).toBeLessThan(5 + spread)
})

test('a company whose administrator has an account already does not come to be, nor take its name', async () => {
  const [inUse = ''] = known
  const companyName = `Second thoughts ${uuid()}`
  const register = (email: string) =>
    server.client().try(accounts.registerCompany, { ...person(email), companyName, timeZone: 'Europe/London' })
  // Were the name taken by the first, the second would tell that the first address was new.
  for (const email of [inUse, `${uuid()}@gatehouse.example`, `${uuid()}@gatehouse.example`])
    expect((await register(email)).status).toBe(200)
})

test('an address with an account is told so by letter, with the way to a new password, a few times an hour', async () => {
  const { email } = await aUser(server.store.pool, await aCompany(server.store.pool))
  for (let i = 0; i < 5; i++) await server.client().call(accounts.signUp, person(email))
  const letter = await server.letterTo(email)
  expect(letter.subject).toBe('You already have an account')
  expect(letter.text).toContain(`${server.gatehouse.address}/forgot`)
  const { rows } = await server.store.pool.query('select id from mail where recipient = $1', [email])
  expect(rows).toHaveLength(3)
})
