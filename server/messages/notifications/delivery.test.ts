// What browsers are told over /notifications: by whom it may be heard, in order, each once, whatever the network does.
import * as devices from '@gatehouse/contract/building/devices'
import * as notifications from '@gatehouse/contract/messages/notifications'
import { notificationAction, searchQuery } from '@gatehouse/contract/realtime'
import * as search from '@gatehouse/contract/insight/search'
import { io } from 'socket.io-client'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { v7 as uuid } from 'uuid'
import type { Permission } from '@gatehouse/contract/permissions'
import { type ACompany, aCompany, aDevice, aLabel, aUser, type AUser } from '../../testing/building.testing.ts'
import { type TestServer, sharedServer, type ApiClient } from '../../testing/test-server.testing.ts'
import { tick } from '../../kit/clock.testing.ts'
import { aBrowser, type Browser, type Wanted } from './browser.testing.ts'
import { type Notice, notify } from './notifications.ts'
import { aNotice } from './notice.testing.ts'

let server: TestServer
let company: ACompany
const browsers: Browser[] = []

beforeAll(async () => {
  server = await sharedServer()
  company = await aCompany(server.store.pool, 'Meridian')
})
afterEach(() => {
  for (const browser of browsers.splice(0)) browser.close()
})

interface Person extends AUser {
  readonly visitor: ApiClient
}

const person = async (can: readonly Permission[] = [], labels: readonly string[] = [], of = company) => {
  const user = await aUser(server.store.pool, of, { can: ['read_notifications', ...can], labels })
  const visitor = await server.signIn(user)
  return { ...user, visitor }
}

const open = async ({ visitor }: Pick<Person, 'visitor'>, more: Partial<Wanted> = {}): Promise<Browser> => {
  const browser = aBrowser(server.gatehouse.address, { token: visitor.token, ...more })
  browsers.push(browser)
  await browser.whole()
  return browser
}

const notice = (userId: string, title: string, what: Partial<Notice> = {}) =>
  aNotice({ userId, companyId: company.id }, { kind: `tried ${uuid()}`, title, ...what })
const publish = (...notices: Notice[]) => notify(server.store.db, notices)
const titles = ({ notification: delivered }: Browser) => delivered.map(({ title }) => title)
const settled = () => new Promise((resolve) => setTimeout(resolve, 150))
const idOf = async ({ visitor }: Person, title: string) => {
  const { notifications: all } = await visitor.call(notifications.list)
  return all.find((one) => one.title === title)?.id ?? ''
}

test('a new one is told at once to every browser of its person, and to nobody else', async () => {
  const [who, other] = [await person(), await person()]
  const [first, second, others] = [await open(who), await open(who), await open(other)]
  // Nobody has to look for it: that is five seconds away. At once is a quarter of a second; here, anything before that.
  await tick('5 s')
  const since = Date.now()
  await publish(notice(who.id, 'News'))
  await expect.poll(() => [titles(first), titles(second)]).toEqual([['News'], ['News']])
  expect((first.arrivals[0]?.at ?? 0) - since).toBeLessThan(4500)
  await settled()
  expect(others.notification).toEqual([])
  const listed = await who.visitor.call(notifications.list)
  const [one] = listed.notifications
  const { rows } = await server.store.pool.query<{ seq: number }>('select seq from notification where id = $1', [
    one?.id,
  ])
  expect(first.notification[0]).toEqual({ ...one, seq: rows[0]?.seq })
  expect(listed.seq).toBe(rows[0]?.seq)
})

test('numbers that go out say nothing of how many others there are', async () => {
  const [who, other] = [await person(), await person()]
  const numbers: number[] = []
  const next = async (title: string) => {
    await publish(notice(who.id, title))
    await expect.poll(async () => (await who.visitor.call(notifications.list)).notifications[0]?.title).toBe(title)
    const { seq } = await who.visitor.call(notifications.list)
    numbers.push(seq)
  }
  await next('One')
  const quiet = numbers.at(-1) ?? 0
  for (let n = 0; n < 200; n++) await publish(notice(other.id, `No. ${n}`))
  await settled()
  // Those of others move neither one’s list nor where one’s connection begins.
  expect((await who.visitor.call(notifications.list)).seq).toBe(quiet)
  expect((await open(who)).caughtUp.at(-1)?.seq).toBe(quiet)
  await tick('10 s')
  await next('Two')
  await tick('10 s')
  await next('Three')
  const [, second = 0, third = 0] = numbers
  // Ten seconds and a little, with 200 of others between and with none.
  for (const step of [second - quiet, third - second]) {
    expect(step).toBeGreaterThan(10_000_000)
    expect(step).toBeLessThan(40_000_000)
  }
})

test('what was missed is told first, in order and once, and then how far that is', async () => {
  const who = await person()
  const { seq } = await who.visitor.call(notifications.list)
  const watching = await open(who, { after: seq })
  const all = Array.from({ length: 250 }, (_, n) => `No. ${n + 1}`)
  for (const title of all) await publish(notice(who.id, title))
  await expect.poll(() => titles(watching)).toEqual(all)
  const browser = await open(who, { after: seq })
  expect(browser.notification).toEqual(watching.notification)
  expect(browser.caughtUp).toEqual([{ seq: expect.any(Number), unreadCount: 250 }])
  expect(browser.caughtUp[0]?.seq).toBeGreaterThanOrEqual(browser.notification.at(-1)?.seq ?? Infinity)
  const fresh = await open(who)
  expect(fresh.notification).toEqual([])
  expect(fresh.caughtUp[0]?.unreadCount).toBe(250)
})

test('whoever goes on from a list is told of none twice and of none not at all', async () => {
  const who = await person()
  for (let n = 0; n < 20; n++) {
    const notifying = publish(notice(who.id, `No. ${n}`))
    const list = await who.visitor.call(notifications.list)
    const browser = await open(who, { after: list.seq })
    await notifying
    await expect
      .poll(() => [...browser.notification.map(({ id }) => id), ...list.notifications.map(({ id }) => id)])
      .toHaveLength(n + 1)
    browser.close()
  }
})

test('each is told once and in order, however often the connection is lost', async () => {
  const people = [await person(), await person(), await person()]
  const open3 = await Promise.all(people.map((who) => open(who, { after: 0 })))
  const total = Number(process.env['GATEHOUSE_CUT_NOTIFICATIONS'] ?? 150)
  const cutting = setInterval(() => {
    for (const browser of open3) if (Math.random() < 0.3) browser.cut()
  }, 40)
  for (let n = 0; n < total; n++) await publish(...people.map(({ id }) => notice(id, `No. ${n}`)))
  clearInterval(cutting)
  const all = Array.from({ length: total }, (_, n) => `No. ${n}`)
  for (const browser of open3) await expect.poll(() => titles(browser), { timeout: 30_000 }).toEqual(all)
  await settled()
  for (const browser of open3) expect(titles(browser)).toEqual(all)
}, 120_000)

test('those of another company, without the permission or under a label are not told, neither at once nor later', async () => {
  const { pool } = server.store
  const elsewhere = await aCompany(pool, 'Canary House')
  const [seen, hidden] = [await aDevice(pool, company, 'door'), await aDevice(pool, company, 'door')]
  const label = await aLabel(pool, company, { device: hidden.id })
  const [plain, labelled] = [await person(['read_doors']), await person(['read_doors'], [label])]
  await server.knows(labelled.visitor, hidden)
  // Of its label the server hears after it has heard of the door.
  await expect
    .poll(async () => (await plain.visitor.call(devices.list)).devices.map(({ key }) => key))
    .not.toContain(hidden.key)
  const { seq } = await plain.visitor.call(notifications.list)
  const live = { plain: await open(plain), labelled: await open(labelled) }
  for (const { id } of [plain, labelled])
    await publish(
      notice(id, 'Canary', { companyId: elsewhere.id }),
      notice(id, 'Gas', { requiredPermissions: ['view_gas_detection'] }),
      notice(id, 'Hidden', { deviceIds: [seen.id, hidden.id] }),
      notice(id, 'Open', { deviceIds: [seen.id], requiredPermissions: ['read_doors'] }),
      notice(id, 'Account', { companyId: null }),
    )
  await expect.poll(() => titles(live.labelled)).toEqual(['Hidden', 'Open', 'Account'])
  await expect.poll(() => titles(live.plain)).toEqual(['Open', 'Account'])
  expect(titles(await open(plain, { after: seq }))).toEqual(['Open', 'Account'])
  expect(titles(await open(labelled, { after: seq }))).toEqual(['Hidden', 'Open', 'Account'])
})

test('a device that this node has not heard of yet is asked about in the store', async () => {
  const who = await person()
  const browser = await open(who)
  const device = await aDevice(server.store.pool, company, 'door')
  await server.store.pool.query('update device set retired_at = now() where id = $1', [device.id])
  await publish(notice(who.id, 'Gone', { deviceIds: [device.id] }))
  await expect.poll(() => titles(browser)).toEqual(['Gone'])
})

test('a right that is taken away is gone within the second, and an ended session hears nothing', async () => {
  const { pool } = server.store
  const who = await person(['read_doors'])
  const browser = await open(who)
  const doors = () => publish(notice(who.id, 'Door', { requiredPermissions: ['read_doors'] }))
  await doors()
  await expect.poll(() => titles(browser)).toEqual(['Door'])
  await pool.query(`update users set permissions = '{read_notifications}' where id = $1`, [who.id])
  await expect.poll(() => browser.accessChanges(), { timeout: 20_000 }).toBe(1)
  await expect.poll(() => browser.caughtUp.at(-1)?.unreadCount).toBe(0)
  await doors()
  await publish(notice(who.id, 'Other'))
  await expect.poll(() => titles(browser)).toEqual(['Door', 'Other'])
  await pool.query(`update users set permissions = '{}' where id = $1`, [who.id])
  await expect.poll(() => browser.accessChanges(), { timeout: 20_000 }).toBe(2)
  await publish(notice(who.id, 'Not any more'))
  await settled()
  expect(titles(browser)).toEqual(['Door', 'Other'])
  await pool.query('update session set revoked_at = now() where user_id = $1', [who.id])
  await expect.poll(() => browser.socket.connected, { timeout: 20_000 }).toBe(false)
})

test('what is done in one browser is told to the others of the person, with what is unread since', async () => {
  const [who, other] = [await person(), await person()]
  const [here, there, others] = [await open(who), await open(who), await open(other)]
  await publish(notice(who.id, 'A'), notice(who.id, 'B'), notice(who.id, 'C'), notice(who.id, 'D'))
  await expect.poll(() => titles(there)).toHaveLength(4)
  const [a, b, c] = [await idOf(who, 'A'), await idOf(who, 'B'), await idOf(who, 'C')]
  const until = there.notification.at(-1)?.timestamp ?? ''
  const deeds = [
    () => who.visitor.call(notifications.read, { id: a }),
    () => who.visitor.call(notifications.unread, { id: a }),
    () => who.visitor.call(notifications.readMany, { ids: [a, b, uuid()] }),
    () => who.visitor.call(notifications.remove, { id: a }),
    () => who.visitor.call(notifications.removeMany, { ids: [c] }),
    () => who.visitor.call(notifications.readMany, { until }),
    () => who.visitor.call(notifications.clear),
    async () => {
      const { rows } = await server.store.pool.query('select deletion_id from notification where id = $1', [a])
      await who.visitor.call(notifications.restore, { deletion: rows[0].deletion_id })
    },
  ]
  // One after the other is heard of: what is told with one is what is unread by then, also for what came after it.
  for (const [n, deed] of deeds.entries()) {
    await deed()
    for (const browser of [here, there]) await expect.poll(() => browser.changes).toHaveLength(n + 1)
  }
  const changes = [
    { change: { kind: 'read', ids: [a] }, unreadCount: 3 },
    { change: { kind: 'unread', ids: [a] }, unreadCount: 4 },
    { change: { kind: 'read', ids: expect.toSatisfy((ids: string[]) => ids.length === 2) }, unreadCount: 2 },
    { change: { kind: 'removed', ids: [a] }, unreadCount: 2 },
    { change: { kind: 'removed', ids: [c] }, unreadCount: 1 },
    { change: { kind: 'all-read', until }, unreadCount: 0 },
    { change: { kind: 'cleared', until: null }, unreadCount: 0 },
    { change: { kind: 'restored' }, unreadCount: 0 },
  ]
  for (const browser of [here, there]) expect(browser.changes).toEqual(changes)
  expect(others.changes).toEqual([])
})

test('what is told and what is counted add up, whatever comes at the same time', async () => {
  const who = await person()
  const browser = await open(who)
  let unread = 0
  browser.socket.on('notification', () => unread++)
  browser.socket.on('caught-up', (message: { unreadCount: number }) => (unread = message.unreadCount))
  browser.socket.on('inbox-changed', (message: { unreadCount: number }) => (unread = message.unreadCount))
  const notifying = (async () => {
    for (let n = 0; n < 60; n++) await publish(notice(who.id, `No. ${n}`))
  })()
  for (let n = 0; n < 15; n++) {
    const { notifications: all } = await who.visitor.call(notifications.list, { read: 'false' })
    if (all[0]) await who.visitor.call(notifications.read, { id: all[0].id })
    if (n % 5 === 4) browser.cut()
  }
  await notifying
  await expect.poll(() => browser.notification).toHaveLength(60)
  await settled()
  // The connection that was cut last may be on its way back still.
  await expect.poll(() => unread).toBe((await who.visitor.call(notifications.list)).unreadCount)
})

test('who many were told to at once gets the word of all that were read, in parts', async () => {
  const who = await person()
  const browser = await open(who)
  await publish(...Array.from({ length: 400 }, (_, n) => notice(who.id, `No. ${n}`)))
  await expect.poll(() => browser.notification).toHaveLength(400)
  await who.visitor.call(notifications.readMany, { ids: browser.notification.map(({ id }) => id) })
  await expect
    .poll(() => browser.changes.flatMap(({ change }) => ('ids' in change ? change.ids : [])))
    .toHaveLength(400)
  expect(browser.changes.at(-1)?.unreadCount).toBe(0)
})

test('a connection of somebody else’s name is refused, and the CSRF value has to be there and of this browser', async () => {
  const [who, other] = [await person(), await person()]
  const tried = (text: Record<string, unknown>, headers?: Record<string, string>) => {
    const browser = aBrowser(server.gatehouse.address, {
      token: who.visitor.token,
      says: text,
      ...(headers ? { headers } : {}),
    })
    browsers.push(browser)
    return browser
  }
  const cookie = [...who.visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const csrf = await fetch(`${server.gatehouse.address}/api/auth/csrf-token`, { headers: { cookie } })
  const { csrfToken } = (await csrf.json()) as { csrfToken: string }
  await tried({ csrfToken, userId: who.id }, { cookie }).whole()
  for (const refused of [tried({ csrfToken }), tried({ csrfToken: 'made up' }, { cookie }), tried({}, { cookie })])
    await expect.poll(() => refused.refusals.at(-1)).toBe('EBADCSRFTOKEN')
  for (const bad of [{ after: 'x' }, { after: -1 }, { csrfToken: 7 }, { userId: other.id }, { userId: undefined }]) {
    const refused = tried(bad)
    await expect.poll(() => refused.refusals.at(-1)).toBe('invalid')
  }
})

test('a number that this store has never given is of another: one begins anew', async () => {
  const who = await person()
  const browser = await open(who, { after: 1_000_000_000 })
  await publish(notice(who.id, 'News'))
  await expect.poll(() => titles(browser)).toEqual(['News'])
})

test('that it was told, seen and acted on is kept, with when', async () => {
  const who = await person()
  await open(who)
  await publish(notice(who.id, 'Told'))
  const receipt = async () => {
    const { rows } = await server.store.pool.query<{ sent: boolean; seen: boolean; action: string | null }>(
      `select sent_at is not null as sent, seen_at is not null as seen, action_taken as action
       from notification where user_id = $1`,
      [who.id],
    )
    return rows
  }
  await expect.poll(receipt).toEqual([{ sent: true, seen: false, action: null }])
  const [{ id } = { id: '' }] = (await who.visitor.call(notifications.list)).notifications
  const main = io(server.gatehouse.address, { auth: { token: who.visitor.token }, forceNew: true })
  const send = (action: string) =>
    main.timeout(20_000).emitWithAck(notificationAction, {
      ...{ action, notificationId: id, userId: who.id, timestamp: new Date().toISOString() },
    })
  expect(await send('seen')).toEqual({ success: true })
  expect(await receipt()).toEqual([{ sent: true, seen: true, action: null }])
  await send('followed')
  await send('seen')
  expect(await receipt()).toEqual([{ sent: true, seen: true, action: 'followed' }])
  expect(await send('eaten')).toMatchObject({ failure: { code: 'VALIDATION', details: [{ field: 'action' }] } })
  main.disconnect()
})

test('search is answered over the main connection as by the call', async () => {
  const who = await person()
  const main = io(server.gatehouse.address, { auth: { token: who.visitor.token }, forceNew: true })
  const asked = { query: 'notif', userId: uuid(), timestamp: new Date().toISOString() }
  const answer: unknown = await main.timeout(20_000).emitWithAck(searchQuery, asked)
  expect(answer).toEqual(await who.visitor.call(search.find, { q: 'notif' }))
  expect(await main.timeout(20_000).emitWithAck(searchQuery, { ...asked, query: ' ' })).toMatchObject({
    failure: { code: 'VALIDATION', details: [{ field: 'query' }] },
  })
  main.disconnect()
})
