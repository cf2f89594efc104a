// Ids of messages: what says the same under the same id is stored once; what says something else is another message.
import * as doors from '@gatehouse/contract/access/doors'
import * as ingest from '@gatehouse/contract/building/ingest'
import type { Permission } from '@gatehouse/contract/permissions'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { type ACompany, type ADevice, aCompany, aDevice } from '../../testing/building.testing.ts'
import { type TestServer, sharedServer, type ApiClient } from '../../testing/test-server.testing.ts'
import { connect, count, send } from './ingest.testing.ts'

let server: TestServer
let company: ACompany
let admin: ApiClient

beforeAll(async () => {
  server = await sharedServer()
  company = await aCompany(server.store.pool)
  const can: Permission[] = ['manage_integrations', 'read_doors', 'view_gas_detection']
  admin = await server.signedIn(company, { can })
})

const now = () => new Date().toISOString()

test('a device that counts its ids anew is believed: what it says last is shown', async () => {
  const door = await server.knows(admin, await aDevice(server.store.pool, company, 'door'))
  const client = await connect(server.gatehouse.devices, door)
  const report = async (state: object) => {
    for (let n = 1; n <= 5; n++)
      expect(await send(client, door.key, 'state', { id: `s${n}`, at: now(), ...state })).toBe(true)
  }
  await report({ mode: 'Locked', lock: 'Locked', contact: 'Closed' })
  await report({ mode: 'Unlocked', lock: 'Unlocked', contact: 'Open' })
  client.end(true)
  await expect
    .poll(async () => (await admin.call(doors.byId, { doorId: door.id })).door)
    .toMatchObject({ state: { lock: 'Unlocked', contact: 'Open' } })
  expect(await count(server.store.pool, 'message where device_id = $1', [door.id])).toBe(10)
})

test('the same id of another kind is another message', async () => {
  const gas = await aDevice(server.store.pool, company, 'gas')
  const client = await connect(server.gatehouse.devices, gas)
  await send(client, gas.key, 'status', { id: '1', at: now(), online: true })
  await send(client, gas.key, 'reading', { id: '1', at: now(), channel: 'CO', value: 3, unit: 'ppm' })
  client.end(true)
  expect(await count(server.store.pool, 'gas_reading where device_id = $1', [gas.id])).toBe(1)
})

test('whatever is repeated, counted anew or sent together: each thing said is stored once', {
  timeout: 120_000,
}, async () => {
  const { secret } = await admin.call(ingest.createApiKey, { name: 'Meters' })
  const began = Date.now() - 3_600_000
  const post = async (gas: ADevice, message: readonly { id: number; value: number }[]) => {
    const items = message.map(({ id, value }) => ({
      device: gas.key,
      kind: 'reading',
      id: `r${id}`,
      at: new Date(began + value * 1000).toISOString(),
      channel: 'CO',
      value,
      unit: 'ppm',
    }))
    const { body } = await server.client().try(ingest.batch, items, { 'x-api-key': secret })
    return ingest.batch.output.parse(body).results.map(({ result }) => result)
  }
  const aMessage = fc.record({ id: fc.nat(3), value: fc.nat(5) })
  const batches = fc.array(fc.array(aMessage, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 4 })
  for (const message of fc.sample(batches, { numRuns: 12, seed: 6 })) {
    const gas = await aDevice(server.store.pool, company, 'gas')
    const client = await connect(server.gatehouse.devices, gas)
    client.end(true)
    const all = new Set<string>()
    for (const batch of message) {
      const expected = batch.map(({ id, value }) => {
        const isNew = !all.has(`${id} ${value}`)
        all.add(`${id} ${value}`)
        return isNew ? 'stored' : 'duplicate'
      })
      expect(await post(gas, batch)).toEqual(expected)
    }
    expect(await count(server.store.pool, 'gas_reading where device_id = $1', [gas.id])).toBe(all.size)
  }
})
