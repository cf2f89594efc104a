// Companies: who sees which, being in another one, its facts and its security policy.
import * as auth from '@gatehouse/contract/identity/auth'
import * as companies from '@gatehouse/contract/identity/companies'
import * as devices from '@gatehouse/contract/building/devices'
import { allPermissions, type Permission } from '@gatehouse/contract/permissions'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { v7 as uuid } from 'uuid'
import { type ACompany, aCompany, aDevice, aLabel, aZone } from '../../testing/building.testing.ts'
import { type TestServer, sharedServer } from '../../testing/test-server.testing.ts'

let server: TestServer
let name: string
let company: ACompany
let other: ACompany

beforeAll(async () => {
  server = await sharedServer()
})
beforeEach(async () => {
  company = await aCompany(server.store.pool, 'Meridian')
  name = company.name
  other = await aCompany(server.store.pool)
})

const as = (can: readonly Permission[], labels: string[] = [], of = company) => server.signedIn(of, { can, labels })

const facts = { name: 'Aurora', timeZone: 'Europe/Oslo', country: 'NO', address: 'Storgata 1', phone: '+47 1234567' }

test('one’s own company with its administrators and sites, as far as labels let one see', async () => {
  const db = server.store.pool
  const admin = await as(['admin_access', 'manage_users'])
  await as(['admin_access'])
  const hidden = await aZone(db, company)
  await aDevice(db, company, 'door')
  await aDevice(db, company, 'gas', { zone: hidden })
  const label = await aLabel(db, company, { zone: hidden })
  const without = await as(['read_company'])
  const holder = await as(['read_company'], [label])
  expect(await without.call(companies.mine)).toMatchObject({
    company: { id: company.id, name, timeZone: 'Europe/London', people: 4, sites: 1, devices: 1 },
    administrators: [{ id: admin.user.id, email: admin.user.email, displayName: 'Ada Okafor', profilePicture: null }],
    sites: [{ id: company.siteId, zones: 0, devices: 1 }],
  })
  expect(await holder.call(companies.mine)).toMatchObject({
    company: { devices: 2 },
    sites: [{ zones: 1, devices: 2 }],
  })
})

test('a company by its name, in any case: one’s own, or any for who looks after all', async () => {
  const member = await as(['read_company_details'])
  expect((await member.call(companies.byName, { name: name.toUpperCase() })).company.id).toBe(company.id)
  const stranger = await as(['read_company_details', 'admin_access'], [], other)
  expect(await stranger.try(companies.byName, { name })).toMatchObject({ status: 404 })
  const caretaker = await as(['read_company_details', 'manage_companies'], [], other)
  expect((await caretaker.call(companies.byName, { name })).company.id).toBe(company.id)
  expect(await caretaker.try(companies.byName, { name: name.slice(0, -1) })).toMatchObject({ status: 404 })
})

test('a name as long as it may be is found', async () => {
  const long = await aCompany(server.store.pool, '社'.repeat(107))
  expect(long.name).toHaveLength(120)
  const caretaker = await as(['read_company_details', 'manage_companies'])
  expect((await caretaker.call(companies.byName, { name: long.name })).company.name).toBe(long.name)
})

test('every company by name, page by page, and by a part of the name', async () => {
  const mark = uuid()
  const added = (letter: string) => aCompany(server.store.pool, `${letter} ${mark}`)
  const [third, first, second] = [await added('c'), await added('A'), await added('b_')]
  const caretaker = await as(['manage_companies'])
  const names: string[] = []
  let cursor: string | undefined
  do {
    const page = await caretaker.call(companies.list, {
      search: mark.toUpperCase(),
      limit: 2,
      ...(cursor ? { cursor } : {}),
    })
    names.push(...page.companies.map((c) => c.name))
    cursor = page.next ?? undefined
  } while (cursor)
  expect(names).toEqual([first.name, second.name, third.name])
  expect((await caretaker.call(companies.list, { search: `_ ${mark}` })).companies).toHaveLength(1)
  expect(await caretaker.try(companies.list, { cursor: 'x' })).toMatchObject({ status: 422 })
})

test('a new company has every system role, and its first administrator is invited as one', async () => {
  const caretaker = await as(allPermissions)
  const input = { ...facts, name: `Aurora ${uuid()}`, adminFirstName: 'Ida', adminLastName: 'Berg' }
  const adminEmail = `${uuid()}@aurora.example`
  const { company: added } = await caretaker.call(companies.create, { ...input, adminEmail })
  expect(added).toMatchObject({ name: input.name, timeZone: 'Europe/Oslo', country: 'NO', website: null, people: 0 })
  const { rows } = await server.store.pool.query<{ name: string; invited: boolean }>(
    `select r.name, exists (select from invitation i where i.company_id = $1 and i.email = $2
      and r.id = any (i.role_ids)) as invited from role r where r.company_id = $1 order by r.name`,
    [added.id, adminEmail],
  )
  expect(rows.map((r) => r.name)).toEqual([
    'admin',
    'auditor',
    'guard',
    'manager',
    'receptionist',
    'staff',
    'supervisor',
  ])
  expect(rows.filter((r) => r.invited).map((r) => r.name)).toEqual(['admin'])
  const mails = await server.store.pool.query(`select from mail where letter = 'invitation' and recipient = $1`, [
    adminEmail,
  ])
  expect(mails.rowCount).toBe(1)
  expect(await caretaker.try(companies.create, { ...input, name: input.name.toUpperCase(), adminEmail })).toMatchObject(
    {
      status: 422,
      body: { details: [{ field: 'name' }] },
    },
  )
  const lesser = await as(['manage_companies'])
  expect(await lesser.try(companies.create, { ...input, name: `Aurora ${uuid()}`, adminEmail })).toMatchObject({
    status: 403,
  })
})

test('facts are changed as a whole; the name of another company is refused, one’s own in other letters is not', async () => {
  const admin = await as(['manage_settings', 'read_company'])
  const inUse = await aCompany(server.store.pool, 'Taken')
  expect(await admin.try(companies.update, { ...facts, name: inUse.name.toLowerCase() })).toMatchObject({
    status: 422,
    body: { details: [{ field: 'name' }] },
  })
  const { company: changed } = await admin.call(companies.update, {
    ...facts,
    name: name.toUpperCase(),
    website: 'https://meridian.example',
  })
  expect(changed).toMatchObject({ ...facts, name: name.toUpperCase(), website: 'https://meridian.example' })
  expect(await admin.try(companies.update, { ...facts, website: 'javascript:alert(1)' })).toMatchObject({ status: 422 })
  expect((await admin.call(companies.mine)).company.timeZone).toBe('Europe/Oslo')
})

test('who looks after all companies allows one to publish, and that is on the record', async () => {
  const admin = await as(allPermissions.filter((permission) => permission !== 'manage_companies'))
  const input = { companyId: company.id, publishes: true }
  expect((await admin.call(companies.mine)).company.publishes).toBe(false)
  expect((await admin.try(companies.setPublishing, input)).status).toBe(403)
  const caretaker = await as(allPermissions, [], other)
  expect((await caretaker.call(companies.setPublishing, input)).company).toMatchObject({
    id: company.id,
    publishes: true,
  })
  expect((await admin.call(companies.mine)).company.publishes).toBe(true)
  await admin.call(companies.update, facts)
  expect((await admin.call(companies.mine)).company.publishes).toBe(true)
  const { rows } = await server.store.pool.query(
    `select status, input from activity where action = 'companies.setPublishing' and user_id = any ($1) order by status`,
    [[admin.user.id, caretaker.user.id]],
  )
  expect(rows).toEqual([
    { status: 200, input },
    // Of who may not call nothing is read but the address.
    { status: 403, input: { companyId: company.id } },
  ])
  expect(await caretaker.try(companies.setPublishing, { companyId: uuid(), publishes: true })).toMatchObject({
    status: 404,
  })
})

test('in another company everything is that company’s, with one’s own permissions, and the way back stays open', async () => {
  const db = server.store.pool
  const caretaker = await as(allPermissions)
  const own = await aDevice(db, company, 'door')
  const theirs = await aDevice(db, other, 'door')
  await server.knows(caretaker, own)
  const before = caretaker.token
  const { token, user } = await caretaker.call(companies.switchTo, { companyId: other.id })
  expect(user.company).toMatchObject({ id: other.id })
  expect(token).not.toBe(before)
  caretaker.token = token
  await server.knows(caretaker, theirs)
  expect((await caretaker.call(devices.list)).devices.map((d) => d.key)).toEqual([theirs.key])
  expect((await caretaker.call(companies.mine)).company.id).toBe(other.id)
  expect((await caretaker.call(auth.checkSession)).user.company).toMatchObject({ id: other.id })
  caretaker.token = (await caretaker.call(companies.switchTo, { companyId: company.id })).token
  expect((await caretaker.call(companies.mine)).company.id).toBe(company.id)
  expect(await caretaker.try(companies.switchTo, { companyId: uuid() })).toMatchObject({ status: 404 })
})

test('who no longer looks after all companies is back in their own at once', async () => {
  const caretaker = await as(['manage_companies', 'read_company'])
  caretaker.token = (await caretaker.call(companies.switchTo, { companyId: other.id })).token
  expect((await caretaker.call(companies.mine)).company.id).toBe(other.id)
  await server.store.pool.query(`update users set permissions = '{read_company}' where id = $1`, [caretaker.user.id])
  await expect.poll(async () => (await caretaker.call(companies.mine)).company.id).toBe(company.id)
})

test('the security policy is the default until chosen, and is on the record', async () => {
  const admin = await as(['manage_security'])
  expect((await admin.call(companies.myPolicy)).policy).toEqual(companies.defaultPolicy)
  const policy = { password: 'length', secondFactor: 'any', token: 'stored' } as const
  await admin.call(companies.setPolicy, policy)
  expect((await admin.call(companies.myPolicy)).policy).toEqual(policy)
  const { rows } = await server.store.pool.query(
    `select input from activity where action = 'companies.setPolicy' and user_id = $1`,
    [admin.user.id],
  )
  expect(rows).toMatchObject([{ input: { secondFactor: 'any' } }])
  const stranger = await as(['manage_security'], [], other)
  expect((await stranger.call(companies.myPolicy)).policy).toEqual(companies.defaultPolicy)
})

test('nobody asks for an app or a passkey who has neither', async () => {
  const admin = await as(['manage_security'])
  const strong = { ...companies.defaultPolicy, secondFactor: 'strong' } as const
  expect(await admin.try(companies.setPolicy, strong)).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
  await server.store.pool.query(
    `insert into passkey (id, user_id, public_key, counter, backed_up, name) values ($1, $2, '', 0, false, 'Key')`,
    [uuid(), admin.user.id],
  )
  await admin.call(companies.setPolicy, strong)
})
