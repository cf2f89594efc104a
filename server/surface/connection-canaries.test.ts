// Two companies, the devices of one at work: random acts of connections of the other, with its own keys and with theirs, over
// the broker, the ingest API and live sockets. Nothing that is kept of the first changes, its connections stay, and whatever
// it says and is told is heard by nobody of the other. CANARY_ACTS=20000 for the long form.
import * as devices from '@gatehouse/contract/building/devices'
import { unlock } from '@gatehouse/contract/access/doors'
import * as ingest from '@gatehouse/contract/building/ingest'
import { allPermissions } from '@gatehouse/contract/permissions'
import { namespaces } from '@gatehouse/contract/realtime'
import { type Kind, topicOf } from '@gatehouse/contract/building/wire'
import fc from 'fast-check'
import type { MqttClient } from 'mqtt'
import { io, type Socket } from 'socket.io-client'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { attacked } from './attack.testing.ts'
import { type ACompany, aCompany, type ADevice, aDevice } from '../testing/building.testing.ts'
import { type TestServer, sharedServer, type ApiClient } from '../testing/test-server.testing.ts'
import { connect, connectOnce, publish, send, until } from '../building/ingest/ingest.testing.ts'
import { tick } from '../kit/clock.testing.ts'
import { rowsOf, tablesChanged } from './rows-of.testing.ts'

const howMany = Number(process.env['CANARY_ACTS'] ?? 600)
const seed = Number(process.env['CANARIES_SEED'] ?? 20_261_126)

let server: TestServer
let ours: ACompany
let keeper: ApiClient
/** One of each kind, the door first, each with the connection that it speaks through. */
let ourDevices: readonly ADevice[]
const ourClients = new Map<string, MqttClient>()
const cutOff: string[] = []

let theirs: ACompany
let stranger: ApiClient
let theirDevices: readonly ADevice[]
let apiKey: string
let credentials: readonly { readonly key: string; readonly secret: string }[]
const theirClients = new Map<string, MqttClient>()
const theirSockets: Socket[] = []
const overheard: string[] = []

beforeAll(async () => {
  server = await sharedServer()
  const { pool } = server.store
  ;[ours, theirs] = [await aCompany(pool), await aCompany(pool)]
  ;[keeper, stranger] = [await admin(ours), await admin(theirs)]
  ourDevices = await oneOfEach(ours)
  theirDevices = await oneOfEach(theirs)
  for (const device of ourDevices) {
    const client = await connect(server.gatehouse.devices, device)
    client.on('close', () => cutOff.push(device.key))
    ourClients.set(device.key, client)
    await client.subscribeAsync(topicOf(device.key, 'command'), { qos: 1 })
    await send(client, device.key, 'status', { ...aMessage(), online: true, firmware: 'ours' })
  }
  apiKey = (await stranger.call(ingest.createApiKey, { name: 'Theirs' })).secret
  const keys = ourDevices.map(({ key }) => key)
  const gateways = [{}, { keys }, { topics: ['zigbee2mqtt/#', 'homeassistant/#', '+/rpc', '+/events/rpc'] }]
  const made = []
  for (const [n, more] of gateways.entries()) {
    const { username, secret } = await stranger.call(devices.createGateway, {
      name: `gateway-${n}`,
      topics: [],
      ...more,
    })
    made.push({ key: username, secret })
  }
  credentials = [...made, ...theirDevices]
})
afterAll(() => {
  for (const client of [...ourClients.values(), ...theirClients.values()]) client.removeAllListeners('close').end(true)
  for (const socket of theirSockets) socket.disconnect()
})

test(`${howMany} random acts of another company’s connections: nothing changes, nobody is cut off`, {
  timeout: 3_600_000,
}, async () => {
  // The rules that a company begins with are judged by then.
  await tick('2 s')
  const before = await rowsOf(server.store.pool, ours)
  const drawn = fc.sample(acts(), { numRuns: howMany, seed })
  let acknowledged = 0
  for (const act of drawn) if (await perform(act)) acknowledged++
  // What ended without a word is looked at by then.
  for (const client of theirClients.values()) client.stream.destroy()
  theirClients.clear()
  await server.client().try(devices.list)
  const after = await rowsOf(server.store.pool, ours)
  attacked('connections', 'random acts of another company', howMany, cutOff.length)
  attacked('connections', 'tables of ours changed', Object.keys(before).length, tablesChanged(before, after).length)
  expect(tablesChanged(before, after)).toEqual([])
  expect(cutOff).toEqual([])
  // Not all of it was refused at the door.
  expect(acknowledged).toBeGreaterThan(howMany / 10)
})

test('whatever ours say and are told, no connection of another company hears', { timeout: 60_000 }, async () => {
  const filters = [
    '#',
    'gatehouse/v1/#',
    ...['command', 'accessList', 'decision'].flatMap((what) => [
      `gatehouse/v1/+/${what}`,
      ...ourDevices.map(({ key }) => `gatehouse/v1/${key}/${what}`),
    ]),
    ...ourDevices.flatMap(({ key }) => kinds.map((kind) => topicOf(key, kind))),
  ]
  for (const [n] of credentials.entries()) {
    const client = await clientOf(n, 0)
    for (const filter of filters) await client.subscribeAsync(filter, { qos: 1 }).catch(() => undefined)
  }
  for (const namespace of Object.values(namespaces)) await listen(namespace, { companyId: ours.id, room: ours.id })
  const [door, theirDoor] = [ourDevices[0], theirDevices[0]]
  const notified = new Promise((resolve) => ourClients.get(door?.key ?? '')?.once('message', resolve))
  for (const { key } of ourDevices)
    for (const kind of kinds) {
      const client = ourClients.get(key)
      if (client) await send(client, key, kind, messageOf(kind, 0))
    }
  expect((await keeper.try(unlock, { doorId: door?.id ?? '', reason: 'A delivery' })).status).toBe(202)
  await notified
  // Their own they do hear: these connections work.
  await stranger.try(unlock, { doorId: theirDoor?.id ?? '', reason: 'A delivery' })
  await until(async () => overheard.some((word) => word.includes(theirDoor?.key ?? 'nobody')))
  const ofOurs = overheard.filter((word) => ourDevices.some(({ id, key }) => word.includes(key) || word.includes(id)))
  attacked('connections', 'words of ours overheard', overheard.length, ofOurs.length)
  expect(ofOurs).toEqual([])
})

const admin = async (of: ACompany) => {
  const can = allPermissions.filter((permission) => permission !== 'manage_companies')
  return server.signedIn(of, { can })
}

const oneOfEach = async (company: ACompany) => {
  const made: ADevice[] = []
  for (const kind of ['door', 'gas', 'counter', 'intercom', 'actuator'] as const)
    made.push(await aDevice(server.store.pool, company, kind))
  return made
}

const kinds = [
  'event',
  'state',
  'reading',
  'count',
  'total',
  'call',
  'status',
  'ack',
  'ask',
  'output',
] as const satisfies readonly Kind[]

const aMessage = () => ({ id: uuid(), at: new Date().toISOString() })

/** What would be news of the device: another state each time. */
const messageOf = (kind: Kind, n: number): object => {
  const open = n % 2 === 0
  const reported: Record<Kind, object> = {
    event: { type: 'door.forced', result: 'granted', credential: 'card:1' },
    state: {
      mode: open ? 'Unlocked' : 'Locked',
      lock: open ? 'Unlocked' : 'Locked',
      contact: open ? 'Open' : 'Closed',
    },
    reading: { channel: 'CO', value: n, unit: 'ppm' },
    count: { in: n, out: 0 },
    total: { in: n, out: 0 },
    call: { state: 'ringing', callId: `${n}` },
    status: { online: open, firmware: `theirs ${n}`, battery: n % 100 },
    ack: { commandId: uuid(), result: 'done' },
    ask: { credential: 'card:1' },
    output: { active: open, fault: !open },
  }
  return { ...aMessage(), ...reported[kind] }
}

interface Act {
  readonly does: 'say' | 'say foreign' | 'post' | 'cut' | 'leave' | 'subscribe' | 'take over' | 'join'
  readonly credential: number
  readonly client: number
  readonly key: string
  readonly kind: Kind
  readonly n: number
}

const acts = () =>
  fc.record<Act>({
    does: fc.oneof(
      { weight: 6, arbitrary: fc.constant('say' as const) },
      fc.constantFrom('say foreign', 'post', 'cut', 'cut', 'leave', 'subscribe', 'take over', 'join'),
    ),
    credential: fc.nat(credentials.length - 1),
    client: fc.nat(1),
    key: fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...ourDevices.map(({ key }) => key)) },
      fc.constantFrom(...theirDevices.map(({ key }) => key)),
    ),
    kind: fc.constantFrom(...kinds),
    n: fc.nat(99),
  })

/** Whether it was taken by the product, whatever came of it. */
const perform = async ({ does, credential, client: which, key, kind, n }: Act): Promise<boolean> => {
  const client = await clientOf(credential, which)
  const message = messageOf(kind, n)
  if (does === 'say') return send(client, key, kind, message)
  if (does === 'say foreign') return publish(client, `zigbee2mqtt/${key}`, JSON.stringify({ contact: n % 2 === 0 }))
  if (does === 'post') {
    const { status } = await server
      .client()
      .try(ingest.batch, [{ device: key, kind, ...message }], { 'x-api-key': apiKey })
    return status === 200
  }
  if (does === 'subscribe')
    return client.subscribeAsync([topicOf(key, kind), `gatehouse/v1/${key}/command`, '#'], { qos: 1 }).then(
      () => true,
      () => false,
    )
  if (does === 'join') return listen(namespaces.telemetry, { companyId: ours.id, deviceId: key }).then(() => true)
  if (does === 'take over') {
    // As a client of our device would call itself.
    const other = await connectOnce(server.gatehouse.devices, credentials[credential] ?? { key: '', secret: '' }, {
      clientId: ourClients.get(key)?.options.clientId ?? key,
    }).catch(() => undefined)
    other?.stream.destroy()
    return other !== undefined
  }
  if (does === 'cut') client.stream.destroy()
  else await client.endAsync(true).catch(() => undefined)
  theirClients.delete(`${credential} ${which}`)
  return true
}

/** The connection as it stands, or another with a last will about one of ours. */
const clientOf = async (credential: number, which: number): Promise<MqttClient> => {
  const name = `${credential} ${which}`
  const known = theirClients.get(name)
  if (known?.connected) return known
  const about = ourDevices[which]?.key ?? ''
  const client = await connect(server.gatehouse.devices, credentials[credential] ?? { key: '', secret: '' }, {
    will: {
      topic: topicOf(about, 'status'),
      payload: Buffer.from(JSON.stringify({ ...aMessage(), online: false })),
      qos: 1,
      retain: false,
    },
  })
  client.on('message', (topic, payload) => overheard.push(`${topic} ${payload.toString()}`))
  theirClients.set(name, client)
  return client
}

/** A live socket that asks for more than it is given. */
const listen = async (namespace: string, asked: Record<string, string>): Promise<void> => {
  while (theirSockets.length > 10) theirSockets.shift()?.disconnect()
  const socket = io(`${server.gatehouse.address}${namespace}`, {
    auth: { token: stranger.token, ...asked },
    query: asked,
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
  })
  theirSockets.push(socket)
  socket.onAny((name: string, ...reported: unknown[]) => overheard.push(`${name} ${JSON.stringify(reported)}`))
  await new Promise<void>((resolve) => {
    for (const word of ['connect', 'connect_error', 'disconnect']) socket.once(word, () => resolve())
  })
  for (const word of ['join', 'subscribe', 'events', 'room']) socket.emit(word, asked)
}
