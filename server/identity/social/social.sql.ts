// Attempts and connections in the store.
import type { Provider } from '@gatehouse/contract/identity/social'
import { sql } from 'kysely'
import { instant } from '../../db/instant.ts'
import { type Db, execute, insertRow, numberOf } from '../../db/pool.ts'
import { clock } from '../../kit/clock.ts'
import { digestOf } from '../../kit/secrets/secrets.ts'
import type { Attempt } from './provider.ts'

const lifetimeMs = 10 * 60_000

export interface Begun {
  readonly provider: Provider
  readonly attempt: Attempt
  /** Of the cookie in the browser that sets out. */
  readonly browser: string
  /** Who connects the account; null: signing in. */
  readonly userId: string | null
}

export const keepAttempt = async (db: Db, { provider, attempt, browser, userId }: Begun): Promise<void> => {
  await db.deleteFrom('social_attempt').where('expires_at', '<', clock.now()).execute()
  await insertRow(db, 'social_attempt', {
    state_hash: digestOf(attempt.state),
    provider,
    verifier: attempt.verifier,
    nonce: attempt.nonce,
    browser: digestOf(browser),
    user_id: userId,
    expires_at: new Date(clock.ms() + lifetimeMs),
  })
}

/** The attempt of this state, once: it is gone afterwards, whatever comes of it. */
export const takeAttempt = async (db: Db, state: string) =>
  db
    .deleteFrom('social_attempt')
    .where('state_hash', '=', digestOf(state))
    .returning([
      'provider',
      'verifier',
      'nonce',
      'browser',
      'user_id',
      sql<boolean>`expires_at > ${instant()}`.as('holds'),
    ])
    .executeTakeFirst()

export const ownerOf = async (db: Db, provider: Provider, subject: string): Promise<string | undefined> => {
  const row = await db
    .selectFrom('social_account')
    .select('user_id')
    .where('provider', '=', provider)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row?.user_id
}

/** False where the provider's account, or the person's place for one of this provider, is taken. */
export const link = async (
  tx: Db,
  provider: Provider,
  { subject, email }: { subject: string; email: string },
  userId: string,
): Promise<boolean> => {
  const row = await tx
    .insertInto('social_account')
    .values({ provider, subject, email, user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

export const connectionsOf = async (db: Db, userId: string) =>
  db
    .selectFrom('social_account')
    .select(['provider', 'email', 'linked_at'])
    .where('user_id', '=', userId)
    .orderBy('provider')
    .execute()

/** The ways into the account without this provider; nobody else takes one away until the transaction ends. */
export const otherWaysIn = async (tx: Db, userId: string, provider: Provider): Promise<number> => {
  // First, and by itself: what is counted must be what was left by whoever held the lock before.
  await execute(tx)`select from users where id = ${userId} for update`
  return numberOf(tx)`
    select ((password_hash is not null)::int + (select count(*) from passkey p where p.user_id = u.id)
      + (select count(*) from social_account s where s.user_id = u.id and s.provider <> ${provider}))::int as ways
    from users u where id = ${userId}
  `
}

export const unlink = async (tx: Db, userId: string, provider: Provider): Promise<boolean> => {
  const { numDeletedRows } = await tx
    .deleteFrom('social_account')
    .where('user_id', '=', userId)
    .where('provider', '=', provider)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
