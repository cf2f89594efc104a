// Webhooks as an integrator meets them: a receiver that takes, fails, hangs and redirects; and who may see what of them.
import type { Permission } from '@gatehouse/contract/permissions'
import * as notifications from '@gatehouse/contract/messages/notifications'
import * as webhooks from '@gatehouse/contract/messages/webhooks'
import { v7 as uuid } from 'uuid'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ACompany, aCompany, aDevice, aLabel, aUser } from '../../testing/building.testing.ts'
import { type TestServer, openServer, sharedServer, type ApiClient } from '../../testing/test-server.testing.ts'
import { tick } from '../../kit/clock.testing.ts'
import { type Notice, notify } from '../notifications/notifications.ts'
import { isSignedBy, openReceiver, type Receiver } from './receiver.testing.ts'
import { ofOffline } from '../notifications/notice.testing.ts'

let server: TestServer
let company: ACompany
let receiver: Receiver
let manager: ApiClient

const person = async (can: readonly Permission[], of = company) => {
  const user = await aUser(server.store.pool, of, { can: ['read_notifications', ...can] })
  const visitor = await server.signIn(user)
  return { ...user, visitor }
}

beforeAll(async () => {
  server = await openServer({ OUTBOUND_ALLOW: '127.0.0.1' })
  company = await aCompany(server.store.pool, 'Meridian')
  manager = (await person(['manage_integrations', 'admin_access', 'manage_settings'])).visitor
})
afterAll(() => server.close())
beforeEach(async () => {
  receiver = await openReceiver()
})
afterEach(async () => {
  receiver.close()
  for (const { id } of (await manager.call(webhooks.list)).webhooks) await manager.call(webhooks.remove, { id })
})

const create = (kinds: notifications.Kind[] | null = null, path = '/hook') =>
  manager.call(webhooks.create, { name: 'Desk', url: `${receiver.url}${path}`, kinds })
const stateOf = async (id: string) => (await manager.call(webhooks.list)).webhooks.find((webhook) => webhook.id === id)
const sentTo = async (id: string) => (await manager.call(webhooks.deliveries, { id })).deliveries
const now = (id: string) =>
  server.store.pool.query(
    `with due as (update delivery set next_try_at = now() - interval '1 s' where target_id = $1 and status = 'queued' returning id)
     update webhook set paused_until = now() - interval '1 s' where id = $1 and paused_until > now()`,
    [id],
  )
const wake = () => server.store.pool.query(`notify deliveries`)

// Alarms come by events of their own.
const offline = (userId: string, what: Partial<Notice> = {}) =>
  ofOffline({ userId, companyId: company.id }, { kind: 'lockdown', ...what })

test('brings what happens in the company, once for each fact, signed so that anybody can check it', async () => {
  const { webhook, secret } = await create()
  const people = await Promise.all([1, 2, 3].map(() => aUser(server.store.pool, company)))
  const door = await aDevice(server.store.pool, company, 'door')
  await notify(
    server.store.db,
    people.map(({ id }, n) => offline(id, n === 1 ? { title: 'Two doors are offline', deviceIds: [door.id] } : {})),
  )
  await expect.poll(() => receiver.received.length).toBe(1)
  await notify(
    server.store.db,
    people.map(({ id }) => offline(id, { kind: 'muster-started', title: 'Back' })),
  )
  await expect.poll(() => receiver.received.length).toBe(2)
  const [first] = receiver.received
  if (!first) throw new Error('nothing came')
  expect(first.path).toBe('/hook')
  expect(first.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(isSignedBy(secret, first)).toBe(true)
  expect(isSignedBy(secret, { ...first, text: first.text.replace('offline', 'online') })).toBe(false)
  expect(isSignedBy(secret, first, Date.now() + 600_000)).toBe(false)
  expect(JSON.parse(first.text)).toEqual({
    id: first.headers['webhook-id'],
    type: 'lockdown',
    at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    company: { id: company.id, name: company.name },
    data: {
      // In the words for who saw most of it.
      title: 'Two doors are offline',
      message: 'Nothing is heard of it.',
      type: 'warning',
      priority: 'medium',
      path: null,
      devices: [{ id: door.id, key: door.key, kind: 'door', name: door.key }],
    },
  })
  await expect
    .poll(() => sentTo(webhook.id))
    .toMatchObject([
      { kind: 'muster-started', status: 'delivered', reason: 'Answered 204', tries: 1 },
      { kind: 'lockdown', status: 'delivered', tries: 1 },
    ])
  expect(await stateOf(webhook.id)).toMatchObject({
    state: 'ok',
    failed: 0,
    waiting: 0,
    lastDeliveredAt: expect.any(String),
  })
})

test('brings only the kinds that were chosen, never what is of an account alone, nothing of another company', async () => {
  await create(['muster-started'])
  const all = await create()
  const other = await aCompany(server.store.pool)
  const [mine, theirs] = [await aUser(server.store.pool, company), await aUser(server.store.pool, other)]
  await notify(server.store.db, [
    offline(mine.id),
    offline(mine.id, { companyId: null, kind: 'new-sign-in', title: 'Yours alone' }),
    offline(mine.id, { kind: 'access-changed', title: 'Yours alone' }),
    offline(theirs.id, { companyId: other.id, title: 'Elsewhere' }),
  ])
  await expect.poll(() => receiver.received.length).toBe(1)
  await expect.poll(async () => (await sentTo(all.webhook.id)).map(({ kind }) => kind)).toEqual(['lockdown'])
  expect(receiver.received.map(({ text }) => text).join()).not.toMatch(/Yours alone|Elsewhere/)
})

test('of what labels hide from whoever chose the address nothing is brought there', async () => {
  const device = await aDevice(server.store.pool, company, 'door')
  await aLabel(server.store.pool, company, { device: device.id })
  const unlabelled = await person(['manage_integrations'])
  const { webhook } = await unlabelled.visitor.call(webhooks.create, { name: 'Narrow', url: receiver.url, kinds: null })
  const whole = await create()
  await notify(server.store.db, offline(unlabelled.id, { title: 'Hidden door', deviceIds: [device.id] }))
  await expect.poll(() => receiver.received.length).toBe(1)
  expect(await sentTo(webhook.id)).toEqual([])
  // Who may not see it turns the other address to their own, and has it sent again.
  const { id } = whole.webhook
  await unlabelled.visitor.call(webhooks.update, {
    id,
    name: 'Mine',
    url: `${receiver.url}/mine`,
    kinds: null,
    enabled: true,
  })
  expect(await sentTo(id)).toEqual([])
  await unlabelled.visitor.call(webhooks.replayFailed, { id, since: '2020-01-01T00:00:00.000Z' })
  await notify(server.store.db, offline(unlabelled.id, { title: 'Hidden door', deviceIds: [device.id] }))
  await notify(server.store.db, offline(unlabelled.id, { title: 'Seen by all' }))
  await expect.poll(() => receiver.received.length).toBe(3)
  expect(receiver.received.slice(1).map(({ text }) => JSON.parse(text).data.title)).toEqual([
    'Seen by all',
    'Seen by all',
  ])
})

describe('a receiver that does not take', () => {
  test('is tried again under the same id, later and later, and is well once it takes', async () => {
    const { webhook, secret } = await create()
    receiver.next.push({ status: 500, text: 'out of\n  paper' }, 'hang up', { status: 200 })
    await manager.call(webhooks.test, { id: webhook.id })
    await expect
      .poll(() => sentTo(webhook.id))
      .toMatchObject([
        {
          kind: 'ping',
          status: 'queued',
          tries: 1,
          reason: 'Answered 500: out of paper',
          nextTryAt: expect.any(String),
        },
      ])
    const [waiting] = await sentTo(webhook.id)
    // However long ago that was by now.
    const next = Date.parse(waiting?.nextTryAt ?? '')
    expect(next - (receiver.received[0]?.at ?? 0)).toBeGreaterThan(2000)
    expect(next - Date.now()).toBeLessThan(6500)
    expect(await stateOf(webhook.id)).toMatchObject({
      state: 'failing',
      lastError: 'Answered 500: out of paper',
      waiting: 1,
    })
    for (const [tries, reason] of [
      [2, '127.0.0.1 closed the connection before it answered.'],
      [3, 'Answered 200'],
    ] as const) {
      await now(webhook.id)
      await wake()
      await expect.poll(() => sentTo(webhook.id)).toMatchObject([{ tries, reason }])
    }
    expect(await stateOf(webhook.id)).toMatchObject({ state: 'ok', lastError: null, failingSince: null })
    const ids = new Set(receiver.received.map(({ headers }) => headers['webhook-id']))
    expect([ids.size, new Set(receiver.received.map(({ text }) => text)).size]).toEqual([1, 1])
    expect(receiver.received.every((received) => isSignedBy(secret, received))).toBe(true)
  })

  test('a redirect is a failure that says so, and leads nowhere', async () => {
    const elsewhere = await openReceiver()
    const { webhook } = await create()
    receiver.always = { status: 307, headers: { location: `${elsewhere.url}/internal` } }
    await manager.call(webhooks.test, { id: webhook.id })
    await expect
      .poll(async () => (await sentTo(webhook.id))[0]?.reason)
      .toMatch(/^Answered 307: redirects are not followed\. .*\/internal\.$/)
    expect(elsewhere.received).toEqual([])
    elsewhere.close()
  })

  test('one that hangs is given up after ten seconds, and holds up nobody else meanwhile', async () => {
    const { webhook } = await create(null, '/hangs')
    const quick = await openReceiver()
    const other = await manager.call(webhooks.create, { name: 'Quick', url: quick.url, kinds: null })
    receiver.always = 'hang'
    for (let n = 0; n < 15; n++) await manager.call(webhooks.test, { id: webhook.id })
    await expect.poll(() => receiver.received.length).toBe(4)
    await manager.call(webhooks.test, { id: other.webhook.id })
    await expect.poll(() => quick.received.length).toBe(1)
    // Meanwhile nothing of what hangs was given up.
    expect((await sentTo(webhook.id)).filter(({ reason }) => reason !== null)).toEqual([])
    await tick('10 s')
    await expect
      .poll(async () => (await sentTo(webhook.id)).map(({ reason }) => reason))
      .toContain('No answer within 10 seconds.')
    quick.close()
  })

  test('a company whose receivers all hang holds up no other company', async () => {
    const quick = await openReceiver()
    const elsewhere = await aCompany(server.store.pool, 'Elsewhere')
    const other = await person(['manage_integrations'], elsewhere)
    const { webhook } = await other.visitor.call(webhooks.create, { name: 'Quick', url: quick.url, kinds: null })
    receiver.always = 'hang'
    const hanging = await Promise.all(['/1', '/2', '/3', '/4'].map((path) => create(null, path)))
    for (const { webhook: one } of hanging)
      for (let n = 0; n < 4; n++) await manager.call(webhooks.test, { id: one.id })
    await expect.poll(() => receiver.received.length).toBeGreaterThanOrEqual(4)
    await new Promise((resolve) => setTimeout(resolve, 500))
    await other.visitor.call(webhooks.test, { id: webhook.id })
    await expect.poll(() => quick.received.length).toBe(1)
    // Meanwhile nothing of what hangs was given up.
    const stuck = (await Promise.all(hanging.map((one) => sentTo(one.webhook.id)))).flat()
    expect(stuck.filter(({ reason }) => reason !== null)).toEqual([])
    await other.visitor.call(webhooks.remove, { id: webhook.id })
    quick.close()
  })

  test('is left alone after five failures; then one delivery is tried, and if it is taken all follow', async () => {
    const { webhook } = await create()
    receiver.always = { status: 503 }
    for (let n = 1; n <= 5; n++) {
      await manager.call(webhooks.test, { id: webhook.id })
      await expect.poll(() => receiver.received.length).toBe(n)
    }
    await expect.poll(() => stateOf(webhook.id)).toMatchObject({ state: 'paused', failingSince: expect.any(String) })
    for (let n = 0; n < 10; n++) await manager.call(webhooks.test, { id: webhook.id })
    await wake()
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(receiver.received).toHaveLength(5)
    // The pause is over: of many that wait one goes, and fails.
    await now(webhook.id)
    await wake()
    await expect.poll(() => receiver.received.length).toBe(6)
    // For as long as that one is under way it is paused too, and for longer once it has failed.
    const pausedFor = async () => Date.parse((await stateOf(webhook.id))?.pausedUntil ?? '') - Date.now()
    await expect.poll(pausedFor).toBeGreaterThan(100_000)
    expect(await stateOf(webhook.id)).toMatchObject({ state: 'paused', waiting: 15 })
    expect(receiver.received).toHaveLength(6)
    // It is back.
    receiver.always = { status: 200 }
    await now(webhook.id)
    await wake()
    await expect
      .poll(
        async () => {
          await now(webhook.id)
          await wake()
          return stateOf(webhook.id)
        },
        { timeout: 10_000 },
      )
      .toMatchObject({ state: 'ok', waiting: 0, failed: 0 })
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(15)
  })

  test('is switched off after three days of failures, and who manages it is told', async () => {
    const responsible = await person(['manage_integrations'])
    const { webhook } = await create()
    receiver.always = { status: 500 }
    await manager.call(webhooks.test, { id: webhook.id })
    await expect.poll(() => stateOf(webhook.id)).toMatchObject({ state: 'failing' })
    await server.store.pool.query(`update webhook set failing_since = now() - interval '3 days' where id = $1`, [
      webhook.id,
    ])
    // The next to fail is this one: what waits goes down with it.
    await manager.call(webhooks.test, { id: webhook.id })
    await expect
      .poll(() => stateOf(webhook.id))
      .toMatchObject({ state: 'off', givenUpAt: expect.any(String), waiting: 0, failed: 2 })
    await expect
      .poll(async () => (await responsible.visitor.call(notifications.list)).notifications)
      .toMatchObject([
        {
          kind: 'webhook-off',
          title: 'The webhook Desk is switched off',
          priority: 'high',
          path: `/settings/webhooks?webhook=${webhook.id}`,
        },
      ])
    const sent = receiver.received.length
    await notify(server.store.db, offline(responsible.id))
    // Where it goes is decided a moment later: while the webhook is off.
    await server.numbered()
    expect((await manager.try(webhooks.test, { id: webhook.id })).status).toBe(409)
    // On again it starts anew, and what failed can be sent again.
    receiver.always = { status: 200 }
    await manager.call(webhooks.update, { ...webhook, kinds: null, enabled: true })
    const { replayed } = await manager.call(webhooks.replayFailed, {
      id: webhook.id,
      since: '2020-01-01T00:00:00.000Z',
    })
    expect(replayed).toBe(2)
    await expect.poll(() => stateOf(webhook.id)).toMatchObject({ state: 'ok', failed: 0, waiting: 0 })
    expect(receiver.received.length).toBe(sent + 2)
  })
})

test('a delivery can be sent again, under its id', async () => {
  const { webhook } = await create()
  await manager.call(webhooks.test, { id: webhook.id })
  await expect.poll(() => sentTo(webhook.id)).toMatchObject([{ status: 'delivered' }])
  const [first] = await sentTo(webhook.id)
  await manager.call(webhooks.replay, { id: webhook.id, deliveryId: first?.id ?? '' })
  await expect.poll(() => receiver.received.length).toBe(2)
  expect(receiver.received[1]?.headers['webhook-id']).toBe(receiver.received[0]?.headers['webhook-id'])
  expect((await manager.try(webhooks.replay, { id: webhook.id, deliveryId: uuid() })).status).toBe(404)
})

test('a new secret signs at once, and the one before for a day besides', async () => {
  const { webhook, secret } = await create()
  const rotated = await manager.call(webhooks.rotate, { id: webhook.id })
  expect(rotated.secret).not.toBe(secret)
  await manager.call(webhooks.test, { id: webhook.id })
  await expect.poll(() => receiver.received.length).toBe(1)
  const both = [secret, rotated.secret]
  expect(both.map((each) => receiver.received[0] && isSignedBy(each, receiver.received[0]))).toEqual([true, true])
  await server.store.pool.query(`update webhook set previous_until = now() - interval '1 s' where id = $1`, [
    webhook.id,
  ])
  await manager.call(webhooks.test, { id: webhook.id })
  await expect.poll(() => receiver.received.length).toBe(2)
  expect(both.map((each) => receiver.received[1] && isSignedBy(each, receiver.received[1]))).toEqual([false, true])
  // Nothing of it lies open in the store.
  const { rows } = await server.store.pool.query(`select * from webhook where id = $1`, [webhook.id])
  expect(JSON.stringify(rows)).not.toContain(secret.slice(6))
  expect(Buffer.from(rows[0].secret).toString('latin1')).not.toContain(rotated.secret)
  expect(JSON.stringify(await manager.call(webhooks.list))).not.toContain('whsec')
})

test('an address in a private network is refused, by name as well as in the end', async () => {
  for (const url of [
    'https://10.0.0.1/',
    'https://169.254.169.254/latest',
    'https://[::1]/',
    'http://hooks.example/',
    'ftp://hooks.example/',
  ])
    expect(await manager.try(webhooks.create, { name: 'No', url, kinds: null })).toMatchObject({
      status: 422,
      body: { details: [{ field: 'url' }] },
    })
  // What a name leads to is found out when it is asked.
  const strict = await sharedServer()
  const visitor = await strict.signedIn(await aCompany(strict.store.pool), { can: ['manage_integrations'] })
  const { webhook } = await visitor.call(webhooks.create, { name: 'Name', url: 'https://localhost/', kinds: null })
  await visitor.call(webhooks.test, { id: webhook.id })
  await expect
    .poll(async () => (await visitor.call(webhooks.deliveries, { id: webhook.id })).deliveries)
    .toMatchObject([{ status: 'failed', tries: 1, reason: expect.stringContaining('private network') }])
})
