// The staff list and card: each part by its own permission, passages by labels, people and cards of one company only.
import * as access from '@gatehouse/contract/access/access'
import * as entryExit from '@gatehouse/contract/access/entry-exit'
import { allPermissions, type Permission } from '@gatehouse/contract/permissions'
import * as staff from '@gatehouse/contract/identity/staff'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { v7 as uuid } from 'uuid'
import { type ACompany, aCompany, aDevice, aLabel, aRole, aUser, aZone } from '../../testing/building.testing.ts'
import { type TestServer, sharedServer, type ApiClient } from '../../testing/test-server.testing.ts'

let server: TestServer
let company: ACompany
let admin: ApiClient

beforeAll(async () => {
  server = await sharedServer()
})
beforeEach(async () => {
  company = await aCompany(server.store.pool)
  admin = await as(allPermissions)
})

const as = (can: readonly Permission[], labels: string[] = [], of = company) => server.signedIn(of, { can, labels })

const fields = { firstName: 'Noor', lastName: 'Haddad', phone: '', job: 'Electrician', department: 'Plant' }
const added = async (more: Partial<typeof fields> = {}, by = admin) =>
  (await by.call(staff.add, { ...fields, ...more, email: `${uuid()}@meridian.example` })).member

test('somebody is added without an account, found by name, job and department, and changed', async () => {
  const noor = await added()
  expect(noor).toMatchObject({ displayName: 'Noor Haddad', phone: null, job: 'Electrician', account: 'none' })
  await added({ firstName: 'Ola', lastName: 'Adeyemi', department: 'Front desk', job: 'Host' })
  const names = async (input: { search?: string; department?: string }) =>
    (await admin.call(staff.list, input)).staff.map((member) => member.displayName)
  expect(await names({})).toEqual(['Ola Adeyemi', 'Noor Haddad', 'Ada Okafor'])
  expect(await names({ search: 'r hAd' })).toEqual(['Noor Haddad'])
  expect(await names({ search: 'host' })).toEqual(['Ola Adeyemi'])
  expect(await names({ search: '%' })).toEqual([])
  expect(await names({ department: 'Plant' })).toEqual(['Noor Haddad'])
  expect((await admin.call(staff.list, {})).departments).toEqual(['Front desk', 'Plant'])
  const change = { ...fields, email: noor.email.toUpperCase(), job: '', phone: '+47 1234567' }
  expect((await admin.call(staff.update, change)).member).toMatchObject({
    id: noor.id,
    job: null,
    phone: '+47 1234567',
  })
})

test('who may do more than the caller is not changed by them, by file neither; what is left out stays', async () => {
  const { rows } = await server.store.pool.query<{ email: string }>(
    `select email from users where company_id = $1 and 'admin_access' = any (permissions)`,
    [company.id],
  )
  const { email = '' } = rows[0] ?? {}
  const supervisor = await as(['manage_staff', 'manage_doors', 'read_staff'])
  expect(await supervisor.try(staff.update, { ...fields, email })).toMatchObject({
    status: 403,
    body: { message: expect.stringContaining('may do what you may not') },
  })
  const csv = `email,firstName,lastName,job\n${email},Mal,Lory,Nobody`
  expect(await supervisor.try(access.importPeople, { csv })).toMatchObject({
    status: 422,
    body: { details: [{ field: 'line 2: email' }] },
  })
  expect((await admin.call(staff.list, { search: 'Okafor' })).staff.map(({ job }) => job)).toEqual([null, null])

  const noor = await added({ phone: '+47 1234567' })
  const renamed = (await supervisor.call(staff.update, { email: noor.email, lastName: 'Haddad-Lund' })).member
  expect(renamed).toEqual({ ...noor, lastName: 'Haddad-Lund', displayName: 'Noor Haddad-Lund' })
  expect((await supervisor.call(staff.update, { email: noor.email, job: '' })).member).toEqual({
    ...renamed,
    job: null,
  })
})

test('the list pages by name and tells who has an account', async () => {
  for (const lastName of ['Charlie', 'Alpha', 'Bravo', 'Alpha']) await added({ lastName })
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = await admin.call(staff.list, { limit: 2, ...(cursor ? { cursor } : {}) })
    expect(page.staff.length).toBeLessThanOrEqual(2)
    seen.push(...page.staff.map((m) => `${m.lastName} ${m.account}`))
    cursor = page.next ?? undefined
  } while (cursor)
  expect(seen).toEqual(['Alpha none', 'Alpha none', 'Bravo none', 'Charlie none', 'Okafor active'])
})

test('the list is in the order that people expect, not that of bytes, and so are departments', async () => {
  for (const [lastName, department] of [
    ['Zola', 'Zoo'],
    ['de Vries', 'élevage'],
    ['Ångström', 'Yard'],
  ] as const)
    await added({ lastName, department })
  const { staff: all, departments } = await admin.call(staff.list, {})
  expect(all.map((m) => m.lastName)).toEqual(['Ångström', 'de Vries', 'Okafor', 'Zola'])
  expect(departments).toEqual(['élevage', 'Yard', 'Zoo'])
})

test('an address that anybody has is refused, without saying of which company', async () => {
  const other = await aCompany(server.store.pool)
  const stranger = await aUser(server.store.pool, other)
  const own = await added()
  const answers = []
  for (const email of [stranger.email.toUpperCase(), own.email])
    answers.push(await admin.try(staff.add, { ...fields, email }))
  expect(answers[0]).toMatchObject({ status: 422, body: { details: [{ field: 'email' }] } })
  expect(answers[1]?.body).toEqual(answers[0]?.body)
})

test('people of another company are not found, listed or changed', async () => {
  const other = await aCompany(server.store.pool)
  const { email } = await added()
  const stranger = await as(
    allPermissions.filter((p) => p !== 'manage_companies'),
    [],
    other,
  )
  expect((await stranger.call(staff.list, {})).staff.map((m) => m.email)).not.toContain(email)
  for (const [op, input] of [
    [staff.details, { email }],
    [staff.update, { ...fields, email }],
    [staff.addCredential, { email, value: 'card:0001' }],
    [staff.revokeCredential, { email, credentialId: uuid() }],
  ] as const) {
    expect(await stranger.try(op, input), op.path).toMatchObject({ status: 404 })
  }
})

test('each part of the card is there for its permission only, and names the one that is missing', async () => {
  const person = await aUser(server.store.pool, company, { card: 'card:0000000042' })
  const label = await aLabel(server.store.pool, company)
  await server.store.pool.query('insert into user_label (user_id, label_id) values ($1, $2)', [person.id, label])
  await aRole(server.store.pool, company, { name: 'Host', to: [person] })
  const parts = {
    credentials: 'manage_staff',
    access: 'manage_users',
    lastSeen: 'read_entry_exit_dashboard',
    history: 'read_entry_exit_report',
  } as const
  for (const permission of Object.values(parts)) {
    const { member, ...shown } = await (await as(['read_staff_details', permission])).call(staff.details, {
      email: person.email,
    })
    expect(member.id).toBe(person.id)
    const missing = Object.fromEntries(Object.entries(parts).map(([part, needed]) => [part, { missing: needed }]))
    for (const [part, needed] of Object.entries(parts)) {
      const value: unknown = shown[part as keyof typeof parts]
      if (needed === permission) expect(value).not.toHaveProperty('missing')
      else expect(value).toEqual(missing[part])
    }
  }
  expect(await admin.call(staff.details, { email: person.email })).toMatchObject({
    credentials: { credentials: [{ value: 'card:0000000042', revokedAt: null }] },
    access: { roles: ['Host'], labels: [{ name: `Label ${label}`, colour: '#64748B' }] },
    lastSeen: { passage: null, inside: null },
    history: { passages: [] },
  })
})

test.each([
  ['manage_users', ['access']],
  ['manage_doors', []],
  ['assign_roles', []],
] as const)('%s alone opens a person, with no part that is for others', async (permission, open) => {
  const noor = await added({ phone: '+47 1234567' })
  const { member, ...parts } = await (await as([permission])).call(staff.details, { email: noor.email })
  const shown = Object.entries(parts).filter(([, part]) => !('missing' in part))
  expect(shown.map(([name]) => name)).toEqual(open)
  const { phone: _phone, job: _job, department: _department, ...name } = noor
  expect(member).toEqual(permission === 'assign_roles' ? name : noor)
})

test('the list alone, and cards alone, do not open a person', async () => {
  const { email } = await added()
  for (const permission of ['read_staff', 'manage_staff', 'read_doors'] as const)
    expect(await (await as([permission])).try(staff.details, { email }), permission).toMatchObject({ status: 403 })
})

test('reading a card is on the record', async () => {
  const person = await aUser(server.store.pool, company)
  await admin.call(staff.details, { email: person.email })
  const { rows } = await server.store.pool.query(
    `select input, status from activity where action = 'staff.details'
    and company_id = $1`,
    [company.id],
  )
  expect(rows).toEqual([{ input: { email: person.email }, status: 200 }])
})

test('passages at doors that a label hides are not told, nor whether the person is behind them', async () => {
  const db = server.store.pool
  const person = await aUser(db, company)
  const [lobby, vault] = [await aZone(db, company, 'Lobby'), await aZone(db, company, 'Vault')]
  const front = await aDevice(db, company, 'door', { zone: lobby, leadsTo: lobby })
  const inner = await aDevice(db, company, 'door', { zone: vault, leadsTo: vault })
  const label = await aLabel(db, company, { zone: vault })
  // The last one comes with all that was there before it: the door, where it leads, and the label.
  await server.knows(admin, await aDevice(db, company, 'gas'))
  const enter = (door: { id: string }, secondsAgo: number) =>
    admin.call(entryExit.record, {
      userId: person.id,
      doorId: door.id,
      type: 'entry',
      timestamp: new Date(Date.now() - secondsAgo * 1000).toISOString(),
    })
  const can = ['read_staff_details', 'read_entry_exit_dashboard', 'read_entry_exit_report'] as const
  const [without, holder] = [await as(can), await as(can, [label])]
  const now = () => new Date().toISOString()
  const doors = async (visitor: ApiClient) => {
    const { lastSeen, history } = await visitor.call(staff.details, { email: person.email })
    if ('missing' in lastSeen || 'missing' in history) throw new Error('a part is missing')
    return { inside: lastSeen.inside, last: lastSeen.passage?.door, all: history.passages.map((p) => p.door) }
  }
  expect(await doors(without)).toEqual({ inside: null, last: undefined, all: [] })
  await enter(front, 20)
  expect(await doors(without)).toEqual({ inside: true, last: front.key, all: [front.key] })
  await enter(inner, 10)
  expect(await doors(without)).toEqual({ inside: null, last: front.key, all: [front.key] })
  expect(await doors(holder)).toEqual({ inside: true, last: inner.key, all: [inner.key, front.key] })
  // Outside: who sees every zone is told so, and nobody else.
  await admin.call(entryExit.record, { userId: person.id, doorId: front.id, type: 'exit', timestamp: now() })
  expect(await doors(without)).toMatchObject({ inside: null, last: front.key })
  expect(await doors(holder)).toMatchObject({ inside: false, last: front.key })
})

test('a card is of one person of the company; revoked it stays on the list and is not given again', async () => {
  const [noor, ola] = [await added(), await added()]
  const value = 'card:0012345678'
  const { credential } = await admin.call(staff.addCredential, { email: noor.email, value })
  expect(await admin.try(staff.addCredential, { email: ola.email, value })).toMatchObject({
    status: 422,
    body: { details: [{ field: 'value' }] },
  })
  expect(await admin.try(staff.revokeCredential, { email: ola.email, credentialId: credential.id })).toMatchObject({
    status: 404,
  })
  await admin.call(staff.revokeCredential, { email: noor.email, credentialId: credential.id })
  const { credentials } = await admin.call(staff.details, { email: noor.email })
  expect(credentials).toMatchObject({ credentials: [{ value, revokedAt: expect.any(String) }] })
  const other = await as(allPermissions, [], await aCompany(server.store.pool))
  await other.call(staff.addCredential, { email: (await added({}, other)).email, value })
})

test('a card whose end lies before its beginning, or that is no card, is refused', async () => {
  const { email } = await added()
  const dates = { validFrom: '2026-02-02T00:00:00.000Z', validTo: '2026-02-01T00:00:00.000Z' }
  expect(await admin.try(staff.addCredential, { email, value: 'card:0001', ...dates })).toMatchObject({
    status: 422,
    body: { details: [{ field: 'validTo' }] },
  })
  expect(await admin.try(staff.addCredential, { email, value: '12' })).toMatchObject({ status: 422 })
})
