// Roles over HTTP: who sees, makes, changes, gives and takes them.
import { randomUUID } from 'node:crypto'
import * as roles from '@gatehouse/contract/identity/roles'
import * as users from '@gatehouse/contract/identity/users'
import { allPermissions, type Permission, systemRoles } from '@gatehouse/contract/permissions'
import { beforeAll, describe, expect, test } from 'vitest'
import { type ACompany, aCompany, aRole, aUser, type AUser } from '../../testing/building.testing.ts'
import { type TestServer, sharedServer, type ApiClient } from '../../testing/test-server.testing.ts'
import { ensureSystemRoles } from './roles.ts'

let server: TestServer
let company: ACompany
let admin: Person
let system: Awaited<ReturnType<typeof ensureSystemRoles>>

interface Person extends AUser {
  readonly visitor: ApiClient
}

const person = async (can: readonly Permission[], of = company): Promise<Person> => {
  const user = await aUser(server.store.pool, of, { can })
  const visitor = await server.signIn(user)
  return { ...user, visitor }
}
const lettersTo = async (email: string) => {
  const { rows } = await server.store.pool.query<{ letter: string }>('select letter from mail where recipient = $1', [
    email,
  ])
  return rows.map((row) => row.letter)
}
const rolesOf = async (user: AUser) =>
  (
    await server.store.pool.query<{ role_id: string }>('select role_id from user_role where user_id = $1', [user.id])
  ).rows.map((row) => row.role_id)

beforeAll(async () => {
  server = await sharedServer()
  company = await aCompany(server.store.pool, 'Meridian')
  system = await ensureSystemRoles(server.store.pool, company.id)
  admin = await person(systemRoles.admin)
})

describe('seeing', () => {
  test('who looks after nobody sees their own roles, others all of the company, nobody those of another', async () => {
    const night = await aRole(server.store.pool, company, { name: 'Night', can: ['read_doors'] })
    const foreign = await aRole(server.store.pool, await aCompany(server.store.pool))
    const guard = await person([])
    await server.store.pool.query('insert into user_role values ($1, $2)', [guard.id, night])
    expect((await guard.visitor.call(roles.list)).roles.map((r) => r.name)).toEqual(['Night'])
    const all = (await admin.visitor.call(roles.list)).roles
    expect(all.map((r) => r.name)).toEqual(expect.arrayContaining(['Night', 'admin', 'manager', 'staff']))
    expect(all.find(({ _id: id }) => id === night)).toMatchObject({
      people: 1,
      system: false,
      permissions: ['read_doors'],
    })
    const ids = { roleIds: [night, foreign, system.get('admin') ?? ''] }
    expect((await guard.visitor.call(roles.byIds, ids)).roles.map((r) => r.name)).toEqual(['Night'])
    expect((await admin.visitor.call(roles.byIds, ids)).roles.map((r) => r.name)).toEqual(['admin', 'Night'])
  })

  test('the installation’s role is shown to who looks after the installation', async () => {
    const platform = await person(allPermissions)
    const names = async (who: Person) => (await who.visitor.call(roles.list)).roles.map((r) => r.name)
    expect(await names(platform)).toContain('platform admin')
    expect(await names(admin)).not.toContain('platform admin')
  })

  test('people are found by any words of name and address, and paged by name', async () => {
    const of = await aCompany(server.store.pool)
    const looker = await person(['assign_roles', 'manage_roles'], of)
    const role = await aRole(server.store.pool, of)
    for (const [first, last] of [
      ['Ann', 'Bo_b'],
      ['Ann', 'Boxb'],
      ['Zoe', 'Adams'],
    ]) {
      const { id } = await aUser(server.store.pool, of)
      await server.store.pool.query('update users set first_name = $2, last_name = $3 where id = $1', [id, first, last])
      await server.store.pool.query('insert into user_role values ($1, $2)', [id, role])
    }
    const names = async (search: string) =>
      (await looker.visitor.call(roles.people, { search })).people.map((p) => p.displayName)
    expect(await names('bo_b ann')).toEqual(['Ann Bo_b'])
    expect(await names('%')).toEqual([])
    const seen: string[] = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await looker.visitor.call(roles.people, { limit: 2, ...(cursor ? { cursor } : {}) })
      seen.push(...page.people.map((p) => p.displayName))
      cursor = page.next
    }
    expect(seen).toEqual(['Zoe Adams', 'Ann Bo_b', 'Ann Boxb', 'Ada Okafor'])
    const held = await looker.visitor.call(roles.holders, { id: role, limit: 2 })
    expect(held.people).toHaveLength(2)
    expect(held.people[0]?.roles).toMatchObject([{ _id: role }])
    expect(held.next).not.toBeNull()
    const one = held.people[0]
    expect(await looker.visitor.call(roles.personById, { userId: one?.id ?? '' })).toEqual({ person: one })
    expect((await admin.visitor.try(roles.personById, { userId: one?.id ?? '' })).status).toBe(404)
    expect((await looker.visitor.try(roles.people, { cursor: 'x' })).status).toBe(422)
    expect((await admin.visitor.try(roles.holders, { id: role })).status).toBe(404)
  })
})

describe('making and changing', () => {
  test('a role is made out of what one holds, with a name of its own', async () => {
    const lead = await person(['manage_roles', 'read_doors'])
    const asked = ['read_doors', { name: 'read_doors' }]
    const { role } = await lead.visitor.call(roles.create, { name: 'Doors', permissions: asked })
    expect(role).toMatchObject({
      name: 'Doors',
      permissions: ['read_doors'],
      system: false,
      people: 0,
      description: '',
    })
    expect(await lead.visitor.try(roles.create, { name: 'dOORS', permissions: [] })).toMatchObject({
      status: 422,
      body: { details: [{ field: 'name', message: 'There is a role of this name already' }] },
    })
    expect((await lead.visitor.try(roles.create, { name: 'Platform Admin', permissions: [] })).status).toBe(422)
    expect(await lead.visitor.try(roles.create, { name: 'More', permissions: ['admin_access'] })).toMatchObject({
      status: 403,
      body: { code: 'FORBIDDEN', message: 'Access denied. Missing required permissions: admin_access' },
    })
  })

  test('without the right to, one is told so in the words of the specification', async () => {
    const guard = await person([])
    const id = await aRole(server.store.pool, company)
    for (const [op, input, message] of [
      [roles.create, { name: 'Mine', permissions: [] }, 'You do not have permission to add roles.'],
      [roles.update, { id, name: 'Mine' }, 'You do not have permission to update roles.'],
      [roles.remove, { id }, 'You do not have permission to delete roles.'],
    ] as const) {
      expect(await guard.visitor.try(op, input)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN', message } })
    }
  })

  test('what an update leaves out stays', async () => {
    const { role } = await admin.visitor.call(roles.create, {
      name: 'Kept',
      description: 'Stays',
      permissions: ['read_doors'],
    })
    const { _id: id } = role
    const { role: renamed } = await admin.visitor.call(roles.update, { id, name: 'KEPT' })
    expect(renamed).toMatchObject({ name: 'KEPT', description: 'Stays', permissions: ['read_doors'] })
  })

  test('a role that holds more than oneself, before or after, is out of one’s hands', async () => {
    const lead = await person(['manage_roles', 'read_doors'])
    const more = await aRole(server.store.pool, company, { can: ['read_doors', 'manage_settings'] })
    const less = await aRole(server.store.pool, company, { can: ['read_doors'] })
    for (const [op, input] of [
      [roles.update, { id: more, name: 'Renamed' }],
      [roles.update, { id: more, permissions: ['read_doors'] }],
      [roles.update, { id: less, permissions: ['read_doors', 'manage_settings'] }],
      [roles.remove, { id: more }],
    ] as const) {
      const answer = await lead.visitor.try(op, input)
      expect(answer).toMatchObject({ status: 403 })
      expect(JSON.stringify(answer.body)).toContain('manage_settings')
    }
    expect((await lead.visitor.try(roles.update, { id: less, permissions: [] })).status).toBe(200)
    expect((await lead.visitor.try(roles.remove, { id: less })).status).toBe(200)
  })

  test('roles that come with the product stay as they are', async () => {
    const platform = await person(allPermissions)
    for (const id of [system.get('guard'), system.get('platform admin')]) {
      for (const answer of [
        await platform.visitor.try(roles.update, { id, permissions: [] }),
        await platform.visitor.try(roles.remove, { id }),
      ]) {
        expect(answer).toMatchObject({ status: 409, body: { code: 'SYSTEM_ROLE' } })
      }
    }
  })

  test('a role by which a lockdown says who may end it is not deleted from under it', async () => {
    const { pool } = server.store
    const chief = await aRole(pool, company, { name: 'Chief' })
    const refused = { status: 409, body: { code: 'IN_USE' } }
    const scenario = randomUUID()
    await pool.query(`insert into lockdown_scenario (id, company_id, name) values ($1, $2, 'Vault')`, [
      scenario,
      company.id,
    ])
    const named = `insert into lockdown_scenario_role (scenario_id, role_id, may) values ($1, $2, 'release')`
    await pool.query(named, [scenario, chief])
    expect(await admin.visitor.try(roles.remove, { id: chief })).toMatchObject(refused)
    await pool.query('delete from lockdown_scenario where id = $1', [scenario])
    await pool.query(
      `insert into lockdown (id, company_id, name, reason, correlation_id, started_by_name) values ($1, $2, 'Vault', 'Drill', $1, 'Ada')`,
      [scenario, company.id],
    )
    await pool.query(`insert into lockdown_role (lockdown_id, role_id, may) values ($1, $2, 'release')`, [
      scenario,
      chief,
    ])
    expect(await admin.visitor.try(roles.remove, { id: chief })).toMatchObject(refused)
    await pool.query('update lockdown set released_at = now() where id = $1', [scenario])
    expect((await admin.visitor.try(roles.remove, { id: chief })).status).toBe(200)
  })

  test('roles of another company do not exist', async () => {
    const id = await aRole(server.store.pool, await aCompany(server.store.pool))
    expect((await admin.visitor.try(roles.update, { id, name: 'Taken' })).status).toBe(404)
    expect((await admin.visitor.try(roles.remove, { id })).status).toBe(404)
    expect((await admin.visitor.try(roles.assign, { userIds: [admin.id], add: [id] })).status).toBe(404)
  })

  test('a role is not changed or deleted from under the last administrator', async () => {
    const of = await aCompany(server.store.pool)
    const last = await person(['manage_roles', 'assign_roles'], of)
    const role = await aRole(server.store.pool, of, { can: ['admin_access', 'manage_users'], to: [last] })
    const refused = { status: 409, body: { code: 'LAST_ADMIN' } }
    expect(await last.visitor.try(roles.update, { id: role, permissions: [] })).toMatchObject(refused)
    expect(await last.visitor.try(roles.remove, { id: role })).toMatchObject(refused)
    expect(await last.visitor.try(roles.assign, { userIds: [last.id], remove: [role] })).toMatchObject(refused)
    await aUser(server.store.pool, of, { can: ['admin_access', 'manage_users'] })
    expect((await last.visitor.try(roles.remove, { id: role })).status).toBe(200)
  })
})

describe('telling of it', () => {
  test('who holds a role is told by mail what it newly allows, once, and when it is deleted', async () => {
    const [one, quiet, away] = [await person([]), await person([]), await person([])]
    const staff = await aUser(server.store.pool, company)
    const to = [one, quiet, away, staff]
    const role = await aRole(server.store.pool, company, { name: 'Porter', can: ['read_doors'], to })
    const stored = await aRole(server.store.pool, company, { name: 'Kept', to: [one] })
    await server.store.pool.query(
      `update users set notification_preferences = '{"email": {"access-changed": false}}' where id = $1`,
      [quiet.id],
    )
    await server.store.pool.query(`update users set status = 'suspended' where id = $1`, [away.id])
    await server.store.pool.query('update users set password_hash = null where id = $1', [staff.id])
    const permissions = ['operate_doors', 'read_staff'] as const
    const letters = []
    for (const change of [
      () => admin.visitor.call(roles.update, { id: role, name: 'Doorkeeper', permissions: ['read_doors'] }),
      () => admin.visitor.call(roles.update, { id: role, permissions: [...permissions] }),
      () => admin.visitor.call(roles.update, { id: role, permissions: permissions.toReversed(), description: 'x' }),
      () => admin.visitor.call(roles.remove, { id: role }),
    ]) {
      await change()
      letters.push((await lettersTo(one.email)).length)
    }
    expect(letters).toEqual([0, 1, 1, 2])
    const text = async () => (await server.letterTo(one.email)).text.replaceAll(/\s+/g, ' ')
    expect(await text()).toContain(
      'Your role Doorkeeper has changed. It now allows: unlock and lock doors; see the list of staff. It no longer allows: see doors and their state.',
    )
    expect(await text()).toContain('Your role Doorkeeper was deleted. Your roles are now: Kept.')
    for (const { email } of [quiet, away, staff, admin]) expect(await lettersTo(email)).toEqual([])
    expect(await rolesOf(one)).toEqual([stored])
  })

  test('what is refused tells nobody', async () => {
    const of = await aCompany(server.store.pool)
    const last = await person(['manage_roles'], of)
    const role = await aRole(server.store.pool, of, { can: ['admin_access', 'manage_users'], to: [last] })
    expect((await last.visitor.try(roles.update, { id: role, permissions: [] })).status).toBe(409)
    expect(await lettersTo(last.email)).toEqual([])
  })
})

describe('giving and taking', () => {
  test('roles are given and taken for many at once, and each is told', async () => {
    const [one, two] = [await aUser(server.store.pool, company), await aUser(server.store.pool, company)]
    const [day, night] = [
      await aRole(server.store.pool, company),
      await aRole(server.store.pool, company, { to: [one] }),
    ]
    await server.store.pool.query(
      `update users set notification_preferences = '{"email": {"access-changed": false}}' where id = $1`,
      [two.id],
    )
    const userIds = [one.id, two.id]
    const { people } = await admin.visitor.call(roles.assign, { userIds, add: [day], remove: [night] })
    expect(people.map((p) => p.roles.map(({ _id: id }) => id))).toEqual([[day], [day]])
    expect(await lettersTo(one.email)).toEqual(['access-changed'])
    expect(await lettersTo(two.email)).toEqual([])
    await admin.visitor.call(roles.assign, { userIds, add: [day] })
    expect(await lettersTo(one.email)).toEqual(['access-changed'])
  })

  test('all of it or nothing', async () => {
    const lead = await person(['assign_roles', 'read_doors'])
    const role = await aRole(server.store.pool, company, { can: ['read_doors'] })
    const more = await aRole(server.store.pool, company, { can: ['manage_doors'] })
    const inHands = await aUser(server.store.pool, company)
    const outOfHands = await aUser(server.store.pool, company, { can: ['manage_settings'] })
    const foreign = await aUser(server.store.pool, await aCompany(server.store.pool))
    for (const [input, status] of [
      [{ userIds: [inHands.id, outOfHands.id], add: [role] }, 403],
      [{ userIds: [inHands.id, foreign.id], add: [role] }, 404],
      [{ userIds: [inHands.id], add: [role, more] }, 403],
      [{ userIds: [inHands.id], add: [role], remove: [role] }, 422],
      [{ userIds: [], add: [role] }, 422],
    ] as const) {
      expect((await lead.visitor.try(roles.assign, input)).status).toBe(status)
    }
    expect(await rolesOf(inHands)).toEqual([])
    expect((await lead.visitor.try(roles.assign, { userIds: [inHands.id], add: [role] })).status).toBe(200)
  })

  test('the installation’s role is given only by who holds all of it', async () => {
    const platform = await person(allPermissions)
    const user = await aUser(server.store.pool, company)
    const add = [system.get('platform admin') ?? '']
    expect(await admin.visitor.try(roles.assign, { userIds: [user.id], add })).toMatchObject({
      status: 403,
      body: { message: 'Access denied. Missing required permissions: manage_companies' },
    })
    expect((await platform.visitor.try(roles.assign, { userIds: [user.id], add })).status).toBe(200)
    expect((await admin.visitor.try(roles.assign, { userIds: [user.id], remove: add })).status).toBe(403)
  })

  test('two administrators who demote each other, or themselves, at the same moment leave one: 50 of 50 times', async () => {
    const of = await aCompany(server.store.pool)
    const pair = [await person([], of), await person([], of)]
    const role = await aRole(server.store.pool, of, {
      can: ['admin_access', 'assign_roles', 'manage_users'],
      to: pair,
    })
    const held = async () => {
      const { rows } = await server.store.pool.query<{ user_id: string }>(
        'select user_id from user_role where role_id = $1',
        [role],
      )
      return rows.map((row) => row.user_id)
    }
    for (let i = 0; i < 50; i++) {
      await Promise.all(
        pair.map((who, at) => {
          const userIds = [(i % 2 === 0 ? pair[1 - at] : who)?.id ?? '']
          return who.visitor.try(roles.assign, { userIds, remove: [role] })
        }),
      )
      const left = await held()
      expect(left, `round ${i}`).toHaveLength(1)
      for (const who of pair.filter(({ id }) => !left.includes(id))) {
        await server.store.pool.query('insert into user_role values ($1, $2)', [who.id, role])
      }
      await expect
        .poll(async () => Promise.all(pair.map(async (who) => (await who.visitor.try(users.invitations)).status)))
        .toEqual([200, 200])
    }
  }, 60_000)
})
