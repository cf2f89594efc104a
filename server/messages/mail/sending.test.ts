// Letters reach a mail server once, whatever it does meanwhile, and nobody waits for it.
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { aCompany, aUser } from '../../testing/building.testing.ts'
import { freshDatabase, type TestDatabase } from '../../db/testing.ts'
import { tick } from '../../kit/clock.testing.ts'
import { type Mail, openMail } from './mail.ts'
import { answer, type MailServer, openMailServer } from './smtp.testing.ts'

const log = pino({ level: 'silent' })
let database: TestDatabase
let dataDir: string
const open: { stop(): Promise<void> }[] = []
const servers: MailServer[] = []
beforeAll(async () => {
  database = await freshDatabase()
  dataDir = await mkdtemp(join(tmpdir(), 'gatehouse-mail-'))
})
afterEach(async () => {
  for (const mail of open.splice(0)) await mail.stop()
  for (const server of servers.splice(0)) await server.close()
  await database.store.pool.query('delete from mail')
})
afterAll(async () => {
  await database.drop()
  await rm(dataDir, { recursive: true })
})

const aServer = async (options?: Parameters<typeof openMailServer>[0]) => {
  const server = await openMailServer(options)
  servers.push(server)
  return server
}

const mailBy = (smtpUrl: string | undefined): Mail => {
  const publicUrl = 'https://gate.example'
  const settings = { smtpUrl, mailFrom: undefined, publicUrl, dataDir, ownAddress: () => 'http://127.0.0.1' }
  const mail = openMail(database.store, settings, log)
  open.push(mail)
  return mail
}

const post = async (mail: Mail, to = 'ada@example.org', name = 'Ada') => {
  await mail.post(database.store.db, { to, letter: 'reset-password', values: { name, link: '/forgot?token=abc' } })
  mail.wake()
}

const rows = async () =>
  (
    await database.store.pool.query<{
      recipient: string
      tries: number
      sent_at: Date | null
      failed_at: Date | null
      receipt: string | null
      error: string | null
      text: string | null
      pause: number
    }>('select *, extract(epoch from next_try_at - now()) as pause from mail order by created_at, id')
  ).rows

/** Whether it is over within so many milliseconds, by a clock that stands still whenever this process does. */
const within = async (ms: number, work: Promise<unknown>): Promise<boolean> => {
  const ended = work.then(() => true)
  let inTime = false
  for (let left = ms; left > 0 && !inTime; left -= 20) inTime = await Promise.race([ended, sleep(20, false)])
  return inTime
}

test('a letter goes over TLS where the server offers it, and leaves its receipt and no text behind', async () => {
  const server = await aServer()
  const mail = mailBy(server.url)
  await post(mail)
  await expect.poll(() => server.accepted.length).toBe(1)
  const [letter] = server.accepted
  expect(letter).toMatchObject({
    encrypted: true,
    subject: 'Choose a new password',
    from: { name: 'Gatehouse', address: 'no-reply@gate.example' },
    to: [{ address: 'ada@example.org' }],
    envelope: ['ada@example.org'],
  })
  expect(letter?.text).toContain('https://gate.example/forgot?token=abc')
  expect(letter?.html).toContain('href="https://gate.example/forgot?token=abc"')
  expect(letter?.messageId).toMatch(/^<[0-9a-f-]{36}@gate\.example>$/)
  expect(letter?.headers).toContainEqual(expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }))
  await expect.poll(async () => (await rows())[0]?.sent_at).toBeTruthy()
  expect((await rows())[0]).toMatchObject({ tries: 1, receipt: '250 taken as 1', text: null, error: null })
})

test('what is rolled back is not sent; what is committed is, once, by however many nodes', async () => {
  const server = await aServer()
  const nodes = [mailBy(server.url), mailBy(server.url), mailBy(server.url)]
  const [first] = nodes
  if (!first) throw new Error('no node')
  await database.store.db
    .transaction()
    .execute(async (tx) => {
      await first.post(tx, { to: 'nobody@example.org', letter: 'password-changed', values: { name: 'Nobody' } })
      throw new Error('changed my mind')
    })
    .catch(() => undefined)
  await database.store.db.transaction().execute(async (tx) => {
    for (let i = 0; i < 60; i++)
      await first.post(tx, { to: `${i}@example.org`, letter: 'password-changed', values: { name: 'Ada' } })
  })
  for (const node of nodes) node.wake()
  await expect.poll(() => server.accepted.length, { timeout: 20_000 }).toBe(60)
  await expect.poll(async () => (await rows()).filter((row) => row.sent_at).length).toBe(60)
  expect(new Set(server.accepted.flatMap(({ envelope }) => envelope)).size).toBe(60)
  // The connections are kept: sixty letters do not need sixty.
  expect(server.connections()).toBeLessThanOrEqual(9)
})

test('a passing refusal is tried again later, and then the letter goes once', async () => {
  const server = await aServer({ refuse: (place) => (place === 1 ? answer(451, 'greylisted') : undefined) })
  await post(mailBy(server.url))
  await expect.poll(async () => (await rows())[0]?.error).toContain('451 greylisted')
  const [row] = await rows()
  expect(row).toMatchObject({ sent_at: null, failed_at: null, tries: 1 })
  // However long it took to look.
  expect(row?.pause).toBeGreaterThan(10)
  expect(row?.pause).toBeLessThan(31)
  await tick('30 s')
  await expect.poll(async () => (await rows())[0]?.sent_at).toBeTruthy()
  expect(server.accepted).toHaveLength(1)
})

test('a lasting refusal fails at once, with its reason', async () => {
  const server = await aServer({ refuse: () => answer(552, 'no room for it, ever') })
  await post(mailBy(server.url))
  await expect.poll(async () => (await rows())[0]?.failed_at).toBeTruthy()
  expect((await rows())[0]).toMatchObject({ tries: 1, error: expect.stringContaining('552 no room for it, ever') })
})

test('a wrong password for the mail server is not the letter’s fault', async () => {
  const server = await aServer({ authOptional: false, onAuth: (_auth, _session, done) => done(answer(535, 'who?')) })
  await post(mailBy(server.url.replace('127.0.0.1', 'us:them@127.0.0.1')))
  await expect.poll(async () => (await rows())[0]?.error).toContain('535')
  expect((await rows())[0]?.failed_at).toBe(null)
  expect((await rows())[0]?.error).not.toContain('them')
})

test('pauses grow, and after the sixth try the letter is given up', async () => {
  const server = await aServer({ refuse: () => answer(421, 'not today') })
  await post(mailBy(server.url))
  for (const pause of [30, 120, 600, 3600, 21_600]) {
    // However long it took to look: none of them is half of the next.
    const isSo = async () => {
      const [row] = await rows()
      return row && row.pause > pause / 2 && row.pause < pause + 1
    }
    await expect.poll(isSo, { message: `${pause} s` }).toBe(true)
    await tick(pause * 1000)
  }
  await expect.poll(async () => (await rows())[0]?.failed_at).toBeTruthy()
  expect((await rows())[0]).toMatchObject({ tries: 6, sent_at: null })
})

test('a server that dies in mid-letter has not taken it: it goes once, under the same Message-ID', async () => {
  const dying = await openMailServer({ refuse: () => 'hang up' })
  await post(mailBy(dying.url))
  await expect.poll(async () => (await rows())[0]?.error).toBeTruthy()
  await dying.close()
  const server = await aServer({ port: dying.port })
  await tick('30 s')
  await expect.poll(async () => (await rows())[0]?.sent_at).toBeTruthy()
  const { rows: mails } = await database.store.pool.query<{ id: string }>('select id from mail')
  expect(server.accepted.map(({ messageId }) => messageId)).toEqual([`<${mails[0]?.id}@gate.example>`])
})

test('a server that says nothing holds up nobody, neither posting nor stopping', async () => {
  const sockets = new Set<{ destroy(): void }>()
  const silent = createServer((socket) => sockets.add(socket)).listen(0, '127.0.0.1')
  await expect.poll(() => silent.listening).toBe(true)
  const address = silent.address()
  const mail = mailBy(`smtp://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`)
  const posting = async () => {
    for (let i = 0; i < 20; i++) await post(mail)
  }
  // Limits that only one is beyond who waits for the server: it would be given up after a minute and a half.
  expect(await within(30_000, posting())).toBe(true)
  await expect.poll(() => sockets.size).toBe(3)
  expect(await within(40_000, mail.stop())).toBe(true)
  const waiting = await rows()
  expect(waiting.filter((row) => !row.sent_at && !row.failed_at)).toHaveLength(20)
  for (const socket of sockets) socket.destroy()
  silent.close()
}, 90_000)

test('no header begins in a name, no list hides in an address, and no name becomes a link', async () => {
  const server = await aServer()
  const mail = mailBy(server.url)
  const inviter = 'Eve\r\nBcc: all@example.org\r\n\r\nhttps://evil.example <b>now</b>'
  await mail.post(database.store.db, {
    to: 'ada@example.org',
    letter: 'invitation',
    values: { name: 'Ada', company: 'M', inviter, link: '/user/register?token=abc' },
  })
  for (const to of ['a,b@example.org', 'a@example.org\r\nBcc: b', '<a@example.org>', 'a b@example.org'])
    await post(mail, to)
  await expect.poll(async () => (await rows()).filter((row) => row.sent_at ?? row.failed_at).length).toBe(5)
  expect(server.accepted).toHaveLength(1)
  const [letter] = server.accepted
  expect(letter).toMatchObject({ envelope: ['ada@example.org'], to: [{ address: 'ada@example.org' }] })
  expect(letter?.bcc).toBe(undefined)
  expect(letter?.html).not.toContain('<b>')
  expect(letter?.text).not.toContain('evil.example')
  expect((await rows()).filter((row) => row.error === 'No mail can be sent to this address.')).toHaveLength(4)
})

test('without a mail server letters lie in the data folder, for its owner only', async () => {
  await post(mailBy(undefined))
  await expect.poll(async () => (await rows())[0]?.sent_at).toBeTruthy()
  const folder = join(dataDir, 'mailbox')
  const [file] = await readdir(folder)
  expect((await rows())[0]?.receipt).toBe(`kept in mailbox/${file}`)
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
  expect((await stat(join(folder, file ?? ''))).mode & 0o777).toBe(0o600)
  expect(await readFile(join(folder, file ?? ''), 'utf8')).toContain('Subject: Choose a new password')
})

test('letters lose their text, and then go, when nobody can need them any more', async () => {
  const company = await aCompany(database.store.pool)
  const user = await aUser(database.store.pool, company)
  await database.store.pool.query(
    `insert into mail (id, user_id, recipient, letter, subject, text, created_at, failed_at) values
      (gen_random_uuid(), $1, 'old', 'x', 'x', 'x', now() - interval '91 days', now() - interval '90 days'),
      (gen_random_uuid(), $1, 'failed', 'x', 'x', 'x', now() - interval '8 days', now() - interval '8 days'),
      (gen_random_uuid(), $1, 'new', 'x', 'x', 'x', now() - interval '1 day', now() - interval '1 day')`,
    [user.id],
  )
  mailBy(undefined)
  await expect
    .poll(async () => (await rows()).map((row) => [row.recipient, row.text]))
    .toEqual([
      ['failed', null],
      ['new', 'x'],
    ])
})
