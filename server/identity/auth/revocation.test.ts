// What is taken away is gone at once, in calls and on open sockets. The promise is a second; the limit here is ten, which
// only a revocation that is never published, or that waits for a time-out, comes near.
import { checkSession } from '@gatehouse/contract/identity/auth'
import { mine } from '@gatehouse/contract/identity/companies'
import type { Operation } from '@gatehouse/contract/operation'
import { io, type Socket } from 'socket.io-client'
import { beforeAll, expect, test } from 'vitest'
import { v7 as uuid } from 'uuid'
import { type ACompany, aCompany } from '../../testing/building.testing.ts'
import { type TestServer, sharedServer } from '../../testing/test-server.testing.ts'
import { keyOf } from './auth.testing.ts'
import { createSessions } from './sessions.ts'

let server: TestServer
let company: ACompany
beforeAll(async () => {
  server = await sharedServer()
  company = await aCompany(server.store.pool)
})

/** 100 for as many as there may be: REVOKED_AT_ONCE=100. */
const perRound = Number(process.env['REVOKED_AT_ONCE'] ?? 8)
const withinMs = 10_000

interface Held {
  readonly token: string
  readonly socket: Socket
  /** When the socket was told, and when it was closed. */
  told: number
  closed: number
}

const status = async (op: Operation, token: string) => {
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch(`${server.gatehouse.address}/api${op.path}`, { headers })
  await response.arrayBuffer()
  return response.status
}

/** People with a role of their own, each signed in and with an open socket. */
const aRound = async () => {
  const db = server.store.pool
  const sessions = createSessions(server.store.db, await keyOf(server))
  const roleId = uuid()
  await db.query(
    `insert into role (id, company_id, name, permissions) values ($1, $2, $3, '{read_company,read_doors}')`,
    [roleId, company.id, `Round ${roleId}`],
  )
  const ids = Array.from({ length: perRound }, () => uuid())
  await db.query(
    `insert into users (id, company_id, email, first_name, last_name, verified)
     select id, $2, id || '@gatehouse.example', 'Ada', 'Okafor', true from unnest($1::uuid[]) id`,
    [ids, company.id],
  )
  await db.query(`insert into user_role (user_id, role_id) select id, $2 from unnest($1::uuid[]) id`, [ids, roleId])
  const held: Held[] = []
  const connected: Promise<void>[] = []
  for (const id of ids) {
    const { token } = await sessions.open({ id, companyId: company.id }, { address: '127.0.0.1', agent: 'test' })
    const socket = io(`${server.gatehouse.address}/telemetry`, {
      auth: { token },
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
    })
    const one: Held = { token, socket, told: 0, closed: 0 }
    socket.on('access', () => (one.told ||= performance.now()))
    socket.on('disconnect', () => (one.closed ||= performance.now()))
    connected.push(
      new Promise((resolve, reject) => {
        socket.on('hello', () => resolve()).on('connect_error', reject)
      }),
    )
    held.push(one)
  }
  await Promise.all(connected)
  // Known to the server's memory, as in use.
  for (const { token } of held) expect(await status(mine, token)).toBe(200)
  // Nothing that made them is told to them: their rights have not changed since they were let in.
  expect(held.filter(({ told: notified }) => notified > 0)).toEqual([])
  return { ids, roleId, held }
}

/** How long after the change each call is refused; asked again and again by a few at a time. */
const refusedAfter = async (held: readonly Held[], op: Operation, expected: number, since: number) => {
  const waiting = held.values()
  const times: number[] = []
  const work = async () => {
    for (const { token } of waiting) {
      for (;;) {
        const answer = await status(op, token)
        const after = performance.now() - since
        if (answer !== expected && after < withinMs) continue
        times.push(after)
        break
      }
    }
  }
  await Promise.all(Array.from({ length: 8 }, work))
  return times
}

const ends: [string, (ids: string[], roleId: string) => [string, unknown[]]][] = [
  ['sessions are ended', (ids) => ['update session set revoked_at = now() where user_id = any($1)', [ids]]],
  ['accounts are suspended', (ids) => [`update users set status = 'suspended' where id = any($1)`, [ids]]],
  ['accounts are removed', (ids) => ['delete from users where id = any($1)', [ids]]],
  ['sessions are removed', (ids) => ['delete from session where user_id = any($1)', [ids]]],
  [
    'sessions are given another token',
    (ids) => ['update session set token_hash = sha256(token_hash) where user_id = any($1)', [ids]],
  ],
]

const losses: typeof ends = [
  ['a role is taken', (ids) => ['delete from user_role where user_id = any($1)', [ids]]],
  ['a role is emptied', (_ids, roleId) => [`update role set permissions = '{}' where id = $1`, [roleId]]],
  ['a role is deleted', (_ids, roleId) => ['delete from role where id = $1', [roleId]]],
  ['addresses count as verified no more', (ids) => ['update users set verified = false where id = any($1)', [ids]]],
  [
    'a role loses a permission',
    (_ids, roleId) => [`update role set permissions = '{read_doors}' where id = $1`, [roleId]],
  ],
]

test.each(ends)(
  'soon after %s: calls 401, sockets told and closed',
  async (_name, change) => {
    const { ids, roleId, held } = await aRound()
    await server.store.pool.query(...change(ids, roleId))
    // From when it is done: the store may take its time over many accounts.
    const since = performance.now()
    const times = await refusedAfter(held, checkSession, 401, since)
    await expect.poll(() => held.filter(({ closed }) => closed === 0).length, { timeout: withinMs }).toBe(0)
    const latest = Math.max(...times, ...held.map(({ closed }) => closed - since))
    expect(times).toHaveLength(perRound)
    expect(held.every(({ told: notified }) => notified > 0)).toBe(true)
    expect(latest).toBeLessThan(withinMs)
  },
  60_000,
)

test.each(losses)(
  'soon after %s: calls 403, sockets told',
  async (_name, change) => {
    const { ids, roleId, held } = await aRound()
    await server.store.pool.query(...change(ids, roleId))
    // From when it is done: the store may take its time over many accounts.
    const since = performance.now()
    const times = await refusedAfter(held, mine, 403, since)
    await expect.poll(() => held.filter(({ told: notified }) => notified === 0).length, { timeout: withinMs }).toBe(0)
    expect(times).toHaveLength(perRound)
    expect(Math.max(...times, ...held.map(({ told: notified }) => notified - since))).toBeLessThan(withinMs)
    expect(held.every(({ closed }) => closed === 0)).toBe(true)
    for (const { socket } of held) socket.disconnect()
  },
  60_000,
)
