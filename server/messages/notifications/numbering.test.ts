// Numbers are given by one transaction at a time, so that whoever reads in their order misses none.
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ACompany, aCompany, aUser } from '../../testing/building.testing.ts'
import { freshDatabase, type TestDatabase } from '../../db/testing.ts'
import { createNumbering, type Numbered } from './numbering.ts'
import { aNotice } from './notice.testing.ts'
import { notify } from './notify.ts'

const log = pino({ level: 'silent' })
let database: TestDatabase
let company: ACompany
beforeAll(async () => {
  database = await freshDatabase()
  company = await aCompany(database.store.pool, 'Meridian')
})
afterAll(() => database.drop())

const aNotification = async (title: string) => {
  const { id: userId } = await aUser(database.store.pool, company)
  await notify(database.store.db, aNotice({ userId, companyId: company.id }, { title }))
}

const numbered = async () =>
  (
    await database.store.pool.query<{ title: string }>(
      'select title from notification where seq is not null order by seq',
    )
  ).rows.map(({ title }) => title)

test('while one node numbers no other does; who has to know all waits for it', async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const one = createNumbering(database.store.db, log, async () => {
    begin()
    await held
  })
  const routed: string[] = []
  const note = async (_tx: unknown, batch: readonly Numbered[]) => void routed.push(...batch.map(({ title }) => title))
  const other = createNumbering(database.store.db, log, note)
  await aNotification('first')
  const numbering = one.number()
  await begun
  await aNotification('second')
  await other.number()
  const waiting = other.numberAll()
  const before = [...routed]
  release()
  await Promise.all([numbering, waiting])
  expect(before).toEqual([])
  expect(routed).toEqual(['second'])
  expect(await numbered()).toEqual(['first', 'second'])
})

test('each is numbered once, and goes out by its other channels once', async () => {
  const routed: string[] = []
  const numbering = createNumbering(database.store.db, log, async (_tx, batch) => {
    routed.push(...batch.map(({ title }) => title))
  })
  for (const title of ['a', 'b', 'c']) await aNotification(title)
  await Promise.all([numbering.number(), numbering.numberAll(), numbering.number()])
  await numbering.number()
  expect(routed).toEqual(['a', 'b', 'c'])
})
