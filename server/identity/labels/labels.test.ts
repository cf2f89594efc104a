// Labels over HTTP: nobody gives, makes or unmakes sight that they do not have.
import * as devices from '@gatehouse/contract/building/devices'
import * as labels from '@gatehouse/contract/identity/labels'
import type { Permission } from '@gatehouse/contract/permissions'
import { beforeAll, expect, test } from 'vitest'
import { type ACompany, aCompany, aDevice, aLabel, aUser, type AUser, aZone } from '../../testing/building.testing.ts'
import { type TestServer, sharedServer, type ApiClient } from '../../testing/test-server.testing.ts'

let server: TestServer
let company: ACompany
let admin: Person

interface Person extends AUser {
  readonly visitor: ApiClient
}

const person = async (
  can: readonly Permission[],
  { has = [], of = company }: { has?: readonly string[]; of?: ACompany } = {},
): Promise<Person> => {
  const user = await aUser(server.store.pool, of, { can, labels: has })
  const visitor = await server.signIn(user)
  return { ...user, visitor }
}
const nothing = { siteIds: [], zoneIds: [], deviceIds: [] }

beforeAll(async () => {
  server = await sharedServer()
  company = await aCompany(server.store.pool, 'Meridian')
  admin = await person(['admin_access', 'manage_labels', 'read_doors'])
})

test('who manages neither labels nor users sees their own', async () => {
  const [mine, other] = [await aLabel(server.store.pool, company), await aLabel(server.store.pool, company)]
  const foreign = await aLabel(server.store.pool, await aCompany(server.store.pool))
  const guard = await person([], { has: [mine] })
  const ids = async (who: Person) => (await who.visitor.call(labels.list)).labels.map(({ _id: id }) => id)
  expect(await ids(guard)).toEqual([mine])
  expect(await ids(admin)).toEqual(expect.arrayContaining([mine, other]))
  expect(await ids(admin)).not.toContain(foreign)
})

test('whoever makes a label has it; names are not used twice', async () => {
  const lead = await person(['manage_labels'])
  const { label } = await lead.visitor.call(labels.create, { name: 'Vault' })
  expect(label).toMatchObject({ name: 'Vault', colour: '#64748B', uses: { people: 1, sites: 0, zones: 0, devices: 0 } })
  expect(await lead.visitor.try(labels.create, { name: 'vAULT' })).toMatchObject({
    status: 422,
    body: { details: [{ field: 'name' }] },
  })
  const { _id: id } = label
  const { label: changed } = await lead.visitor.call(labels.update, { id, description: 'Gold' })
  expect(changed).toMatchObject({ name: 'Vault', colour: '#64748B', description: 'Gold' })
  expect((await lead.visitor.try(labels.update, { id, colour: 'red' })).status).toBe(422)
})

test('a label that one does not have is changed, deleted and put on things only by an administrator', async () => {
  const other = await aLabel(server.store.pool, company)
  const lead = await person(['manage_labels'])
  const attempts = [
    [labels.update, { id: other, name: 'Mine' }],
    [labels.setMarks, { id: other, ...nothing }],
    [labels.remove, { id: other }],
  ] as const
  for (const [op, input] of attempts) expect((await lead.visitor.try(op, input)).status).toBe(403)
  for (const [op, input] of attempts) expect((await admin.visitor.try(op, input)).status).toBe(200)
  for (const [op, input] of attempts) expect((await admin.visitor.try(op, input)).status).toBe(404)
})

test('what a label marks is hidden from others at once, and shown again without it', async () => {
  const { pool } = server.store
  const zone = await aZone(pool, company)
  const door = await server.knows(admin.visitor, await aDevice(pool, company, 'door', { zone }))
  const id = await aLabel(pool, company)
  const lead = await person(['manage_labels', 'read_doors'], { has: [id] })
  const guard = await person(['read_doors'])
  const sees = async (who: Person) => (await who.visitor.call(devices.list)).devices.some((d) => d.id === door.id)
  const marked = await lead.visitor.call(labels.setMarks, { id, ...nothing, zoneIds: [zone] })
  expect(marked.label.uses).toMatchObject({ zones: 1, devices: 0 })
  await expect.poll(() => sees(guard)).toBe(false)
  expect(await sees(lead)).toBe(true)
  const marks = await lead.visitor.call(labels.marks, { id })
  expect(marks).toMatchObject({ zones: [{ id: zone }], people: [{ id: lead.id, name: 'Ada Okafor' }] })
  await lead.visitor.call(labels.remove, { id })
  await expect.poll(() => sees(guard)).toBe(true)
})

test('who marks something is told from whom that takes sight of what, before and with the answer', async () => {
  const { pool } = server.store
  const own = await aCompany(pool)
  const of = { of: own }
  const [zone, id] = [await aZone(pool, own), await aLabel(pool, own)]
  const keeper = await person(['admin_access', 'manage_labels', 'read_doors'], of)
  const [first, second] = [await aDevice(pool, own, 'door', { zone }), await aDevice(pool, own, 'door', { zone })]
  await aDevice(pool, own, 'gas', { zone })
  // Has the label; may not see doors at all; sees both, and one of both by a label that stays enough.
  await person(['read_doors'], { of: own, has: [id] })
  await person(['view_people_count'], of)
  await person(['read_doors'], of)
  const stored = await aLabel(pool, own, { device: second.id })
  await person(['read_doors'], { of: own, has: [stored] })
  for (const door of [first, second]) await server.knows(keeper.visitor, door)

  const marks = { id, ...nothing, deviceIds: [first.id, second.id] }
  const expected = { devices: 1, people: 2, names: ['Ada Okafor', 'Ada Okafor'] }
  expect(await keeper.visitor.call(labels.previewMarks, marks)).toEqual({ taken: expected })
  expect((await keeper.visitor.call(labels.marks, { id })).devices).toEqual([])
  expect((await keeper.visitor.call(labels.setMarks, marks)).taken).toEqual(expected)
  expect((await keeper.visitor.call(labels.setMarks, marks)).taken).toEqual({ devices: 0, people: 0, names: [] })
  // Of the zone, the gas sensor and both doors: whoever sees them yet loses them.
  const whole = { ...marks, zoneIds: [zone] }
  expect((await keeper.visitor.call(labels.previewMarks, whole)).taken).toMatchObject({ devices: 1, people: 1 })
})

test('who has a label is told by mail when it marks other things and when it is deleted, once each', async () => {
  const { pool } = server.store
  const [id, stored] = [await aLabel(pool, company), await aLabel(pool, company)]
  const zone = await aZone(pool, company)
  const [holder, quiet] = [await person([], { has: [id, stored] }), await person([], { has: [id] })]
  await pool.query(`update users set notification_preferences = '{"email": {"access-changed": false}}' where id = $1`, [
    quiet.id,
  ])
  await pool.query(`update label set name = case id when $1 then 'Old lab' else 'Kept' end where id in ($1, $2)`, [
    id,
    stored,
  ])
  const lettersTo = async ({ email }: Person) =>
    (await pool.query(`select from mail where recipient = $1 and letter = 'access-changed'`, [email])).rowCount
  const counts = []
  for (const change of [
    () => admin.visitor.call(labels.update, { id, name: 'Lab', colour: '#112233' }),
    () => admin.visitor.call(labels.setMarks, { id, ...nothing, zoneIds: [zone] }),
    () => admin.visitor.call(labels.setMarks, { id, ...nothing, zoneIds: [zone] }),
    () => admin.visitor.call(labels.remove, { id }),
  ]) {
    await change()
    counts.push(await lettersTo(holder))
  }
  expect(counts).toEqual([0, 1, 1, 2])
  expect(await lettersTo(quiet)).toBe(0)
  const text = async () => (await server.letterTo(holder.email)).text.replaceAll(/\s+/g, ' ')
  expect(await text()).toContain('Your label Lab now marks other places or devices than before')
  expect(await text()).toContain('Your label Lab was deleted. Your labels are now: Kept.')
})

test('only places and devices that one sees can be marked, and only while one sees all inside', async () => {
  const { pool } = server.store
  const other = await aCompany(pool)
  const [zone, foreign] = [await aZone(pool, company), await aZone(pool, other)]
  const door = await server.knows(admin.visitor, await aDevice(pool, company, 'door', { zone }))
  const hiding = await aLabel(pool, company, { device: door.id })
  const id = await aLabel(pool, company)
  const lead = await person(['manage_labels'], { has: [id] })
  const set = (marks: object, who = lead) => who.visitor.try(labels.setMarks, { id, ...nothing, ...marks })
  expect((await set({ zoneIds: [foreign] })).status).toBe(404)
  expect((await set({ deviceIds: [door.id] })).status).toBe(404)
  expect((await set({ zoneIds: [zone] })).status).toBe(403)
  expect((await set({ siteIds: [company.siteId] })).status).toBe(403)
  const vault = await aZone(pool, company)
  await pool.query('insert into label_mark (label_id, zone_id) values ($1, $2)', [hiding, vault])
  const inside = await server.knows(admin.visitor, await aDevice(pool, company, 'door', { zone: vault }))
  expect((await set({ deviceIds: [inside.id] }, admin)).status).toBe(200)
  // What others marked beyond one's sight stays marked.
  expect((await set({})).status).toBe(200)
  const { rows } = await pool.query('select from label_mark where label_id = $1 and device_id = $2', [id, inside.id])
  expect(rows).toHaveLength(1)
  expect((await lead.visitor.call(labels.marks, { id })).devices).toEqual([])
  expect((await lead.visitor.try(labels.remove, { id })).status).toBe(403)
  expect((await admin.visitor.try(labels.remove, { id })).status).toBe(200)
})
