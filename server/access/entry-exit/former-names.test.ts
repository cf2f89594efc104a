// Names in logs are those of then: whoever was renamed went through under the name that they had.
import * as entryExit from '@gatehouse/contract/access/entry-exit'
import * as users from '@gatehouse/contract/identity/users'
import type { Permission } from '@gatehouse/contract/permissions'
import fc from 'fast-check'
import { v7 as uuid } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import type { ACompany, ADevice, AUser } from '../../testing/building.testing.ts'
import { aCompany, aDevice, aUser, aZone } from '../../testing/building.testing.ts'
import { type TestServer, sharedServer, type ApiClient } from '../../testing/test-server.testing.ts'
import { connect, send, until } from '../../building/ingest/ingest.testing.ts'
import { tick } from '../../kit/clock.testing.ts'
import { createNames } from '../../kit/names.ts'

let server: TestServer
let company: ACompany
let admin: ApiClient
let person: AUser
let door: ADevice

const can: Permission[] = [
  'manage_users',
  'manage_doors',
  'read_doors',
  'read_dashboard',
  'read_entry_exit_report',
  'read_log_details',
]

beforeAll(async () => {
  server = await sharedServer()
  const { pool } = server.store
  company = await aCompany(pool)
  admin = await server.signedIn(company, { can })
  person = await aUser(pool, company, { name: 'Ann Lee', card: 'card:77' })
  const zones = [await aZone(pool, company), await aZone(pool, company)] as const
  door = await server.knows(admin, await aDevice(pool, company, 'door', { leadsFrom: zones[0], leadsTo: zones[1] }))
})

const goesThrough = async () => {
  const client = await connect(server.gatehouse.devices, door)
  const at = new Date().toISOString()
  const access = { id: uuid(), at, type: 'access', direction: 'entry', credential: 'card:77', result: 'granted' }
  expect(await send(client, door.key, 'event', access)).toBe(true)
  client.end(true)
  await tick('2 min')
  return at
}

const logs = async (q?: string) =>
  (await admin.call(entryExit.logs, { userId: person.id, ...(q ? { q } : {}) })).logs.map(
    ({ person: name, door: at }) => [name, at],
  )

const called = (name: string) => {
  const [firstName = '', lastName = ''] = name.split(' ')
  return admin.call(users.update, { userId: person.id, firstName, lastName })
}

describe('somebody who is renamed, and a door that is', () => {
  beforeAll(async () => {
    await goesThrough()
    await called('Ann Hill')
    await goesThrough()
    await server.store.pool.query(`update device set name = 'Goods entrance' where id = $1`, [door.id])
    await called('Ann Young')
    await goesThrough()
    await until(async () => (await logs()).length === 3)
  })

  test('stand in the log as they were called then', async () => {
    expect(await logs()).toEqual([
      ['Ann Young', 'Goods entrance'],
      ['Ann Hill', door.key],
      ['Ann Lee', door.key],
    ])
    const [, second] = (await admin.call(entryExit.logs, { userId: person.id })).logs
    const { log } = await admin.call(entryExit.logById, { id: second?.id ?? '' })
    expect([log.person, log.door]).toEqual(['Ann Hill', door.key])
  })

  test('and in its files', async () => {
    const { body } = await admin.try(entryExit.exportCsv, { userId: person.id, columns: 'person,door' })
    const csv = String(body)
    expect(csv.trim().split(/\r?\n/).slice(1)).toEqual([
      'Ann Young,Goods entrance',
      `Ann Hill,${door.key}`,
      `Ann Lee,${door.key}`,
    ])
  })

  test('are found by what they were called, then, and by what they are called now', async () => {
    expect(await logs('Ann Hill')).toEqual([['Ann Hill', door.key]])
    expect(await logs('Goods')).toHaveLength(3)
    expect(await logs('Ann Young')).toHaveLength(3)
    expect(await logs('Ann Lee')).toEqual([['Ann Lee', door.key]])
  })

  test('leave nothing behind once they are deleted', async () => {
    const { pool } = server.store
    const { id } = await aUser(pool, company, { name: 'Soon Gone' })
    await pool.query(`update users set last_name = 'Going' where id = $1`, [id])
    const former = () => pool.query('select name from former_name where id = $1', [id])
    expect((await former()).rows).toEqual([{ name: 'Soon Gone' }])
    await pool.query('delete from users where id = $1', [id])
    expect((await former()).rows).toEqual([])
  })
})

test('at any moment a name is what it was then', { timeout: 60_000 }, async () => {
  const { pool } = server.store
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom('A', 'B', 'C'), { minLength: 1, maxLength: 5 }), async (names) => {
      const { id } = await aUser(pool, company, { name: 'First Name' })
      const moments: { at: string; name: string }[] = [{ at: new Date().toISOString(), name: 'First Name' }]
      for (const name of names) {
        await tick('1 min')
        await pool.query('update users set last_name = $2 where id = $1', [id, name])
        await tick('1 min')
        moments.push({ at: new Date().toISOString(), name: `First ${name}` })
      }
      const known = await createNames().of(pool, [id])
      for (const { at, name } of moments) expect(known.at(id, at)).toBe(name)
    }),
    { numRuns: 10 },
  )
})
