// How people are told beyond the product itself: by their choices, in quiet hours, in digests; and what became of it.
import * as channels from '@gatehouse/contract/messages/channels'
import type { Preferences } from '@gatehouse/contract/messages/channels'
import * as notifications from '@gatehouse/contract/messages/notifications'
import type { Permission } from '@gatehouse/contract/permissions'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ACompany, aCompany, aDevice, aLabel, aUser } from '../../testing/building.testing.ts'
import { type TestServer, openServer, type ApiClient } from '../../testing/test-server.testing.ts'
import { mailOf } from './mail-of.testing.ts'
import { answer, type MailServer, openMailServer } from '../mail/smtp.testing.ts'
import { type Notice, notify } from '../notifications/notifications.ts'
import { openPushService, type PushService } from '../push/push.testing.ts'
import { sendDigests } from './gathered.ts'
import { routeToChannels } from './route.ts'
import { ofOffline } from '../notifications/notice.testing.ts'

let server: TestServer
let company: ACompany
let push: PushService
let smtp: MailServer

beforeAll(async () => {
  smtp = await openMailServer()
  push = await openPushService()
  server = await openServer({ OUTBOUND_ALLOW: '127.0.0.1', SMTP_URL: smtp.url })
  company = await aCompany(server.store.pool, 'Meridian')
})
afterAll(async () => {
  await server.close()
  push.close()
  await smtp.close()
})
beforeEach(() => void (push.pushed.length = 0))

const person = async ({ can = [], of = company }: { can?: readonly Permission[]; of?: ACompany } = {}) => {
  const user = await aUser(server.store.pool, of, {
    can: ['read_notifications', 'manage_account', 'acknowledge_alarms', ...can],
  })
  const visitor = await server.signIn(user)
  return { ...user, visitor }
}
type Person = Awaited<ReturnType<typeof person>>

const noted = (who: { id: string }, what: Partial<Notice> = {}) =>
  ofOffline({ userId: who.id, companyId: company.id }, { message: 'Nothing is heard of Front door any more.', ...what })
const publish = (...notices: Notice[]) => notify(server.store.db, notices)
const subscribe = async ({ visitor }: { visitor: ApiClient }) => {
  const subscription = push.subscribe()
  await visitor.call(channels.subscribe, subscription)
  return new URL(subscription.endpoint).pathname
}
const choose = async ({ visitor }: Person, change: Partial<Preferences>) => {
  const { preferences } = await visitor.call(channels.myPreferences)
  return visitor.call(channels.setPreferences, { ...preferences, ...change })
}
const lettersTo = ({ email }: Person) => smtp.accepted.filter(({ envelope }) => envelope.includes(email))
const pushedTo = (path: string) =>
  push.pushed.filter((pushed) => pushed.path === path).map(({ text }) => JSON.parse(text) as Record<string, string>)
const receiptsOf = async ({ visitor }: Person) => {
  const [newest] = (await visitor.call(notifications.list)).notifications
  return newest ? (await visitor.call(channels.receipts, { id: newest.id })).receipts : []
}
/** What the upkeep does every 20 seconds; it leaves all to whoever is at it already, as the server's own may be. */
const gather = async (at = new Date()) => {
  const due = () =>
    server.store.pool.query(
      `select from delivery where status = 'queued' and waits is not null and part_of is null and mail_id is null
         and next_try_at <= $1`,
      [at],
    )
  do await sendDigests({ db: server.store.db, mail: mailOf(server.store.db) }, at)
  while ((await due()).rows.length > 0)
}
const byWord = (a = '', b = '') => a.localeCompare(b)
const settled = () =>
  expect
    .poll(async () => (await server.store.pool.query('select from notification where seq is null')).rows.length)
    .toBe(0)

describe('what is told by which channel', () => {
  test('without a choice: high by mail and push, medium by push, low in the product alone', async () => {
    const who = await person()
    const path = await subscribe(who)
    await publish(noted(who, { title: 'Low', priority: 'low', kind: 'alarm-low' }))
    await publish(noted(who, { title: 'Medium' }))
    await publish(noted(who, { title: 'High', priority: 'high', action: { label: 'Look', path: '/dashboard' } }))
    await expect
      .poll(() =>
        pushedTo(path)
          .map(({ title }) => title)
          .toSorted(byWord),
      )
      .toEqual(['High', 'Medium'])
    await expect.poll(() => lettersTo(who).map(({ subject }) => subject)).toEqual(['High'])
    const [letter] = lettersTo(who)
    expect(letter?.text).toContain('Nothing is heard of Front door any more.')
    expect(letter?.text).toMatch(/Look:\nhttp:\/\/[\d.:]+\/dashboard/)
    expect((await who.visitor.call(notifications.list)).total).toBe(3)
  })

  test('by choice, of each kind; what has a letter of its own is not written about twice', async () => {
    const who = await person()
    const path = await subscribe(who)
    const { preferences } = await choose(who, {
      kinds: { 'alarm-medium': { email: true, push: false }, 'alarm-low': { email: false, push: true } },
    })
    expect(preferences.kinds['alarm-medium']).toEqual({ email: true, push: false })
    expect(preferences.kinds['new-sign-in']).toEqual({ email: true, push: true })
    await publish(noted(who, { title: 'Gone' }), noted(who, { title: 'Back', kind: 'alarm-low', priority: 'low' }))
    await publish(noted(who, { title: 'Own letter', kind: 'access-changed' }))
    await expect
      .poll(() =>
        pushedTo(path)
          .map(({ title }) => title)
          .toSorted(byWord),
      )
      .toEqual(['Back', 'Own letter'])
    await expect.poll(() => lettersTo(who).map(({ subject }) => subject)).toEqual(['Gone'])
  })

  test('kinds are offered to who may be told of them, and a wrong choice is refused by its field', async () => {
    const who = await person()
    const manager = await person({ can: ['manage_users'] })
    const kindsOf = async ({ visitor }: Person) =>
      Object.keys((await visitor.call(channels.myPreferences)).preferences.kinds)
    expect(await kindsOf(who)).not.toContain('join-request')
    expect(await kindsOf(manager)).toContain('join-request')
    const { preferences } = await who.visitor.call(channels.myPreferences)
    const quiet = { on: true, from: '22:00', to: '22:00', days: [1] }
    for (const [wrong, field] of [
      [{ quiet }, 'quiet.to'],
      [{ quiet: { ...quiet, to: '24:00' } }, 'quiet.to'],
      [{ quiet: { ...quiet, to: '06:00', days: [] } }, 'quiet.days'],
      [{ timeZone: 'Nowhere/At all' }, 'timeZone'],
      [{ digest: { every: 'day', at: 'noon' } }, 'digest.at'],
    ] as const)
      expect(await who.visitor.try(channels.setPreferences, { ...preferences, ...wrong })).toMatchObject({
        status: 422,
        body: { details: [{ field }] },
      })
    expect((await who.visitor.try(channels.setPreferences, { ...preferences, kinds: { nonsense: {} } })).status).toBe(
      422,
    )
  })

  test('one that stands in the way of its channels holds up none of the others', async () => {
    const who = await person()
    const tx = server.store.db
    const [other] = (await who.visitor.call(notifications.list)).notifications
    expect(other).toBeUndefined()
    await routeToChannels(tx, [{ id: uuid() }])
    await routeToChannels(tx, [])
  })
})

describe('quiet hours', () => {
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(11, 16)
  const wide: Preferences['quiet'] = { on: true, from: inHours(-2), to: inHours(2), days: [0, 1, 2, 3, 4, 5, 6] }

  test('hold back what is not urgent, and end with one word of all that is unread and still theirs to see', async () => {
    const who = await person({ can: ['read_doors'] })
    const path = await subscribe(who)
    await choose(who, {
      quiet: wide,
      timeZone: 'UTC',
      kinds: { 'alarm-medium': { email: true, push: true } },
    })
    await publish(noted(who, { title: 'Urgent', priority: 'high' }))
    for (const title of ['One', 'Two', 'Three', 'Four', 'Five']) await publish(noted(who, { title }))
    const [door] = [await aDevice(server.store.pool, company, 'door')]
    await publish(noted(who, { title: 'Hidden since', deviceIds: [door.id], requiredPermissions: ['read_doors'] }))
    await settled()
    await expect.poll(() => pushedTo(path).map(({ title }) => title)).toEqual(['Urgent'])
    await expect.poll(() => lettersTo(who).map(({ subject }) => subject)).toEqual(['Urgent'])
    expect(await receiptsOf(who)).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({ channel: 'push', status: 'queued', says: expect.stringMatching('together') }),
      ]),
    )
    await gather()
    expect(pushedTo(path)).toHaveLength(1)
    await aLabel(server.store.pool, company, { device: door.id })
    const one = (await who.visitor.call(notifications.list)).notifications.find(({ title }) => title === 'One')
    await who.visitor.call(notifications.read, { id: one?.id ?? '' })
    const tomorrow = new Date(Date.now() + 24 * 3_600_000)
    await Promise.all([gather(tomorrow), gather(tomorrow), gather(tomorrow)])
    await expect.poll(() => pushedTo(path)).toHaveLength(2)
    expect(pushedTo(path)[1]).toMatchObject({
      title: '4 notifications while it was quiet',
      message: 'Five; Four; Three; and 1 more',
      path: '/notifications',
    })
    await expect.poll(() => lettersTo(who).map(({ subject }) => subject)).toEqual(['Urgent', '4 notifications for you'])
    expect(lettersTo(who)[1]?.text).not.toMatch(/One|Hidden since/)
    await gather(tomorrow)
    expect(
      (await server.store.pool.query(`select from delivery where user_id = $1 and kind = 'summary'`, [who.id])).rows,
    ).toHaveLength(1)
    await expect
      .poll(async () => (await receiptsOf(who)).find(({ channel }) => channel === 'push')?.status)
      .toBe('sent')
  })

  test('end with nothing that may not be told any more, however late the word goes out', async () => {
    const who = await person({ can: ['read_doors'] })
    const path = await subscribe(who)
    await choose(who, { quiet: wide, timeZone: 'UTC' })
    const door = await aDevice(server.store.pool, company, 'door')
    for (const title of ['Left', 'Read since']) await publish(noted(who, { title }))
    await publish(noted(who, { title: 'Hidden since', deviceIds: [door.id], requiredPermissions: ['read_doors'] }))
    await settled()
    push.answers.push({ status: 503 })
    await gather(new Date(Date.now() + 24 * 3_600_000))
    const reasons = async () =>
      (
        await server.store.pool.query<{ reason: string | null }>(
          `select reason from delivery where user_id = $1 and kind = 'summary'`,
          [who.id],
        )
      ).rows.map(({ reason }) => reason)
    await expect.poll(reasons).toEqual(['The push service answered 503'])
    await aLabel(server.store.pool, company, { device: door.id })
    const read = (await who.visitor.call(notifications.list)).notifications.find(({ title }) => title === 'Read since')
    await who.visitor.call(notifications.read, { id: read?.id ?? '' })
    await server.store.pool.query(
      `with due as (update delivery set next_try_at = now() - interval '1 s' where user_id = $1 and kind = 'summary' returning id)
       select pg_notify('deliveries', '') from due`,
      [who.id],
    )
    await expect.poll(() => pushedTo(path).map(({ title }) => title)).toEqual(['Left'])
  })

  test('with one notification in them end with that one', async () => {
    const who = await person()
    const path = await subscribe(who)
    await choose(who, { quiet: wide, timeZone: 'UTC' })
    await publish(noted(who, { title: 'Alone', action: { label: 'Look', path: '/dashboard' } }))
    await settled()
    await gather(new Date(Date.now() + 24 * 3_600_000))
    await expect.poll(() => pushedTo(path)).toMatchObject([{ title: 'Alone', path: '/dashboard', priority: 'medium' }])
    await expect
      .poll(async () => (await receiptsOf(who)).find(({ channel }) => channel === 'push')?.status)
      .toBe('sent')
  })
})

describe('a digest', () => {
  test('gathers mail that is not urgent, goes out once when it is due, and says what became of each in it', async () => {
    const who = await person()
    await choose(who, {
      digest: { every: 'hour', at: '08:00' },
      kinds: { 'alarm-medium': { email: true, push: false } },
    })
    for (const title of ['Door <b>one</b>', 'Door two']) await publish(noted(who, { title }))
    await publish(noted(who, { title: 'Fire', priority: 'high' }))
    await settled()
    await expect.poll(() => lettersTo(who).map(({ subject }) => subject)).toEqual(['Fire'])
    const due = new Date(Date.now() + 61 * 60_000)
    await gather(new Date(Date.now() - 1000))
    await Promise.all([gather(due), gather(due)])
    await gather(due)
    await expect.poll(() => lettersTo(who).map(({ subject }) => subject)).toEqual(['Fire', '2 notifications for you'])
    const digest = lettersTo(who)[1]
    expect(digest?.text).toMatch(/Door <b>one<\/b>[\s\S]*Door two[\s\S]*\/notifications/)
    expect(digest?.html).toContain('Door &lt;b&gt;one&lt;/b&gt;')
    const { rows } = await server.store.pool.query(
      `select count(*)::int as all, count(distinct mail_id)::int as letters from delivery where user_id = $1 and waits = 'digest'`,
      [who.id],
    )
    expect(rows).toEqual([{ all: 2, letters: 1 }])
  })
})

describe('receipts', () => {
  test('say of each channel what became of a notification, to the person alone', async () => {
    const who = await person()
    const path = await subscribe(who)
    await publish(noted(who, { priority: 'high' }))
    await expect.poll(() => pushedTo(path)).toHaveLength(1)
    await expect.poll(() => lettersTo(who)).toHaveLength(1)
    const statuses = async () =>
      Object.fromEntries((await receiptsOf(who)).map(({ channel, status }) => [channel, status]))
    await expect.poll(statuses).toMatchObject({ email: 'sent', push: 'sent' })
    const token = pushedTo(path)[0]?.['token'] ?? ''
    const anybody = server.client()
    await anybody.call(channels.acknowledge, { token, what: 'delivered' })
    expect(await statuses()).toMatchObject({ push: 'delivered' })
    await anybody.call(channels.acknowledge, { token, what: 'seen' })
    await anybody.call(channels.acknowledge, { token, what: 'delivered' })
    expect(await statuses()).toMatchObject({ push: 'seen' })
    await anybody.call(channels.acknowledge, { token: 'x'.repeat(43), what: 'seen' })
    const receipts = await receiptsOf(who)
    expect(receipts.find(({ channel }) => channel === 'email')).toMatchObject({
      to: who.email,
      says: 'Accepted by the mail server',
    })
    const [newest] = (await who.visitor.call(notifications.list)).notifications
    const other = await person()
    expect((await other.visitor.try(channels.receipts, { id: newest?.id })).status).toBe(404)
  })

  test('of a kind with a letter of its own name that letter', async () => {
    const who = await person()
    const stranger = server.client()
    await stranger.try(
      (await import('@gatehouse/contract/identity/auth')).signIn,
      { email: who.email, password: who.password },
      { 'user-agent': 'Strange/1.0' },
    )
    await expect
      .poll(async () => (await receiptsOf(who)).map(({ channel }) => channel).toSorted(byWord))
      .toEqual(['email', 'in-app'])
  })
})

describe('the list of deliveries', () => {
  test('holds letters and deliveries of the company, without the names that labels may hide', async () => {
    const [own, other] = [await aCompany(server.store.pool), await aCompany(server.store.pool)]
    const who = await person({ of: own, can: ['manage_settings'] })
    const stranger = await person({ of: other, can: ['manage_settings'] })
    await subscribe(who)
    await publish(noted(who, { companyId: own.id, title: 'Secret door is offline', priority: 'high' }))
    const list = (wanted = {}) => who.visitor.call(channels.deliveries, wanted).then(({ deliveries }) => deliveries)
    await expect
      .poll(async () => (await list()).map(({ channel, status }) => `${channel} ${status}`).toSorted(byWord))
      .toEqual(['email sent', 'push sent'])
    expect(JSON.stringify(await list())).not.toContain('Secret')
    expect(await list({ channel: 'push' })).toMatchObject([
      { kind: 'alarm-medium', about: 'A medium alarm is raised', to: expect.stringContaining(who.email) },
    ])
    expect(await list({ status: 'failed' })).toEqual([])
    expect(await list({ kind: 'notification' })).toMatchObject([{ channel: 'email', to: who.email }])
    const first = await who.visitor.call(channels.deliveries, { limit: 1 })
    const second = await who.visitor.call(channels.deliveries, { limit: 1, cursor: first.next ?? '' })
    expect(new Set([...first.deliveries, ...second.deliveries].map(({ id }) => id)).size).toBe(2)
    expect(second.next).toBeNull()
    expect((await stranger.visitor.call(channels.deliveries)).deliveries).toEqual([])
    const [mine] = await list()
    expect((await stranger.visitor.try(channels.retryDelivery, { id: mine?.id })).status).toBe(404)
    expect((await who.visitor.try(channels.retryDelivery, { id: mine?.id })).status).toBe(409)
  })

  test('what was given up is tried again: a letter and a push', async () => {
    const own = await aCompany(server.store.pool)
    const who = await person({ of: own, can: ['manage_settings'] })
    const path = await subscribe(who)
    // What it says may be the address of the browser: only who owns that knows it.
    push.answers.push({ status: 400, text: `no such subscription: ${path}` })
    await publish(noted(who, { companyId: own.id }))
    const failed = () =>
      who.visitor.call(channels.deliveries, { status: 'failed' }).then(({ deliveries }) => deliveries)
    await expect
      .poll(failed)
      .toMatchObject([{ channel: 'push', reason: 'The push service answered 400', retryable: true }])
    await who.visitor.call(channels.retryDelivery, { id: (await failed())[0]?.id ?? '' })
    await expect.poll(() => pushedTo(path)).toHaveLength(1)
    expect(await failed()).toEqual([])
    expect(answer(550, 'no').message).toBe('no')
  })
})

test('the three switches of before are taken over by the migration', async () => {
  const { readFile } = await import('node:fs/promises')
  const text = await readFile(new URL('../../db/migrations/0015-channels.sql', import.meta.url), 'utf8')
  const statement = /update users set notification_preferences[\s\S]*?;/.exec(text)?.[0] ?? ''
  const who = await person({ can: ['manage_users'] })
  const { pool } = server.store
  const set = (value: object) =>
    pool.query('update users set notification_preferences = $2 where id = $1', [who.id, value])
  const mailed = async () => {
    const { kinds } = (await who.visitor.call(channels.myPreferences)).preferences
    return [kinds['new-sign-in'], kinds['access-changed'], kinds['join-request'], kinds['invitation-accepted']].map(
      (of) => of?.email,
    )
  }
  for (const [before, after] of [
    [{}, [true, true, true, true]],
    [{ signIn: false, access: true, people: false }, [false, true, false, false]],
    [{ access: false }, [true, false, true, true]],
  ] as const) {
    await pool.query(`update users set notification_preferences = '{}'`)
    await set(before)
    await pool.query(statement)
    expect(await mailed()).toEqual(after)
  }
})
