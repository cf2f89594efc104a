// Nobody puts into somebody's hands, or takes into their own, what opens a door that they may not open; and the owner of a
// credential is told of each change of it.
import * as access from '@gatehouse/contract/access/access'
import * as devices from '@gatehouse/contract/building/devices'
import * as notifications from '@gatehouse/contract/messages/notifications'
import type { Permission } from '@gatehouse/contract/permissions'
import * as staff from '@gatehouse/contract/identity/staff'
import fc from 'fast-check'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { v7 as uuid } from 'uuid'
import { attacked } from '../../surface/attack.testing.ts'
import type { ACompany, ADevice, AUser } from '../../testing/building.testing.ts'
import { aCompany, aDevice, aLabel, aUser } from '../../testing/building.testing.ts'
import { type TestServer, sharedServer, type ApiClient } from '../../testing/test-server.testing.ts'

const runs = Number(process.env['GATEHOUSE_CREDENTIALS'] ?? 5)

let server: TestServer
let company: ACompany
beforeAll(async () => {
  server = await sharedServer()
})
beforeEach(async () => {
  company = await aCompany(server.store.pool)
})

const query = (text: string, values: unknown[]) => server.store.pool.query(text, values)

const aPerson = (can: readonly Permission[] = ['read_notifications'], labels: readonly string[] = []) =>
  aUser(server.store.pool, company, { can, labels })

/** Opens these doors, and these people hold it. */
const aLevel = async (doors: readonly ADevice[], people: readonly AUser[]) => {
  const id = uuid()
  await query('insert into access_level (id, company_id, name) values ($1, $2, $3)', [id, company.id, `Level ${id}`])
  for (const door of doors)
    await query('insert into access_level_door (level_id, door_id) values ($1, $2)', [id, door.id])
  for (const person of people)
    await query('insert into access_level_person (level_id, user_id) values ($1, $2)', [id, person.id])
  return id
}

const aDoor = () => aDevice(server.store.pool, company, 'door')
const aNumber = () => String(10 ** 11 + Math.floor(Math.random() * 10 ** 11))

/** Every way in which a credential comes to somebody, or one that they have opens again. */
const ways: Record<string, (by: ApiClient, to: AUser) => Promise<{ status: number }>> = {
  'a card': (by, { id: userId }) => by.try(access.giveCard, { userId, number: aNumber() }),
  'a PIN': (by, { id: userId }) => by.try(access.givePin, { userId }),
  'a duress PIN': (by, { id: userId }) => by.try(access.givePin, { userId, duress: true }),
  'a phone': (by, { id: userId }) => by.try(access.giveMobile, { userId }),
  'a card from the staff card': (by, { email }) => by.try(staff.addCredential, { email, value: `card:${aNumber()}` }),
  'another card for a lost one': async (by, to) =>
    by.try(access.replaceCard, { credentialId: await aCard(to, 'lost'), number: aNumber() }),
  'a suspended card, active again': async (by, to) =>
    by.try(access.updateCredential, { credentialId: await aCard(to, 'suspended'), state: 'active' }),
  'a card that had ended': async (by, to) => {
    const credentialId = await aCard(to)
    await query(`update credential set valid_to = now() - interval '1 day' where id = $1`, [credentialId])
    return by.try(access.updateCredential, { credentialId, state: 'active', to: null })
  },
}

const aCard = async (of: AUser, state = 'active') => {
  const id = uuid()
  await query('insert into credential (id, company_id, user_id, kind, value, state) values ($1, $2, $3, $4, $5, $6)', [
    id,
    company.id,
    of.id,
    'card',
    `card:${aNumber()}`,
    state,
  ])
  return id
}

/** The server has read who sees which door. */
const sees = (who: ApiClient, doors: readonly ADevice[]) =>
  expect
    .poll(async () => (await who.call(devices.list)).devices.map(({ id }) => id).toSorted())
    .toEqual(doors.map(({ id }) => id).toSorted())

const credentialsOf = async ({ id }: AUser) =>
  (await query('select value, state, valid_to, revoked_at from credential where user_id = $1 order by id', [id])).rows

test.each(Object.entries(ways))(
  '%s is refused to a supervisor for who opens more, and changes nothing',
  async (_way, give) => {
    const [lobby, vault] = [await aDoor(), await aDoor()]
    const supervisor = await aPerson(['manage_staff', 'read_doors'])
    const [same, more] = [await aPerson(), await aPerson()]
    await aLevel([lobby], [supervisor, same, more])
    await aLevel([vault], [more])
    const by = await server.signIn(supervisor)
    expect((await give(by, same)).status).toBe(200)
    const before = (await credentialsOf(more)).length
    expect(await give(by, more)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
    const opening = (await credentialsOf(more)).filter(
      ({ state, revoked_at, valid_to }) => state === 'active' && revoked_at === null && valid_to === null,
    )
    expect([before, opening]).toEqual([0, []])
  },
)

test('who manages doors gives what opens doors that they see, and not past labels', async () => {
  const [lobby, vault] = [await aDoor(), await aDoor()]
  const label = await aLabel(server.store.pool, company, { device: vault.id })
  const people = [await aPerson(), await aPerson()] as const
  await aLevel([lobby], people)
  await aLevel([vault], [people[1]])
  const can: Permission[] = ['manage_staff', 'manage_doors', 'read_doors']
  const [manager, keeper] = [await server.signIn(await aPerson(can)), await server.signIn(await aPerson(can, [label]))]
  const admin = await server.signIn(await aPerson(['admin_access', ...can]))
  await sees(manager, [lobby])
  await sees(keeper, [lobby, vault])
  const give = async (by: ApiClient, to: AUser) =>
    (await by.try(access.giveCard, { userId: to.id, number: aNumber() })).status
  expect([await give(manager, people[0]), await give(keeper, people[1]), await give(admin, people[1])]).toEqual([
    200, 200, 200,
  ])
  // Taking away is for whoever looks after credentials.
  const [card] = (await query('select id from credential where user_id = $1', [people[1].id])).rows as { id: string }[]
  const removed = { credentialId: card?.id ?? '' }
  expect((await manager.try(access.updateCredential, { ...removed, state: 'suspended' })).status).toBe(200)
  expect((await manager.try(access.revokeCredential, removed)).status).toBe(200)
  // By a file as well, which says which line and which of its values.
  const csv = `email,card\n${people[0].email},${aNumber()}\n${people[1].email},${aNumber()}`
  expect(await manager.try(access.importPeople, { csv })).toMatchObject({
    status: 422,
    body: {
      details: [{ field: 'line 3: card', message: 'This person may open doors that you may not open yourself' }],
    },
  })
  expect((await keeper.try(access.importPeople, { csv })).status).toBe(200)
})

test('what ends before now, or begins later, opens nothing for who gives, and counts for who is given', async () => {
  const door = await aDoor()
  const [supervisor, person] = [await aPerson(['manage_staff', 'read_doors']), await aPerson()]
  await aLevel([door], [supervisor, person])
  const by = await server.signIn(supervisor)
  const give = async () => (await by.try(access.givePin, { userId: person.id })).status
  expect(await give()).toBe(200)
  await query(`update access_level_person set valid_to = now() - interval '1 day' where user_id = $1`, [supervisor.id])
  expect(await give()).toBe(403)
  await query(
    `update access_level_person set valid_to = null, valid_from = now() + interval '1 day'
     where user_id = $1`,
    [supervisor.id],
  )
  expect(await give()).toBe(403)
})

test('the owner is told of each change of a credential, by whom, and by no more than four of its digits', async () => {
  const [giver, owner] = [await aPerson(['admin_access', 'manage_staff']), await aPerson()]
  const [by, own] = [await server.signIn(giver), await server.signIn(owner)]
  const { credential } = await by.call(access.giveCard, { userId: owner.id, number: '00123456789' })
  await by.call(access.updateCredential, { credentialId: credential.id, state: 'suspended' })
  const next = await by.call(access.replaceCard, { credentialId: credential.id, number: '00123450000' })
  await by.call(access.revokeCredential, { credentialId: next.credential.id })
  await by.call(access.revokeCredential, { credentialId: next.credential.id })
  await by.call(access.givePin, { userId: owner.id })
  await by.call(access.givePin, { userId: owner.id })
  await by.call(access.giveMobile, { userId: owner.id })
  await server.numbered()
  const { notifications: notified } = await own.call(notifications.list, {})
  expect(notified.map(({ message }) => message.split('. ')[0]).toReversed()).toEqual([
    'Your card ending in 6789: given by Ada Okafor',
    'Your card ending in 6789: changed by Ada Okafor',
    'Your card ending in 0000: replaced by Ada Okafor',
    'Your card ending in 0000: revoked by Ada Okafor',
    'Your PIN: given by Ada Okafor',
    'Your PIN: replaced by Ada Okafor',
    'Ada Okafor gave it to you',
  ])
})

test(`${runs} companies at random: no credential opens what its giver may not`, { timeout: 300_000 }, async () => {
  const doorsAtRandom = fc.subarray([0, 1, 2, 3])
  const world = fc.record({
    labelled: doorsAtRandom,
    own: doorsAtRandom,
    hasLabel: fc.boolean(),
    managesDoors: fc.boolean(),
    of: fc.array(doorsAtRandom, { minLength: 3, maxLength: 3 }),
    way: fc.constantFrom(...Object.keys(ways)),
  })
  let [tried, wrong] = [0, 0]
  for (const { labelled, own, hasLabel, managesDoors, of, way } of fc.sample(world, { numRuns: runs, seed: 20 })) {
    company = await aCompany(server.store.pool)
    const doors = [await aDoor(), await aDoor(), await aDoor(), await aDoor()]
    const at = (numbers: readonly number[]) => numbers.flatMap((n) => doors[n] ?? [])
    const label = await aLabel(server.store.pool, company)
    for (const { id } of at(labelled))
      await query('insert into label_mark (label_id, device_id) values ($1, $2)', [label, id])
    const permissions: Permission[] = [
      'manage_staff',
      'read_doors',
      ...(managesDoors ? (['manage_doors'] as const) : []),
    ]
    const giver = await aPerson(permissions, hasLabel ? [label] : [])
    await aLevel(at(own), [giver])
    const by = await server.signIn(giver)
    await sees(by, hasLabel ? doors : doors.filter((_door, n) => !labelled.includes(n)))
    for (const opened of of) {
      const person = await aPerson()
      await aLevel(at(opened), [person])
      const isHidden = (door: number) => !hasLabel && labelled.includes(door)
      const mayGive = opened.every((door) => !isHidden(door) && (managesDoors || own.includes(door)))
      const { status } = (await ways[way]?.(by, person)) ?? { status: 0 }
      tried++
      if (status !== (mayGive ? 200 : 403)) wrong++
    }
  }
  attacked('operations', 'credentials for who opens more than the giver', tried, wrong)
  expect(wrong).toBe(0)
})
