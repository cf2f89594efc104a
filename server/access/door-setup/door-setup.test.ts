// Setting doors up: by who manages doors, with nothing of the rest of the installation in their hands.
import * as devices from '@gatehouse/contract/building/devices'
import * as doorSetup from '@gatehouse/contract/access/door-setup'
import type { Permission } from '@gatehouse/contract/permissions'
import { beforeAll, describe, expect, test } from 'vitest'
import { v7 as uuid } from 'uuid'
import { type ACompany, aCompany, aLabel, aZone } from '../../testing/building.testing.ts'
import { type TestServer, sharedServer, type ApiClient } from '../../testing/test-server.testing.ts'
import { connectOnce, publish } from '../../building/ingest/ingest.testing.ts'

let server: TestServer
let company: ACompany
let manager: ApiClient
let lobby: string

const somebody = (can: readonly Permission[], of = company) => server.signedIn(of, { can })

beforeAll(async () => {
  server = await sharedServer()
  company = await aCompany(server.store.pool, 'Meridian')
  lobby = await aZone(server.store.pool, company, 'Lobby')
  manager = await somebody(['read_dashboard', 'read_doors', 'manage_doors'])
})

const connectAs = (key: string, secret: string) => connectOnce(server.gatehouse.devices, { key, secret })
const checked = (doorId: string) => manager.call(doorSetup.checklist, { doorId })
const now = () => new Date().toISOString()

describe('a door on Gatehouse’s own wire', () => {
  test('is named, placed, connected, and its checklist follows it', async () => {
    const added = await manager.call(doorSetup.add, { name: 'Front door', siteId: company.siteId, zoneId: lobby })
    const { device, connection, secret } = added
    expect(device).toMatchObject({
      name: 'Front door',
      zone: 'Lobby',
      key: expect.stringMatching(/^front-door-[\da-f]{6}$/),
    })
    expect(connection).toEqual({
      driver: 'gatehouse',
      address: device.key,
      host: null,
      port: expect.any(Number),
      username: expect.stringMatching(new RegExp(`^${device.key}-[\\da-f]{8}$`)),
    })
    expect(await checked(device.id)).toEqual({
      connection,
      wiring: null,
      gateways: 0,
      status: null,
      state: null,
      quarantined: null,
      command: null,
    })
    const controller = await connectAs(connection.username ?? '', secret ?? '')
    const send = (kind: string, message: object) =>
      publish(controller, `gatehouse/v1/${device.key}/${kind}`, JSON.stringify(message))
    await send('status', { id: uuid(), at: now(), online: true })
    await send('state', { id: uuid(), at: now(), mode: 'Locked', lock: 'Locked', contact: 'Closed' })
    await send('state', { id: uuid(), at: now(), mode: 'Ajar' })
    expect(await checked(device.id)).toMatchObject({
      status: { online: true },
      state: { mode: 'Locked', contact: 'Closed' },
      quarantined: { topic: `gatehouse/v1/${device.key}/state`, reason: expect.stringContaining('mode') },
    })
    const renewed = await manager.call(doorSetup.renewSecret, { doorId: device.id })
    await expect.poll(() => controller.connected).toBe(false)
    controller.end(true)
    const again = await connectAs(renewed.connection.username ?? '', renewed.secret)
    expect(again.connected).toBe(true)
    again.end(true)
    const { rows } = await server.store.pool.query(
      `select after from activity where action = 'doorSetup.add' and company_id = $1 and subject = 'Front door'`,
      [company.id],
    )
    expect(rows).toMatchObject([{ after: { key: device.key, siteId: company.siteId } }])
    expect(JSON.stringify(rows)).not.toContain(secret)
  })

  test('is named and placed anew, and only where one sees', async () => {
    const { pool } = server.store
    const vault = await aZone(pool, company, 'Vault')
    await aLabel(pool, company, { zone: vault })
    const foreign = await aZone(pool, await aCompany(pool))
    const place = { siteId: company.siteId, zoneId: lobby, fromZoneId: null }
    for (const zoneId of [vault, foreign]) {
      expect((await manager.try(doorSetup.add, { name: 'No', siteId: company.siteId, zoneId })).status).toBe(404)
      expect(
        (await manager.try(doorSetup.add, { name: 'No', siteId: company.siteId, fromZoneId: zoneId })).status,
      ).toBe(404)
    }
    const { device } = await manager.call(doorSetup.add, { name: 'Side door', siteId: company.siteId })
    const moved = await manager.call(doorSetup.relocate, { doorId: device.id, name: 'Garden door', ...place })
    expect(moved.device).toMatchObject({ name: 'Garden door', zone: 'Lobby' })
    expect(
      (await manager.try(doorSetup.relocate, { doorId: device.id, name: 'x', ...place, zoneId: vault })).status,
    ).toBe(404)
    const { rows } = await pool.query(
      `select before, after from activity where action = 'doorSetup.relocate' and status = 200 and company_id = $1`,
      [company.id],
    )
    expect(rows).toEqual([{ before: { name: 'Side door', zone: null }, after: { name: 'Garden door', zone: 'Lobby' } }])
    const twin = await manager.try(doorSetup.add, { name: 'Twin', siteId: company.siteId, key: device.key })
    expect(twin).toMatchObject({ status: 409, body: { details: [{ field: 'key' }] } })
    const stranger = await somebody(['manage_doors'], await aCompany(pool))
    expect((await stranger.try(doorSetup.checklist, { doorId: device.id })).status).toBe(404)
    expect((await stranger.try(doorSetup.renewSecret, { doorId: device.id })).status).toBe(404)
    const guard = await somebody(['read_doors'])
    expect((await guard.try(doorSetup.checklist, { doorId: device.id })).status).toBe(403)
  })
})

test('a Shelly is told how it is wired, and heard so at once', async () => {
  const address = `shellyplus1-${uuid().slice(-12)}`
  const wanted = { name: 'Yard', siteId: company.siteId, driver: 'shelly' as const, address }
  const { device, connection, secret } = await manager.call(doorSetup.add, wanted)
  expect((await checked(device.id)).wiring).toEqual({ relay: 0, energised: 'unlocked', contact: null, cover: null })
  const wiring = { relay: 0, energised: 'locked' as const, contact: { input: 0, closedWhen: true }, cover: null }
  await manager.call(doorSetup.rewire, { doorId: device.id, ...wiring })
  expect((await checked(device.id)).wiring).toEqual(wiring)
  const client = await connectAs(connection.username ?? '', secret ?? '')
  const params = { ts: Date.now() / 1000, 'switch:0': { id: 0, output: true }, 'input:0': { id: 0, state: true } }
  await publish(client, `${address}/events/rpc`, JSON.stringify({ src: address, method: 'NotifyStatus', params }))
  client.end(true)
  await expect.poll(async () => (await checked(device.id)).state).toMatchObject({ lock: 'Locked', contact: 'Closed' })
  const { device: other } = await manager.call(doorSetup.add, { name: 'Gate', siteId: company.siteId })
  expect((await manager.try(doorSetup.rewire, { doorId: other.id, ...wiring })).status).toBe(409)
})

describe('a door that comes through a gateway', () => {
  test('is found, taken in, and carried by the gateway made for doors, which carries nothing else', async () => {
    const bridge = await manager.call(doorSetup.addGateway, { driver: 'zigbee2mqtt', name: 'z2m' })
    const username = bridge.connection.username ?? ''
    const client = await connectAs(username, bridge.secret)
    const definition = {
      vendor: 'Yale',
      model: 'YRD226',
      exposes: [{ type: 'lock', features: [{ name: 'state', property: 'state' }] }],
    }
    const described = { ieee_address: '0x1', friendly_name: 'Store room', definition }
    await publish(client, 'zigbee2mqtt/bridge/devices', JSON.stringify([described]))
    const { discovered } = await manager.call(doorSetup.discovered)
    expect(discovered).toMatchObject([
      { driver: 'zigbee2mqtt', address: 'Store room', kind: 'door', model: 'Yale YRD226' },
    ])
    const { device, secret, connection } = await manager.call(doorSetup.add, {
      name: 'Store room',
      siteId: company.siteId,
      driver: 'zigbee2mqtt',
      address: 'Store room',
    })
    expect({ secret, username: connection.username }).toEqual({ secret: null, username: null })
    expect((await manager.call(doorSetup.discovered)).discovered).toEqual([])
    await expect
      .poll(async () => {
        await publish(client, 'zigbee2mqtt/Store room', JSON.stringify({ state: 'LOCK' }))
        return (await checked(device.id)).state?.lock
      })
      .toBe('Locked')
    await expect.poll(() => checked(device.id)).toMatchObject({ gateways: 1, status: { online: true } })
    const admin = await somebody(['manage_integrations', 'view_gas_detection'])
    const gas = await admin.call(devices.register, {
      key: `gas-${uuid()}`,
      kind: 'gas',
      name: 'CO',
      siteId: company.siteId,
    })
    const { rows } = await server.store.pool.query('select keys from mqtt_credential where username = $1', [username])
    expect(rows).toEqual([{ keys: [device.key] }])
    expect(rows[0]?.keys).not.toContain(gas.device.key)
    expect(await manager.try(doorSetup.renewSecret, { doorId: device.id })).toMatchObject({ status: 409 })
    for (const topics of [['#'], ['gatehouse/#'], ['+/set']])
      expect((await manager.try(doorSetup.addGateway, { driver: 'homeassistant', name: 'wide', topics })).status).toBe(
        422,
      )
    client.end(true)
  })

  test('that describes itself anew is approved, or refused for good until it says something else', async () => {
    const topic = 'homeassistant/lock/front/config'
    const lock = (at: string) =>
      JSON.stringify({
        command_topic: `${at}/set`,
        state_topic: `${at}/state`,
        device: { identifiers: ['front-lock'], name: 'Front lock' },
      })
    const topics = ['door/#', 'evil/#']
    const bridge = await manager.call(doorSetup.addGateway, { driver: 'homeassistant', name: 'hass', topics })
    const client = await connectAs(bridge.connection.username ?? '', bridge.secret)
    const waiting = async () => (await manager.call(doorSetup.discovered)).discovered
    await publish(client, topic, lock('door'))
    const [found] = await waiting()
    const wanted = { driver: 'homeassistant', address: 'front-lock', revision: found?.revision ?? '' } as const
    await manager.call(doorSetup.refuse, wanted)
    expect(await waiting()).toEqual([])
    // Told again with every start of its sender.
    await publish(client, topic, lock('door'))
    expect(await waiting()).toEqual([])
    expect((await manager.try(doorSetup.refuse, wanted)).status).toBe(409)
    const { device } = await manager.call(doorSetup.add, {
      name: 'Front lock',
      siteId: company.siteId,
      driver: 'homeassistant',
      address: 'front-lock',
    })
    await publish(client, topic, lock('evil'))
    const [change] = await waiting()
    expect(change).toMatchObject({ change: { deviceId: device.id, differences: [{ after: 'evil/set' }, {}] } })
    const seen = change?.revision ?? ''
    await manager.call(doorSetup.refuse, { ...wanted, revision: seen })
    await publish(client, topic, lock('evil'))
    expect(await waiting()).toEqual([])
    const admin = await somebody(['manage_integrations'])
    expect((await admin.call(devices.discovered)).discovered).toEqual([])
    await publish(client, topic, lock('door/2'))
    const [other] = await waiting()
    expect((await manager.try(doorSetup.approve, { doorId: device.id, revision: seen })).status).toBe(409)
    await manager.call(doorSetup.approve, { doorId: device.id, revision: other?.revision ?? '' })
    expect(await waiting()).toEqual([])
    await publish(client, 'door/2/state', 'LOCKED')
    await expect.poll(async () => (await checked(device.id)).state?.lock).toBe('Locked')
    client.end(true)
    const { rows } = await server.store.pool.query(
      `select count(*)::int as refused from activity
       where action = 'doorSetup.refuse' and status = 200 and company_id = $1`,
      [company.id],
    )
    expect(rows).toEqual([{ refused: 2 }])
  })
})
