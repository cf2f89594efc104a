// Devices on other people's wires: whose they are where several companies use the same names.
import * as devices from '@gatehouse/contract/building/devices'
import type { Output } from '@gatehouse/contract/operation'
import type { MqttClient } from 'mqtt'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ACompany, aCompany } from '../../testing/building.testing.ts'
import { createDirectory } from '../devices/devices.ts'
import { type TestServer, sharedServer, type ApiClient } from '../../testing/test-server.testing.ts'
import { aCommand, connectOnce, openWayIn, publish } from './ingest.testing.ts'

interface Owner {
  readonly company: ACompany
  readonly admin: ApiClient
}

let server: TestServer

beforeAll(async () => {
  server = await sharedServer()
})

const db = () => server.store.pool

const anOwner = async (): Promise<Owner> => {
  const company = await aCompany(db())
  const admin = await server.signedIn(company, { can: ['manage_integrations'] })
  return { company, admin }
}

/** As everybody's names are unique over the whole installation. */
const unique = (name: string) => `${name}-${uuid().slice(-12)}`

const takesIn = (
  { admin, company }: Owner,
  key: string,
  driver: 'shelly' | 'zigbee2mqtt' | 'homeassistant',
  address: string,
) => admin.call(devices.register, { key, kind: 'door', name: key, siteId: company.siteId, driver, address })

const waiting = async ({ admin }: Owner) => (await admin.call(devices.discovered)).discovered

const aBridge = async ({ admin }: Owner, name: string, ...topics: string[]) => {
  const { username, secret } = await admin.call(devices.createGateway, { name, topics })
  return connectOnce(server.gatehouse.devices, { key: username, secret })
}

const locks = async (deviceId: string) => {
  const { rows } = await db().query<{ lock: string }>('select lock from door_state where device_id = $1', [deviceId])
  return rows[0]?.lock ?? null
}

describe('two companies with devices of the same address', () => {
  const address = `shellyplus1-${uuid().slice(-12)}`
  const topic = `${address}/events/rpc`
  const open = JSON.stringify({
    src: address,
    method: 'NotifyStatus',
    params: { ts: Date.now() / 1000, 'switch:0': { id: 0, output: true } },
  })
  let one: Owner
  let other: Owner
  let mine: Output<typeof devices.register>
  let theirs: Output<typeof devices.register>

  beforeAll(async () => {
    ;[one, other] = [await anOwner(), await anOwner()]
    mine = await takesIn(one, unique('strike'), 'shelly', address)
    theirs = await takesIn(other, unique('strike'), 'shelly', address)
  })

  it('each hear of their own only', async () => {
    const client = await connectOnce(server.gatehouse.devices, { key: mine.username ?? '', secret: mine.secret ?? '' })
    expect(await publish(client, topic, open)).toBe(true)
    client.end(true)
    expect(await locks(mine.device.id)).toBe('Unlocked')
    expect(await locks(theirs.device.id)).toBeNull()
  })

  it('each command their own only', async () => {
    const way = await openWayIn(server.url)
    const announcement: string[] = []
    const clients: MqttClient[] = []
    for (const { device, username, secret } of [mine, theirs]) {
      const client = await connectOnce(way.url, { key: username ?? '', secret: secret ?? '' })
      client.on('message', () => announcement.push(device.key))
      await client.subscribeAsync(`${address}/rpc`, { qos: 1 })
      clients.push(client)
    }
    expect(await way.ingest.send(mine.device.id, aCommand())).toBe(true)
    await expect.poll(() => announcement).toEqual([mine.device.key])
    expect(await way.ingest.send(theirs.device.id, aCommand())).toBe(true)
    await expect.poll(() => announcement).toEqual([mine.device.key, theirs.device.key])
    clients[1]?.end(true)
    await expect.poll(() => way.ingest.figures.connections()).toBe(1)
    expect(await way.ingest.send(theirs.device.id, aCommand())).toBe(false)
    for (const client of clients) client.end(true)
    await way.close()
  })

  it('a broker that does not say whose it carries gets a reason, and neither company a state', async () => {
    const directory = createDirectory(server.store.db)
    await directory.load()
    expect(directory.atAddress('shelly', address)).toHaveLength(2)
    const way = await openWayIn(server.url)
    const before = [await locks(mine.device.id), await locks(theirs.device.id)]
    const answer = await way.ingest.intake.take({
      origin: { username: null, companyId: null, carries: () => true },
      topic,
      payload: Buffer.from(open.replace('true', 'false')),
      receivedAt: new Date(),
    })
    expect(answer).toEqual({ result: 'quarantined', reason: expect.stringContaining('several companies') })
    expect([await locks(mine.device.id), await locks(theirs.device.id)]).toEqual(before)
    await way.close()
  })

  it('each find what introduced itself to them', async () => {
    const definition = { vendor: 'V', model: 'M', exposes: [{ type: 'binary', property: 'contact' }] }
    const described = { ieee_address: '0x1', friendly_name: 'Side door', definition }
    for (const owner of [one, other]) {
      const bridge = await aBridge(owner, unique('bridge'), 'zigbee2mqtt/#')
      expect(await publish(bridge, 'zigbee2mqtt/Side door', '{"contact":false}')).toBe(true)
      expect(await publish(bridge, 'zigbee2mqtt/bridge/devices', JSON.stringify([described]))).toBe(true)
      bridge.end(true)
    }
    for (const owner of [one, other])
      expect(await waiting(owner)).toMatchObject([{ address: 'Side door', model: 'V M' }])
    await takesIn(one, unique('side-door'), 'zigbee2mqtt', 'Side door')
    expect(await waiting(one)).toEqual([])
    expect(await waiting(other)).toHaveLength(1)
    const again = { key: unique('side-door'), kind: 'door', name: 'Again', siteId: one.company.siteId }
    expect(
      (await one.admin.try(devices.register, { ...again, driver: 'zigbee2mqtt', address: 'Side door' })).status,
    ).toBe(409)
  })
})

it('no more wait than are shown: one beyond is put aside with the reason, until a person has made room', async () => {
  const owner = await anOwner()
  await db().query(
    `insert into discovered (driver, address, company_id, name, config)
     select 'zigbee2mqtt', 'invented ' || n, $1, 'Invented', '{}' from generate_series(1, 1000) n`,
    [owner.company.id],
  )
  const bridge = await aBridge(owner, unique('bridge'), 'zigbee2mqtt/#')
  const definition = { vendor: 'V', model: 'M', exposes: [{ type: 'binary', property: 'contact' }] }
  const introduces = (name: string) =>
    publish(
      bridge,
      'zigbee2mqtt/bridge/devices',
      JSON.stringify([{ ieee_address: '0x1', friendly_name: name, definition }]),
    )
  await introduces('Side door')
  expect(await waiting(owner)).toHaveLength(1000)
  const reasons = async () =>
    (await db().query('select reason from quarantine where company_id = $1', [owner.company.id])).rows
  expect(await reasons()).toMatchObject([{ reason: expect.stringContaining('1000 devices wait already') }])
  // One that waits already is heard as before.
  await introduces('invented 7')
  expect(await reasons()).toHaveLength(1)
  await db().query(`delete from discovered where company_id = $1 and address = 'invented 8'`, [owner.company.id])
  await introduces('Side door')
  expect((await waiting(owner)).map(({ address }) => address)).toContain('Side door')
  bridge.end(true)
})

describe('a registered lock that describes itself anew', () => {
  const topic = 'homeassistant/lock/front/config'
  const lock = (at: string, more = {}) =>
    JSON.stringify({
      command_topic: `${at}/set`,
      state_topic: `${at}/state`,
      device: { identifiers: ['front-lock'], name: 'Front lock' },
      ...more,
    })
  const key = unique('front-lock')
  let owner: Owner
  let bridge: MqttClient
  let id: string

  beforeAll(async () => {
    owner = await anOwner()
    bridge = await aBridge(owner, unique('hass'), 'homeassistant/#', 'door/#', 'evil/#')
    await publish(bridge, topic, lock('door'))
    id = (await takesIn(owner, key, 'homeassistant', 'front-lock')).device.id
  })
  afterAll(() => bridge.end(true))

  const stateOf = () => locks(id)
  const changeOf = async () => (await waiting(owner))[0]?.change
  const approve = (revision: string) => owner.admin.try(devices.approveChange, { deviceId: id, revision })

  it('is heard and commanded as before until somebody has looked', async () => {
    await publish(bridge, topic, lock('door'))
    expect(await waiting(owner)).toEqual([])
    await publish(bridge, 'door/state', 'LOCKED')
    expect(await stateOf()).toBe('Locked')
    await publish(bridge, topic, lock('evil'))
    expect(await waiting(owner)).toMatchObject([
      {
        address: 'front-lock',
        change: {
          deviceId: id,
          key,
          differences: [
            { part: topic, field: 'entities 0 commandTopic', before: 'door/set', after: 'evil/set' },
            { part: topic, field: 'entities 0 stateTopic', before: 'door/state', after: 'evil/state' },
          ],
        },
      },
    ])
    await publish(bridge, 'evil/state', 'UNLOCKED')
    expect(await stateOf()).toBe('Locked')
    const topics = ['door/#', 'evil/#']
    const { username, secret } = await owner.admin.call(devices.createGateway, { name: 'hass', topics })
    const way = await openWayIn(server.url)
    const client = await connectOnce(way.url, { key: username ?? '', secret: secret ?? '' })
    const announcement: string[] = []
    client.on('message', (on) => announcement.push(on))
    await client.subscribeAsync(topics, { qos: 1 })
    expect(await way.ingest.send(id, aCommand())).toBe(true)
    await expect.poll(() => announcement).toEqual(['door/set'])
    client.end(true)
    await way.close()
  })

  it('is asked about no more once that was refused, until it says something else', async () => {
    await publish(bridge, topic, lock('evil', { payload_lock: 'SHUT' }))
    const [shown] = await waiting(owner)
    const what = { driver: 'homeassistant' as const, address: 'front-lock', revision: shown?.revision ?? '' }
    expect((await owner.admin.try(devices.refuse, { ...what, revision: 'another' })).status).toBe(409)
    await owner.admin.call(devices.refuse, what)
    expect(await waiting(owner)).toEqual([])
    await publish(bridge, 'evil/state', 'UNLOCKED')
    expect(await stateOf()).toBe('Locked')
    await publish(bridge, topic, lock('evil'))
    expect(await changeOf()).toMatchObject({ deviceId: id })
  })

  it('is heard the new way once that was approved, and only what was looked at', async () => {
    const seen = (await changeOf())?.revision ?? ''
    await publish(bridge, topic, lock('evil', { payload_unlock: 'OPEN SESAME' }))
    expect((await approve(seen)).status).toBe(409)
    expect(await changeOf()).toMatchObject({
      differences: expect.arrayContaining([expect.objectContaining({ after: 'OPEN SESAME' })]),
    })
    await publish(bridge, topic, lock('evil'))
    expect((await approve(seen)).status).toBe(200)
    expect(await waiting(owner)).toEqual([])
    await publish(bridge, 'evil/state', 'UNLOCKED')
    expect(await stateOf()).toBe('Unlocked')
    await publish(bridge, 'door/state', 'LOCKED')
    expect(await stateOf()).toBe('Unlocked')
    expect((await approve(seen)).status).toBe(409)
  })

  it('waits no longer once it says again what it said before, or nothing', async () => {
    await publish(bridge, topic, lock('door'))
    expect(await changeOf()).toBeTruthy()
    await publish(bridge, topic, lock('evil'))
    expect(await waiting(owner)).toEqual([])
    await publish(bridge, topic, lock('door'))
    await publish(bridge, topic, '')
    expect(await waiting(owner)).toEqual([])
    // Nor can it slip past by falling silent first, or in a part nobody has seen.
    await publish(bridge, topic, lock('door'))
    await publish(bridge, 'homeassistant/lock/front-2/config', lock('door'))
    expect((await changeOf())?.differences.length).toBeGreaterThan(10)
    await publish(bridge, 'door/state', 'LOCKED')
    expect(await stateOf()).toBe('Unlocked')
  })

  it('cannot be described by a sender that does not carry it', async () => {
    const { username, secret } = await owner.admin.call(devices.createGateway, {
      name: 'hass',
      keys: [],
      topics: ['homeassistant/#'],
    })
    const other = await connectOnce(server.gatehouse.devices, { key: username, secret })
    const before = await waiting(owner)
    await publish(other, topic, lock('other'))
    other.end(true)
    expect(await waiting(owner)).toEqual(before)
    const { rows } = await db().query('select reason from quarantine where username = $1', [username])
    expect(rows).toEqual([{ reason: `${key} is not a device of this sender` }])
  })
})

describe('two devices of a bridge that swap their names', () => {
  const definition = { vendor: 'V', model: 'M', exposes: [{ type: 'binary', property: 'contact' }] }
  const called = (...names: string[]) =>
    JSON.stringify(names.map((friendly_name, n) => ({ ieee_address: `0xa${n}`, friendly_name, definition })))

  it('are each heard under their new name', async () => {
    const owner = await anOwner()
    const bridge = await aBridge(owner, unique('bridge'), 'zigbee2mqtt/#')
    const list = 'zigbee2mqtt/bridge/devices'
    await publish(bridge, list, called('North', 'South'))
    const north = await takesIn(owner, unique('swap-a-north'), 'zigbee2mqtt', 'North')
    const south = await takesIn(owner, unique('swap-b-south'), 'zigbee2mqtt', 'South')
    expect(await publish(bridge, list, called('South', 'North'))).toBe(true)
    bridge.end(true)
    const { rows } = await db().query('select address from device where id = any ($1) order by key', [
      [north.device.id, south.device.id],
    ])
    expect(rows).toEqual([{ address: 'South' }, { address: 'North' }])
  })
})
