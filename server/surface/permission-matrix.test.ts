// Every operation there is, by every role and by nobody, by someone expired, suspended, of another company and under
// other labels. Read from the contract's own list: an operation that nobody decided about fails here.
import { lackOf } from '@gatehouse/contract/lack'
import { isDeepStrictEqual } from 'node:util'
import { checkSession } from '@gatehouse/contract/identity/auth'
import { operations } from '@gatehouse/contract/contract'
import { list } from '@gatehouse/contract/access/doors'
import type { Operation } from '@gatehouse/contract/operation'
import {
  allPermissions,
  type Permission,
  type SystemRole,
  systemRoleNames,
  systemRoles,
} from '@gatehouse/contract/permissions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aCompany, aDevice, aLabel, aUser, aZone, type ACompany } from '../testing/building.testing.ts'
import { type TestServer, openServer, type ApiClient } from '../testing/test-server.testing.ts'
import { exampleInput, type Ids } from './examples.testing.ts'
import { canary, inputs } from './permission-inputs.testing.ts'

const everything = [...operations.values()]
const roles = systemRoleNames

describe('the permission matrix', () => {
  let server: TestServer
  let company: ACompany
  let ids: Ids
  const signedIn = new Map<string, ApiClient>()
  const ended: ApiClient[] = []
  let nobody: ApiClient | undefined

  const as = async (who: { role?: SystemRole; can?: readonly Permission[]; labels?: string[]; of?: ACompany }) => {
    const user = await aUser(server.store.pool, who.of ?? company, {
      can: who.can ?? (who.role ? systemRoles[who.role] : []),
      labels: who.labels ?? [],
    })
    const visitor = await server.signIn(user)
    return { visitor, user }
  }
  /** Signed in once, and anew where a command before took the session or something of it. */
  const lasting = (enter: () => Promise<{ readonly visitor: ApiClient }>) => {
    let before: { readonly visitor: ApiClient; readonly rights: unknown } | undefined
    let isSure = false
    return async (next?: Operation) => {
      if (!before || (!isSure && !isDeepStrictEqual(await rightsOf(before.visitor), before.rights))) {
        const { visitor } = await enter()
        before = { visitor, rights: await rightsOf(visitor) }
      }
      isSure = next?.kind === 'query'
      return before.visitor
    }
  }
  const rightsOf = async (visitor: ApiClient): Promise<unknown> => {
    const { status, body } = await visitor.try(checkSession)
    return status === 200 ? checkSession.output.parse(body).user : status
  }
  const inputOf = (op: Operation) => inputs[op.name]?.(ids) ?? exampleInput(op, ids)

  beforeAll(async () => {
    server = await openServer()
    const db = server.store.pool
    company = await aCompany(db, `${canary} House`)
    const zone = await aZone(db, company, `${canary} zone`)
    const door = await aDevice(db, company, 'door', { zone, leadsTo: zone })
    await db.query('update device set name = $1 where id = $2', [`${canary} door`, door.id])
    const person = await aUser(db, company, { card: 'card:0000000001' })
    const admin = await as({ role: 'admin' })
    const { log } = (
      await admin.visitor.try(operations.get('entryExit.record') as Operation, {
        userId: person.id,
        doorId: door.id,
        type: 'entry',
        timestamp: new Date().toISOString(),
      })
    ).body as { log: { id: string } }
    ids = { person: person.id, door: door.id, zone, log: log.id, site: company.siteId }
    for (const role of roles) signedIn.set(role, (await as({ role })).visitor)
  })
  afterAll(() => server.close())

  test('every operation of the contract is served and described', async () => {
    const { paths } = (await (await fetch(`${server.gatehouse.address}/api/openapi.json`)).json()) as { paths: object }
    const described = Object.values(paths).flatMap((methods: Record<string, { operationId: string }>) =>
      Object.values(methods).map((m) => m.operationId),
    )
    expect(described.sort()).toEqual([...operations.keys()].sort())
  })

  test('every operation that needs input has one here', () => {
    const undecided = everything.filter((op) => !op.input.safeParse(inputOf(op)).success)
    expect(undecided.map(({ name }) => name)).toEqual([])
    expect(Object.keys(inputs).filter((name) => !operations.has(name))).toEqual([])
  })

  test('who has expired, is suspended or was signed out is out within a second', async () => {
    for (const end of [
      `update session set expires_at = now() - interval '1 second' where user_id = $1`,
      `update users set status = 'suspended' where id = $1`,
      `update session set revoked_at = now() where user_id = $1`,
    ]) {
      const { visitor, user } = await as({ can: allPermissions })
      await server.store.pool.query(end, [user.id])
      await server.store.pool.query(`notify access`)
      // The promise is a second; ten times as long here, on a machine that does other things too.
      await expect.poll(() => rightsOf(visitor), { timeout: 10_000, interval: 10 }).toBe(401)
      ended.push(visitor)
    }
  })

  test.each(everything.map((op) => [op.name, op] as const))('%s: nobody, expired and suspended', async (_name, op) => {
    const expected = op.permission === 'public' ? /^(2|3|400|401|404|409|422)/ : /^401$/
    nobody ??= server.client()
    const answers = await Promise.all([nobody, ...ended].map((visitor) => visitor.try(op, inputOf(op))))
    for (const { status } of answers) expect(String(status)).toMatch(expected)
  })

  test('whose session had ended is still out after all that', async () => {
    expect(await Promise.all(ended.map(rightsOf))).toEqual([401, 401, 401])
  })

  test.each(everything.map((op) => [op.name, op] as const))('%s: each role by its permissions', async (_name, op) => {
    const judge = async (role: SystemRole) => {
      const visitor = op.path === '/auth/logout' ? (await as({ role })).visitor : signedIn.get(role)
      const answer = await visitor?.try(op, inputOf(op))
      const allowed = lackOf(op, new Set(systemRoles[role])).length === 0
      if (op.permission === 'api-key') expect(answer?.status, role).toBe(401)
      else if (op.permission === 'public') expect(answer?.status, role).not.toBe(403)
      else if (!allowed) expect(answer, role).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
      else if (op.name !== 'entryExit.record') expect([401, 403], role).not.toContain(answer?.status)
    }
    await Promise.all(roles.map(judge))
  })

  const forging = lasting(() => as({ can: allPermissions }))

  test.each(
    everything.filter((op) => op.kind === 'command' && op.permission !== 'api-key').map((op) => [op.name, op] as const),
  )('%s: refused without its CSRF token', async (_name, op) => {
    const answer = await (await forging(op)).try(op, inputOf(op), { 'x-csrf-token': 'forged' })
    expect(answer).toMatchObject({ status: 403, body: { code: 'EBADCSRFTOKEN' } })
  })

  const stranger = lasting(async () =>
    as({ can: allPermissions.filter((p) => p !== 'manage_companies'), of: await aCompany(server.store.pool) }),
  )

  test.each(everything.map((op) => [op.name, op] as const))('%s: another company learns nothing', async (_name, op) => {
    const { status, body } = await (await stranger(op)).try(op, inputOf(op))
    expect(JSON.stringify(body)).not.toContain(canary)
    if (op.target) expect(status).toBe(404)
  })

  describe('labels', () => {
    const unlabelled = lasting(() =>
      as({ can: allPermissions.filter((p) => p !== 'admin_access' && p !== 'manage_companies') }),
    )
    let label: string
    afterAll(() => server.store.pool.query('delete from label where id = $1', [label]))

    test('a new one hides its doors within a second', async () => {
      const visitor = await unlabelled()
      expect(JSON.stringify(await visitor.call(list))).toContain(`${canary} door`)
      label = await aLabel(server.store.pool, company, { zone: ids.zone })
      await expect
        .poll(async () => JSON.stringify(await visitor.call(list)), { timeout: 10_000, interval: 10 })
        .not.toContain(`${canary} door`)
    })

    test.each(everything.map((op) => [op.name, op] as const))('%s: hide what they mark', async (_name, op) => {
      const { status, body } = await (await unlabelled(op)).try(op, inputOf(op))
      expect(JSON.stringify(body)).not.toContain(`${canary} door`)
      if (op.target) expect(status).toBe(404)
    })
  })

  test('who may log entries only may not log exits', async () => {
    const { visitor } = await as({ can: ['create_entry'] })
    const record = operations.get('entryExit.record') as Operation
    const log = (type: string) =>
      visitor.try(record, { ...(inputOf(record) as object), timestamp: new Date().toISOString(), type })
    // The label of the test before is gone; the server hears of it a moment later.
    await expect.poll(() => log('entry'), { interval: 10 }).toMatchObject({ status: 200 })
    expect(await log('exit')).toMatchObject({
      status: 403,
      body: { message: 'You do not have permission to log exits' },
    })
  })
})
