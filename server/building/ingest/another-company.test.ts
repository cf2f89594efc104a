// What the connections of another company do to our devices: nothing, whichever way they come in and however they end.
import * as devices from '@gatehouse/contract/building/devices'
import * as ingest from '@gatehouse/contract/building/ingest'
import { allPermissions } from '@gatehouse/contract/permissions'
import { unlock } from '@gatehouse/contract/access/doors'
import { topicOf } from '@gatehouse/contract/building/wire'
import type { MqttClient } from 'mqtt'
import { v7 as uuid } from 'uuid'
import { beforeEach, describe, expect, test } from 'vitest'
import { type ACompany, aCompany, type ADevice, aDevice } from '../../testing/building.testing.ts'
import { type TestServer, sharedServer, type ApiClient } from '../../testing/test-server.testing.ts'
import { tick } from '../../kit/clock.testing.ts'
import { aReading, connect, connectOnce, publish, send, until } from './ingest.testing.ts'

let server: TestServer
let ours: ACompany
let theirs: ACompany
let stranger: ApiClient
let gas: ADevice
let door: ADevice
let ownClients: MqttClient[]

beforeEach(async () => {
  server = await sharedServer()
  ours = await aCompany(server.store.pool)
  theirs = await aCompany(server.store.pool)
  stranger = await admin(theirs)
  ;[gas, door] = [await aDevice(server.store.pool, ours, 'gas'), await aDevice(server.store.pool, ours, 'door')]
  ownClients = []
  for (const device of [gas, door]) {
    const client = await connect(server.gatehouse.devices, device)
    await send(client, device.key, 'status', { id: uuid(), at: now(), online: true })
    await until(async () => (await presenceOf(device)).online)
    ownClients.push(client)
  }
  return () => ownClients.forEach((client) => client.end(true))
})

const now = () => new Date().toISOString()

const admin = async (of: ACompany) => {
  // Whoever registers a company holds what is its own, and nothing of the installation.
  const can = allPermissions.filter((permission) => permission !== 'manage_companies')
  return server.signedIn(of, { can })
}

const presenceOf = async ({ id }: Pick<ADevice, 'id'>) => {
  const { rows } = await server.store.pool.query<{ online: boolean }>(
    'select online, firmware, battery from device_status where device_id = $1',
    [id],
  )
  return rows[0] ?? { online: false }
}

/** All that is kept of our devices and told about them. */
const known = async () => {
  const { rows } = await server.store.pool.query(
    `select (select jsonb_agg(jsonb_build_object('device', device_id, 'online', online, 'firmware', firmware) order by device_id)
        from device_status where device_id = any ($1)) as statuses,
      (select count(*)::int from event where device_id = any ($1)) as events,
      (select count(*)::int from gas_reading where device_id = any ($1)) as readings,
      (select count(*)::int from quarantine where company_id = $2) as quarantined,
      (select count(*)::int from notification where company_id = $2) as notifications`,
    [[gas.id, door.id], ours.id],
  )
  return rows[0]
}

/** The credentials a stranger can get, each over the calls that are there for it. */
const credentials: Record<string, () => Promise<{ key: string; secret: string }>> = {
  'a gateway that names our keys': async () => named(await gateway([gas.key, door.key])),
  'a gateway of everything': async () => named(await gateway()),
  'a gateway of foreign wires': async () => named(await gateway([gas.key], ['zigbee2mqtt/#', 'shelly-1/#'])),
  'devices of the same keys': async () => {
    const register = (key: string, kind: 'gas' | 'door') =>
      stranger.call(devices.register, { key, kind, name: 'Twin', siteId: theirs.siteId })
    await register(door.key, 'door')
    const { username, secret } = await register(gas.key, 'gas')
    return named({ username: username ?? '', secret: secret ?? '' })
  },
}

const gateway = (keys?: string[], topics: string[] = []) =>
  stranger.call(devices.createGateway, { name: 'gateway', topics, ...(keys ? { keys } : {}) })
const named = ({ username, secret }: { username: string; secret: string }) => ({ key: username, secret })

const endings: Record<string, (client: MqttClient) => Promise<unknown>> = {
  'cut off': async (client) => client.stream.destroy(),
  'with a goodbye': async (client) => (client.connected ? client.endAsync() : client.end(true)),
}

describe.each(Object.entries(credentials))('%s', (_name, credential) => {
  test.each(Object.entries(endings))('speaks as our devices, and ends %s', async (_how, end) => {
    const to = await credential()
    const before = await known()
    const will = {
      topic: topicOf(gas.key, 'status'),
      payload: Buffer.from(JSON.stringify({ id: uuid(), at: now(), online: false })),
      qos: 1 as const,
      retain: false,
    }
    for (let time = 0; time < 3; time++) {
      const client = await connect(server.gatehouse.devices, to, { will, clientId: 'the same' })
      const payload = [
        [gas.key, 'status', { id: uuid(), at: now(), online: false, firmware: 'theirs' }],
        [gas.key, 'reading', aReading()],
        [door.key, 'state', { id: uuid(), at: now(), mode: 'Unlocked', lock: 'Unlocked', contact: 'Open' }],
      ] as const
      for (const [key, kind, message] of payload) await send(client, key, kind, message)
      await end(client)
    }
    // A device that is cut off is off line by the time this is answered.
    await server.client().try(devices.list)
    expect(await known()).toEqual(before)
    expect([(await presenceOf(gas)).online, (await presenceOf(door)).online]).toEqual([true, true])
  })

  test('does not hide that ours is lost', async () => {
    const client = await connect(server.gatehouse.devices, await credential())
    await send(client, gas.key, 'status', { id: uuid(), at: now(), online: true })
    ownClients[0]?.stream.destroy()
    await send(client, gas.key, 'status', { id: uuid(), at: now(), online: true })
    // At once, or by its silence where this machine has just stood still: whoever is cut off then may have been ours to hear.
    await until(async () => {
      await tick('1 s')
      return !(await presenceOf(gas)).online
    }, 40_000)
    client.end(true)
  })
})

test('hears nothing that is said to our devices', async () => {
  const clients = []
  const announcement: string[] = []
  for (const credential of Object.values(credentials)) {
    const client = await connect(server.gatehouse.devices, await credential())
    client.on('message', (topic) => announcement.push(topic))
    for (const filter of ['gatehouse/v1/+/command', topicOf(door.key, 'command'), topicOf(gas.key, 'command'), '#'])
      await client.subscribeAsync(filter, { qos: 1 }).catch(() => undefined)
    clients.push(client)
  }
  const [, own] = ownClients
  const answered = new Promise<string>((resolve) => own?.once('message', (topic) => resolve(topic)))
  await own?.subscribeAsync(topicOf(door.key, 'command'), { qos: 1 })
  const keeper = await admin(ours)
  await keeper.try(unlock, { doorId: door.id, reason: 'A delivery' })
  expect(await answered).toBe(topicOf(door.key, 'command'))
  expect(announcement).toEqual([])
  for (const client of clients) client.end(true)
})

test('an ingest key speaks of its own company only', async () => {
  const { secret } = await stranger.call(ingest.createApiKey, { name: 'Theirs' })
  const before = await known()
  const items = [
    { device: gas.key, kind: 'status', id: uuid(), at: now(), online: false },
    { device: gas.key, kind: 'reading', ...aReading() },
  ]
  const { body } = await server.client().try(ingest.batch, items, { 'x-api-key': secret })
  expect(body).toMatchObject({ results: [{ result: 'quarantined' }, { result: 'quarantined' }] })
  expect(await known()).toEqual(before)
})

test('whether another company has a key or a gateway of some name, no answer tells', async () => {
  const free = uuid()
  const register = async (key: string) => {
    const { status, body } = await stranger.try(devices.register, {
      key,
      kind: 'gas',
      name: 'G',
      siteId: theirs.siteId,
    })
    return { status, fields: Object.keys(body as object) }
  }
  expect(await register(gas.key)).toEqual(await register(free))
  const keeper = await admin(ours)
  const { username } = await keeper.call(devices.createGateway, { name: 'lobby' })
  const again = await stranger.call(devices.createGateway, { name: 'lobby' })
  expect(again.username).not.toBe(username)
  expect((await stranger.try(devices.createGateway, { name: username })).status).toBe(201)
  const ownOf = async (who: typeof stranger) => (await who.call(devices.gateways)).gateways.map((one) => one.username)
  expect(await ownOf(keeper)).toContain(username)
  expect(await ownOf(keeper)).not.toContain(again.username)
  expect(await ownOf(stranger)).not.toContain(username)
})

test('a device that only sends what is refused is not there', async () => {
  const [quiet] = [await aDevice(server.store.pool, ours, 'gas')]
  const client = await connect(server.gatehouse.devices, quiet)
  expect(await publish(client, topicOf(quiet.key, 'reading'), 'no JSON')).toBe(true)
  client.stream.destroy()
  await expect(connectOnce(server.gatehouse.devices, { ...quiet, secret: 'wrong' })).rejects.toThrow()
  const { rowCount } = await server.store.pool.query(
    `select from event where device_id = $1 and type in ('device.online', 'device.offline')`,
    [quiet.id],
  )
  expect(rowCount).toBe(0)
})
