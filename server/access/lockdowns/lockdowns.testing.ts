// A company with doors to lock down, controllers on the wire, and people.
import * as doors from '@gatehouse/contract/access/doors'
import * as lockdowns from '@gatehouse/contract/access/lockdowns'
import { type Permission, systemRoles } from '@gatehouse/contract/permissions'
import { commandMessage, topicOf } from '@gatehouse/contract/building/wire'
import type { MqttClient } from 'mqtt'
import { v7 as uuid } from 'uuid'
import { afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { type ACompany, type ADevice, aCompany, aDevice, aUser } from '../../testing/building.testing.ts'
import { type TestServer, sharedServer, type ApiClient } from '../../testing/test-server.testing.ts'
import { connect, send } from '../../building/ingest/ingest.testing.ts'

export interface Controller {
  readonly door: ADevice
  readonly client: MqttClient
  readonly received: string[]
}

export type Answering = (action: string, n: number) => 'done' | 'refused' | 'nothing'

/** For every test of the file: a company and a manager of its own. */
export const useGround = () => {
  let server: TestServer
  let company: ACompany
  let manager: ApiClient
  const clients: MqttClient[] = []

  beforeAll(async () => {
    server = await sharedServer()
  })
  afterEach(async () => {
    await Promise.all(clients.splice(0).map((client) => client.endAsync(true)))
    // What is open is looked at every second, and every door is read again with each change of any: beside all tests after.
    await server.store.pool.query(
      `update lockdown_door x set settled_at = now() from lockdown l
       where x.settled_at is null and l.id = x.lockdown_id and l.company_id = $1`,
      [company.id],
    )
    await server.store.pool.query('update device set retired_at = now() where company_id = $1', [company.id])
  })
  beforeEach(async () => {
    company = await aCompany(server.store.pool)
    manager = await somebody(systemRoles.manager)
  })

  const somebody = async (can: readonly Permission[], labels: readonly string[] = [], roleId?: string) => {
    const user = await aUser(server.store.pool, company, { can, labels })
    if (roleId)
      await server.store.pool.query('insert into user_role (user_id, role_id) values ($1, $2)', [user.id, roleId])
    return server.signIn(user)
  }

  /** A controller that does as it is told, unless it answers otherwise. */
  const aController = async (door: ADevice, answers: Answering = () => 'done'): Promise<Controller> => {
    const client = await connect(server.gatehouse.devices, door)
    clients.push(client)
    const received: string[] = []
    client.on('message', (_topic, payload) => {
      const { commandId, action } = commandMessage.parse(JSON.parse(payload.toString()))
      received.push(action)
      const result = answers(action, received.length)
      const at = new Date().toISOString()
      if (result !== 'nothing')
        void send(client, door.key, 'ack', { id: uuid(), at, commandId, result, reason: 'Stuck' })
    })
    await client.subscribeAsync(topicOf(door.key, 'command'), { qos: 1 })
    await send(client, door.key, 'status', { id: uuid(), at: new Date().toISOString(), online: true })
    return { door, client, received }
  }

  const aDoor = async (zone: string | null = null) =>
    server.knows(manager, await aDevice(server.store.pool, company, 'door', { zone }))

  const aScenario = async (given: Partial<Parameters<typeof manager.call<typeof lockdowns.createScenario>>[1]> = {}) =>
    (await manager.call(lockdowns.createScenario, { name: `Scenario ${uuid()}`, everywhere: true, ...given })).scenario

  const seen = (who: ApiClient, lockdownId: string) => who.call(lockdowns.byId, { lockdownId })
  const settled = (who: ApiClient, lockdownId: string, wanted: Partial<lockdowns.Lockdown['counts']>) =>
    expect.poll(async () => (await seen(who, lockdownId)).lockdown.counts, { timeout: 15_000 }).toMatchObject(wanted)

  const seesDoor = async (who: ApiClient, doorId: string) => (await who.try(doors.byId, { doorId })).status === 200

  return {
    get server() {
      return server
    },
    get company() {
      return company
    },
    get manager() {
      return manager
    },
    clients,
    somebody,
    aController,
    aDoor,
    aScenario,
    seen,
    settled,
    seesDoor,
  }
}
