// People are found by misspelt names in every list of people and wherever one is chosen.
import * as access from '@gatehouse/contract/access/access'
import * as entryExit from '@gatehouse/contract/access/entry-exit'
import * as roles from '@gatehouse/contract/identity/roles'
import * as staff from '@gatehouse/contract/identity/staff'
import * as users from '@gatehouse/contract/identity/users'
import { allPermissions } from '@gatehouse/contract/permissions'
import { beforeAll, expect, test } from 'vitest'
import { aCompany, aDevice, aUser } from '../testing/building.testing.ts'
import { type ApiClient, sharedServer, type TestServer } from '../testing/test-server.testing.ts'

const timestamp = '2026-11-20T08:00:00.000Z'

let server: TestServer
let admin: ApiClient

const everybody = ['Declan Murphy', 'Ingrid Sørensen', 'Elif Yıldız', 'Elena Yilmazer', 'Murat Demir', 'Anna Müller']

beforeAll(async () => {
  server = await sharedServer()
  const [company, other] = [await aCompany(server.store.pool), await aCompany(server.store.pool)]
  admin = await server.signedIn(company, { can: allPermissions })
  const door = await server.knows(admin, await aDevice(server.store.pool, company, 'door'))
  for (const name of everybody) {
    const { id: userId } = await aUser(server.store.pool, company, { name })
    await aUser(server.store.pool, other, { name: `${name}-Other` })
    await admin.call(entryExit.record, { userId, doorId: door.id, type: 'entry', timestamp })
  }
})

const lists: Readonly<Record<string, (q: string) => Promise<string[]>>> = {
  staff: async (search) => (await admin.call(staff.list, { search })).staff.map(({ displayName }) => displayName),
  users: async (search) => (await admin.call(users.list, { search })).users.map(({ displayName }) => displayName),
  roles: async (search) => (await admin.call(roles.people, { search })).people.map(({ displayName }) => displayName),
  doors: async (q) => (await admin.call(access.people, { q })).people.map(({ person }) => person.displayName),
  log: async (q) => (await admin.call(entryExit.people, { q })).people.map(({ name }) => name),
}

test('the log tells nobody’s address by whom it finds', async () => {
  expect(await lists['staff']?.('gatehouse.example')).not.toEqual([])
  expect(await lists['log']?.('gatehouse.example')).toEqual([])
})

test.each(Object.keys(lists))('in the list of %s', async (name) => {
  const found = lists[name] ?? (async () => [])
  expect(await found('declan murhpy')).toEqual(['Declan Murphy'])
  expect(await found('Ingird')).toEqual(['Ingrid Sørensen'])
  expect(await found('sorensen')).toEqual(['Ingrid Sørensen'])
  expect(await found('yildis')).toEqual(['Elif Yıldız'])
  expect(await found('elf yil')).toEqual(['Elif Yıldız'])
  expect(await found('MULLER')).toEqual(['Anna Müller'])
  expect(await found('mur')).toEqual(['Murat Demir', 'Declan Murphy'])
  expect(await found('murhpy demir')).toEqual([])
  expect(await found('%')).toEqual([])
  expect((await found('')).length).toBeGreaterThanOrEqual(everybody.length)
})
