// Two nodes on one store, and the doors of a building at either, or at one Mosquitto for both: a command asked of one
// reaches its door once, wherever that is connected, and both decide alike.
import { randomBytes } from 'node:crypto'
import * as access from '@gatehouse/contract/access/access'
import * as commands from '@gatehouse/contract/access/commands'
import * as doors from '@gatehouse/contract/access/doors'
import * as entryExit from '@gatehouse/contract/access/entry-exit'
import * as lockdowns from '@gatehouse/contract/access/lockdowns'
import { allPermissions } from '@gatehouse/contract/permissions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ACompany, ADevice, AUser } from '../testing/building.testing.ts'
import { aCompany, aDevice, aUser, aZone } from '../testing/building.testing.ts'
import { aProgram, type Program } from '../chaos/program.testing.ts'
import { freshDatabase, type TestDatabase } from '../db/testing.ts'
import { aController as anAsker, outcomeOf } from '../access/decisions/decisions.testing.ts'
import { aController, type Controller } from '../access/doors/doors.testing.ts'
import { createApiClient, type ApiClient } from '../testing/test-server.testing.ts'
import { aMosquitto, aRedis, type Service } from './services.testing.ts'

const card = 'card:4711'

describe.each([
  'a broker at each node',
  ...(process.env['GATEHOUSE_MOSQUITTO'] ? (['one Mosquitto'] as const) : []),
] as const)('%s', (brokers) => {
  let database: TestDatabase
  let company: ACompany
  let nodes: { readonly a: Program; readonly b: Program }
  /** The same administrator, at either. */
  let at: { readonly a: ApiClient; readonly b: ApiClient }
  let ada: AUser
  /** One whose controller comes to each. */
  let north: ADevice
  let south: ADevice
  let controllers: { readonly north: Controller; readonly south: Controller }
  let addresses: { readonly a: string; readonly b: string }
  const closing: (() => unknown)[] = []
  const later = <T>(service: T, close: (service: T) => unknown): T => {
    closing.push(() => close(service))
    return service
  }
  const started = async (service: Service): Promise<Service> => {
    later(service, (one) => one.remove())
    await service.start()
    return service
  }

  beforeAll(async () => {
    database = later(await freshDatabase(), (one) => one.drop())
    const { pool } = database.store
    company = await aCompany(pool, 'Meridian')
    const lab = await aZone(pool, company, 'Lab')
    const admin = await aUser(pool, company, { can: allPermissions })
    ada = await aUser(pool, company, { card })
    ;[north, south] = [
      await aDevice(pool, company, 'door', { zone: lab, leadsTo: lab }),
      await aDevice(pool, company, 'door', { zone: lab, leadsTo: lab }),
    ]
    const mosquitto = brokers === 'one Mosquitto' ? await started(await aMosquitto()) : undefined
    const settings = {
      DATABASE_URL: database.url,
      REDIS_URL: (await started(await aRedis())).url,
      VAULT_KEY: randomBytes(32).toString('base64'),
      DATABASE_PATIENCE_MS: '5000',
      LOG_LEVEL: 'warn',
      ...(mosquitto ? { MQTT_URL: mosquitto.url } : {}),
    }
    const [a, b] = [await aProgram(settings), await aProgram(settings)]
    nodes = { a: later(a, (one) => one.remove()), b: later(b, (one) => one.remove()) }
    await Promise.all([a.start(), b.start()])
    const addressOf = ({ mqttPort }: Program) => mosquitto?.url ?? `mqtt://127.0.0.1:${mqttPort}`
    addresses = { a: addressOf(a), b: addressOf(b) }
    at = { a: createApiClient(`http://127.0.0.1:${a.port}`), b: createApiClient(`http://127.0.0.1:${b.port}`) }
    await at.a.signIn(admin.email, admin.password)
    at.b.token = at.a.token
    controllers = {
      north: later(await aController(addresses.a, north), (one) => one.close()),
      south: later(await aController(addresses.b, south), (one) => one.close()),
    }
    for (const controller of Object.values(controllers)) await controller.send('status', { online: true })
  }, 60_000)
  afterAll(async () => {
    for (const close of closing.toReversed()) await close()
  })

  const becomes = (visitor: ApiClient, commandId: string, status: string) =>
    expect.poll(async () => (await visitor.call(commands.byId, { commandId })).command.status).toBe(status)

  test('a door is unlocked from the node that has not its connection, once', async () => {
    const tries = [
      [at.a, north, controllers.north],
      [at.b, north, controllers.north],
      [at.a, south, controllers.south],
      [at.b, south, controllers.south],
    ] as const
    for (const [visitor, door, controller] of tries) {
      const before = controller.received.length
      const { commandId } = await visitor.call(doors.unlock, { doorId: door.id })
      for (const eyes of [at.a, at.b]) await becomes(eyes, commandId, 'confirmed')
      expect(controller.received.slice(before).map((one) => one.commandId)).toEqual([commandId])
    }
  })

  test('a lockdown asked of one locks the doors of both, and its release asked of the other lets them go', async () => {
    const { lockdownId } = await at.a.call(lockdowns.trigger, {
      doorIds: [north.id, south.id],
      reason: 'Somebody climbed the fence',
    })
    const statuses = async (visitor: ApiClient) =>
      (await visitor.call(lockdowns.byId, { lockdownId })).doors.map(({ result }) => result)
    for (const visitor of [at.a, at.b]) await expect.poll(() => statuses(visitor)).toEqual(['confirmed', 'confirmed'])
    const refused = await at.b.try(doors.unlock, { doorId: north.id })
    expect(refused.status).toBe(409)
    await at.b.call(lockdowns.release, { lockdownId, reason: 'It was the gardener' })
    for (const visitor of [at.a, at.b])
      await expect.poll(async () => (await visitor.try(doors.unlock, { doorId: south.id })).status).toBe(202)
    for (const { received } of Object.values(controllers))
      expect(new Set(received.map((one) => one.commandId)).size).toBe(received.length)
  })

  test('who may enter is the same at both a moment after it was changed at one; each question is answered once', async () => {
    const readers = { a: await anAsker(addresses.a, north), b: await anAsker(addresses.b, south) }
    const answers = (reason: string) =>
      Promise.all(
        Object.values(readers).map((reader) => expect.poll(outcomeOf(database.store.pool, reader, card)).toBe(reason)),
      )
    await answers('not authorised')
    const { level } = await at.a.call(access.createLevel, { name: 'Lab', doorIds: [north.id, south.id] })
    await at.b.call(access.assign, { userIds: [ada.id], addLevels: [level.id] })
    await answers('granted')
    const before = readers.a.answers.length
    await readers.a.ask(card)
    const { logs } = await at.b.call(entryExit.logs, { doorId: north.id, limit: 1 })
    expect(logs).toMatchObject([{ result: 'granted', userId: ada.id }])
    expect(readers.a.answers.length - before).toBe(1)
    await at.b.call(access.assign, { userIds: [ada.id], removeLevels: [level.id] })
    await answers('not authorised')
    await Promise.all(Object.values(readers).map((reader) => reader.end()))
  })

  test('what is told at a node that is killed says so; its doors are heard and operated by the other once they are there', async () => {
    await nodes.b.kill()
    await controllers.north.send('state', { mode: 'Locked', lock: 'Locked', contact: 'Open' })
    const opened = async () => (await at.a.call(doors.byId, { doorId: north.id })).door.state?.contact
    await expect.poll(opened, { timeout: 20_000 }).toBe('Open')
    if (brokers === 'a broker at each node') {
      const { commandId } = await at.a.call(doors.unlock, { doorId: south.id })
      await becomes(at.a, commandId, 'failed')
      expect(controllers.south.received.map((one) => one.commandId)).not.toContain(commandId)
    }
    const mine = brokers === 'one Mosquitto' ? south : north
    const { commandId } = await at.a.call(doors.unlock, { doorId: mine.id })
    await becomes(at.a, commandId, 'confirmed')
  })

  test('whichever of them goes, nothing that doors say meanwhile is lost', async () => {
    if (brokers === 'a broker at each node') return
    await nodes.b.start()
    await nodes.a.kill()
    const stored = async () =>
      (await database.store.pool.query('select from message where device_id = $1', [south.id])).rowCount ?? 0
    const before = await stored()
    for (const contact of ['Open', 'Closed', 'Open'] as const)
      await controllers.south.send('state', { mode: 'Locked', lock: 'Locked', contact })
    await expect.poll(stored, { timeout: 20_000 }).toBe(before + 3)
    const { commandId } = await at.b.call(doors.unlock, { doorId: north.id })
    await becomes(at.b, commandId, 'confirmed')
    expect(controllers.north.received.filter((one) => one.commandId === commandId)).toHaveLength(1)
  })
})
