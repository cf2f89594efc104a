// Who writes is heard, once, by who answers; programs that write are not.
import { randomBytes } from 'node:crypto'
import * as inbox from '@gatehouse/contract/messages/notifications'
import * as contact from '@gatehouse/contract/site/contact'
import * as contactMessages from '@gatehouse/contract/site/contact-messages'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aCompany, aUser } from '../../testing/building.testing.ts'
import { type TestServer, openServer, type ApiClient } from '../../testing/test-server.testing.ts'
import { tick } from '../../kit/clock.testing.ts'
import { type Mail, openMail } from '../../messages/mail/mail.ts'
import { type MailServer, openMailServer } from '../../messages/mail/smtp.testing.ts'
import { createChallenges } from './challenges.ts'
import { mailGathered } from './gathered.ts'

const key = randomBytes(32)
// Solved at the first counter or the second: what the work costs is the browser's matter.
const challenges = createChallenges(key, { fewest: 1, most: 2 })
let server: MailServer
let product: TestServer
let mail: Mail
beforeAll(async () => {
  server = await openMailServer()
  product = await openServer({
    SMTP_URL: server.url,
    PUBLIC_URL: 'https://gate.example',
    CONTACT_EMAIL: 'desk@gate.example',
    VAULT_KEY: key.toString('base64'),
  })
  const { store, dataDir } = product
  const settings = {
    smtpUrl: server.url,
    publicUrl: 'https://gate.example',
    mailFrom: undefined,
    dataDir,
  }
  mail = openMail(store, { ...settings, ownAddress: () => '' }, pino({ level: 'silent' }))
})
afterAll(async () => {
  await mail.stop()
  await product.close()
  await server.close()
})
beforeEach(() => product.store.pool.query('delete from contact_message'))

const written = {
  name: 'Kwame Mensah',
  email: 'kwame@example.org',
  company: 'Meridian',
  topic: 'devices',
  message: 'Good morning,\nwhich of our detectors can we connect?',
} as const

const solved = async (challenge: contact.Challenge) => {
  const solution = await solveChallenge({ challenge, deriveKey })
  if (!solution) throw new Error('There is no solution')
  return { challenge, solution: { counter: solution.counter, derivedKey: solution.derivedKey } }
}

/** As somebody has it who began to write ten seconds ago. */
const aProof = async (secondsAgo = 10) => solved(await challenges.make(new Date(Date.now() - secondsAgo * 1000)))

const write = async (
  given: object = {},
  visitor: ApiClient = product.client(),
  headers: Record<string, string> = {},
) => {
  // To work for a proof that is given takes time in which it grows old.
  const proof = 'proof' in given ? given.proof : await aProof()
  return visitor.try(contact.send, { ...written, ...given, proof }, headers)
}

const stored = async () =>
  (
    await product.store.pool.query<{ name: string; email: string; message: string }>(
      'select * from contact_message order by created_at, id',
    )
  ).rows

/** Letters that have not been answered for. */
const unsent = async () =>
  (await product.store.pool.query('select from mail where sent_at is null and failed_at is null')).rows

const unproven = { status: 400, body: { code: 'UNPROVEN', message: contact.messages.unproven } }

describe('a message', () => {
  test('is kept, and mailed to who answers; the answer goes to who wrote', async () => {
    const before = server.accepted.length
    expect(await write()).toMatchObject({ status: 200, body: { success: true, message: contact.messages.sent } })
    expect(await stored()).toMatchObject([written])
    await expect.poll(() => server.accepted.length).toBe(before + 1)
    const letter = server.accepted.at(-1)
    expect(letter).toMatchObject({
      envelope: ['desk@gate.example'],
      subject: 'Kwame Mensah writes: Connecting devices',
      replyTo: [{ address: 'kwame@example.org' }],
    })
    expect(letter?.text).toContain('> which of our detectors can we connect?')
    // Nobody has shown that the address is theirs.
    expect(server.accepted.flatMap(({ envelope }) => envelope)).not.toContain('kwame@example.org')
  })

  test('with the challenge that the server gave, three seconds later', async () => {
    const visitor = product.client()
    const proof = await solved((await visitor.call(contact.ask)).challenge)
    expect(await write({ proof }, visitor)).toMatchObject(unproven)
    await tick(contact.soonestSeconds * 1000)
    const before = server.accepted.length
    expect(await write({ proof }, visitor)).toMatchObject({ status: 200 })
    await expect.poll(() => server.accepted.length).toBe(before + 1)
  })

  test('said twice by somebody who did not hear the answer is one message and one letter', async () => {
    const proof = await aProof()
    const before = server.accepted.length
    for (const _ of [1, 2]) expect(await write({ proof })).toMatchObject({ status: 200 })
    expect(await stored()).toHaveLength(1)
    await expect.poll(() => server.accepted.length).toBe(before + 1)
    // Nor waits another one.
    await expect.poll(unsent).toEqual([])
    expect(server.accepted).toHaveLength(before + 1)
  })

  test('is held against the rules of the form, every field at once', async () => {
    const { status, body } = await write({ name: ' ', email: 'no', topic: 'none', message: 'Too short' })
    expect({ status, body }).toMatchObject({
      status: 422,
      body: {
        details: [
          { field: 'name', message: 'Name is required' },
          { field: 'email', message: 'Invalid email format' },
          { field: 'topic', message: 'Choose what it is about' },
          { field: 'message', message: 'Message must be at least 20 characters' },
        ],
      },
    })
    expect((await write({ email: '' })).body).toMatchObject({ details: [{ message: 'Email is required' }] })
    expect((await write({ message: 'x'.repeat(4001) })).body).toMatchObject({
      details: [{ message: 'Message must be at most 4000 characters' }],
    })
  })

  test('begins no header, recipient or link of ours', async () => {
    const before = server.accepted.length
    await write({
      name: 'Eve\r\nBcc: all@gate.example',
      company: '<img src=x onerror=alert(1)>',
      message: '<script>alert(1)</script>\r\nBcc: all@gate.example\r\n.\r\nMAIL FROM:<x@y.example>',
    })
    for (const email of ['eve@a.example\r\nBcc: x@b.example', 'eve@a.example, x@b.example', '"x" <eve@a.example>'])
      expect(await write({ email })).toMatchObject({ status: 422 })
    await expect.poll(() => server.accepted.length).toBe(before + 1)
    const letter = server.accepted.at(-1)
    expect(letter?.envelope).toEqual(['desk@gate.example'])
    expect(letter?.subject).toBe('Eve Bcc: all@gate. example writes: Connecting devices')
    expect(letter?.headers.map(({ key: name }) => name)).not.toContain('bcc')
    expect(letter?.html).not.toMatch(/<script|<img/)
  })
})

describe('programs are refused', () => {
  test('without a proof, and with one of their own making', async () => {
    expect(await write({ proof: undefined })).toMatchObject({ status: 422 })
    const own = createChallenges(randomBytes(32), { fewest: 1, most: 2 })
    expect(await write({ proof: await solved(await own.make(new Date(Date.now() - 10_000))) })).toMatchObject(unproven)
    const { challenge, solution } = await aProof()
    const easier = { ...challenge, parameters: { ...challenge.parameters, keyPrefix: '00' } }
    expect(await write({ proof: { challenge: easier, solution } })).toMatchObject(unproven)
    const guessed = { ...solution, derivedKey: '0'.repeat(64) }
    expect(await write({ proof: { challenge, solution: guessed } })).toMatchObject(unproven)
    expect(await stored()).toEqual([])
  })

  test('faster than anybody types, and an hour later', async () => {
    expect(await write({ proof: await aProof(0) })).toMatchObject(unproven)
    // To the millisecond, by a clock that waits for the work.
    const asked = new Date()
    const proof = await solved(await challenges.make(asked))
    const givenAfter = (ms: number) => challenges.proven(proof, new Date(asked.getTime() + ms))
    await expect(givenAfter(contact.soonestSeconds * 1000 - 1)).rejects.toThrow(contact.messages.unproven)
    expect(await givenAfter(contact.soonestSeconds * 1000)).toBeInstanceOf(Buffer)
    expect(await write({ proof: await aProof(3601) })).toMatchObject(unproven)
    expect(await write({ proof: await aProof(3500) })).toMatchObject({ status: 200 })
  })

  test('with a proof that was used for something else', async () => {
    const proof = await aProof()
    expect(await write({ proof })).toMatchObject({ status: 200 })
    const other = { proof, message: 'Buy these pills, they are cheap.' }
    expect(await write(other)).toMatchObject({ status: 400, body: { code: 'USED' } })
    expect(await stored()).toHaveLength(1)
  })

  test('filling in what nobody sees', async () => {
    expect(await write({ website: 'https://pills.example' })).toMatchObject(unproven)
    expect(await stored()).toEqual([])
  })

  test('five an hour from one address, three an hour of one sender', async () => {
    const from = { 'x-forwarded-for': '203.0.113.9' }
    const statuses: number[] = []
    for (const sender of ['a', 'b', 'c', 'd', 'e', 'f'])
      statuses.push((await write({ email: `${sender}@example.org` }, product.client(), from)).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    await product.store.pool.query('delete from contact_message')
    const elsewhere: number[] = []
    for (const last of [1, 2, 3, 4])
      elsewhere.push((await write({}, product.client(), { 'x-forwarded-for': `203.0.113.${last}` })).status)
    expect(elsewhere).toEqual([200, 200, 200, 429])
  })

  test('five an hour from one network of IPv6, of which every household has 2^64 addresses', async () => {
    const statusOf = async (address: string, sender: string) =>
      (await write({ email: `${sender}@example.org` }, product.client(), { 'x-forwarded-for': address })).status
    const statuses: number[] = []
    for (const n of [1, 2, 3, 4, 5, 6]) statuses.push(await statusOf(`2001:db8:1:2::${n}:${n}`, `a${n}`))
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    expect(await statusOf('2001:db8:1:3::1', 'b')).toBe(200)
    const { rows } = await product.store.pool.query<{ address: string }>('select distinct address from contact_message')
    expect(rows.map(({ address }) => address).toSorted()).toEqual(['2001:db8:1:2::/64', '2001:db8:1:3::/64'])
  })
})

describe('a flood', () => {
  const came = (from: number, to: number) =>
    product.store.pool.query(
      `insert into contact_message (id, name, email, company, topic, message, address, proof, mailed_at)
       select gen_random_uuid(), 'x', n || '@example.org', '', 'other', 'x', '203.0.113.1', sha256(n::text::bytea), now()
       from generate_series($1::int, $2::int) n`,
      [from, to],
    )
  const letters = async () =>
    (await product.store.pool.query<{ letter: string }>('select letter from mail order by created_at, id')).rows.map(
      ({ letter }) => letter,
    )
  const gather = (minutes: number) =>
    mailGathered({ db: product.store.db, mail, to: 'desk@gate.example' }, new Date(Date.now() + minutes * 60_000))

  test('of more than sixty an hour the rest comes in one letter, an hour after the first of it', async () => {
    await came(1, 60)
    await expect.poll(unsent).toEqual([])
    const before = (await letters()).length
    expect(await write()).toMatchObject({ status: 200 })
    expect(
      await write({ email: 'eve@example.org', message: 'The door of our loading dock stands open.' }),
    ).toMatchObject({
      status: 200,
    })
    await gather(59)
    expect(await letters()).toHaveLength(before)
    const sent = server.accepted.length
    await gather(61)
    await gather(121)
    expect((await letters()).slice(before)).toEqual(['contact-messages'])
    expect(await stored()).toHaveLength(62)
    await expect.poll(() => server.accepted.length).toBe(sent + 1)
    const letter = server.accepted.at(-1)
    expect(letter).toMatchObject({ envelope: ['desk@gate.example'], subject: '2 more messages from the contact page' })
    expect(letter?.text).toMatch(/kwame@example\.org[^]+which of our detectors[^]+eve@example\.org[^]+loading dock/)
  })

  test('of more than three hundred an hour is not taken, and who writes is told so', async () => {
    await came(1, 299)
    expect(await write()).toMatchObject({ status: 200 })
    const refused = { status: 429, body: { code: 'TOO_MANY', message: contact.messages.tooMany } }
    expect(await write({ email: 'eve@example.org' })).toMatchObject(refused)
    expect(await stored()).toHaveLength(300)
  })
})

describe('who reads it', () => {
  test('by their call, whoever looks after the installation', async () => {
    await write()
    const company = await aCompany(product.store.pool)
    const reader = await product.signedIn(company, { can: ['manage_companies'] })
    expect(await reader.call(contactMessages.list)).toMatchObject({
      messages: [{ ...written, topic: 'Connecting devices' }],
      next: null,
    })
  })

  test('is notified, and marks it as handled, once and by name, until it is open again', async () => {
    const company = await aCompany(product.store.pool)
    const reader = await product.signedIn(company, { can: ['manage_companies', 'read_notifications'] })
    await write()
    const { messages } = await reader.call(contactMessages.list)
    const [{ id: messageId } = { id: '' }] = messages
    const { notifications } = await reader.call(inbox.list)
    expect(notifications).toMatchObject([
      { title: 'Kwame Mensah writes', path: `/contact-messages?message=${messageId}`, read: false },
    ])
    const handled = await reader.call(contactMessages.handle, { messageId, handled: true })
    expect(handled.message).toMatchObject({ handledBy: 'Ada Okafor', handledAt: expect.any(String) })
    const colleague = await product.signedIn(company, { can: ['manage_companies'], name: 'Grace Hopper' })
    await colleague.call(contactMessages.handle, { messageId, handled: true })
    expect((await reader.call(contactMessages.byId, { messageId })).message).toEqual(handled.message)
    const open = async () => (await reader.call(contactMessages.list, { handled: 'false' })).messages
    expect(await open()).toEqual([])
    await reader.call(contactMessages.handle, { messageId, handled: false })
    expect(await open()).toMatchObject([{ id: messageId, handledAt: null, handledBy: null }])
  })

  test('where no address is set: who looks after the installation, else the administrators of the first company', async () => {
    const other = await openServer({ VAULT_KEY: key.toString('base64') })
    try {
      const { pool } = other.store
      const visitor = other.client()
      const send = async (message: string) => visitor.call(contact.send, { ...written, message, proof: await aProof() })
      await send('Nobody is here yet to read this.')
      const first = await aCompany(pool)
      const admin = await aUser(pool, first, { can: ['admin_access', 'manage_users'] })
      await aUser(pool, first, { can: ['manage_users'] })
      await aUser(pool, await aCompany(pool), { can: ['admin_access', 'manage_users'] })
      await send('The administrators read this one.')
      expect((await other.letterTo(admin.email)).text).toContain('> The administrators read this one.')
      const keeper = await aUser(pool, first, { can: ['manage_companies'] })
      await send('Who looks after all reads this one.')
      expect((await other.letterTo(keeper.email)).text).toContain('> Who looks after all reads this one.')
      const { rows } = await pool.query<{ to: string }>('select recipient as to from mail order by created_at')
      expect(rows.map(({ to }) => to)).toEqual([admin.email, keeper.email])
    } finally {
      await other.close()
    }
  })
})
