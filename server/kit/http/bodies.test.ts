// What is sent is read only of those who may send it, and only as far as that costs little.
import { request as open } from 'node:http'
import { csrfToken, signIn } from '@gatehouse/contract/identity/auth'
import { uploadPicture } from '@gatehouse/contract/site/blog'
import * as ingest from '@gatehouse/contract/building/ingest'
import type { Operation } from '@gatehouse/contract/operation'
import { allPermissions } from '@gatehouse/contract/permissions'
import * as roles from '@gatehouse/contract/identity/roles'
import { beforeAll, describe, expect, test } from 'vitest'
import { type ACompany, aCompany, aUser } from '../../testing/building.testing.ts'
import { type TestServer, sharedServer, type ApiClient } from '../../testing/test-server.testing.ts'
import { asksTooMuch, mostNames } from './json-names.ts'

let server: TestServer
let company: ACompany
let admin: ApiClient
let adminId: string

beforeAll(async () => {
  server = await sharedServer()
  company = await aCompany(server.store.pool)
  const user = await aUser(server.store.pool, company, {
    can: allPermissions.filter((permission) => permission !== 'manage_companies'),
  })
  adminId = user.id
  admin = await server.signIn(user)
})

/** Says how long its body will be and sends only the first byte; `rest` sends what follows. Resolves with the answer. */
const begin = (op: Operation, headers: Record<string, string>, body: string) => {
  const request = open(`${server.gatehouse.address}/api${op.path}`, {
    method: op.method,
    headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), ...headers },
  })
  request.on('error', () => undefined)
  request.write(body.slice(0, 1))
  const status = new Promise<number>((resolve) =>
    request.once('response', (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    }),
  )
  return { status, rest: () => request.end(body.slice(1)), drop: () => request.destroy() }
}

/** Of a browser without a session. */
const csrfOf = async () => {
  const response = await fetch(`${server.gatehouse.address}/api${csrfToken.path}`)
  const { csrfToken: token } = csrfToken.output.parse(await response.json())
  return {
    'x-csrf-token': token,
    cookie: response.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; '),
  }
}

const headersOf = async (visitor: ApiClient) => {
  const { cookie, ...csrf } = await csrfOf()
  return { ...csrf, cookie, authorization: `Bearer ${visitor.token}` }
}

describe('nothing of a body is waited for', () => {
  const million = JSON.stringify({ name: 'x'.repeat(1_000_000) })

  test('of nobody, and of who may not', async () => {
    const visitor = await server.signedIn(company, { can: ['read_doors'] })
    const asked: [Operation, Record<string, string>, number][] = [
      [roles.create, await csrfOf(), 401],
      [roles.create, {}, 401],
      [roles.create, { authorization: `Bearer ${admin.token}` }, 403],
      [roles.create, await headersOf(visitor), 403],
      [ingest.batch, {}, 401],
      [ingest.batch, { 'x-api-key': 'wrong' }, 401],
      [uploadPicture, { ...(await headersOf(visitor)), 'content-type': 'multipart/form-data; boundary=x' }, 403],
      [signIn, {}, 403],
    ]
    for (const [op, headers, status] of asked) {
      const call = begin(op, headers, million)
      expect(await call.status, op.path).toBe(status)
      call.drop()
    }
  })

  test('that is longer than anybody may send', async () => {
    const call = begin(signIn, await csrfOf(), JSON.stringify({ email: 'x'.repeat(70_000), password: 'x' }))
    expect(await call.status).toBe(413)
    call.drop()
  })

  test('and a refusal is on record, with who it was', async () => {
    const guard = await aUser(server.store.pool, company, { can: ['read_doors'] })
    const visitor = await server.signIn(guard)
    const call = begin(roles.create, await headersOf(visitor), million)
    expect(await call.status).toBe(403)
    call.drop()
    const recorded = async () => {
      const { rows } = await server.store.pool.query(
        `select action, status, input from activity where user_id = $1 and action = 'roles.create'`,
        [guard.id],
      )
      return rows
    }
    await expect.poll(recorded).toEqual([{ action: 'roles.create', status: 403, input: {} }])
  })
})

test('who is signed out while the body is on its way does nothing any more', async () => {
  const user = await aUser(server.store.pool, company, { can: allPermissions })
  const visitor = await server.signIn(user)
  const name = `Late ${user.id}`
  const call = begin(roles.create, await headersOf(visitor), JSON.stringify({ name, permissions: [] }))
  // It has been let in by then, and nothing is answered before all is there.
  await admin.call(roles.list, {})
  await server.store.pool.query('update session set revoked_at = now() where user_id = $1', [user.id])
  await server.store.pool.query('notify access')
  await expect.poll(async () => (await visitor.try(roles.list, {})).status).toBe(401)
  call.rest()
  expect(await call.status).toBe(401)
  const { rowCount } = await server.store.pool.query('select from role where name = $1', [name])
  expect(rowCount).toBe(0)
})

describe('a body of many names', () => {
  const names = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`name ${n}`, 0]))

  test('or that is nested without end is refused before it is read', async () => {
    expect((await admin.try(roles.create, names(25_000))).status).toBe(413)
    const nested = `${'['.repeat(500)}${']'.repeat(500)}`
    const call = begin(roles.create, await headersOf(admin), nested)
    call.rest()
    expect(await call.status).toBe(413)
  })

  test('is taken of devices, where many say much at once', async () => {
    const { secret } = await admin.call(ingest.createApiKey, { name: `Many ${adminId}` })
    const item = {
      device: 'nobody',
      kind: 'reading',
      channel: 'CO',
      value: 1,
      unit: 'ppm',
      at: new Date().toISOString(),
    }
    const post = (items: unknown[]) => server.client().try(ingest.batch, items, { 'x-api-key': secret })
    expect((await post(Array.from({ length: 500 }, (_, id) => ({ ...item, id: `${id}` })))).status).toBe(200)
    expect((await post([{ ...item, id: 'many', ...names(70_000) }])).status).toBe(413)
  })

  test('is counted outside of texts alone', () => {
    const text = JSON.stringify({ a: '{":[{[\\":', b: ['"', '\\'], c: { d: ':' } })
    expect([asksTooMuch(text, 4), asksTooMuch(text, 3)]).toEqual([false, true])
    expect(asksTooMuch('"never ends', 0)).toBe(false)
    expect(asksTooMuch('['.repeat(65), 0)).toBe(true)
    expect([mostNames(1_048_576), mostNames(4 * 1_048_576)]).toEqual([20_000, 65_536])
  })
})
