// kill -9 of the server between a command and its answer: what is on record of it is true, and it reached its door once
// at most.
import { setTimeout as sleep } from 'node:timers/promises'
import * as doors from '@gatehouse/contract/access/doors'
import { commandMessage, topicOf } from '@gatehouse/contract/building/wire'
import { connect, type MqttClient } from 'mqtt'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ADevice, aCompany, aDevice, aUser, password } from '../testing/building.testing.ts'
import { createApiClient, type ApiClient } from '../testing/test-server.testing.ts'
import { until } from '../building/ingest/ingest.testing.ts'
import { full, longMs, print } from './figures.testing.ts'
import { aProgram, type Program } from './program.testing.ts'

const kills = Number(process.env['COMMAND_KILLS'] ?? (full ? 50 : 2))
const doorsAtOnce = 6
/** Of its answers a controller keeps some to itself. */
const silentOf = 3
let program: Program
const clients: MqttClient[] = []

beforeAll(async () => {
  program = await aProgram()
})
afterAll(async () => {
  await Promise.all(clients.map((client) => client.endAsync(true)))
  await program.remove()
})

interface ReceivedCommand {
  readonly id: string
  /** Whether the server has it in writing that the door did as it was told. */
  acknowledged: boolean
  readonly silent: boolean
}

const controller = (door: ADevice, received: ReceivedCommand[]) => {
  const client = connect(`mqtt://127.0.0.1:${program.mqttPort}`, {
    username: door.key,
    password: door.secret,
    reconnectPeriod: 50,
    connectTimeout: 2000,
    // A server that has just begun may not have heard of it yet.
    reconnectOnConnackError: true,
  })
  let listens = false
  client.on('connect', () => {
    client.subscribe(topicOf(door.key, 'command'), { qos: 1 }, () => (listens = true))
  })
  client.on('close', () => (listens = false))
  client.on('error', () => undefined)
  client.on('message', (_topic, payload) => {
    const { commandId } = commandMessage.parse(JSON.parse(payload.toString()))
    const one: ReceivedCommand = { id: commandId, acknowledged: false, silent: received.length % silentOf === 0 }
    received.push(one)
    if (one.silent) return
    const ack = { id: `ack-${commandId}`, at: new Date().toISOString(), commandId, result: 'done' }
    setTimeout(() => {
      // Again after the connection is back, until it is acknowledged.
      client.publish(topicOf(door.key, 'ack'), JSON.stringify(ack), { qos: 1 }, (error) => {
        one.acknowledged = !error
      })
    }, Math.random() * 40)
  })
  clients.push(client)
  return { listens: () => listens }
}

it(
  `tells the truth of every command and sends none twice, killed ${kills} times`,
  async () => {
    await program.start()
    const db = program.store()
    const company = await aCompany(db)
    const guard = await aUser(db, company, { can: ['read_doors', 'operate_doors'] })
    const devices = await Promise.all(Array.from({ length: doorsAtOnce }, () => aDevice(db, company, 'door')))
    await db.query('update door set answer_seconds = 2')
    const received: ReceivedCommand[] = []
    const controllers = devices.map((door) => controller(door, received))
    const accepted: string[] = []
    let visitor: ApiClient | undefined
    const signedIn = async () => {
      visitor = createApiClient(`http://127.0.0.1:${program.port}`)
      await visitor.signIn(guard.email, password)
      const listening = async () =>
        (await visitor?.call(doors.list))?.total === doorsAtOnce && controllers.every(({ listens }) => listens())
      await until(listening, longMs)
      return visitor
    }
    for (let kill = 0; kill < kills; kill++) {
      const by = await signedIn()
      const asked = Promise.allSettled(
        devices.map(async ({ id }) => {
          const { commandId } = await by.call(doors.unlock, { doorId: id })
          accepted.push(commandId)
        }),
      )
      // Anywhere on its way; mostly between being sent and being answered.
      const before = received.length
      if (kill % 3 > 0) await until(async () => received.length > before + (kill % doorsAtOnce), longMs)
      await sleep(Math.random() * 50)
      await program.kill()
      await asked
      await program.start()
    }
    await signedIn()
    // All as of one moment: doors are locked again by commands that come meanwhile.
    const { rows, received: seen } = await until(async () => {
      const known = received.map((one) => ({ ...one }))
      const found = await db.query<{ id: string; status: string; steps: string[] }>(
        `select c.id, c.status, array(select s.status from command_step s where s.command_id = c.id order by s.n) as steps
         from command c`,
      )
      const settled =
        received.length === known.length &&
        known.every(({ silent, acknowledged }) => silent || acknowledged) &&
        found.rows.every(({ status }) => status !== 'requested' && status !== 'sent')
      return settled && { rows: found.rows, received: known }
    }, longMs)
    const byId = new Map(rows.map((row) => [row.id, row]))
    const counted: Record<string, number> = {}
    for (const { status } of rows) counted[status] = (counted[status] ?? 0) + 1
    print('server killed with commands under way', { kills, commands: rows.length, received: seen.length, ...counted })
    // What was accepted is on record, and so is what reached a door.
    for (const id of [...accepted, ...seen.map((one) => one.id)]) expect(byId.has(id)).toBe(true)
    expect(new Set(seen.map(({ id }) => id)).size).toBe(seen.length)
    for (const row of rows) {
      const one = seen.find(({ id }) => id === row.id)
      if (one?.acknowledged) expect(row.status).toBe('confirmed')
      else if (one) expect(row.status).toBe('no-answer')
      else expect(['failed', 'no-answer']).toContain(row.status)
      if (row.status === 'failed') expect(row.steps).not.toContain('sent')
      expect(row.steps[0]).toBe('requested')
    }
    expect(seen.length).toBeGreaterThan(0)
  },
  full || kills > 5 ? 900_000 : 300_000,
)
