// The end of demo mode: passwords that everybody knows let nobody in any more, until it begins again.
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ACompany, aCompany, aSystemRole, aUser } from '../../testing/building.testing.ts'
import { freshDatabase, type TestDatabase } from '../../db/testing.ts'
import { readConfig } from '../../kit/config.ts'
import { hashPassword, passwordMatches } from '../../kit/secrets/passwords.ts'
import { accountsIn } from './accounts.sql.ts'
import { closeDemo, gateway, openDemo, remember } from './demo.ts'

let database: TestDatabase
let client: pg.Client
let shown: ACompany
const known = 'Gatehouse#2026'
const email = 'admin@gatehouse.example'

beforeAll(async () => {
  database = await freshDatabase()
  client = new pg.Client(database.url)
  await client.connect()
  shown = await aCompany(client)
  await client.query('update company set demo = true where id = $1', [shown.id])
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

const demoAccount = async () => {
  const { rows } = await client.query<{ account: string | null; wire: string; sessions: string }>(
    `select u.password_hash as account, (select password_hash from mqtt_credential where username = $2) as wire,
       (select count(*) from session s where s.user_id = u.id and s.revoked_at is null) as sessions
     from users u where email = $1`,
    [email, gateway],
  )
  const [row] = rows
  return {
    signsIn: row?.account ? await passwordMatches(row.account, known) : false,
    speaks: await passwordMatches(row?.wire ?? '', known),
    sessions: Number(row?.sessions),
  }
}

const offered = async () =>
  (await accountsIn(database.store.db, [email, 'platform@gatehouse.example'])).map((account) => [
    account.email,
    account.role,
  ])

test('demo accounts, their sessions and the gateway end with demo mode, and nobody else does', async () => {
  const [{ id }, colleague] = [await aUser(client, shown), await aUser(client, shown)]
  await aSystemRole(client, shown, 'guard', [{ id }])
  const passwordHash = await hashPassword(known)
  await client.query('update users set email = $2, password_hash = $3 where id = $1', [id, email, passwordHash])
  await client.query(
    `insert into session (id, user_id, token_hash, rights, expires_at, method)
     values (gen_random_uuid(), $1, 'a', '', now() + interval '1 hour', 'password')`,
    [id],
  )
  await client.query(
    'insert into mqtt_credential (username, company_id, password_hash, topics) values ($1, $2, $3, $4)',
    [gateway, shown.id, passwordHash, []],
  )
  await remember(client, known)
  expect(await demoAccount()).toEqual({ signsIn: true, speaks: true, sessions: 1 })
  expect(await offered()).toEqual([[email, 'guard']])

  await closeDemo(client)
  expect(await demoAccount()).toEqual({ signsIn: false, speaks: false, sessions: 0 })
  expect(await offered(), 'nobody is offered who cannot sign in').toEqual([])
  const { rows } = await client.query('select from users where id = $1 and password_hash is not null', [colleague.id])
  expect(rows).toHaveLength(1)

  await openDemo(client, readConfig({ DEMO: 'on' }))
  expect(await demoAccount()).toEqual({ signsIn: true, speaks: true, sessions: 0 })
})
