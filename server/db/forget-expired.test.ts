import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCompany, aUser } from '../testing/building.testing.ts'
import { forgetExpired } from './forget-expired.ts'
import { freshDatabase, type TestDatabase } from './testing.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

const day = 86_400_000

test('a session is remembered for 90 days after its end, a failed sign-in for a day after its lock', async () => {
  const { pool } = database.store
  const now = new Date()
  const ago = (days: number) => new Date(now.getTime() - days * day)
  const user = await aUser(pool, await aCompany(pool))
  for (const days of [-1, 1, 89, 91]) {
    await pool.query('insert into session (id, user_id, token_hash, expires_at) values ($1, $2, $3, $4)', [
      uuid(),
      user.id,
      Buffer.from(`${days}`),
      ago(days),
    ])
  }
  const attempts: [string, Date, Date | null][] = [
    ['now', now, null],
    ['old', ago(2), null],
    ['old and locked', ago(2), ago(-1)],
  ]
  for (const [account, since, lockedUntil] of attempts)
    await pool.query('insert into sign_in_attempt (account, failures, since, locked_until) values ($1, 3, $2, $3)', [
      Buffer.from(account),
      since,
      lockedUntil,
    ])

  expect(await forgetExpired(pool, now)).toBe(2)
  const sessions = await pool.query<{ n: string }>(
    `select convert_from(token_hash, 'UTF8') as n from session order by 1`,
  )
  expect(sessions.rows.map(({ n }) => n)).toEqual(['-1', '1', '89'])
  const stored = await pool.query<{ n: string }>(
    `select convert_from(account, 'UTF8') as n from sign_in_attempt order by 1`,
  )
  expect(stored.rows.map(({ n }) => n)).toEqual(['now', 'old and locked'])
})
