// What an administrator sees of the letters, and who may read the demo's mailbox.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as accounts from '@gatehouse/contract/identity/accounts'
import * as mail from '@gatehouse/contract/messages/mail'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { v7 as uuid } from 'uuid'
import { type ACompany, aCompany, aUser } from '../../testing/building.testing.ts'
import { type TestServer, openServer, type ApiClient } from '../../testing/test-server.testing.ts'
import { tick } from '../../kit/clock.testing.ts'
import { createHttp } from '../../kit/http/http.ts'
import { createServe } from '../../kit/http/serve.ts'
import { mailboxCarrier } from './carriers.ts'
import { serveMail } from './mail.ts'
import { answer, type MailServer, openMailServer } from './smtp.testing.ts'
import { openGate } from '../../kit/http/gate.testing.ts'

let server: MailServer
let product: TestServer
let company: ACompany
let admin: ApiClient
let refusing = true
beforeAll(async () => {
  server = await openMailServer({ refuse: () => (refusing ? answer(550, 'no such mailbox') : undefined) })
  product = await openServer({ SMTP_URL: server.url, PUBLIC_URL: 'https://gate.example' })
  company = await aCompany(product.store.pool)
  admin = await product.signedIn(company, { can: ['manage_settings'] })
})
afterAll(async () => {
  await product.close()
  await server.close()
})

const forget = async (of: ACompany) => {
  const { email } = await aUser(product.store.pool, of)
  await product.client().call(accounts.forgotPassword, { email })
  return email
}

/** None is under way any more. */
const settled = () =>
  expect
    .poll(async () => {
      const { rows } = await product.store.pool.query('select from mail where sent_at is null and failed_at is null')
      return rows.length
    })
    .toBe(0)

test('a letter that was given up says why, and can be tried again', async () => {
  const to = await forget(company)
  await forget(await aCompany(product.store.pool))
  await expect.poll(async () => (await admin.call(mail.deliveries)).mails[0]?.status).toBe('failed')
  // The other one too, before any is taken.
  await settled()
  const { mails } = await admin.call(mail.deliveries)
  expect(mails).toHaveLength(1)
  const [failed] = mails
  expect(failed).toMatchObject({
    to,
    letter: 'reset-password',
    subject: 'Choose a new password',
    tries: 1,
    error: expect.stringContaining('550 no such mailbox'),
    sentAt: null,
  })
  // The list tells of letters, and nothing that they open.
  expect(JSON.stringify(mails)).not.toContain('token')
  refusing = false
  const { mail: again } = await admin.call(mail.retry, { mailId: failed?.id ?? '' })
  expect(again).toMatchObject({ status: 'queued', error: null })
  await expect
    .poll(async () => (await admin.call(mail.deliveries)).mails[0])
    .toMatchObject({
      status: 'sent',
      receipt: '250 taken as 1',
      sentAt: expect.any(String),
    })
  expect(server.accepted.map(({ envelope }) => envelope)).toEqual([[to]])
  expect((await admin.try(mail.retry, { mailId: failed?.id })).status).toBe(409)
})

test('letters of another company are not there', async () => {
  const other = await aCompany(product.store.pool)
  await forget(other)
  const { rows } = await product.store.pool.query<{ id: string }>('select id from mail where company_id = $1', [
    other.id,
  ])
  expect(rows).toHaveLength(1)
  expect((await admin.try(mail.retry, { mailId: rows[0]?.id })).status).toBe(404)
  expect((await admin.call(mail.deliveries)).mails.map(({ id }) => id)).not.toContain(rows[0]?.id)
})

test('the list pages by a cursor', async () => {
  const place = await aCompany(product.store.pool)
  const visitor = await product.signedIn(place, { can: ['manage_settings'] })
  const to = [await forget(place), await forget(place), await forget(place)]
  const first = await visitor.call(mail.deliveries, { limit: 2 })
  const second = await visitor.call(mail.deliveries, { limit: 2, cursor: first.next ?? '' })
  expect([...first.mails, ...second.mails].map((m) => m.to)).toEqual(to.toReversed())
  expect(second.next).toBe(null)
})

test('a letter is sent as soon as it is committed, and not first when the server next looks', async () => {
  // Those of the tests before may be on their way still.
  await settled()
  // It has just looked, and looks again in ten seconds.
  await tick('10 s')
  const began = performance.now()
  const before = server.accepted.length
  await forget(company)
  await expect.poll(() => server.accepted.length, { interval: 20, timeout: 9000 }).toBe(before + 1)
  expect(performance.now() - began).toBeLessThan(9000)
})

test('outside demo mode there is no mailbox to read', async () => {
  expect((await product.client().try(mail.mailbox)).status).toBe(404)
})

test('in demo mode the mailbox is read on this machine, under a name of this machine', async () => {
  const quiet = pino({ level: 'silent' })
  const dataDir = await mkdtemp(join(tmpdir(), 'gatehouse-mailbox-'))
  const carrier = mailboxCarrier(dataDir, 'Gatehouse <no-reply@localhost>')
  const app = await createHttp(quiet, { secure: false })
  serveMail(createServe(app, openGate, true), product.store.db, { dataDir, demo: true })
  const ask = (headers: Record<string, string> = {}) =>
    app.inject({ url: '/api/demo/mailbox', headers: { host: 'localhost:3000', ...headers } })
  try {
    expect((await ask()).json()).toEqual({ mails: [] })
    for (const [i, to] of ['ada@example.org', 'grace@example.org'].entries()) {
      const created_at = new Date(Date.UTC(2026, 10, 21, 9, i))
      const link = 'http://127.0.0.1:3000/forgot?token=abc'
      const letter = {
        id: uuid(),
        letter: 'reset-password',
        subject: 'Choose',
        text: `${link}\n`,
        html: `<a href="${link}">`,
        reply_to: null,
      }
      await carrier.carry({ ...letter, recipient: to, created_at }, AbortSignal.timeout(1000))
    }
    expect((await ask()).json()).toMatchObject({
      mails: [
        { to: 'grace@example.org', subject: 'Choose', sentAt: '2026-11-21T09:01:00.000Z' },
        { to: 'ada@example.org', text: 'http://127.0.0.1:3000/forgot?token=abc\n', sentAt: '2026-11-21T09:00:00.000Z' },
      ],
    })
    expect((await ask({ 'x-forwarded-for': '203.0.113.7' })).statusCode).toBe(404)
    expect((await ask({ host: 'elsewhere.example:3000' })).statusCode).toBe(404)
  } finally {
    await app.close()
    await rm(dataDir, { recursive: true })
  }
})
