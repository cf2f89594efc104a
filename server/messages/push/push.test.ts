// Web push as a browser meets it: who gets what, sealed how, and who gets nothing any more.
import * as auth from '@gatehouse/contract/identity/auth'
import * as channels from '@gatehouse/contract/messages/channels'
import * as notifications from '@gatehouse/contract/messages/notifications'
import * as users from '@gatehouse/contract/identity/users'
import type { Permission } from '@gatehouse/contract/permissions'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ACompany, aCompany, aDevice, aLabel, aUser } from '../../testing/building.testing.ts'
import { type TestServer, openServer } from '../../testing/test-server.testing.ts'
import { createVault } from '../../kit/secrets/vault.ts'
import { type Notice, notify } from '../notifications/notifications.ts'
import { claimsIn, openPushService, type PushService } from './push.testing.ts'
import { serverKeys } from './server-keys.ts'
import { ofOffline } from '../notifications/notice.testing.ts'

let server: TestServer
let company: ACompany
let push: PushService

beforeAll(async () => {
  push = await openPushService()
  server = await openServer({ OUTBOUND_ALLOW: '127.0.0.1', CONTACT_EMAIL: 'ops@gatehouse.example' })
  company = await aCompany(server.store.pool, 'Meridian')
})
afterAll(async () => {
  await server.close()
  push.close()
})
beforeEach(() => {
  push.pushed.length = 0
  push.answers.length = 0
})

const person = async (can: readonly Permission[] = []) => {
  const user = await aUser(server.store.pool, company, { can: ['read_notifications', 'manage_account', ...can] })
  const visitor = await server.signIn(user)
  return { ...user, visitor }
}
type Person = Awaited<ReturnType<typeof person>>

const publish = ({ id }: { id: string }, what: Partial<Notice> = {}) =>
  notify(server.store.db, ofOffline({ userId: id, companyId: company.id }, what))
const subscribe = async ({ visitor }: Pick<Person, 'visitor'>) => {
  const subscription = push.subscribe()
  const { browser } = await visitor.call(channels.subscribe, subscription)
  return { ...browser, ...subscription, path: new URL(subscription.endpoint).pathname }
}
const pushedTo = ({ path }: { path: string }) => push.pushed.filter((pushed) => pushed.path === path)
const message = (to: { path: string }) => pushedTo(to).map(({ text }) => JSON.parse(text) as Record<string, unknown>)
const deliveriesTo = async ({ id }: { id: string }) =>
  (
    await server.store.pool.query<{
      status: string
      reason: string | null
      wait: number
      next: Date
      tries: number
      settled: boolean
    }>(
      `select status, reason, tries, taken_until is null as settled, next_try_at as next,
         extract(epoch from next_try_at - now())::int as wait
       from delivery where target_id = $1 order by created_at`,
      [id],
    )
  ).rows
const goOn = ({ id }: { id: string }) =>
  server.store.pool
    .query(`update delivery set next_try_at = now() - interval '1 s' where target_id = $1`, [id])
    .then(() => server.store.pool.query('notify deliveries'))

test('brings a notification to the browser, sealed for it, with no more than a screen shows', async () => {
  const who = await person()
  const browser = await subscribe(who)
  await publish(who, {
    title: 'T'.repeat(200),
    message: 'é'.repeat(999),
    action: { label: 'Look', path: '/dashboard' },
  })
  await expect.poll(() => message(browser)).toHaveLength(1)
  const [notification] = (await who.visitor.call(notifications.list)).notifications
  expect(message(browser)[0]).toEqual({
    id: notification?.id,
    title: `${'T'.repeat(119)}…`,
    message: `${'é'.repeat(299)}…`,
    path: '/dashboard',
    priority: 'medium',
    token: expect.stringMatching(/^[\w-]{43}$/),
  })
  const { headers } = pushedTo(browser)[0] ?? {}
  expect(headers).toMatchObject({
    'content-encoding': 'aes128gcm',
    ttl: '86400',
    urgency: 'normal',
    topic: notification?.id.replaceAll('-', ''),
  })
  const { key, claims } = claimsIn(headers?.authorization)
  expect(key).toBe((await who.visitor.call(channels.pushKey)).key)
  expect(claims).toMatchObject({ aud: push.address, sub: 'mailto:ops@gatehouse.example' })
  // That it was sent is known once the push service has answered.
  await expect
    .poll(async () => (await who.visitor.call(channels.browsers)).browsers)
    .toMatchObject([{ id: browser.id, endpoint: browser.endpoint, current: true, lastSentAt: expect.any(String) }])
})

test('a test comes to the browser that it was asked for', async () => {
  const who = await person()
  const [one, two] = [await subscribe(who), await subscribe(who)]
  await who.visitor.call(channels.testPush, { id: two.id })
  await expect.poll(() => message(two)).toMatchObject([{ title: 'It works', path: '/settings/account' }])
  expect(message(one)).toEqual([])
  const other = await person()
  expect((await other.visitor.try(channels.testPush, { id: two.id })).status).toBe(404)
  expect((await other.visitor.try(channels.unsubscribe, { id: two.id })).status).toBe(404)
})

describe('what has changed by the time it is sent', () => {
  const held = async (who: Person, what: Partial<Notice>, between: () => Promise<unknown>) => {
    const browser = await subscribe(who)
    push.answers.push({ status: 503 })
    await publish(who, what)
    await expect.poll(() => deliveriesTo(browser)).toMatchObject([{ status: 'queued', tries: 1, settled: true }])
    await between()
    await goOn(browser)
    await expect.poll(async () => (await deliveriesTo(browser))[0]?.status).not.toBe('queued')
    expect(message(browser)).toEqual([])
    return (await deliveriesTo(browser))[0]
  }
  const { pool } = { pool: { query: (text: string, values: unknown[]) => server.store.pool.query(text, values) } }

  test('a permission, a label, the company or the account that is gone', async () => {
    const may = 'It may not be shown to this person any more.'
    const one = await person(['read_doors'])
    expect(
      await held(one, { requiredPermissions: ['read_doors'] }, () =>
        pool.query(`update users set permissions = '{read_notifications}' where id = $1`, [one.id]),
      ),
    ).toMatchObject({ status: 'failed', reason: may })
    const two = await person()
    const door = await aDevice(server.store.pool, company, 'door')
    expect(
      await held(two, { deviceIds: [door.id] }, () => aLabel(server.store.pool, company, { device: door.id })),
    ).toMatchObject({ status: 'failed', reason: may })
    const three = await person()
    const other = await aCompany(server.store.pool)
    expect(
      await held(three, {}, () => pool.query('update users set company_id = $2 where id = $1', [three.id, other.id])),
    ).toMatchObject({ status: 'failed', reason: may })
    const four = await person()
    expect(
      await held(four, {}, () => pool.query(`update users set status = 'suspended' where id = $1`, [four.id])),
    ).toMatchObject({ status: 'failed', reason: 'This browser takes no notifications any more.' })
  })

  test('a notification that was read or deleted meanwhile', async () => {
    const who = await person()
    const newest = async () => (await who.visitor.call(notifications.list)).notifications[0]?.id ?? ''
    expect(await held(who, {}, async () => who.visitor.call(notifications.read, { id: await newest() }))).toMatchObject(
      {
        status: 'seen',
        reason: 'Read before it was told.',
      },
    )
    const other = await person()
    expect(await held(other, {}, () => other.visitor.call(notifications.clear))).toMatchObject({
      status: 'seen',
      reason: 'Deleted before it was told.',
    })
  })
})

describe('a shared browser', () => {
  test('shows nothing of who has signed out, or whose session was ended', async () => {
    const who = await person()
    const browser = await subscribe(who)
    await who.visitor.call(auth.signOut)
    await publish(who)
    // To whom it goes is decided a moment later: before anybody has signed in again.
    await server.numbered()
    await who.visitor.signIn(who.email, who.password)
    expect((await who.visitor.call(channels.browsers)).browsers).toEqual([])
    const again = await subscribe(who)
    const admin = await person(['manage_users', 'admin_access', 'manage_security'])
    await admin.visitor.call(users.endSessions, { userId: who.id })
    await publish(who)
    await server.numbered()
    expect([...message(browser), ...message(again)]).toEqual([])
  })

  test('is kept, however many come at once: the newest twenty of a person, each once', async () => {
    const someone = await person()
    const all = Array.from({ length: Number(process.env['GATEHOUSE_BROWSERS'] ?? 60) }, () => push.subscribe())
    const answers = await Promise.all(all.map((one) => someone.visitor.try(channels.subscribe, one)))
    expect(answers.filter(({ status }) => status !== 200)).toEqual([])
    const { browsers } = await someone.visitor.call(channels.browsers)
    expect(new Set(browsers.map(({ endpoint }) => endpoint)).size).toBe(20)
    expect(browsers).toHaveLength(20)
  })

  test('is of who said so last, also for what waits for the one before', async () => {
    const [first, second] = [await person(), await person()]
    const browser = await subscribe(first)
    push.answers.push({ status: 503 })
    await publish(first, { title: 'Of the first' })
    await expect.poll(() => deliveriesTo(browser)).toMatchObject([{ status: 'queued', tries: 1, settled: true }])
    const accepted = await second.visitor.call(channels.subscribe, { endpoint: browser.endpoint, keys: browser.keys })
    await goOn(browser)
    await publish(second, { title: 'Of the second' })
    await expect.poll(() => message(browser).map(({ title }) => title)).toEqual(['Of the second'])
    await expect.poll(() => deliveriesTo(browser)).toMatchObject([{ status: 'failed' }])
    expect((await first.visitor.call(channels.browsers)).browsers).toEqual([])
    expect(accepted.browser.id).not.toBe(browser.id)
  })

  test('that nobody has signed in to for a week is told nothing', async () => {
    const who = await person()
    const browser = await subscribe(who)
    await server.store.pool.query(`update push_subscription set bound_at = now() - interval '8 days' where id = $1`, [
      browser.id,
    ])
    await publish(who)
    await publish(await person())
    await server.numbered()
    expect(await deliveriesTo(browser)).toEqual([])
  })
})

describe('a push service', () => {
  test.each([404, 410])('that answers %i has lost the browser, and is asked no more', async (status) => {
    const who = await person()
    const browser = await subscribe(who)
    push.answers.push({ status })
    await publish(who)
    await expect
      .poll(() => deliveriesTo(browser))
      .toMatchObject([{ status: 'failed', reason: 'The browser has given up its subscription.' }])
    expect((await who.visitor.call(channels.browsers)).browsers).toEqual([])
  })

  test('that is busy or broken is asked again, later and later, and as late as it says itself', async () => {
    const who = await person()
    const browser = await subscribe(who)
    push.answers.push(
      { status: 503 },
      { status: 429, headers: { 'retry-after': '900' } },
      { status: 429, headers: { 'retry-after': new Date(Date.now() + 7_200_000).toUTCString() } },
      { status: 500, headers: { 'retry-after': '99999999' } },
      { status: 502 },
      { status: 503 },
    )
    let asked = Date.now()
    await publish(who)
    for (const [tries, least, most] of [
      [1, 8, 11],
      [2, 890, 901],
      [3, 7000, 7201],
      [4, 21_500, 21_601],
      [5, 7000, 7201],
    ] as const) {
      await expect.poll(async () => (await deliveriesTo(browser))[0]).toMatchObject({ tries, settled: true })
      const [{ next, wait } = { next: new Date(0), wait: Infinity }] = await deliveriesTo(browser)
      // However long it took to look.
      expect((next.getTime() - asked) / 1000, String(tries)).toBeGreaterThanOrEqual(least)
      expect(wait, String(tries)).toBeLessThanOrEqual(most)
      asked = Date.now()
      await goOn(browser)
    }
    await expect
      .poll(() => deliveriesTo(browser))
      .toMatchObject([{ status: 'failed', tries: 6, reason: 'The push service answered 503' }])
  })
})

test('only an address of the open internet, and real keys, make a subscription', async () => {
  const { visitor } = await person()
  const good = push.subscribe()
  for (const [wrong, field] of [
    [{ endpoint: 'https://10.0.0.1/push' }, 'endpoint'],
    [{ endpoint: 'http://push.example/x' }, 'endpoint'],
    [{ endpoint: 'nonsense' }, 'endpoint'],
    [{ keys: { ...good.keys, auth: 'c2hvcnRlciB0aGFu' } }, 'keys'],
    [{ keys: { ...good.keys, p256dh: 'A'.repeat(87) } }, 'keys'],
  ] as const)
    expect(await visitor.try(channels.subscribe, { ...good, ...wrong })).toMatchObject({
      status: 422,
      body: { details: [{ field }] },
    })
  expect((await visitor.call(channels.browsers)).browsers).toEqual([])
})

test('where a browser is reached, and with which keys, is not on the record', async () => {
  const who = await person()
  const browser = await subscribe(who)
  const { rows } = await server.store.pool.query(
    `select * from activity where user_id = $1 and action = 'channels.subscribe'`,
    [who.id],
  )
  expect(rows).toHaveLength(1)
  const text = JSON.stringify(rows)
  for (const secret of [browser.path, browser.keys.auth, browser.keys.p256dh]) expect(text).not.toContain(secret)
})

test('the key is made once and sealed; where it cannot be opened any more there is a new one and nobody is subscribed', async () => {
  const { db, pool } = server.store
  const who = await person()
  await subscribe(who)
  const { key } = await who.visitor.call(channels.pushKey)
  const { rows } = await pool.query<{ value: { sealed: string } }>(`select value from setting where key = 'push keys'`)
  const vault = createVault(Buffer.alloc(32, 7))
  const [made, again] = await Promise.all([serverKeys(db, vault), serverKeys(db, vault)])
  expect(made.publicKey).not.toBe(key)
  expect((await serverKeys(db, vault)).privateKey).toBe((await serverKeys(db, vault)).privateKey)
  expect([made.publicKey, again.publicKey]).toContain((await serverKeys(db, vault)).publicKey)
  expect(JSON.stringify(rows)).not.toContain(made.privateKey)
  expect((await who.visitor.call(channels.browsers)).browsers).toEqual([])
  await pool.query(`update setting set value = $1 where key = 'push keys'`, [JSON.stringify(rows[0]?.value)])
})
