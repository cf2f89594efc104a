// Which accounts are forgotten because nobody verified their address, and which are not.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAuditLog, keysOf, type AuditLog } from '../../record/activity/activity.ts'
import { aCompany, aUser } from '../../testing/building.testing.ts'
import { freshDatabase, type TestDatabase } from '../../db/testing.ts'
import { forgetUnverified } from './accounts.ts'

let database: TestDatabase
let record: AuditLog
beforeAll(async () => {
  database = await freshDatabase()
  record = createAuditLog(database.store.db, keysOf(Buffer.alloc(32)))
})
afterAll(() => database.drop())

const day = 86_400_000
const now = new Date()
const ago = (days: number) => new Date(now.getTime() - days * day)

/** Signed up so many days ago, with nobody's word for the address since. */
const unverified = async (days: number) => {
  const { pool } = database.store
  const { id } = await aUser(pool, await aCompany(pool))
  await pool.query('update users set verified = false, company_id = null, created_at = $2 where id = $1', [
    id,
    ago(days),
  ])
  return id
}

test('an account that nobody verified or used for 30 days goes, with all that is its own, and is on the record', async () => {
  const { pool, db } = database.store
  const [old, young, used] = [await unverified(31), await unverified(29), await unverified(60)]
  await pool.query('update users set last_signed_in_at = $2 where id = $1', [used, ago(3)])
  await pool.query(
    `insert into one_time_link (id, purpose, user_id, email, token_hash, expires_at) values ($1, 'verify-email', $2, 'x', $3, $4)`,
    [randomUUID(), old, Buffer.from('old'), ago(30)],
  )
  await pool.query(
    `insert into mail (id, user_id, recipient, letter, subject) values ($1, $2, 'x', 'verify-email', 'x')`,
    [randomUUID(), old],
  )
  expect(await forgetUnverified(db, record, now)).toBe(1)
  expect(await left([old, young, used])).toEqual(new Set([young, used]))
  expect((await pool.query('select from one_time_link where user_id = $1', [old])).rowCount).toBe(0)
  const { rows } = await pool.query('select actor, company_id, input from activity where user_id = $1', [old])
  expect(rows).toEqual([{ actor: 'Gatehouse', company_id: null, input: { createdAt: ago(31).toISOString() } }])
  expect(await forgetUnverified(db, record, now)).toBe(0)
})

test('who is verified, on a staff list, or has anything else hanging on the account stays, however old', async () => {
  const { pool, db } = database.store
  const company = await aCompany(pool)
  const role = randomUUID()
  await pool.query(`insert into role (id, company_id, name, permissions) values ($1, $2, 'Any', '{}')`, [
    role,
    company.id,
  ])
  const [label, link, key] = [randomUUID(), Buffer.from('a link'), Buffer.from('a key')]
  await pool.query(`insert into label (id, company_id, name) values ($1, $2, 'Any')`, [label, company.id])
  const holds: [what: string, text: string, ...values: unknown[]][] = [
    ['verified', 'update users set verified = true where id = $1'],
    ['on the staff list', 'update users set password_hash = null, company_id = $2 where id = $1', company.id],
    ['without a password', 'update users set password_hash = null where id = $1'],
    ['in a company', 'update users set company_id = $2 where id = $1', company.id],
    ['by a provider', `insert into social_account values ('google', 'x', $1, 'x')`],
    [
      'by a passkey',
      `insert into passkey (id, user_id, public_key, counter, backed_up, name) values ('x', $1, '', 0, false, 'x')`,
    ],
    [
      'a link on its way',
      `insert into one_time_link (id, purpose, user_id, token_hash, expires_at) values ($1, 'verify-email', $1, $2, $3)`,
      link,
      ago(-1),
    ],
    ['signed in', `insert into session (id, user_id, token_hash, expires_at) values ($1, $1, $2, $3)`, link, ago(-1)],
    ['a role', 'insert into user_role values ($1, $2)', role],
    ['a label', 'insert into user_label values ($1, $2)', label],
    ['a card', `insert into credential (id, company_id, user_id, value) values ($1, $2, $1, 'card:1')`, company.id],
    ['a request', `insert into join_request (id, company_id, user_id) values ($1, $2, $1)`, company.id],
    [
      'an invitation',
      `insert into invitation (id, company_id, email, first_name, last_name, role_ids, label_ids, invited_by, token_hash, expires_at)
       values ($1, $2, 'x', 'x', 'x', '{}', '{}', $1, $3, now())`,
      company.id,
      link,
    ],
    [
      'a key',
      `insert into api_key (id, company_id, name, secret_hash, created_by) values ($1, $2, 'x', $3, $1)`,
      company.id,
      key,
    ],
    [
      'an entry',
      `insert into entry_exit_log (id, company_id, user_id, type, at, result, taken, source, received_at, correlation_id, method)
       values ($1, $2, $1, 'entry', now(), 'granted', true, 'manual', now(), $1, 'manual')`,
      company.id,
    ],
  ]
  const ids: string[] = []
  for (const [what, text, ...values] of holds) {
    const id = await unverified(400)
    await pool.query(text, [id, ...values]).catch((error: unknown) => {
      throw new Error(what, { cause: error })
    })
    ids.push(id)
  }
  expect(await forgetUnverified(db, record, now)).toBe(0)
  expect(await left(ids)).toEqual(new Set(ids))
})

const left = async (ids: readonly string[]) => {
  const { rows } = await database.store.pool.query<{ id: string }>('select id from users where id = any ($1)', [ids])
  return new Set(rows.map(({ id }) => id))
}
