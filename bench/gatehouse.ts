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
  /** Further settings of the server, as its environment has them. */
  readonly env?: Readonly<Record<string, string>>
  /** It gives way to what runs beside it. */
  readonly gently?: boolean
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
    gently: settings.gently === true,
    env: {
      ...asStarted.env,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(port),
      MQTT_PORT: String(mqttPort),
      DATA_DIR: dataDir,
      DEMO: settings.demo ? 'on' : 'off',
      ...(settings.url ? { DATABASE_URL: settings.url } : {}),
      ...settings.env,
    },
  })
  const address = `http://127.0.0.1:${port}`
  await until(running, 60, answers(`${address}/api/health`), 10)
  return { running, port, mqttPort, address }
}

/** On a database of its own, with this world in it. */
export const startInWorld = async (
  cluster: Cluster,
  name: string,
  size: Size,
  settings: Pick<Settings, 'nodeFlags' | 'env' | 'gently'> = {},
) => {
  const url = await cluster.create(name)
  const gatehouse = await startGatehouse({ url, name, ...settings })
  return { url, gatehouse, ...(await writeWorld(url, size)) }
}

export const freshDataDir = (name: string): string => {
  const path = join(runHome(), `${name}-data`)
  rmSync(path, { recursive: true, force: true })
  return path
}

const csrf = z.object({ csrfToken: z.string() })
const signedIn = z.object({ token: z.string() })

/** What a change has to send with it, so that no other page can ask for it. */
const csrfHeaders = async (address: string) => {
  const first = await fetch(`${address}/api/auth/csrf-token`)
  const { csrfToken } = csrf.parse(await first.json())
  const cookie = first.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  return { 'content-type': 'application/json', 'x-csrf-token': csrfToken, cookie }
}

/** The bearer token of an account. */
export const signIn = async (address: string, email: string, password: string): Promise<string> => {
  const answer = await fetch(`${address}/api/auth/signin`, {
    method: 'POST',
    headers: await csrfHeaders(address),
    body: JSON.stringify({ email, password }),
  })
  if (!answer.ok) throw new Error(`sign-in of ${email}: ${answer.status} ${await answer.text()}`)
  return signedIn.parse(await answer.json()).token
}

/** What a page of somebody who is signed in would send, and its answer; throws when it is refused. */
export const change = async (
  address: string,
  token: string,
  method: 'POST' | 'PUT',
  path: string,
  body: object,
): Promise<unknown> => {
  const headers = { ...(await csrfHeaders(address)), authorization: `Bearer ${token}` }
  const answer = await fetch(address + path, { method, headers, body: JSON.stringify(body) })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
  return text === '' ? null : JSON.parse(text)
}

export const post = async (address: string, token: string, path: string, body: object): Promise<void> => {
  await change(address, token, 'POST', path, body)
}
