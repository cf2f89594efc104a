// Our own server, as its operator starts it: a process of its own on the run's database, signed in to by HTTP.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import lean from '../scripts/lean.json' with { type: 'json' }
import { freePort } from '../scripts/free-port.ts'
import { runHome } from './cache.ts'
import type { Cluster } from './cluster.ts'
import { answers, type Running, serverCpu, start, until } from './kit/processes.ts'
import { type Size, writeWorld } from './world.ts'

export interface Gatehouse {
  readonly running: Running
  readonly port: number
  readonly mqttPort: number
  readonly address: string
}

export interface Settings {
  /** Absent: its own embedded database in `dataDir`. */
  readonly url?: string
  readonly dataDir?: string
  readonly demo?: boolean
  readonly name?: string
  /** Flags of Node.js itself, as for a profile. */
  readonly nodeFlags?: readonly string[]
}

export const repository = fileURLToPath(new URL('..', import.meta.url))

/** The server as `npm start` runs it. */
export const asStarted = {
  command: [process.execPath, ...lean.flags, join(repository, 'server/main.ts')] as const,
  env: { ...lean.environment, NODE_COMPILE_CACHE: join(repository, lean.compiled) },
}

export const startGatehouse = async (settings: Settings): Promise<Gatehouse> => {
  const port = await freePort()
  const mqttPort = await freePort()
  const dataDir = settings.dataDir ?? freshDataDir(settings.name ?? 'gatehouse')
  const [node, ...args] = asStarted.command
  const running = start(node, [...(settings.nodeFlags ?? []), ...args], {
    name: settings.name ?? 'gatehouse',
    cwd: repository,
    cpu: serverCpu,
    env: {
      ...asStarted.env,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(port),
      MQTT_PORT: String(mqttPort),
      DATA_DIR: dataDir,
      DEMO: settings.demo ? 'on' : 'off',
      ...(settings.url ? { DATABASE_URL: settings.url } : {}),
    },
  })
  const address = `http://127.0.0.1:${port}`
  await until(running, 60, answers(`${address}/api/health`), 10)
  return { running, port, mqttPort, address }
}

/** On a database of its own, with this world in it. */
export const startInWorld = async (cluster: Cluster, name: string, size: Size, nodeFlags: readonly string[] = []) => {
  const url = await cluster.create(name)
  const gatehouse = await startGatehouse({ url, name, nodeFlags })
  return { url, gatehouse, ...(await writeWorld(url, size)) }
}

export const freshDataDir = (name: string): string => {
  const path = join(runHome(), `${name}-data`)
  rmSync(path, { recursive: true, force: true })
  return path
}

const csrf = z.object({ csrfToken: z.string() })
const signedIn = z.object({ token: z.string() })

/** The bearer token of an account. */
export const signIn = async (address: string, email: string, password: string): Promise<string> => {
  const first = await fetch(`${address}/api/auth/csrf-token`)
  const { csrfToken } = csrf.parse(await first.json())
  const cookie = first.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const answer = await fetch(`${address}/api/auth/signin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-csrf-token': csrfToken, cookie },
    body: JSON.stringify({ email, password }),
  })
  if (!answer.ok) throw new Error(`sign-in of ${email}: ${answer.status} ${await answer.text()}`)
  return signedIn.parse(await answer.json()).token
}
