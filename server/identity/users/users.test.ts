// Looking after accounts over HTTP.
import * as auth from '@gatehouse/contract/identity/auth'
import * as companies from '@gatehouse/contract/identity/companies'
import * as devices from '@gatehouse/contract/building/devices'
import * as users from '@gatehouse/contract/identity/users'
import { allPermissions, own, type Permission, systemRoles } from '@gatehouse/contract/permissions'
import { beforeAll, describe, expect, test } from 'vitest'
import { v7 as uuid } from 'uuid'
import { type ACompany, aCompany, aLabel, aRole, aUser, type AUser } from '../../testing/building.testing.ts'
import { type TestServer, sharedServer, type ApiClient } from '../../testing/test-server.testing.ts'

let server: TestServer
let company: ACompany
let admin: Person

interface Person extends AUser {
  readonly visitor: ApiClient
}

const enter = async (user: AUser): Promise<Person> => {
  const visitor = await server.signIn(user)
  return { ...user, visitor }
}
const person = async (can: readonly Permission[], of = company, labels: readonly string[] = []): Promise<Person> =>
  enter(await aUser(server.store.pool, of, { can, labels }))
const change = (set: string, { id }: { id: string }) =>
  server.store.pool.query(`update users set ${set} where id = $1`, [id])
const lettersTo = async (email: string) => {
  const { rows } = await server.store.pool.query<{ letter: string }>('select letter from mail where recipient = $1', [
    email,
  ])
  return rows.map((row) => row.letter)
}
const reason = 'Asked by the person'

beforeAll(async () => {
  server = await sharedServer()
  company = await aCompany(server.store.pool, 'Meridian')
  admin = await person(systemRoles.admin)
})

describe('seeing', () => {
  test('accounts are paged by name and filtered by words, status, role and label', async () => {
    const { pool } = server.store
    const of = await aCompany(pool)
    const looker = await person(['manage_users'], of)
    const [zoe, ann, bob, eve] = [
      await aUser(pool, of),
      await aUser(pool, of),
      await aUser(pool, of),
      await aUser(pool, of),
    ]
    await change(`first_name = 'Zoe', last_name = 'Adams', status = 'suspended'`, zoe)
    await change(`first_name = 'Ann', last_name = 'Marsh', password_hash = null`, ann)
    await change(`first_name = 'Bob', last_name = 'Zimmer'`, bob)
    await change(`first_name = 'Eve', last_name = 'Zimmer'`, eve)
    await pool.query(
      `insert into sign_in_attempt values (sha256(convert_to($1, 'UTF8')), 10, now(), now() + interval '1 day')`,
      [eve.email],
    )
    const label = await aLabel(pool, of)
    await pool.query('insert into user_label values ($1, $2)', [bob.id, label])
    const role = await aRole(pool, of, { name: 'Night', to: [ann] })
    const names = async (wanted: object) =>
      (await looker.visitor.call(users.list, wanted)).users.map((u) => u.displayName)
    expect(await names({})).toEqual(['Zoe Adams', 'Ann Marsh', 'Ada Okafor', 'Bob Zimmer', 'Eve Zimmer'])
    expect(await names({ search: 'zim bob' })).toEqual(['Bob Zimmer'])
    expect(await names({ search: '_' })).toEqual([])
    expect(await names({ status: 'suspended' })).toEqual(['Zoe Adams'])
    expect(await names({ status: 'staff' })).toEqual(['Ann Marsh'])
    expect(await names({ status: 'locked' })).toEqual(['Eve Zimmer'])
    expect(await names({ roleId: role })).toEqual(['Ann Marsh'])
    expect(await names({ labelId: label })).toEqual(['Bob Zimmer'])
    const seen: string[] = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await looker.visitor.call(users.list, { limit: 2, ...(cursor ? { cursor } : {}) })
      seen.push(...page.users.map((u) => u.id))
      cursor = page.next
    }
    expect(seen).toEqual([zoe.id, ann.id, looker.id, bob.id, eve.id])
    expect((await looker.visitor.call(users.byId, { userId: ann.id })).user).toMatchObject({
      roles: [{ _id: role, name: 'Night' }],
      status: 'staff',
      can: { manage: true, viewAs: false },
    })
    expect((await admin.visitor.try(users.byId, { userId: ann.id })).status).toBe(404)
  })

  test('what somebody may do is explained, also where less of it holds', async () => {
    const user = await aUser(server.store.pool, company, { can: ['read_doors'] })
    await aRole(server.store.pool, company, { name: 'Doors', can: ['read_doors', 'operate_doors'], to: [user] })
    const why = async () => admin.visitor.call(users.permissions, { userId: user.id })
    expect(await why()).toEqual({
      held: 'all',
      permissions: [
        { permission: 'operate_doors', from: [{ kind: 'role', name: 'Doors' }] },
        {
          permission: 'read_doors',
          from: [
            { kind: 'account', name: 'The account itself' },
            { kind: 'role', name: 'Doors' },
          ],
        },
      ],
    })
    await change('verified = false', user)
    expect((await why()).held).toBe('unverified')
    await change(`status = 'suspended'`, user)
    expect((await why()).held).toBe('suspended')
  })
})

describe('who holds more is out of one’s hands; people of elsewhere do not exist', () => {
  const operations = [
    [users.update, { firstName: 'New', lastName: 'Name' }],
    [users.suspend, { reason }],
    [users.reinstate, {}],
    [users.unlock, {}],
    [users.resetSecondFactor, { reason }],
    [users.setLabels, { labelIds: [] }],
    [users.sessions, {}],
    [users.endSessions, {}],
    [users.viewAs, { reason }],
  ] as const
  test.each(operations.map(([op, input]) => [op.path, op, input] as const))('%s', async (_path, op, input) => {
    const helper = await person(['manage_users', 'manage_labels', 'admin_access'])
    const more = await aUser(server.store.pool, company)
    await aRole(server.store.pool, company, { can: ['manage_settings'], to: [more] })
    const foreign = await aUser(server.store.pool, await aCompany(server.store.pool))
    expect((await helper.visitor.try(op, { ...input, userId: more.id })).status).toBe(403)
    expect((await helper.visitor.try(op, { ...input, userId: foreign.id })).status).toBe(404)
    expect((await helper.visitor.call(users.byId, { userId: more.id })).user.can).toEqual({
      manage: false,
      viewAs: false,
    })
    const rows = await server.store.pool.query('select first_name, status from users where id = $1', [more.id])
    expect(rows.rows).toEqual([{ first_name: 'Ada', status: 'active' }])
  })
})

describe('changing', () => {
  test('names, job and department', async () => {
    const user = await aUser(server.store.pool, company)
    const input = { userId: user.id, firstName: ' Grace ', lastName: 'Hopper', job: 'Admiral', department: '' }
    expect((await admin.visitor.call(users.update, input)).user).toMatchObject({
      displayName: 'Grace Hopper',
      job: 'Admiral',
      department: null,
    })
    expect(await admin.visitor.try(users.update, { ...input, firstName: 'x' })).toMatchObject({
      status: 422,
      body: { details: [{ field: 'firstName', message: 'First name must be at least 2 characters' }] },
    })
  })

  test('a suspended account is out within a second, and in again once reinstated', async () => {
    const user = await person(['read_doors'])
    const { user: suspended } = await admin.visitor.call(users.suspend, { userId: user.id, reason })
    expect(suspended.status).toBe('suspended')
    expect((await user.visitor.try(devices.list)).status).toBe(401)
    const again = () => server.client().try(auth.signIn, { email: user.email, password: user.password })
    expect((await again()).status).toBe(403)
    await admin.visitor.call(users.reinstate, { userId: user.id })
    expect((await again()).status).toBe(200)
    expect((await user.visitor.try(devices.list)).status).toBe(401)
  })

  test('nobody suspends themselves, the last administrator, or somebody without an account', async () => {
    const of = await aCompany(server.store.pool)
    const last = await person(['admin_access', 'manage_users'], of)
    expect(await last.visitor.try(users.suspend, { userId: last.id, reason })).toMatchObject({
      status: 409,
      body: { code: 'SELF' },
    })
    const staff = await aUser(server.store.pool, of)
    await change('password_hash = null', staff)
    expect(await last.visitor.try(users.suspend, { userId: staff.id, reason })).toMatchObject({
      status: 409,
      body: { code: 'NO_ACCOUNT' },
    })
    const platform = await person(allPermissions)
    platform.visitor.token = (await platform.visitor.call(companies.switchTo, { companyId: of.id })).token
    const suspendLast = () => platform.visitor.try(users.suspend, { userId: last.id, reason })
    expect(await suspendLast()).toMatchObject({ status: 409, body: { code: 'LAST_ADMIN' } })
    await aUser(server.store.pool, of, { can: ['admin_access', 'manage_users'] })
    expect((await suspendLast()).status).toBe(200)
    expect((await admin.visitor.try(users.suspend, { userId: last.id, reason: '' })).status).toBe(422)
  })

  test('two administrators who suspend each other at the same moment leave one: 50 of 50 times', async () => {
    const of = await aCompany(server.store.pool)
    const pair = [await aUser(server.store.pool, of), await aUser(server.store.pool, of)]
    await aRole(server.store.pool, of, { can: ['admin_access', 'manage_users'], to: pair })
    const inside = new Map<string, Person>()
    for (let i = 0; i < 50; i++) {
      for (const user of pair) if (!inside.has(user.id)) inside.set(user.id, await enter(user))
      const [one, two] = inside.values()
      await Promise.all([
        one?.visitor.try(users.suspend, { userId: two?.id, reason }),
        two?.visitor.try(users.suspend, { userId: one?.id, reason }),
      ])
      const { rows } = await server.store.pool.query<{ id: string }>(
        `update users set status = 'active' where company_id = $1 and status = 'suspended' returning id`,
        [of.id],
      )
      expect(rows, `round ${i}`).toHaveLength(1)
      for (const { id } of rows) inside.delete(id)
    }
  }, 60_000)

  test('a locked account is released', async () => {
    const user = await aUser(server.store.pool, company)
    await server.store.pool.query(
      `insert into sign_in_attempt values (sha256(convert_to($1, 'UTF8')), 10, now(), now() + interval '1 day')`,
      [user.email],
    )
    const signIn = () => server.client().try(auth.signIn, { email: user.email, password: user.password })
    expect((await signIn()).status).toBe(403)
    const { user: released } = await admin.visitor.call(users.unlock, { userId: user.id })
    expect(released.status).toBe('active')
    expect((await signIn()).status).toBe(200)
  })

  test('a reset second factor leaves a code by mail, ends every session and is told', async () => {
    const { pool } = server.store
    const user = await person([])
    await change(`two_factor = 'totp', totp_secret = 'x', totp_step = 7`, user)
    await pool.query(`insert into recovery_code (user_id, code_hash) values ($1, 'x')`, [user.id])
    await pool.query(
      `insert into passkey (id, user_id, public_key, counter, backed_up, name) values ($2, $1, 'x', 0, false, 'Key')`,
      [user.id, uuid()],
    )
    await pool.query(
      `insert into trusted_device (id, user_id, token_hash, agent, expires_at) values ($2, $1, $3, '', now() + interval '1 day')`,
      [user.id, uuid(), Buffer.from(user.id)],
    )
    const { user: reset } = await admin.visitor.call(users.resetSecondFactor, { userId: user.id, reason })
    expect(reset).toMatchObject({ secondFactor: 'email', passkeys: 0 })
    const { rows } = await pool.query(
      `select totp_secret, totp_step, (select count(*) from recovery_code where user_id = $1) as codes,
        (select count(*) from trusted_device where user_id = $1) as trusted from users where id = $1`,
      [user.id],
    )
    expect(rows).toEqual([{ totp_secret: null, totp_step: null, codes: 0, trusted: 0 }])
    expect((await user.visitor.try(auth.checkSession)).status).toBe(401)
    expect(await lettersTo(user.email)).toContain('second-factor-changed')
    const self = await admin.visitor.try(users.resetSecondFactor, { userId: admin.id, reason })
    expect(self).toMatchObject({ status: 409, body: { code: 'SELF' } })
  })

  test('sessions are shown and ended', async () => {
    const user = await person([])
    await enter(user)
    const { sessions } = await admin.visitor.call(users.sessions, { userId: user.id })
    expect(sessions).toHaveLength(2)
    expect(sessions.every((s) => !s.current)).toBe(true)
    expect(await admin.visitor.call(users.endSessions, { userId: user.id })).toEqual({ success: true, ended: 2 })
    expect((await user.visitor.try(auth.checkSession)).status).toBe(401)
  })

  test('labels are given out of one’s own; what one does not have stays as it is', async () => {
    const { pool } = server.store
    const [mine, other, third] = [await aLabel(pool, company), await aLabel(pool, company), await aLabel(pool, company)]
    const foreign = await aLabel(pool, await aCompany(pool))
    const helper = await person(['manage_users', 'manage_labels'], company, [mine])
    const user = await aUser(pool, company, { labels: [other] })
    const set = (labelIds: string[], who = helper) => who.visitor.try(users.setLabels, { userId: user.id, labelIds })
    const has = async () =>
      new Set((await admin.visitor.call(users.byId, { userId: user.id })).user.labels.map(({ _id: id }) => id))
    expect((await set([mine, third])).status).toBe(403)
    expect((await set([foreign])).status).toBe(404)
    expect((await set([mine])).status).toBe(200)
    expect(await has()).toEqual(new Set([mine, other]))
    expect((await set([])).status).toBe(200)
    expect(await has()).toEqual(new Set([other]))
    expect((await set([third], admin)).status).toBe(200)
    expect(await has()).toEqual(new Set([third]))
    expect(await lettersTo(user.email)).toEqual(['access-changed', 'access-changed', 'access-changed'])
  })
})

describe('seeing with the eyes of another', () => {
  test('reads what both may, changes nothing, and is on the record', async () => {
    const user = await aUser(server.store.pool, company, { can: ['read_doors', ...own] })
    const { token, user: seen } = await admin.visitor.call(users.viewAs, { userId: user.id, reason })
    expect(seen).toMatchObject({ id: user.id, viewedBy: 'Ada Okafor' })
    const viewer = server.client()
    viewer.token = token
    expect((await viewer.try(devices.list)).status).toBe(200)
    expect((await viewer.try(auth.endOtherSessions)).status).toBe(403)
    expect((await viewer.try(auth.sessions)).status).toBe(403)
    const { rows } = await server.store.pool.query<{ action: string }>(
      `select action from activity where user_id = $1 and on_behalf_of is not null`,
      [admin.id],
    )
    expect(rows.map((row) => row.action)).toEqual(
      expect.arrayContaining(['devices.list', 'auth.endOtherSessions', 'auth.sessions']),
    )
  })

  test('nobody looks through themselves, through who cannot sign in, or through a second pair of eyes', async () => {
    const helper = await person(systemRoles.admin)
    const [suspended, staff] = [await aUser(server.store.pool, company), await aUser(server.store.pool, company)]
    await change(`status = 'suspended'`, suspended)
    await change('password_hash = null', staff)
    for (const { id } of [admin, suspended, staff]) {
      expect((await admin.visitor.try(users.viewAs, { userId: id, reason })).status).toBe(409)
    }
    const { token } = await admin.visitor.call(users.viewAs, { userId: helper.id, reason })
    const viewer = server.client()
    viewer.token = token
    const twice = await viewer.try(users.viewAs, { userId: suspended.id, reason })
    expect(twice).toMatchObject({ status: 403, body: { code: 'READ_ONLY' } })
  })
})
