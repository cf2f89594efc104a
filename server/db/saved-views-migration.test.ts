// Views of the entry and exit log that were saved before every list had views are still there afterwards.
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCompany, aUser } from '../testing/building.testing.ts'
import { freshDatabase, type TestDatabase } from './testing.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

test('each is a view of its page, with its owner, name and filters', async () => {
  const { pool } = database.store
  const company = await aCompany(pool)
  const { id: ownerId } = await aUser(pool, company)
  const migration = (name: string) => readFile(new URL(`migrations/${name}`, import.meta.url), 'utf8')
  const [, before] = /(create table entry_exit_view \(.*?\n\);)/s.exec(await migration('0024-entry-exit.sql')) ?? []
  await pool.query(`drop table saved_view; ${before}`)
  await pool.query(
    `insert into entry_exit_view (id, company_id, owner_id, name, query, shared)
     values (gen_random_uuid(), $1, $2, 'Denied', 'result=denied', true)`,
    [company.id, ownerId],
  )
  await pool.query(await migration('0047-saved-views.sql'))
  const { rows } = await pool.query('select company_id, owner_id, page, name, query, shared from saved_view')
  expect(rows).toEqual([
    {
      company_id: company.id,
      owner_id: ownerId,
      page: '/entry-exit/report',
      name: 'Denied',
      query: 'result=denied',
      shared: true,
    },
  ])
})
