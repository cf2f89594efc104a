// The server killed in the middle: what was acknowledged is stored, once.
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { topicOf } from '@gatehouse/contract/building/wire'
import { connect, type MqttClient } from 'mqtt'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { freePort } from '../../../scripts/free-port.ts'
import { type ADevice, aCompany, aDevice } from '../../testing/building.testing.ts'
import { full, longMs } from '../../chaos/figures.testing.ts'
import { compiled, patience } from '../../chaos/program.testing.ts'
import { freshDatabase, type TestDatabase } from '../../db/testing.ts'
import { aReading, connectOnce, count, insist, until } from './ingest.testing.ts'

const mosquitto = '/usr/sbin/mosquitto'
const kills = full ? 3 : 2
// Some hundreds of messages a second; without it Mosquitto takes 30,000, which the server then needs long to store.
const pauseMs = full ? 0 : 250
/** Messages that are acknowledged between two kills, at least: then comes a moment of chance. */
const acknowledgedBetween = 100

let database: TestDatabase
let folder: string
let devices: ADevice[]
const processes = new Set<ChildProcess>()

beforeEach(async () => {
  database = await freshDatabase()
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-crash-'))
  const company = await aCompany(database.store.pool)
  devices = await Promise.all(Array.from({ length: 8 }, () => aDevice(database.store.pool, company, 'gas')))
})
afterEach(async () => {
  for (const child of processes) child.kill('SIGKILL')
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

describe('killed again and again while devices speak', () => {
  it('loses nothing that the embedded broker acknowledged, and stores nothing twice', async () => {
    const port = await freePort()
    const url = `mqtt://127.0.0.1:${port}`
    const stop = await keepRunning({ MQTT_PORT: String(port) }, () => connectOnce(url, firstDevice()))
    const acknowledged = await speakWhile(
      devices.map((device) => connect(url, { ...signIn(device), reconnectPeriod: 50 })),
      stop.killingNowAndThen,
    )
    await expectStored(acknowledged)
    stop.forGood()
  }, 600_000)

  it.skipIf(!existsSync(mosquitto))(
    'loses nothing that Mosquitto acknowledged',
    async () => {
      const port = await freePort()
      const url = `mqtt://127.0.0.1:${port}`
      const settings = join(folder, 'mosquitto.conf')
      await writeFile(
        settings,
        `listener ${port} 127.0.0.1\nallow_anonymous true\nmax_queued_messages 0\npersistence false\n`,
      )
      run(mosquitto, ['-c', settings])
      const speakers = devices.map(() => connect(url, { reconnectPeriod: 50 }))
      const topic = topicOf(firstDevice().key, 'status')
      const received = () => count(database.store.pool, 'message')
      const stop = await keepRunning({ MQTT_URL: url, MQTT_PORT: '0' }, async () => {
        const before = await received()
        const probe = { id: crypto.randomUUID(), at: new Date().toISOString(), online: true }
        await speakers[0]?.publishAsync(topic, JSON.stringify(probe), { qos: 1 })
        // Said before the server listened, nobody ever hears it: the next one soon.
        await until(async () => (await received()) > before, 300)
      })
      const acknowledged = await speakWhile(speakers, stop.killingNowAndThen, 4)
      await expectStored(acknowledged)
      stop.forGood()
    },
    600_000,
  )
})

const firstDevice = (): ADevice => {
  const [device] = devices
  if (!device) throw new Error('no devices')
  return device
}

const signIn = ({ key, secret }: ADevice) => ({ username: key, password: secret })

const run = (program: string, args: string[], env: Record<string, string> = {}): ChildProcess => {
  const child = spawn(program, args, { env: { ...process.env, ...env }, stdio: 'ignore' })
  processes.add(child)
  child.once('exit', () => processes.delete(child))
  return child
}

// The whole server in a process of its own, started again whenever it was killed.
const keepRunning = async (env: Record<string, string>, ready: () => Promise<unknown>) => {
  const start = () =>
    run(process.execPath, ['server/main.ts'], {
      ...env,
      PORT: '0',
      DATA_DIR: folder,
      DATABASE_URL: database.url,
      DEMO: 'off',
      ...patience,
      LOG_LEVEL: process.env['TEST_LOG_LEVEL'] ?? 'silent',
      NODE_COMPILE_CACHE: compiled,
    })
  const isReady = () =>
    until(
      () =>
        ready().then(
          () => true,
          () => undefined,
        ),
      2 * longMs,
    )
  let server = start()
  await isReady()
  return {
    killingNowAndThen: async (acknowledged: () => number) => {
      const more = async () => {
        const goal = acknowledged() + acknowledgedBetween
        await until(async () => acknowledged() >= goal, longMs)
      }
      for (let i = 0; i < kills; i++) {
        await more()
        await sleep(Math.random() * (full ? 2000 : 500))
        server.kill('SIGKILL')
        server = start()
        await isReady()
      }
      await more()
    },
    forGood: () => server.kill('SIGKILL'),
  }
}

// Each device keeps a few messages under way; its client sends again what was not acknowledged.
const speakWhile = async (
  clients: MqttClient[],
  something: (acknowledged: () => number) => Promise<void>,
  atOnce = 20,
) => {
  const acknowledged = new Map<string, number>()
  const enough = new AbortController()
  const speak = async (client: MqttClient, device: ADevice) => {
    while (!enough.signal.aborted) {
      await insist(client, topicOf(device.key, 'reading'), JSON.stringify(aReading()))
      acknowledged.set(device.id, (acknowledged.get(device.id) ?? 0) + 1)
      await sleep(pauseMs)
    }
  }
  const speaking = clients.flatMap((client, i) => {
    client.on('error', () => undefined)
    const device = devices[i]
    return device ? Array.from({ length: atOnce }, () => speak(client, device)) : []
  })
  await something(() => sum(acknowledged))
  enough.abort()
  await Promise.all(speaking)
  for (const client of clients) client.end(true)
  return acknowledged
}

const sum = (counts: ReadonlyMap<string, number>) => [...counts.values()].reduce((a, b) => a + b, 0)

const expectStored = async (acknowledged: Map<string, number>) => {
  expect(sum(acknowledged)).toBeGreaterThan(200)
  const rows = (id: string) => count(database.store.pool, 'gas_reading where device_id = $1', [id])
  for (const [id, n] of acknowledged) expect(await until(async () => (await rows(id)) >= n && rows(id), longMs)).toBe(n)
}
