// How many notifications of a person are kept.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ACompany, aCompany, aUser } from '../../testing/building.testing.ts'
import { freshDatabase, type TestDatabase } from '../../db/testing.ts'
import { aNotice } from './notice.testing.ts'
import { notify } from './notify.ts'

let database: TestDatabase
let company: ACompany
beforeAll(async () => {
  database = await freshDatabase()
  company = await aCompany(database.store.pool, 'Meridian')
})
afterAll(() => database.drop())

const aPerson = async () => (await aUser(database.store.pool, company)).id

const notice = (userId: string, title: string, kind = 'alarm-medium') =>
  aNotice({ userId, companyId: company.id }, { kind, title })

const many = (userId: string, from: number, to: number) =>
  Array.from({ length: to - from }, (_, n) => notice(userId, `No. ${from + n}`))

const storedFor = async (userId: string) =>
  (
    await database.store.pool.query<{ title: string }>(
      'select title from notification where user_id = $1 order by created_at desc, id desc',
      [userId],
    )
  ).rows.map(({ title }) => title)

test('of each kind the newest 200 are kept, so that many of one kind hide none of another', async () => {
  const { db } = database.store
  const [who, other] = [await aPerson(), await aPerson()]
  await notify(db, [notice(who, 'Rare', 'new-sign-in'), notice(other, 'Of another')])
  await notify(db, many(who, 0, 150))
  await notify(db, many(who, 150, 250))
  const stored = await storedFor(who)
  expect(stored).toHaveLength(201)
  expect(stored.at(0)).toBe('No. 249')
  expect(stored.slice(-2)).toEqual(['No. 50', 'Rare'])
  expect(await storedFor(other)).toEqual(['Of another'])
})

test('two who tell the same people at the same moment do not wait for each other', async () => {
  const { db } = database.store
  const people = [await aPerson(), await aPerson()]
  for (const person of people) await notify(db, many(person, 0, 200))
  const notifyAll = (order: readonly string[]) =>
    db.transaction().execute(async (tx) => {
      for (const person of order) await notify(tx, many(person, 200, 250))
    })
  await Promise.all(Array.from({ length: 6 }, (_, n) => notifyAll(n % 2 ? people : people.toReversed())))
  for (const person of people) {
    await notify(db, notice(person, 'Last'))
    expect(await storedFor(person)).toHaveLength(200)
  }
})
