// Messages over HTTP, the keys of programs, the quarantine, and taking devices in.
import { setTimeout as sleep } from 'node:timers/promises'
import * as devices from '@gatehouse/contract/building/devices'
import * as ingest from '@gatehouse/contract/building/ingest'
import { beforeAll, describe, expect, it } from 'vitest'
import { type ACompany, aCompany, aDevice, aUser, aZone } from '../../testing/building.testing.ts'
import { type TestServer, sharedServer, type ApiClient } from '../../testing/test-server.testing.ts'
import { aReading, connect, connectOnce, count, publish, send, until } from './ingest.testing.ts'

let server: TestServer
let company: ACompany
let admin: ApiClient

beforeAll(async () => {
  server = await sharedServer()
  company = await aCompany(server.store.pool)
  admin = await anAdmin(company)
})

const db = () => server.store.pool
const anAdmin = (of: ACompany, more: 'manage_companies'[] = []) =>
  server.signedIn(of, { can: ['manage_integrations', ...more] })
const post = (secret: string, items: unknown) => server.client().try(ingest.batch, items, { 'x-api-key': secret })
const results = (body: unknown) => ingest.batch.output.parse(body).results
const known = async (key: string, secret: string) => {
  const client = await connect(server.gatehouse.devices, { key, secret })
  client.end(true)
}

describe('messages over HTTP', () => {
  it('are answered one by one, in order, once they are stored', async () => {
    const { secret } = await admin.call(ingest.createApiKey, { name: 'Meters' })
    const gas = await aDevice(db(), company, 'gas')
    const theirs = await aDevice(db(), await aCompany(db()), 'gas')
    await known(gas.key, gas.secret)
    await known(theirs.key, theirs.secret)
    const first = { device: gas.key, kind: 'reading', ...aReading() }
    const { status, body } = await post(secret, [
      first,
      { device: gas.key, kind: 'reading', ...aReading({ unit: 'parsec', id: 'odd' }) },
      first,
      { device: theirs.key, kind: 'reading', ...aReading({ id: 'theirs' }) },
      { device: gas.key, kind: 'event', id: 'c', at: new Date().toISOString(), type: 'fault' },
    ])
    expect(status).toBe(200)
    expect(results(body)).toEqual([
      { id: first.id, result: 'stored' },
      { id: 'odd', result: 'quarantined', reason: expect.stringMatching(/^unit:/) },
      { id: first.id, result: 'duplicate' },
      { id: 'theirs', result: 'quarantined', reason: `No device has the key ${theirs.key}` },
      { id: 'c', result: 'stored' },
    ])
    expect(await count(db(), 'gas_reading where device_id = $1', [gas.id])).toBe(1)
    expect(await count(db(), 'gas_reading where device_id = $1', [theirs.id])).toBe(0)
    expect(await count(db(), 'quarantine where company_id = $1', [company.id])).toBe(2)
  })

  it('are refused beyond a thousand, and without a key that holds', async () => {
    const { secret, apiKey } = await admin.call(ingest.createApiKey, { name: 'For a while' })
    const many = Array.from({ length: 1001 }, () => ({ device: 'x', kind: 'reading' }))
    expect((await post(secret, many)).status).toBe(422)
    expect((await post(secret, [])).status).toBe(422)
    expect((await post('gh_nobody', [{}])).status).toBe(401)
    expect((await post(secret, [{}])).status).toBe(200)
    await admin.call(ingest.revokeApiKey, { id: apiKey.id })
    expect((await post(secret, [{}])).status).toBe(401)
    const { apiKeys } = await admin.call(ingest.apiKeys)
    const revoked = apiKeys.find(({ id }) => id === apiKey.id)
    expect(revoked?.revokedAt).not.toBeNull()
    expect(JSON.stringify(apiKeys)).not.toContain(secret)
  })
})

describe('a key for some devices', () => {
  it('speaks for these alone', async () => {
    const [mine, other] = [await aDevice(db(), company, 'gas'), await aDevice(db(), company, 'gas')]
    await known(mine.key, mine.secret)
    await known(other.key, other.secret)
    const { secret, apiKey } = await admin.call(ingest.createApiKey, { name: 'Boiler room', deviceKeys: [mine.key] })
    expect(apiKey.deviceKeys).toEqual([mine.key])
    const { body } = await post(
      secret,
      [mine, other].map(({ key }) => ({ device: key, kind: 'reading', ...aReading() })),
    )
    expect(results(body).map(({ result, reason }) => [result, reason])).toEqual([
      ['stored', undefined],
      ['quarantined', `${other.key} is not a device of this sender`],
    ])
    expect(await count(db(), 'gas_reading where device_id = $1', [other.id])).toBe(0)
  })

  it('is not made for none', async () => {
    const { status, body } = await admin.try(ingest.createApiKey, { name: 'Nobody', deviceKeys: [] })
    expect(status).toBe(422)
    expect(body).toMatchObject({ details: [{ field: 'deviceKeys', message: 'Choose one device at least' }] })
  })
})

describe('the quarantine', () => {
  it('is paged, and shows a company its own only', async () => {
    const mine = await aCompany(db())
    const reader = await anAdmin(mine)
    const gas = await aDevice(db(), mine, 'gas')
    const client = await connect(server.gatehouse.devices, gas)
    for (let i = 0; i < 5; i++) {
      await publish(client, `gatehouse/v1/${gas.key}/reading`, `nonsense ${i}`)
      await sleep(2)
    }
    client.end(true)
    const pages: string[] = []
    let cursor: string | undefined
    do {
      const page = await reader.call(ingest.quarantine, { limit: 2, ...(cursor ? { cursor } : {}) })
      pages.push(...page.messages.map((m) => m.payload))
      cursor = page.next ?? undefined
    } while (cursor)
    expect(pages).toEqual([4, 3, 2, 1, 0].map((i) => `nonsense ${i}`))
    expect(JSON.stringify(await admin.call(ingest.quarantine, {}))).not.toContain('nonsense')
    const [{ id } = { id: '' }] = (await reader.call(ingest.quarantine, {})).messages
    expect((await admin.try(ingest.replay, { id })).status).toBe(404)
  })

  it('lets a message in once its device is known', async () => {
    const { secret } = await admin.call(ingest.createApiKey, { name: 'Early' })
    const reading = aReading()
    const key = `gas-to-come-${crypto.randomUUID()}`
    expect(results((await post(secret, [{ device: key, kind: 'reading', ...reading }])).body)[0]?.result).toBe(
      'quarantined',
    )
    const { messages } = await admin.call(ingest.quarantine, {})
    const [waiting] = messages.filter((m) => m.payload.includes(key))
    if (!waiting) throw new Error('it is not in quarantine')
    expect(await admin.call(ingest.replay, { id: waiting.id })).toEqual({
      result: 'quarantined',
      reason: `No device has the key ${key}`,
    })
    await admin.call(devices.register, { key, kind: 'gas', name: 'Gas to come', siteId: company.siteId })
    expect(await admin.call(ingest.replay, { id: waiting.id })).toEqual({ result: 'stored' })
    expect(await admin.call(ingest.replay, { id: waiting.id })).toEqual({ result: 'duplicate' })
    const after = (await admin.call(ingest.quarantine, {})).messages.find(({ id }) => id === waiting.id)
    expect(after?.replayedAt).not.toBeNull()
  })
})

describe('what is in quarantine', () => {
  const refuse = async (secret: string, times: number) => {
    for (let i = 0; i < times; i++) await post(secret, [{ device: 'nobody', kind: 'reading', id: `${i}` }])
  }
  const held = async (reader: ApiClient) => (await reader.call(ingest.quarantine, {})).messages

  it('can be deleted, one message or all that had been received, by its company alone', async () => {
    const mine = await aCompany(db())
    const reader = await anAdmin(mine)
    const { secret } = await reader.call(ingest.createApiKey, { name: 'Old meters' })
    await refuse(secret, 3)
    const [newest, second] = await held(reader)
    expect((await admin.try(ingest.discard, { id: newest?.id ?? '' })).status).toBe(404)
    await reader.call(ingest.discard, { id: second?.id ?? '' })
    expect(await held(reader)).toHaveLength(2)
    expect((await reader.try(ingest.discard, { id: second?.id ?? '' })).status).toBe(404)
    const seenUntil = newest?.receivedAt ?? ''
    await sleep(2)
    await post(secret, [{ device: 'late', kind: 'reading' }])
    expect(await admin.call(ingest.discardAll, { until: '2000-01-01T00:00:00.000Z' })).toEqual({ discarded: 0 })
    expect(await reader.call(ingest.discardAll, { until: seenUntil })).toEqual({ discarded: 2 })
    expect((await held(reader)).map(({ payload }) => payload)).toEqual([expect.stringContaining('late')])
  })
})

describe('taking a device in', () => {
  it('gives it a credential that works at once, and a new one that puts the old one out', async () => {
    const key = `door-new-${crypto.randomUUID()}`
    const { device, username, secret } = await admin.call(devices.register, {
      key,
      kind: 'door',
      name: 'New door',
      siteId: company.siteId,
    })
    expect(device).toMatchObject({ key, online: null, latest: [] })
    const credential = { key: username ?? '', secret: secret ?? '' }
    const client = await connectOnce(server.gatehouse.devices, credential)
    const ended = new Promise<void>((resolve) => client.once('close', () => resolve()))
    const rotated = await admin.call(devices.rotateCredential, { deviceId: device.id })
    await ended
    await expect(connectOnce(server.gatehouse.devices, credential)).rejects.toThrow(/Bad username/)
    expect(rotated.username).toBe(username)
    const again = await connectOnce(server.gatehouse.devices, { ...credential, secret: rotated.secret })
    expect(await send(again, key, 'event', { id: 'e', at: new Date().toISOString(), type: 'opened' })).toBe(true)
    again.end(true)
  })

  it('makes a door lead somewhere: who enters is in its zone, who leaves is on its other side', async () => {
    const [hall, office] = [await aZone(db(), company, 'Hall'), await aZone(db(), company, 'Office')]
    const person = await aUser(db(), company, { card: 'card:0000004711' })
    const { secret } = await admin.call(ingest.createApiKey, { name: 'Doors' })
    const wanted = { kind: 'door' as const, siteId: company.siteId, zoneId: office }
    const [inner, outer] = [`office-inner-${person.id}`, `office-outer-${person.id}`]
    await admin.call(devices.register, { ...wanted, key: inner, name: 'Inner', fromZoneId: hall })
    await admin.call(devices.register, { ...wanted, key: outer, name: 'Outer' })
    const passes = async (device: string, direction: 'entry' | 'exit') => {
      const access = { type: 'access', direction, credential: 'card:0000004711', result: 'granted' }
      const id = crypto.randomUUID()
      await post(secret, [{ device, kind: 'event', id, at: new Date().toISOString(), ...access }])
      const { rows } = await db().query<{ zone_id: string | null }>('select zone_id from presence where user_id = $1', [
        person.id,
      ])
      return rows[0]?.zone_id
    }
    expect(await passes(outer, 'entry')).toBe(office)
    expect(await passes(inner, 'exit')).toBe(hall)
    expect(await passes(inner, 'entry')).toBe(office)
    expect(await passes(outer, 'exit')).toBeNull()
    const elsewhere = await aZone(db(), await aCompany(db()))
    const wrong = { ...wanted, key: `office-wrong-${person.id}`, name: 'Wrong' }
    expect((await admin.try(devices.register, { ...wrong, fromZoneId: elsewhere })).status).toBe(404)
    expect((await admin.try(devices.register, { ...wrong, kind: 'gas', fromZoneId: hall })).status).toBe(422)
  })

  it('lets it say what its kind says, at once and from its first message, and nothing else', async () => {
    const { secret } = await admin.call(ingest.createApiKey, { name: 'Kinds' })
    const at = new Date().toISOString()
    const payload = [
      ['state', 'door', { contact: 'Open' }],
      ['reading', 'gas', { channel: 'CO', value: 1, unit: 'ppm' }],
      ['count', 'counter', { in: 1, out: 0 }],
      ['call', 'intercom', { state: 'ringing' }],
    ] as const
    const kinds = ['door', 'gas', 'counter', 'intercom', 'camera'] as const
    for (const kind of kinds) {
      const key = `a-${kind}-${crypto.randomUUID()}`
      await admin.call(devices.register, { key, kind, name: kind, siteId: company.siteId })
      const own = payload.map(([message, , body]) => ({ device: key, kind: message, id: message, at, ...body }))
      const common = { device: key, at }
      const { body } = await post(secret, [
        ...own,
        { ...common, kind: 'event', id: 'event', type: 'fault' },
        { ...common, kind: 'status', id: 'status', online: true },
      ])
      expect(results(body)).toEqual([
        ...payload.map(([message, speaker]) =>
          speaker === kind
            ? { id: message, result: 'stored' }
            : {
                id: message,
                result: 'quarantined',
                reason: `${key} is registered as ${kind}; only a device of kind ${speaker} sends "${message}"`,
              },
        ),
        { id: 'event', result: 'stored' },
        { id: 'status', result: 'stored' },
      ])
    }
  })

  it('refuses a key that is taken, and a site of somebody else', async () => {
    const gas = await aDevice(db(), company, 'gas')
    const other = await aCompany(db())
    const wanted = { kind: 'gas' as const, name: 'Gas', siteId: company.siteId }
    expect((await admin.try(devices.register, { ...wanted, key: gas.key })).status).toBe(409)
    expect((await admin.try(devices.register, { ...wanted, key: 'x1', siteId: other.siteId })).status).toBe(404)
    expect((await admin.try(devices.register, { ...wanted, key: 'x1', driver: 'shelly' })).status).toBe(422)
    const theirs = await anAdmin(other)
    expect((await theirs.try(devices.rotateCredential, { deviceId: gas.id })).status).toBe(404)
  })

  it('turns what introduced itself over a gateway into a device', async () => {
    const { username, secret } = await admin.call(devices.createGateway, {
      name: 'bridge',
      topics: ['zigbee2mqtt/#'],
    })
    const client = await connectOnce(server.gatehouse.devices, { key: username, secret })
    const definition = { vendor: 'Aqara', model: 'MCCGQ11LM', exposes: [{ type: 'binary', property: 'contact' }] }
    const described = { ieee_address: '0x00158d0001a2b3c4', friendly_name: 'Front door', definition }
    expect(await publish(client, 'zigbee2mqtt/bridge/devices', JSON.stringify([described]))).toBe(true)
    const { discovered } = await admin.call(devices.discovered)
    expect(discovered).toMatchObject([
      { driver: 'zigbee2mqtt', address: 'Front door', kind: 'door', model: 'Aqara MCCGQ11LM' },
    ])
    const { device } = await admin.call(devices.register, {
      key: `front-door-${crypto.randomUUID()}`,
      kind: 'door',
      name: 'Front door',
      siteId: company.siteId,
      driver: 'zigbee2mqtt',
      address: 'Front door',
    })
    expect((await admin.call(devices.discovered)).discovered).toEqual([])
    expect(await publish(client, 'zigbee2mqtt/Front door', '{"contact":false}')).toBe(true)
    expect(await count(db(), `door_state where device_id = $1 and contact = 'Open'`, [device.id])).toBe(1)
    // Renamed on its own side: it stays the same device.
    await publish(client, 'zigbee2mqtt/bridge/devices', JSON.stringify([{ ...described, friendly_name: 'Main door' }]))
    await until(async () => {
      await publish(client, 'zigbee2mqtt/Main door', '{"contact":true}')
      return (await count(db(), `door_state where device_id = $1 and contact = 'Closed'`, [device.id])) === 1
    })
    client.end(true)
  })
})
