// Two nodes of the product on one store and one Redis, behind nginx: to people and devices they are one.
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import * as auth from '@gatehouse/contract/identity/auth'
import { accessChanged } from '@gatehouse/contract/identity/auth'
import * as devices from '@gatehouse/contract/building/devices'
import * as notifications from '@gatehouse/contract/messages/notifications'
import type { Permission } from '@gatehouse/contract/permissions'
import { namespaces, socketPath } from '@gatehouse/contract/realtime'
import * as roles from '@gatehouse/contract/identity/roles'
import { io, type Socket } from 'socket.io-client'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ACompany, ADevice, AUser } from '../testing/building.testing.ts'
import { aCompany, aDevice, aRole, aUser } from '../testing/building.testing.ts'
import { ask } from '../chaos/ask.testing.ts'
import { aProgram, type Program } from '../chaos/program.testing.ts'
import { freshDatabase, type TestDatabase } from '../db/testing.ts'
import { createApiClient, type ApiClient } from '../testing/test-server.testing.ts'
import { digestOf } from '../kit/secrets/secrets.ts'
import { aBrowser, type Browser } from '../messages/notifications/browser.testing.ts'
import { type Notice, notify } from '../messages/notifications/notifications.ts'
import { anNginx, aRedis, type Service } from './services.testing.ts'
import { aNotice } from '../messages/notifications/notice.testing.ts'

let database: TestDatabase
let redis: Service
let nginx: Service
let nodes: Record<'a' | 'b', Program>
/** Who calls themselves so comes to this node, as long as it is there. */
let agents: Record<'a' | 'b', string>
let company: ACompany
let detector: ADevice
const apiKey = `gh_${uuid()}`
const closing: (() => unknown)[] = []
const later = <T>(service: T, close: (service: T) => unknown): T => {
  closing.push(() => close(service))
  return service
}

beforeAll(async () => {
  database = later(await freshDatabase(), (one) => one.drop())
  company = await aCompany(database.store.pool, 'Meridian')
  detector = await aDevice(database.store.pool, company, 'gas')
  await database.store.pool.query('insert into api_key (id, company_id, name, secret_hash) values ($1, $2, $3, $4)', [
    uuid(),
    company.id,
    'Cluster',
    digestOf(apiKey),
  ])
  redis = later(await aRedis(), (one) => one.remove())
  await redis.start()
  const settings = {
    DATABASE_URL: database.url,
    REDIS_URL: redis.url,
    VAULT_KEY: randomBytes(32).toString('base64'),
    DATABASE_PATIENCE_MS: '5000',
    LOG_LEVEL: 'warn',
  }
  const [a, b] = [await aProgram(settings), await aProgram(settings)]
  nodes = { a: later(a, (one) => one.remove()), b: later(b, (one) => one.remove()) }
  await Promise.all([a.start(), b.start()])
  nginx = later(await anNginx([a.port, b.port]), (one) => one.remove())
  await nginx.start()
  agents = { a: await agentOf(a), b: await agentOf(b) }
}, 60_000)
afterAll(async () => {
  for (const close of closing.toReversed()) await close()
})

const agentOf = async (node: Program): Promise<string> => {
  for (let n = 0; n < 100; n++) {
    const agent = `Browser ${n}`
    const answer = await fetch(`${nginx.url}/api/health`, { headers: { 'user-agent': agent } })
    if (answer.headers.get('x-node')?.endsWith(`:${node.port}`)) return agent
  }
  throw new Error('nginx sends nobody to this node')
}

interface Person extends AUser {
  readonly visitor: ApiClient
}

const person = async (can: readonly Permission[] = []): Promise<Person> => {
  const user = await aUser(database.store.pool, company, { can: ['read_notifications', 'view_gas_detection', ...can] })
  const visitor = createApiClient(nginx.url)
  await visitor.signIn(user.email, user.password)
  return { ...user, visitor }
}

/** The same person's calls, at one node. */
const at = (node: Program, { visitor }: Person): ApiClient => {
  const there = createApiClient(`http://127.0.0.1:${node.port}`)
  there.token = visitor.token
  return there
}

const open = async ({ visitor }: Person, node: 'a' | 'b'): Promise<Browser> => {
  const browser = later(aBrowser(nginx.url, { token: visitor.token, headers: { 'user-agent': agents[node] } }), (one) =>
    one.close(),
  )
  await browser.whole()
  return browser
}

interface Watching {
  readonly socket: Socket
  readonly values: number[]
  readonly helloes: () => number
}

const watch = async ({ visitor }: Person, node: 'a' | 'b', transports = ['websocket']): Promise<Watching> => {
  const socket = later(
    io(nginx.url + namespaces.telemetry, {
      path: socketPath,
      transports,
      forceNew: true,
      auth: { token: visitor.token },
      extraHeaders: { 'user-agent': agents[node] },
    }),
    (one) => one.disconnect(),
  )
  const values: number[] = []
  let helloes = 0
  socket.on('hello', () => helloes++)
  socket.on('events', (batch: [string, { value: number }][]) => {
    for (const [name, { value }] of batch) if (name === 'gas.recorded') values.push(value)
  })
  await expect.poll(() => helloes).toBe(1)
  return { socket, values, helloes: () => helloes }
}

const report = async (node: Program, value: number) => {
  const reading = { channel: 'CO', value, unit: 'ppm', quality: 'good' }
  const body = [{ device: detector.key, kind: 'reading', id: uuid(), at: new Date().toISOString(), ...reading }]
  const answer = await ask(node.port, { method: 'POST', path: '/api/ingest', headers: { 'x-api-key': apiKey }, body })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
}

const notice = (userId: string, title: string) => aNotice({ userId, companyId: company.id }, { title })
const publish = (...notices: Notice[]) => notify(database.store.db, notices)
const titles = ({ notification: notified }: Browser) => notified.map(({ title }) => title)
const settled = () => sleep(400)

test('one signs in through nginx and is known to both; polling stays at its node', async () => {
  const who = await person()
  for (const node of [nodes.a, nodes.b]) {
    const found = await at(node, who).call(devices.list)
    expect(found.devices.map(({ id }) => id)).toEqual([detector.id])
  }
  for (const node of ['a', 'b'] as const) {
    const polling = await watch(who, node, ['polling'])
    expect(polling.socket.io.engine.transport.name).toBe('polling')
    const upgraded = await watch(who, node, ['polling', 'websocket'])
    await expect.poll(() => upgraded.socket.io.engine.transport.name).toBe('websocket')
    await report(nodes.a, 3)
    await expect.poll(() => [polling.values, upgraded.values]).toEqual([[3], [3]])
  }
})

test('what a device says to one node reaches the browsers of both, once', async () => {
  const who = await person()
  const [a, b] = [await watch(who, 'a'), await watch(who, 'b')]
  for (const [node, value] of [
    [nodes.a, 1],
    [nodes.b, 2],
    [nodes.a, 3],
  ] as const) {
    await report(node, value)
    await expect.poll(() => [a.values.at(-1), b.values.at(-1)]).toEqual([value, value])
  }
  await settled()
  expect([a.values, b.values]).toEqual([
    [1, 2, 3],
    [1, 2, 3],
  ])
})

test('what is told at one node reaches the browsers of the other, once; what is done with it as well', async () => {
  const who = await person()
  const [a, b] = [await open(who, 'a'), await open(who, 'b')]
  const elsewhere = at(nodes.a, who)
  const { status } = await elsewhere.try(
    auth.signIn,
    { email: who.email, password: who.password },
    { 'user-agent': 'Strange/1.0' },
  )
  expect(status).toBe(200)
  await expect.poll(() => [a.notification.length, b.notification.length]).toEqual([1, 1])
  await Promise.all(Array.from({ length: 40 }, (_, n) => publish(notice(who.id, `No. ${n}`))))
  await expect.poll(() => [a.notification.length, b.notification.length]).toEqual([41, 41])
  await settled()
  expect(a.notification).toEqual(b.notification)
  expect(new Set(a.notification.map(({ id }) => id)).size).toBe(41)
  const id = a.notification[0]?.id ?? ''
  await elsewhere.call(notifications.read, { id })
  for (const browser of [a, b])
    await expect.poll(() => browser.changes).toEqual([{ change: { kind: 'read', ids: [id] }, unreadCount: 40 }])
})

test('a right that is taken away at one node is gone at the other within the second', async () => {
  const admin = await person(['admin_access', 'assign_roles', 'manage_users', 'manage_roles', 'read_doors'])
  const who = await person()
  const role = await aRole(database.store.pool, company, { can: ['view_gas_detection'], to: [who] })
  await database.store.pool.query(`update users set permissions = '{read_notifications}' where id = $1`, [who.id])
  const b = await watch(who, 'b')
  await report(nodes.a, 5)
  await expect.poll(() => b.values).toEqual([5])
  const notified = new Promise((resolve) => b.socket.once(accessChanged, resolve))
  const since = Date.now()
  await at(nodes.a, admin).call(roles.assign, { userIds: [who.id], add: [], remove: [role] })
  await notified
  // A second on a quiet machine. Were it not published, it would stay.
  expect(Date.now() - since).toBeLessThan(5000)
  await report(nodes.a, 6)
  await settled()
  expect(b.values).toEqual([5])
})

test('without Redis each goes on for its own, and with it again they are one', async () => {
  const who = await person()
  const [a, b] = [await watch(who, 'a'), await watch(who, 'b')]
  await redis.kill()
  const output = () => nodes.b.output().stdout + nodes.b.output().stderr
  await expect.poll(output).toContain('Redis cannot be reached')
  await report(nodes.a, 1)
  await expect.poll(() => a.values).toEqual([1])
  // The store tells of notifications.
  const browser = await open(who, 'b')
  await publish(notice(who.id, 'Without Redis'))
  await expect.poll(() => titles(browser)).toEqual(['Without Redis'])
  expect(b.values).toEqual([])
  await redis.start()
  // Whatever was missed is asked for: a second hello says so.
  await expect.poll(() => [a.helloes(), b.helloes()], { timeout: 20_000 }).toEqual([2, 2])
  await report(nodes.a, 2)
  await expect.poll(() => [a.values.at(-1), b.values.at(-1)]).toEqual([2, 2])
})

test('a node that is killed loses nobody anything: its browsers come back at the other', async () => {
  const who = await person()
  const [a, b] = [await open(who, 'a'), await open(who, 'b')]
  const all = Array.from({ length: 200 }, (_, n) => `No. ${n}`)
  const notifying = async (some: readonly string[]) => {
    for (const title of some) {
      await publish(notice(who.id, title))
      await sleep(5)
    }
  }
  const first = notifying(all.slice(0, 100))
  await expect.poll(() => a.notification.length).toBeGreaterThan(0)
  const rest = first.then(() => notifying(all.slice(100)))
  const before = a.notification.length
  await nodes.a.kill()
  await rest
  for (const browser of [a, b]) await expect.poll(() => titles(browser), { timeout: 20_000 }).toEqual(all)
  expect(before).toBeGreaterThan(0)
  expect(before).toBeLessThan(all.length)
  await nodes.a.start()
  await publish(notice(who.id, 'Both again'))
  const whole = [...all, 'Both again']
  for (const browser of [a, b]) await expect.poll(() => titles(browser)).toEqual(whole)
  await settled()
  expect([titles(a), titles(b)]).toEqual([whole, whole])
})
