// Nothing in what is done tells an address with an account from one without: the same statements, the same hashes.
import * as auth from '@gatehouse/contract/identity/auth'
import type { Operation } from '@gatehouse/contract/operation'
import { Kysely, PostgresDialect } from 'kysely'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aCompany, aUser, password } from '../../testing/building.testing.ts'
import type { DB } from '../../db/schema.ts'
import { freshDatabase, type TestDatabase } from '../../db/testing.ts'
import { Refusal } from '../../kit/errors.ts'
import { countHashes } from '../../kit/secrets/passwords.testing.ts'
import { createVault } from '../../kit/secrets/vault.ts'
import { createAttempts, createEntrance, createSessions } from './auth.ts'
import { serveSignIn } from './sign-in.ts'

const checks = countHashes()

let database: TestDatabase
const statements: string[] = []
let signIn: (email: string, given: string) => Promise<unknown>

beforeAll(async () => {
  database = await freshDatabase()
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: database.store.pool }),
    log({ query }) {
      statements.push(query.sql)
    },
  })
  const key = new Uint8Array(32).fill(7)
  const mail = {
    post: () => Promise.resolve(),
    sendNow: () => Promise.resolve(),
    wake: () => undefined,
    stop: () => Promise.resolve(),
  }
  const handlers = new Map<Operation, (input: unknown, who: null, call: unknown) => Promise<unknown>>()
  const serve = { open: (op: Operation, handler: never) => handlers.set(op, handler) }
  serveSignIn(serve as never, {
    db,
    mail,
    vault: createVault(key),
    attempts: createAttempts(db),
    entrance: createEntrance(db, createSessions(db, key), mail, key),
    key,
    log: pino({ level: 'silent' }),
  })
  const call = {
    address: '127.0.0.1',
    agent: 'test',
    request: { cookies: {}, server: { secure: false } },
    reply: { server: { secure: false }, setCookie: () => undefined },
    actsFor: () => undefined,
    annotate: () => undefined,
  }
  signIn = async (email, given) => {
    statements.length = 0
    checks.forget()
    return handlers
      .get(auth.signIn)?.({ email, password: given }, null, call)
      .catch((error: unknown) => (error instanceof Refusal ? [error.status, error.code, error.message] : error))
  }
  // The hash that unknown addresses are checked against is made once.
  await signIn('first@gatehouse.example', 'wrong')
})
afterAll(() => database.drop())
beforeEach(() => {
  statements.length = 0
})

test('a wrong password, an unknown address and one that cannot sign in cost the same, up to the lock and beyond', async () => {
  const company = await aCompany(database.store.pool)
  const known = await aUser(database.store.pool, company)
  const staff = await aUser(database.store.pool, company)
  await database.store.pool.query('update users set password_hash = null where id = $1', [staff.id])
  for (let n = 1; n <= 12; n++) {
    const seen = []
    for (const email of [known.email, staff.email, 'nobody@gatehouse.example']) {
      const answer = await signIn(email, 'wrong')
      // The letter about the lock is written beside, and nobody waits for it: only here, so that none of it is counted
      // for the next.
      const waitedFor = n === 10 ? statements.slice(0, 2) : [...statements]
      if (n === 10 && email === known.email) await expect.poll(() => statements).toHaveLength(3)
      if (n === 10) await new Promise((resolve) => setTimeout(resolve, 100))
      seen.push({ answer, hashes: checks.count, statements: waitedFor })
    }
    const [first, ...others] = seen
    expect(first?.hashes).toBe(1)
    expect(first?.statements).toHaveLength(2)
    expect(first?.answer).toContain(n <= 10 ? 401 : 429)
    for (const other of others) expect(other).toEqual(first)
  }
})

// Counted, read, no failure after all, let in.
test('signing in takes four statements and one hash', async () => {
  const user = await aUser(database.store.pool, await aCompany(database.store.pool))
  expect(await signIn(user.email, password)).toMatchObject({ requires2FA: false })
  expect(statements).toHaveLength(4)
  expect(checks.count).toBe(1)
})
