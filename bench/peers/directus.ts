// The second peer for lists: Directus on PostgreSQL, each user bound to the rows of one company by a permission rule.
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { z } from 'zod'
import { freePort } from '../../scripts/free-port.ts'
import { runHome } from '../cache.ts'
import { type Cluster, run } from '../cluster.ts'
import { companies, type Data, rowsOf } from '../list/list-data.ts'
import type { ListServer } from '../list/list-server.ts'
import { installPeer } from './peers.ts'
import { answers, serverCpu, start, until } from '../kit/processes.ts'

const made = z.object({ data: z.object({ id: z.string() }) })
const signedIn = z.object({ data: z.object({ access_token: z.string() }) })
const listed = z.object({ data: z.array(z.object({ company: z.int(), at: z.string() })) })

/** Two servers on one database: without and with its response cache. */
export const startDirectus = async (cluster: Cluster, data: Data): Promise<ListServer[]> => {
  const peer = installPeer('directus')
  const url = await cluster.create('directus')
  const home = join(runHome(), 'directus')
  rmSync(home, { recursive: true, force: true })
  mkdirSync(home, { recursive: true })
  const admin = { email: 'admin@example.com', password: randomBytes(12).toString('hex') }
  const program = join(peer.folder, 'node_modules/directus/cli.js')
  const env = {
    PATH: `${dirname(peer.node)}${delimiter}${process.env.PATH ?? ''}`,
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    SECRET: randomBytes(32).toString('hex'),
    DB_CLIENT: 'pg',
    DB_CONNECTION_STRING: url,
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    ACCESS_TOKEN_TTL: '1d',
    TELEMETRY: 'false',
    NO_UPDATE_NOTIFIER: '1',
    LOG_LEVEL: 'warn',
    STORAGE_LOCAL_ROOT: join(home, 'uploads'),
    EXTENSIONS_PATH: join(home, 'extensions'),
    PRESSURE_LIMITER_ENABLED: 'false',
  }
  execFileSync(peer.node, [program, 'bootstrap'], { cwd: home, env: { ...process.env, ...env }, stdio: 'pipe' })
  await run(
    url,
    `create table logs (id uuid primary key default gen_random_uuid(), company integer, person text, door text, type text,
       result text, at timestamptz)`,
  )
  await run(
    url,
    `insert into logs (company, person, door, type, result, at)
     select company, company || '-' || person, company || '-' || door, type, result, at from ${rowsOf(data)}`,
  )
  await run(url, 'create index on logs (company, at desc, id desc)')
  await run(url, 'vacuum analyze logs')

  const serve = async (name: string, extra: Record<string, string>) => {
    const port = await freePort()
    const running = start(peer.node, [program, 'start'], {
      name: `directus-${name}`,
      cwd: home,
      cpu: serverCpu,
      env: { ...env, ...extra, PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}` },
    })
    await until(running, 120, answers(`http://127.0.0.1:${port}/server/ping`))
    return { port, running }
  }
  const plain = await serve('plain', { CACHE_ENABLED: 'false' })
  const tokens = await setUp(`http://127.0.0.1:${plain.port}`, admin)
  const cached = await serve('cached', { CACHE_ENABLED: 'true', CACHE_TTL: '5m', CACHE_AUTO_PURGE: 'true' })
  const path = '/items/logs?limit=20&sort=-at,-id'
  const asked = (name: string, { port, running }: typeof plain): ListServer => ({
    name,
    port,
    running,
    callers: tokens.map((token) => ({ path, headers: { Authorization: `Bearer ${token}` } })),
    foreign: (company) => `${path}&filter[company][_eq]=${company}`,
    read: (body) =>
      listed.parse(body).data.map((row) => ({ company: row.company, at: new Date(row.at).toISOString() })),
  })
  return [asked(peer.name, plain), asked(`${peer.name}, its response cache on`, cached)]
}

/** A policy that shows the rows of one's own company, a role with it, and a user of it for every company. */
const setUp = async (address: string, admin: { email: string; password: string }): Promise<string[]> => {
  const post = async (path: string, body: object, token?: string) => {
    const answer = await fetch(address + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token ? { Authorization: `Bearer ${token}` } : {}) },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return answer.json()
  }
  const signIn = async (email: string, password: string) =>
    signedIn.parse(await post('/auth/login', { email, password })).data.access_token
  const token = await signIn(admin.email, admin.password)
  await post('/fields/directus_users', { field: 'company', type: 'integer' }, token)
  const policy = made.parse(await post('/policies', { name: 'guard', app_access: false }, token)).data.id
  const role = made.parse(await post('/roles', { name: 'guard', policies: { create: [{ policy }] } }, token)).data.id
  const rule = { company: { _eq: '$CURRENT_USER.company' } }
  await post('/permissions', { policy, collection: 'logs', action: 'read', permissions: rule, fields: ['*'] }, token)
  const tokens: string[] = []
  for (let company = 0; company < companies; company++) {
    const account = { email: `guard${company}@example.com`, password: randomBytes(12).toString('hex') }
    await post('/users', { ...account, role, company }, token)
    tokens.push(await signIn(account.email, account.password))
  }
  return tokens
}
