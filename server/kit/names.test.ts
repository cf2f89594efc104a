import { beforeAll, expect, test } from 'vitest'
import { type ACompany, aCompany, aUser } from '../testing/building.testing.ts'
import { type TestServer, sharedServer } from '../testing/test-server.testing.ts'
import { createNames } from './names.ts'

let server: TestServer
let company: ACompany

beforeAll(async () => {
  server = await sharedServer()
  company = await aCompany(server.store.pool)
})

test('an answer under way when a name changes is not remembered', async () => {
  const { pool } = server.store
  const { id } = await aUser(pool, company, { can: [] })
  const names = createNames()
  const asking = names.of(pool, [id])
  names.forget()
  expect((await asking).get(id)).toBeTruthy()
  await pool.query("update users set first_name = 'Amended' where id = $1", [id])
  expect((await names.of(pool, [id])).get(id)).toMatch(/^Amended /)
})
