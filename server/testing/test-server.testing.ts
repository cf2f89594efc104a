// The whole product on a database of its own, and a client that calls it as a browser would.
import { rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import * as auth from '@gatehouse/contract/identity/auth'
import * as devices from '@gatehouse/contract/building/devices'
import type { Letter } from '@gatehouse/contract/messages/mail'
import { type Input, isInQuery, type Operation, type Output } from '@gatehouse/contract/operation'
import pino from 'pino'
import type { Store } from '../db/pool.ts'
import { freshDatabase, patienceMs } from '../db/testing.ts'
import { readConfig } from '../kit/config.ts'
import { filesIn, folderOf, readLetter } from '../messages/mail/mailbox.ts'
import { startGatehouse } from '../main.ts'
import { type ACompany, type AUser, aUser, type Holding } from './building.testing.ts'

export interface TestServer extends Awaited<ReturnType<typeof openServer>> {}

const shared = new Map<string, Promise<TestServer>>()

/** The one product of this process with these settings: each test makes its own company there and sees nothing else. */
export const sharedServer = (env: Record<string, string> = {}): Promise<TestServer> => {
  const key = JSON.stringify(env)
  const server = shared.get(key) ?? openServer(env).then(removedAtExit)
  shared.set(key, server)
  return server
}

// Its database goes with the cluster of the tests.
const removedAtExit = (server: TestServer): TestServer => {
  process.once('exit', () => rmSync(server.dataDir, { recursive: true, force: true }))
  return server
}

/** A product of its own: for who stops it, changes its settings or what all companies share, or counts what is in it. */
export const openServer = async (env: Record<string, string> = {}) => {
  const database = await freshDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'gatehouse-'))
  const config = readConfig({
    PORT: '0',
    MQTT_PORT: '0',
    DEMO: 'off',
    NODE_ENV: 'test',
    LOG_LEVEL: process.env['TEST_LOG_LEVEL'] ?? 'silent',
    ...{
      DATABASE_URL: database.url,
      DATABASE_PATIENCE_MS: `${patienceMs}`,
      DATA_DIR: dataDir,
    },
    ...env,
  })
  const gatehouse = await startGatehouse(config, pino({ level: config.logLevel }))
  const client = () => createApiClient(gatehouse.address)
  const signIn = async ({ email, password }: Pick<AUser, 'email' | 'password'>): Promise<ApiClient> => {
    const visitor = client()
    await visitor.signIn(email, password)
    return visitor
  }
  return {
    gatehouse,
    store: database.store,
    url: database.url,
    dataDir,
    client,
    /** Of somebody who is signed in. */
    signIn,
    /** Of somebody new at a company, who holds these permissions and labels and is signed in. */
    async signedIn(company: Pick<ACompany, 'id'>, holds: Holding = {}) {
      const user = await aUser(database.store.pool, company, holds)
      return Object.assign(await signIn(user), { user })
    },
    /** Waits until the server has heard of a device that was written into its store behind its back. */
    async knows<D extends { key: string }>(visitor: ApiClient, device: D): Promise<D> {
      for (const until = Date.now() + 20_000; Date.now() < until; ) {
        const known = await visitor.call(devices.list)
        if (known.devices.some((d) => d.key === device.key)) return device
      }
      throw new Error(`${device.key} never became known`)
    },
    /** Waits until it is decided to whom each notification goes. */
    async numbered() {
      for (const until = Date.now() + 20_000; Date.now() < until; await sleep(20)) {
        const { rowCount } = await database.store.pool.query('select from notification where seq is null limit 1')
        if (rowCount === 0) return
      }
      throw new Error('A notification was never numbered')
    },
    letterTo: postman(dataDir, database.store),
    async close() {
      await gatehouse.stop()
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/**
 * Brings the letters to an address one after another, each once; waits for the next. Letters are sent one after another:
 * as long as others are before it in the queue, it cannot be there.
 */
const postman = (dataDir: string, { pool }: Store) => {
  const folder = folderOf(dataDir)
  const read = new Map<string, Letter>()
  const brought = new Map<string, number>()
  const isQueueEmpty = async () =>
    (await pool.query('select from mail where sent_at is null and failed_at is null limit 1')).rowCount === 0
  return async (to: string): Promise<Letter> => {
    const at = brought.get(to) ?? 0
    const began = Date.now()
    const goesOn = async () => Date.now() < began + 20_000 || (Date.now() < began + 60_000 && !(await isQueueEmpty()))
    for (; await goesOn(); await sleep(20)) {
      const files = await filesIn(folder)
      for (const file of files) if (!read.has(file)) read.set(file, await readLetter(folder, file))
      const letter = [...read.values()].filter((l) => l.to === to)[at]
      if (!letter) continue
      brought.set(to, at + 1)
      return letter
    }
    throw new Error(`No letter came for ${to}`)
  }
}

/** What follows `?token=` in a letter. */
export const tokenIn = ({ text }: Letter): string => /[?&]token=([\w-]+)/.exec(text)?.[1] ?? ''

/** The six digits of a code letter. */
export const codeIn = ({ text }: Letter): string => /^ {4}(\d{6})$/m.exec(text)?.[1] ?? ''

export interface Answer {
  readonly status: number
  readonly body: unknown
  readonly headers: Headers
}

export interface ApiClient {
  token: string | undefined
  /** What the browser would send back. */
  readonly cookies: Map<string, string>
  /** Throws unless the call succeeds. */
  call<Op extends Operation>(op: Op, input?: Input<Op>): Promise<Output<Op>>
  /** Whatever comes back. */
  try(op: Operation, input?: unknown, headers?: Record<string, string>): Promise<Answer>
  signIn(email: string, password: string): Promise<void>
}

const jsonOf = async (response: Response): Promise<unknown> => {
  const text = await response.text()
  return text === '' ? null : JSON.parse(text)
}

/** A client of whatever listens there. */
export const createApiClient = (address: string): ApiClient => {
  let csrf: string | undefined
  const cookies = new Map<string, string>()

  const keepCookies = (response: Response) => {
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (/max-age=0|expires=thu, 01 jan 1970/i.test(line)) cookies.delete(name)
      else cookies.set(name, value)
    }
  }

  const fetchCsrf = async () => {
    const response = await fetch(`${address}/api${auth.csrfToken.path}`)
    keepCookies(response)
    return auth.csrfToken.output.parse(await response.json()).csrfToken
  }

  const visitor: ApiClient = {
    token: undefined,
    cookies,
    async try(op, input, headers = {}) {
      // Signing out takes the cookie away.
      if (cookies.size === 0) csrf = undefined
      csrf ??= await fetchCsrf()
      // A form goes as it is.
      const form = input instanceof FormData ? input : undefined
      const given =
        form || Array.isArray(input) ? {} : ({ ...(typeof input === 'object' ? input : {}) } as Record<string, unknown>)
      const path = op.path.replace(/\{(\w+)\}/g, (_, name: string) => {
        const value = typeof given[name] === 'string' ? given[name] : crypto.randomUUID()
        delete given[name]
        return encodeURIComponent(value)
      })
      const query = isInQuery(op) ? `?${new URLSearchParams(given as Record<string, string>).toString()}` : ''
      const response = await fetch(`${address}/api${path}${query}`, {
        method: op.method,
        redirect: 'manual',
        headers: {
          cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
          'x-csrf-token': csrf,
          ...(visitor.token ? { authorization: `Bearer ${visitor.token}` } : {}),
          ...(isInQuery(op) || form ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(isInQuery(op) ? {} : { body: form ?? JSON.stringify(Array.isArray(input) ? input : given) }),
      })
      keepCookies(response)
      const body: unknown =
        op.download && response.ok ? Buffer.from(await response.arrayBuffer()) : await jsonOf(response)
      return { status: response.status, body, headers: response.headers }
    },
    async call(op, input) {
      const { status, body } = await visitor.try(op, input)
      if (status >= 400) throw new Error(`${op.method} ${op.path}: ${status} ${JSON.stringify(body)}`)
      return body as Output<typeof op>
    },
    async signIn(email, password) {
      const { token } = await visitor.call(auth.signIn, { email, password })
      visitor.token = token
    },
  }
  return visitor
}
