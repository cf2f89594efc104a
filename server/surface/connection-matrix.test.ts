// What a connection may do, by whose it is: everything that may be said or heard over the wire, with a decision for each.
// A new kind of message, or a new place for live values, without a decision is no program.
import * as devicesContract from '@gatehouse/contract/building/devices'
import type { DeviceKind } from '@gatehouse/contract/building/devices'
import * as ingest from '@gatehouse/contract/building/ingest'
import { allPermissions, type Permission } from '@gatehouse/contract/permissions'
import { namespaces } from '@gatehouse/contract/realtime'
import { type Kind, type Spoken, spoken, topicOf } from '@gatehouse/contract/building/wire'
import { connectAsync, type MqttClient } from 'mqtt'
import { io } from 'socket.io-client'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ACompany, aCompany, type ADevice, aDevice } from '../testing/building.testing.ts'
import { type TestServer, sharedServer, type ApiClient } from '../testing/test-server.testing.ts'
import { connect, count, send } from '../building/ingest/ingest.testing.ts'
import { aCsrfPair, claimedIn } from '../kit/http/csrf.testing.ts'

/** Of each kind of message: which kind of device says it. Of all others it is refused. */
const sayers: Record<Kind, readonly DeviceKind[]> = {
  event: ['door', 'gas', 'counter', 'intercom', 'actuator'],
  state: ['door'],
  reading: ['gas'],
  count: ['counter'],
  total: ['counter'],
  call: ['intercom'],
  status: ['door', 'gas', 'counter', 'intercom', 'actuator'],
  ack: ['door', 'gas', 'counter', 'intercom', 'actuator'],
  ask: ['door'],
  output: ['actuator'],
}

/** Who may speak for a device, and be told what it is told. */
const senders = {
  'the device itself': true,
  'a gateway that carries all of its company': true,
  'a gateway that carries it': true,
  'a gateway that carries another': false,
  'another device of its company': false,
  'a device of another company': false,
  'a gateway of another company': false,
} as const
type Sender = keyof typeof senders

/** Whose API key may say it in `POST /ingest`. */
const keys = { 'of its company': true, 'of another company': false, 'that was revoked': false } as const
type KeyOf = keyof typeof keys

/** Who comes onto each connection for live values. */
const guests: Record<keyof typeof namespaces, { readonly 'signed in': boolean; readonly nobody: boolean }> = {
  main: { 'signed in': true, nobody: false },
  notifications: { 'signed in': true, nobody: false },
  telemetry: { 'signed in': true, nobody: false },
}

/** What the server says to a device: all of it to whoever speaks for it, and to nobody else. */
const notified: Record<Spoken, true> = { command: true, decision: true, 'access-list': true }

const deviceKinds = ['door', 'gas', 'counter', 'intercom', 'actuator'] as const
type Described = (typeof deviceKinds)[number]

let server: TestServer
let ours: ACompany
let admin: ApiClient
const devices = new Map<Described, ADevice>()
type Credentials = Pick<ADevice, 'key' | 'secret'>
const credentials = new Map<string, Credentials>()
const clients = new Map<string, MqttClient>()
const apiKeys = new Map<KeyOf, string>()

const deviceOf = (kind: Described): ADevice => {
  const device = devices.get(kind)
  if (!device) throw new Error(`no ${kind}`)
  return device
}

beforeAll(async () => {
  server = await sharedServer()
  const { pool } = server.store
  ours = await aCompany(pool)
  const theirs = await aCompany(pool)
  admin = await someone(ours, allPermissions)
  const stranger = await someone(theirs, allPermissions)
  for (const kind of deviceKinds) devices.set(kind, await aDevice(pool, ours, kind))
  const [other, foreign] = [await aDevice(pool, ours, 'gas'), await aDevice(pool, theirs, 'gas')]
  const gateway = async (by: ApiClient, given?: readonly string[]) => {
    const asked = { name: 'gateway', ...(given ? { keys: [...given] } : {}) }
    const { username, secret } = await by.call(devicesContract.createGateway, asked)
    return { key: username, secret }
  }
  const all = deviceKinds.map((kind) => deviceOf(kind).key)
  const others: Record<Exclude<Sender, 'the device itself'>, Credentials> = {
    'a gateway that carries all of its company': await gateway(admin),
    'a gateway that carries it': await gateway(admin, all),
    'a gateway that carries another': await gateway(admin, [other.key]),
    'another device of its company': other,
    'a device of another company': foreign,
    'a gateway of another company': await gateway(stranger),
  }
  for (const [sender, credential] of Object.entries(others)) credentials.set(sender, credential)
  for (const kind of deviceKinds) credentials.set(`the device itself ${kind}`, deviceOf(kind))
  const [own, elsewhere, revoked] = [
    await admin.call(ingest.createApiKey, { name: 'Own' }),
    await stranger.call(ingest.createApiKey, { name: 'Elsewhere' }),
    await admin.call(ingest.createApiKey, { name: 'Revoked' }),
  ]
  await admin.call(ingest.revokeApiKey, { id: revoked.apiKey.id })
  apiKeys.set('of its company', own.secret)
  apiKeys.set('of another company', elsewhere.secret)
  apiKeys.set('that was revoked', revoked.secret)
})
afterAll(() => {
  for (const client of clients.values()) client.end(true)
})

const someone = async (of: ACompany, can: readonly Permission[]) => {
  const own = can.filter((permission) => permission !== 'manage_companies')
  return server.signedIn(of, { can: own })
}

/** Who says what they may not is cut off, and comes again. */
const clientOf = async (sender: string, kind: Described): Promise<MqttClient> => {
  const name = credentials.has(sender) ? sender : `${sender} ${kind}`
  const known = clients.get(name)
  if (known?.connected) return known
  const credential = credentials.get(name)
  if (!credential) throw new Error(`no connection of ${sender}`)
  const client = await connect(server.gatehouse.devices, credential)
  clients.set(name, client)
  return client
}

const messageOf = (kind: Kind) => {
  const more: Record<Kind, object> = {
    event: { type: 'tamper' },
    state: { mode: 'Locked' },
    reading: { channel: 'CO', value: 1, unit: 'ppm' },
    count: { in: 1, out: 0 },
    total: { in: 1, out: 0 },
    call: { state: 'ringing' },
    status: { online: true },
    ack: { commandId: uuid(), result: 'done' },
    ask: { credential: 'card:1' },
    output: { active: true },
  }
  return { id: uuid(), at: new Date().toISOString(), ...more[kind] }
}

const storedOf = (device: ADevice) => count(server.store.pool, 'message where device_id = $1', [device.id])

const cases = Object.entries(sayers).flatMap(([kind, by]) =>
  deviceKinds.map((deviceKind) => ({ kind: kind as Kind, deviceKind, says: by.includes(deviceKind) })),
)

describe.each(cases)('"$kind" of a device of kind $deviceKind', ({ kind, deviceKind, says: text }) => {
  test.each(Object.entries(senders))('over MQTT from %s', async (sender, speaksForIt) => {
    const device = deviceOf(deviceKind)
    const before = await storedOf(device)
    await send(await clientOf(sender, deviceKind), device.key, kind, messageOf(kind))
    expect((await storedOf(device)) - before).toBe(text && speaksForIt ? 1 : 0)
  })

  test.each(Object.entries(keys))('over HTTP with a key %s', async (key, speaksForIt) => {
    const device = deviceOf(deviceKind)
    const before = await storedOf(device)
    const item = { device: device.key, kind, ...messageOf(kind) }
    await server.client().try(ingest.batch, [item], { 'x-api-key': apiKeys.get(key as KeyOf) ?? '' })
    expect((await storedOf(device)) - before).toBe(text && speaksForIt ? 1 : 0)
  })
})

/**
 * A key is of a company: whoever carries all of theirs may ask for one of that name, and what ours is told never comes there
 * (connection-canaries.test.ts).
 */
const mayAsk = (sender: string, speaksForIt: boolean) => speaksForIt || sender === 'a gateway of another company'

test.each(
  spoken.flatMap((what) =>
    Object.entries(senders).map(([sender, speaksForIt]) => ({ what, sender, receives: mayAsk(sender, speaksForIt) })),
  ),
)('"$what" may be asked for by $sender: $receives', async ({ what, sender, receives }) => {
  const { key } = deviceOf('door')
  const client = await clientOf(sender, 'door')
  const received = await client.subscribeAsync(`gatehouse/v1/${key}/${what}`, { qos: 1 }).then(
    (granted) => granted.every(({ qos }) => qos < 128),
    () => false,
  )
  expect(received).toBe(receives && notified[what])
})

test('nobody connects to the broker without a credential, or with one that is revoked', async () => {
  const url = server.gatehouse.devices
  const options = { reconnectPeriod: 0 }
  await expect(connectAsync(url, options)).rejects.toThrow()
  await expect(connectAsync(url, { ...options, username: deviceOf('door').key, password: 'x' })).rejects.toThrow()
})

test.each(
  Object.entries(namespaces).flatMap(([name, path]) => ['signed in', 'nobody'].map((who) => [name, who, path])),
)('the connection for live values "%s" is open to %s as decided', async (name = '', who = '', path = '') => {
  const { cookie, csrfToken } = aCsrfPair()
  const socket = io(`${server.gatehouse.address}${path}`, {
    auth: who === 'nobody' ? {} : { token: admin.token, csrfToken, userId: claimedIn(admin.token) },
    extraHeaders: { cookie },
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
  })
  const isIn = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true))
    socket.once('connect_error', () => resolve(false))
  })
  socket.disconnect()
  expect(isIn).toBe(guests[name as keyof typeof guests][who as 'nobody'])
})

test('every kind of message and of what devices are told is in the wire, and nothing else', () => {
  expect(Object.keys(sayers).map((kind) => topicOf('k', kind as Kind))).toHaveLength(10)
  expect(Object.keys(notified).toSorted()).toEqual([...spoken].toSorted())
})
