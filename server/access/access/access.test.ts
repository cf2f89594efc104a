// Who may open which door: levels, groups, terms and credentials, as far as labels let, each change on record.
import * as access from '@gatehouse/contract/access/access'
import { codeAt, fromBase64url, keyOf } from '@gatehouse/contract/access/mobile-pass'
import * as doorGroups from '@gatehouse/contract/access/door-groups'
import { allPermissions, own, type Permission } from '@gatehouse/contract/permissions'
import * as profile from '@gatehouse/contract/identity/profile'
import * as schedules from '@gatehouse/contract/access/schedules'
import * as staff from '@gatehouse/contract/identity/staff'
import { beforeAll, expect, test } from 'vitest'
import { v7 as uuid } from 'uuid'
import type { ACompany, ADevice, AUser } from '../../testing/building.testing.ts'
import { aCompany, aDevice, aLabel, aUser } from '../../testing/building.testing.ts'
import { type TestServer, sharedServer, type ApiClient } from '../../testing/test-server.testing.ts'
import { createVault, vaultKey } from '../../kit/secrets/vault.ts'
import { createPins, isMobileCode, openMobile, readMobileCode } from './access.ts'

let server: TestServer
let company: ACompany
let admin: ApiClient
let manager: ApiClient
let front: ADevice
let side: ADevice
let vault: ADevice
let ann: AUser
let bob: AUser
let office: string

const somebody = (can: readonly Permission[], of = company) => server.signedIn(of, { can })

beforeAll(async () => {
  server = await sharedServer()
  const { pool } = server.store
  company = await aCompany(pool, 'Meridian')
  admin = await somebody(allPermissions)
  manager = await somebody(['read_doors', 'manage_doors', 'manage_staff'])
  ;[front, side, vault] = [
    await aDevice(pool, company, 'door'),
    await aDevice(pool, company, 'door'),
    await aDevice(pool, company, 'door'),
  ]
  await aLabel(pool, company, { device: vault.id })
  ann = await aUser(pool, company, { can: own })
  bob = await aUser(pool, company, { can: own })
  office = uuid()
  await pool.query(`insert into schedule (id, company_id, name, week) values ($1, $2, 'Office hours', '[]')`, [
    office,
    company.id,
  ])
  // The label as well: the door alone may have been heard of before it.
  for (const until = Date.now() + 20_000; Date.now() < until; ) {
    const probe = await manager.try(access.createLevel, { name: `Probe ${uuid()}`, doorIds: [vault.id] })
    if (probe.status === 404) break
  }
  await pool.query('delete from access_level where company_id = $1', [company.id])
})

const aLevel = async (by: ApiClient, more: object) =>
  (await by.call(access.createLevel, { name: `Level ${uuid()}`, ...more })).level
const aGroup = async (name = `Group ${uuid()}`) => (await admin.call(access.createGroup, { name })).group
const recorded = async (action: string) =>
  (
    await server.store.pool.query<{ subject: string; before: unknown; after: unknown; reason: string | null }>(
      `select subject, before, after, reason from activity where action = $1 and company_id = $2
       and status = 200 order by at desc, id desc`,
      [action, company.id],
    )
  ).rows

test('a level is doors by schedule, its name is there once, and every change of it is on record', async () => {
  const { group } = await admin.call(doorGroups.create, { name: 'Perimeter', doorIds: [front.id, side.id] })
  const parts = { doorIds: [front.id], doorGroupIds: [group.id], scheduleId: office }
  const { level } = await manager.call(access.createLevel, { name: ' Day staff ', ...parts })
  expect(level).toMatchObject({
    name: 'Day staff',
    schedule: { id: office, name: 'Office hours' },
    opens: 2,
    holders: 0,
    doors: [{ id: front.id, name: front.key, place: null }],
    doorGroups: [{ id: group.id, name: 'Perimeter', doors: 2 }],
  })
  expect(await manager.try(access.createLevel, { name: 'DAY STAFF' })).toMatchObject({
    status: 422,
    body: { details: [{ field: 'name' }] },
  })
  const stored = (await manager.call(access.updateLevel, { levelId: level.id, description: '' })).level
  expect(stored).toMatchObject({
    name: 'Day staff',
    schedule: { id: office },
    opens: 2,
    doorGroups: [{ id: group.id }],
  })
  const others = { doorIds: [side.id], doorGroupIds: [], scheduleId: null }
  const change = { levelId: level.id, ...others, reason: 'The front has a guard' }
  const changed = (await manager.call(access.updateLevel, change)).level
  expect(changed).toMatchObject({ schedule: null, opens: 1, doorGroups: [] })
  expect((await recorded('access.updateLevel'))[0]).toEqual({
    subject: 'Day staff',
    before: { schedule: 'Office hours', doors: [front.key], doorGroups: ['Perimeter'] },
    after: { schedule: 'always', doors: [side.key], doorGroups: [] },
    reason: 'The front has a guard',
  })
  expect((await manager.call(access.levels, { doorId: side.id })).levels).toMatchObject([{ id: level.id }])
  expect((await manager.call(access.levels, { doorId: front.id })).levels).toEqual([])
  await manager.call(access.removeLevel, { levelId: level.id })
  expect((await manager.try(access.levelById, { levelId: level.id })).status).toBe(404)
})

test('a schedule that is removed while a level with it is saved: one of the two is refused', async () => {
  for (let n = 0; n < 6; n++) {
    const id = uuid()
    await server.store.pool.query(
      `insert into schedule (id, company_id, name, week) values ($1, $2, $3, '[[],[],[],[],[],[],[]]')`,
      [id, company.id, `Passing ${id}`],
    )
    const saves = () => manager.try(access.createLevel, { name: `Racing ${id}`, scheduleId: id })
    const removes = () => manager.try(schedules.remove, { scheduleId: id })
    const [saved, removed] = await Promise.all(n % 2 === 0 ? [saves(), removes()] : [removes(), saves()].toReversed())
    expect([
      [200, 409],
      [201, 409],
      [404, 200],
      [409, 200],
    ]).toContainEqual([saved?.status, removed?.status])
  }
})

test('nobody knows, gives or changes a level with a door that labels hide from them', async () => {
  const cash = await aLevel(admin, { doorIds: [vault.id, front.id] })
  const keepers = await aGroup()
  await admin.call(access.updateLevel, {
    levelId: cash.id,
    name: cash.name,
    doorIds: [vault.id],
    groupIds: [keepers.id],
  })
  await admin.call(access.assign, { userIds: [ann.id], addLevels: [cash.id] })
  const refused = [
    await manager.try(access.levelById, { levelId: cash.id }),
    await manager.try(access.holders, { levelId: cash.id }),
    await manager.try(access.updateLevel, { levelId: cash.id, name: 'Mine' }),
    await manager.try(access.removeLevel, { levelId: cash.id }),
    await manager.try(access.createLevel, { name: 'Sneaky', doorIds: [vault.id] }),
    await manager.try(access.assign, { userIds: [bob.id], addLevels: [cash.id] }),
    await manager.try(access.assign, { userIds: [bob.id], addGroups: [keepers.id] }),
    await manager.try(access.previewAssign, { userIds: [ann.id], removeLevels: [cash.id] }),
  ]
  expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 404))
  expect((await manager.try(access.removeGroup, { groupId: keepers.id })).status).toBe(403)
  const { levels } = await manager.call(access.levels, {})
  expect(levels.map(({ id }) => id)).not.toContain(cash.id)
  const shown = await manager.call(access.personById, { userId: ann.id })
  expect([shown.holder.levels, shown.levels]).toEqual([0, []])
  expect((await admin.call(access.personById, { userId: ann.id })).holder.levels).toBe(1)
  await admin.call(access.removeLevel, { levelId: cash.id })
})

test('levels and groups are given to many at once: looked at first, then on record for each', async () => {
  const day = await aLevel(admin, { doorIds: [front.id] })
  const night = await aLevel(admin, { doorIds: [side.id] })
  const cleaners = await aGroup()
  await admin.call(access.assign, { userIds: [ann.id], addLevels: [night.id] })
  const [from, to] = ['2026-12-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z']
  const wanted = {
    userIds: [ann.id, bob.id],
    addLevels: [day.id],
    removeLevels: [night.id],
    addGroups: [cleaners.id],
    from,
    to,
  }
  const expected = [
    { id: day.id, name: day.name, of: 'level', added: 2, retimed: 0, removed: 0 },
    { id: cleaners.id, name: cleaners.name, of: 'group', added: 2, retimed: 0, removed: 0 },
    { id: night.id, name: night.name, of: 'level', added: 0, retimed: 0, removed: 1 },
  ]
  expect(await manager.call(access.previewAssign, wanted)).toEqual({ people: 2, differences: expected })
  expect((await admin.call(access.levelById, { levelId: day.id })).level.holders).toBe(0)
  expect(await manager.call(access.assign, { ...wanted, reason: 'Winter' })).toEqual({
    people: 2,
    differences: expected,
  })
  const { rows } = await server.store.pool.query(
    `select before, after, reason from activity where action = 'access.assign' and subject = $1
     order by at desc, id desc limit 1`,
    [ann.email],
  )
  expect(rows).toEqual([
    {
      before: {
        [`level ${day.name}`]: null,
        [`group ${cleaners.name}`]: null,
        [`level ${night.name}`]: { from: null, to: null },
      },
      after: {
        [`level ${day.name}`]: { from, to },
        [`group ${cleaners.name}`]: { from, to },
        [`level ${night.name}`]: null,
      },
      reason: 'Winter',
    },
  ])
  const again = await manager.call(access.assign, { userIds: [ann.id], addLevels: [day.id] })
  expect(again.differences).toMatchObject([{ added: 0, retimed: 1, removed: 0 }])
  await admin.call(access.updateLevel, { levelId: night.id, name: night.name, groupIds: [cleaners.id] })
  const { holders } = await admin.call(access.holders, { levelId: night.id })
  expect(holders.map(({ person }) => person.id).toSorted()).toEqual([ann.id, bob.id].toSorted())
  expect(holders[0]?.ways).toMatchObject([{ group: { id: cleaners.id }, memberFrom: from, memberTo: to }])
  expect((await admin.call(access.people, { levelId: night.id })).people).toHaveLength(2)
  expect((await admin.call(access.members, { groupId: cleaners.id, q: 'okafor' })).members).toHaveLength(2)
  const stranger = await aUser(server.store.pool, await aCompany(server.store.pool))
  expect((await admin.try(access.assign, { userIds: [stranger.id], addLevels: [day.id] })).status).toBe(404)
  expect(
    await admin.try(access.assign, { userIds: [ann.id], addLevels: [day.id], removeLevels: [day.id] }),
  ).toMatchObject({ status: 422, body: { details: [{ field: 'removeLevels' }] } })
})

test('what a person is held to is changed with a reason, and found by', async () => {
  const terms = { suspended: true, extendedTime: true, passbackExempt: false, escort: 'needed' as const }
  const to = '2020-01-01T00:00:00.000Z'
  await manager.call(access.setTerms, { userId: bob.id, ...terms, to, reason: 'On leave' })
  const { holder } = await manager.call(access.personById, { userId: bob.id })
  expect(holder.terms).toEqual({ ...terms, from: null, to })
  expect((await recorded('access.setTerms'))[0]).toEqual({
    subject: bob.email,
    before: { to: null, suspended: false, extendedTime: false, escort: 'none' },
    after: { to, suspended: true, extendedTime: true, escort: 'needed' },
    reason: 'On leave',
  })
  for (const state of ['suspended', 'over'] as const)
    expect((await manager.call(access.people, { state })).people.map(({ person }) => person.id)).toEqual([bob.id])
  expect(await manager.try(access.setTerms, { userId: bob.id, ...terms, from: to, to })).toMatchObject({
    status: 422,
    body: { details: [{ field: 'to' }] },
  })
})

test('a card is given, suspended, replaced and revoked; the staff card tells the same', async () => {
  const { credential } = await manager.call(access.giveCard, { userId: ann.id, number: '0000004711', label: 'Blue' })
  expect(credential).toMatchObject({ kind: 'card', number: '0000004711', state: 'active', waiting: false })
  expect(await manager.try(access.giveCard, { userId: bob.id, number: '0000004711' })).toMatchObject({
    status: 422,
    body: { details: [{ field: 'number' }] },
  })
  const suspended = { credentialId: credential.id, state: 'suspended' as const, label: 'Blue', reason: 'Left at home' }
  expect((await manager.call(access.updateCredential, suspended)).credential.state).toBe('suspended')
  expect((await recorded('access.updateCredential'))[0]).toEqual({
    subject: ann.email,
    before: { credential: 'card 0000004711', state: 'active' },
    after: { credential: 'card 0000004711', state: 'suspended' },
    reason: 'Left at home',
  })
  const replaced = await manager.call(access.replaceCard, { credentialId: credential.id, number: '0000004712' })
  expect(replaced.credential).toMatchObject({ number: '0000004712', label: 'Blue', state: 'active' })
  expect((await manager.try(access.updateCredential, suspended)).status).toBe(409)
  const onStaffCard = await admin.call(staff.details, { email: ann.email })
  expect(onStaffCard.credentials).toMatchObject({
    credentials: [
      { value: 'card:0000004712', revokedAt: null },
      { value: 'card:0000004711', state: 'suspended', revokedAt: expect.any(String) },
    ],
  })
  await manager.call(access.revokeCredential, { credentialId: replaced.credential.id })
  expect((await manager.call(access.people, { has: 'card' })).people).toEqual([])
})

test('a PIN is told once and kept nowhere; weak ones and those of others are refused; one may be for duress', async () => {
  const weak = ['0000', '1234', '987654', '1212', '123123', '1999', '7788']
  for (const pin of weak)
    expect((await manager.try(access.givePin, { userId: ann.id, pin })).body, pin).toMatchObject({
      details: [{ field: 'pin' }],
    })
  const { pin, credential } = await manager.call(access.givePin, { userId: ann.id, pin: '80514927' })
  expect([pin, credential.number, credential.kind]).toEqual(['80514927', null, 'pin'])
  expect((await manager.try(access.givePin, { userId: bob.id, pin })).status).toBe(422)
  expect((await manager.try(access.givePin, { userId: ann.id, pin, duress: true })).status).toBe(422)
  const made = await manager.call(access.givePin, { userId: ann.id, duress: true })
  expect(made.pin).toMatch(/^\d{6}$/)
  const { pool } = server.store
  const { rows } = await pool.query<{ everything: string }>(
    `select (select string_agg(to_jsonb(a)::text, ' ') from activity a) || (select string_agg(to_jsonb(c)::text, ' ')
       from credential c) as everything`,
  )
  expect(rows[0]?.everything).not.toContain('80514927')
  const key = createVault(await vaultKey(server.dataDir, undefined))
  const value = await createPins(key).valueOf(server.store.db, company.id, '80514927')
  expect((await pool.query('select user_id from credential where value = $1', [value])).rows).toEqual([
    { user_id: ann.id },
  ])
  // Another in its place, and its digits are anybody's again.
  await manager.call(access.givePin, { userId: ann.id, pin: '61538204' })
  await manager.call(access.givePin, { userId: bob.id, pin: '80514927' })
  const mine = await server.signIn(ann)
  expect((await mine.call(access.mine)).credentials).toMatchObject([{ kind: 'pin', duress: false }])
  const exported = String((await mine.try(profile.exportMine)).body)
  expect(exported).toContain('"duress"')
  expect(exported).not.toContain(value)
})

test('a pass on a phone is set up once, by whom it is for, and its codes hold for half a minute', async () => {
  const { credential } = await manager.call(access.giveMobile, { userId: ann.id, label: 'Phone' })
  expect(credential).toMatchObject({ kind: 'mobile', waiting: true })
  const [holder, other] = [await server.signIn(ann), await server.signIn(bob)]
  const which = { credentialId: credential.id }
  expect((await other.try(access.setUpMobile, which)).status).toBe(404)
  const { secret } = await holder.call(access.setUpMobile, which)
  expect((await holder.try(access.setUpMobile, which)).status).toBe(409)
  const { rows } = await server.store.pool.query<{ secret: Buffer; value: string }>(
    'select secret, value from credential where id = $1',
    [credential.id],
  )
  expect(rows[0]?.value).toBe(`mobile:${credential.id}`)
  const key = createVault(await vaultKey(server.dataDir, undefined))
  const stored = openMobile(key, credential.id, rows[0]?.secret ?? Buffer.alloc(0))
  const now = Date.parse('2026-11-22T08:00:10.000Z')
  const code = await codeAt(await keyOf(fromBase64url(secret)), credential.id, now)
  expect(code.length).toBeLessThan(120)
  const read = readMobileCode(code)
  const holdsAt = (seconds: number) => read !== null && isMobileCode(read, stored, new Date(now + seconds * 1000))
  expect([-60, -30, 0, 30, 60].map(holdsAt)).toEqual([false, true, true, true, false])
  expect(read && isMobileCode({ ...read, step: read.step + 1 }, stored, new Date(now))).toBe(false)
  expect(readMobileCode(`${code}x`)).toBeNull()
  await manager.call(access.revokeCredential, which)
  expect((await holder.call(access.mine)).credentials.filter(({ kind }) => kind === 'mobile')).toEqual([])
})
