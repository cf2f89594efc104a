// People from a file: every fault of every line is named, and nobody is invited while there is one.
import * as users from '@gatehouse/contract/identity/users'
import { allPermissions, systemRoles } from '@gatehouse/contract/permissions'
import { beforeAll, expect, test } from 'vitest'
import { v7 as uuid } from 'uuid'
import { type ACompany, aCompany, aLabel, aRole, aUser } from '../../testing/building.testing.ts'
import { type TestServer, openServer, sharedServer, type ApiClient } from '../../testing/test-server.testing.ts'

let server: TestServer
let company: ACompany
let admin: ApiClient
let adminEmail: string

beforeAll(async () => {
  server = await sharedServer()
  company = await aCompany(server.store.pool, 'Meridian')
  const user = await aUser(server.store.pool, company, { can: systemRoles.admin })
  adminEmail = user.email
  admin = await server.signIn(user)
})

const address = () => `${uuid()}@gatehouse.example`
const preview = async (csv: string, who = admin) => (await who.call(users.previewImport, { csv })).rows
const faults = async (csv: string, who = admin) =>
  (await preview(csv, who)).map(({ line, faults: found }) => [line, ...found.map((f) => `${f.field}: ${f.message}`)])

test('columns in any order and case, commas or semicolons, quotes, a byte order mark, empty lines', async () => {
  const day = await aRole(server.store.pool, company, { name: 'Day shift' })
  const night = await aRole(server.store.pool, company, { name: 'Night shift' })
  const vault = await aLabel(server.store.pool, company)
  await server.store.pool.query(`update label set name = 'Vault' where id = $1`, [vault])
  const [ann, bob] = [address(), address()]
  const csv = `\uFEFFLast Name;first_name;ROLES;email;labels\r\n"O""Hara; the younger";Ann;"day shift; Night Shift";${ann};vault\r\n\r\n=cmd();Bob;;${bob};\r\n`
  expect(await preview(csv)).toEqual([
    { line: 2, email: ann, name: `Ann O"Hara; the younger`, faults: [] },
    { line: 4, email: bob, name: 'Bob =cmd()', faults: [] },
  ])
  expect(await admin.call(users.importPeople, { csv })).toEqual({ invited: 2 })
  const { invitations } = await admin.call(users.invitations)
  expect(invitations.find((i) => i.email === ann)?.roles.map(({ _id: id }) => id)).toEqual([day, night])
  expect(invitations.find((i) => i.email === bob)?.lastName).toBe('=cmd()')
  const { rows } = await server.store.pool.query('select label_ids from invitation where email = $1', [ann])
  expect(rows).toEqual([{ label_ids: [vault] }])
})

test('every fault of every line', async () => {
  const elsewhere = await aUser(server.store.pool, await aCompany(server.store.pool))
  const twice = address()
  const csv = [
    'email,firstName,lastName,roles,labels',
    `nobody,A,${'x'.repeat(256)},Kings,Moon`,
    `${twice},Ann,Marsh,,`,
    `${twice.toUpperCase()},Ann,Marsh,,`,
    `${adminEmail},Ada,Okafor,,`,
    `${elsewhere.email},Eve,Else,,`,
    `${address()},Too,Many,,,,`,
    `${address()},Plain`,
  ].join('\n')
  expect(await faults(csv)).toEqual([
    [
      2,
      'email: Please enter a valid email address.',
      'firstName: First name must be at least 2 characters',
      'lastName: Last name is too long',
      'roles: There is no role Kings',
      'labels: There is no label Moon',
    ],
    [3],
    [4, 'email: The same address as in line 3'],
    [5, 'email: This address has an account in your company already'],
    [6],
    [7, 'line: There are more values than columns'],
    [8, 'lastName: Last name must be at least 2 characters'],
  ])
  const before = (await admin.call(users.invitations)).invitations.length
  const refused = await admin.try(users.importPeople, { csv })
  expect(refused).toMatchObject({ status: 422, body: { details: expect.any(Array) } })
  expect((refused.body as { details: object[] }).details[0]).toEqual({
    field: 'line 2: email',
    message: 'Please enter a valid email address.',
  })
  expect((await admin.call(users.invitations)).invitations).toHaveLength(before)
})

test('a header that cannot be used is said to be so', async () => {
  expect(await faults('email,firstName,surname,email\nx,y,z,x')).toEqual([
    [
      1,
      'lastName: This column is missing',
      'surname: There is no such column; there are email, firstName, lastName, job, department, roles, labels',
      'email: This column is there twice',
    ],
  ])
  expect(await admin.try(users.previewImport, { csv: 'email,firstName,lastName\n"x' })).toMatchObject({
    status: 422,
    body: { details: [{ field: 'csv' }] },
  })
  expect((await admin.try(users.importPeople, { csv: 'email,firstName,lastName\n' })).status).toBe(422)
})

test('roles and labels only as far as one may give them oneself', async () => {
  const { pool } = server.store
  await aRole(pool, company, { name: 'Keys', can: ['manage_doors'] })
  const [mine, other] = [await aLabel(pool, company), await aLabel(pool, company)]
  await pool.query(`update label set name = case id when $1 then 'Mine' else 'Other' end where id = any ($2)`, [
    mine,
    [mine, other],
  ])
  const helper = await server.signedIn(company, { can: ['manage_users'], labels: [mine] })
  expect(await faults(`email,firstName,lastName,roles,labels\n${address()},Ann,Marsh,Keys,Mine;Other`, helper)).toEqual(
    [[2, 'roles: You may not give the role Keys', 'labels: You may not give the label Other']],
  )
})

test('a thousand at once, and no more', async () => {
  // On their own: a thousand letters would be sent before those of other tests.
  const own = await openServer()
  const owner = await own.signedIn(await aCompany(own.store.pool), { can: allPermissions })
  const lines = Array.from({ length: 1000 }, (_, i) => `${i}-${address()},Ann,Marsh`)
  const csv = ['email,firstName,lastName', ...lines].join('\n')
  expect(await owner.call(users.importPeople, { csv })).toEqual({ invited: 1000 })
  const tooMany = `${csv}\n${address()},Ann,Marsh`
  expect(await owner.try(users.previewImport, { csv: tooMany })).toMatchObject({
    status: 422,
    body: { message: 'At most 1,000 people at once' },
  })
  await own.close()
}, 60_000)
