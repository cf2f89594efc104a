// Who tells dashboards of readings: our server with a building's detectors on its broker, and bare Socket.IO.
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import mqtt, { type MqttClient } from 'mqtt'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { freePort } from '../scripts/free-port.ts'
import { signInByForm } from './kit/chromium.ts'
import type { Cluster } from './cluster.ts'
import { type Gatehouse, signIn, startInWorld } from './gatehouse.ts'
import { answers, serverCpu, start, until } from './kit/processes.ts'
import type { Device } from './world.ts'

/** Milliseconds from one reading to the next: fifty a second over twelve detectors, a large building on a busy day. */
export const busyDay = 20
const detectors = 12
// Without set points: twelve tiles that all cry alarm at once would be another page than people usually see.
const measure = { channel: 'temperature', unit: 'degC' }

export interface Source {
  readonly who: string
  readonly note: string
  readonly address: string
  readonly page: string
  readonly keys: readonly string[]
  /** A reading's value is the milliseconds from here to its publishing. */
  readonly base: number
  readonly token?: string
  readonly strangerToken?: string
  readonly storageState?: BrowserContextOptions['storageState']
  talk(): void
  /** Stops talking; the last value of every detector, where that is known. */
  hush(): Promise<ReadonlyMap<string, number>>
}

/** Without a browser there is nobody to look at the page, only sockets. */
export const gatehouseSource = async (cluster: Cluster, browser?: Browser, everyMs = busyDay): Promise<Source> => {
  const name = browser ? 'gatehouse_pixel' : 'gatehouse_sockets'
  const size = { role: 'admin', companies: 2, doors: 14, detectors, people: 60 } as const
  const { gatehouse, companies, password } = await startInWorld(cluster, name, size)
  await sleep(1000)
  const [own, stranger] = companies
  if (!own || !stranger) throw new Error('no companies')
  const base = Date.now() - 10_000
  return {
    who: 'Gatehouse',
    note: 'MQTT publish, COMMIT, permission, socket, two frames; no other company heard any; last values right',
    address: gatehouse.address,
    page: `${gatehouse.address}/dashboard`,
    keys: own.detectors.map((d) => d.key),
    base,
    token: await signIn(gatehouse.address, own.email, password),
    strangerToken: await signIn(gatehouse.address, stranger.email, password),
    ...(browser && { storageState: await signInByForm(browser, gatehouse, own.email, password) }),
    ...(await building(gatehouse, own.detectors, base, everyMs)),
  }
}

const building = async ({ mqttPort }: Gatehouse, devices: readonly Device[], base: number, everyMs: number) => {
  const clients: { key: string; client: MqttClient }[] = []
  for (const { key, username, password } of devices) {
    const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${mqttPort}`, { clientId: key, username, password })
    clients.push({ key, client })
  }
  const last = new Map<string, number>()
  const unacknowledged = new Set<Promise<unknown>>()
  let timer: NodeJS.Timeout | undefined
  let turn = 0
  const publish = () => {
    const one = clients[turn++ % clients.length]
    if (!one) return
    const now = Date.now()
    const value = now - base
    last.set(one.key, value)
    const at = new Date(now).toISOString()
    const message = { id: String(value), at, ...measure, value, quality: 'good' }
    const sent = one.client.publishAsync(`gatehouse/v1/${one.key}/reading`, JSON.stringify(message), { qos: 1 })
    unacknowledged.add(sent)
    void sent.then(() => unacknowledged.delete(sent))
  }
  return {
    talk: () => {
      timer = setInterval(publish, everyMs)
    },
    hush: async () => {
      clearInterval(timer)
      await Promise.all(unacknowledged)
      return new Map(last)
    },
  }
}

export const bareSource = async (everyMs = busyDay): Promise<Source> => {
  const port = await freePort()
  const script = fileURLToPath(new URL('bare-socket-io.ts', import.meta.url))
  const running = start(process.execPath, [script], { name: 'bare-socket-io', cpu: serverCpu })
  const base = Date.now() - 10_000
  const keys = Array.from({ length: detectors }, (_, i) => `gas-0-${i}`)
  running.child.send({ port, base, keys, everyMs, ...measure })
  const address = `http://127.0.0.1:${port}`
  await until(running, 15, answers(address))
  return {
    who: 'bare Socket.IO',
    note: 'no MQTT, no store, no rights, no application: the limit',
    address,
    page: address,
    keys,
    base,
    talk: () => running.child.send('talk'),
    hush: async () => {
      running.child.send('hush')
      return new Map()
    },
  }
}
