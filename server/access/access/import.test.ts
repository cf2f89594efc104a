// People and their access from a file: looked at first, written as a whole or not at all, and the same when it comes back.
import * as access from '@gatehouse/contract/access/access'
import { allPermissions, type Permission } from '@gatehouse/contract/permissions'
import * as staff from '@gatehouse/contract/identity/staff'
import { beforeAll, expect, test } from 'vitest'
import { v7 as uuid } from 'uuid'
import { type ACompany, aCompany, aUser } from '../../testing/building.testing.ts'
import { type TestServer, sharedServer, type ApiClient } from '../../testing/test-server.testing.ts'

let server: TestServer
let company: ACompany
let admin: ApiClient

const somebody = (can: readonly Permission[]) => server.signedIn(company, { can })

beforeAll(async () => {
  server = await sharedServer()
  company = await aCompany(server.store.pool, 'Meridian', 'America/New_York')
  admin = await somebody(allPermissions)
  await admin.call(access.createLevel, { name: 'Day staff' })
  await admin.call(access.createLevel, { name: 'Night staff' })
  await admin.call(access.createGroup, { name: 'Cleaners' })
})

const address = () => `${uuid()}@meridian.example`
const preview = async (csv: string) => admin.call(access.previewImport, { csv })
const exported = async () => String((await admin.try(access.exportPeople)).body)
const personOf = async (email: string) => {
  const [found] = (await admin.call(access.people, { q: email })).people
  if (!found) throw new Error(`${email} is nobody`)
  return admin.call(access.personById, { userId: found.person.id })
}

test('new, changed and the same: said first, then done, and on record for each', async () => {
  const known = (
    await admin.call(staff.add, { email: address(), firstName: 'Noor', lastName: 'Haddad', department: 'Plant' })
  ).member.email
  const [ann, bob] = [address(), address()]
  const csv = [
    'E-mail;First name;Last_name;department;card;groups;levels;from;to;suspended;extendedTime;escort',
    `${ann};Ann;Marsh;Desk;00012345; 00067890;cleaners;Day staff; night staff;2026-12-01;2026-12-31;no;yes;may escort`,
    `${known};;;-;;;DAY STAFF;;;;;`,
    `${bob};Bob;Stone;;;;;;;;;`,
  ].join('\r\n')
  const quoted = csv
    .replace('00012345; 00067890', '"00012345; 00067890"')
    .replace('Day staff; night staff', '"Day staff; night staff"')
  const wanted = { new: 2, changed: 1, same: 0, error: 0 }
  const { counts, rows } = await preview(quoted)
  expect(counts).toEqual(wanted)
  expect(rows.map(({ line, outcome, name, changes }) => [line, outcome, name, changes])).toEqual([
    [3, 'changed', 'Noor Haddad', ['name, job or department', 'level Day staff']],
    [
      2,
      'new',
      'Ann Marsh',
      [
        'from 2026-12-01T05:00:00.000Z',
        'to 2027-01-01T05:00:00.000Z',
        'extended time: yes',
        'escort: may escort',
        'card 00012345',
        'card 00067890',
        'group Cleaners',
        'level Day staff',
        'level Night staff',
      ],
    ],
    [4, 'new', 'Bob Stone', []],
  ])
  expect((await admin.call(access.people, { q: ann })).people).toEqual([])
  expect(await admin.call(access.importPeople, { csv: quoted })).toEqual({ counts: wanted })
  const { holder, levels, groups, credentials } = await personOf(ann)
  expect(holder.terms).toMatchObject({ to: '2027-01-01T05:00:00.000Z', extendedTime: true, escort: 'may escort' })
  expect(levels.map(({ level }) => level.name)).toEqual(['Day staff', 'Night staff'])
  expect(groups.map(({ group }) => group.name)).toEqual(['Cleaners'])
  expect(credentials).toMatchObject([{ number: '00012345' }, { number: '00067890' }])
  expect((await personOf(known)).holder.person).toMatchObject({ firstName: 'Noor', department: null })
  const { rows: notified } = await server.store.pool.query(
    `select subject from activity where action = 'access.importPeople' and company_id = $1
     and subject like '%@%' order by subject`,
    [company.id],
  )
  expect(notified.map(({ subject }) => subject)).toEqual([ann, bob, known].toSorted())
  expect((await preview(quoted)).counts).toEqual({ new: 0, changed: 0, same: 3, error: 0 })
  // A dash takes what was there; an empty cell leaves it.
  const { rows: less } = await preview(`email,levels,to\n${ann},-,-`)
  expect(less).toMatchObject([{ changes: ['to open', 'no longer level Day staff', 'no longer level Night staff'] }])
})

test('what is exported is found unchanged when it is imported again', async () => {
  await admin.call(staff.add, { email: address(), firstName: '=Sum', lastName: 'O"Hara, the younger' })
  const csv = await exported()
  expect(csv).toContain(`'=Sum,"O""Hara, the younger"`)
  const { counts, rows } = await preview(csv)
  expect(rows.filter(({ outcome }) => outcome !== 'same')).toEqual([])
  expect(counts.same).toBe(csv.trim().split('\r\n').length - 1)
})

test('every fault of every line, and nothing written while there is one', async () => {
  const stranger = await aUser(server.store.pool, await aCompany(server.store.pool))
  const twice = address()
  const csv = [
    'email,firstName,lastName,card,levels,groups,from,to,suspended,escort',
    `nobody,A,Marsh,12,Moon,Kings,2026-02-30,2020-01-01,perhaps,always`,
    `${twice},Ann,Marsh,11112222,,,,,,`,
    `${twice.toUpperCase()},Ann,Marsh,11112222,,,,,,`,
    `${stranger.email},Eve,Else,,,,,,,`,
    `${address()},Late,Marsh,,,,2026-12-01,2026-11-01,,`,
    `${address()},Too,Many,,,,,,,,,`,
  ].join('\n')
  const { rows, counts } = await preview(csv)
  expect(counts).toEqual({ new: 1, changed: 0, same: 0, error: 5 })
  expect(rows.map(({ line, faults }) => [line, ...faults.map((f) => `${f.field}: ${f.message}`)])).toEqual([
    [
      2,
      'email: Please enter a valid email address.',
      'firstName: First name must be at least 2 characters',
      'escort: One of these: none, needed, may escort',
      'from: Please give a day (2026-05-01) or a time in ISO 8601 (2026-05-01T12:00:00Z)',
      'suspended: Please say yes or no',
      'card: 12 is no card number: 4 to 20 digits',
      'groups: There is no group Kings that you may give',
      'levels: There is no level Moon that you may give',
    ],
    [4, 'email: The same address as in line 3', 'card: The card 11112222 is given in line 3 as well'],
    [5, 'email: This email cannot be used: somebody has it already'],
    [6, 'to: The end must lie after the beginning'],
    [7, 'line: There are more values than columns'],
    [3],
  ])
  const refused = await admin.try(access.importPeople, { csv })
  expect(refused.status).toBe(422)
  expect((refused.body as { details: object[] }).details[0]).toEqual({
    field: 'line 2: email',
    message: 'Please enter a valid email address.',
  })
  expect((await admin.call(access.people, { q: twice })).people).toEqual([])
  expect((await preview('name,email\nx,y')).rows).toMatchObject([
    { line: 1, outcome: 'error', faults: [{ field: 'name' }] },
  ])
})

const many = Number(process.env['IMPORT_LINES'] ?? 300)

test(`${many} lines at once`, async () => {
  const lines = Array.from(
    { length: many },
    (_, i) => `${i}-${address()},Ann,Marsh,${70_000_000 + i},Cleaners,Day staff`,
  )
  const csv = ['email,firstName,lastName,card,groups,levels', ...lines].join('\n')
  const began = performance.now()
  expect((await preview(csv)).counts.new).toBe(many)
  const seen = performance.now()
  expect((await admin.call(access.importPeople, { csv })).counts.new).toBe(many)
  const done = performance.now()
  expect((await preview(await exported())).counts.error).toBe(0)
  if (process.env['IMPORT_LINES'])
    process.stdout.write(`preview ${Math.round(seen - began)} ms, import ${Math.round(done - seen)} ms\n`)
}, 60_000)
