// Attempts and connections in the store.
import type { connected, Provider } from '@gatehouse/contract/identity/social'
import type { Output } from '@gatehouse/contract/operation'
import { instant } from '../../db/instant.ts'
import { type Db, execute, firstOf, insertRow, isAny, isoRowsOf, numberOf, valuesOf } from '../../db/pool.ts'
import { clock } from '../../kit/clock.ts'
import { digestOf } from '../../kit/secrets/secrets.ts'
import type { Attempt } from './provider.ts'

const lifetimeMs = 10 * 60_000

type Connection = Output<typeof connected>['connections'][number]

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
export const takeAttempt = (db: Db, state: string) =>
  firstOf<StoredAttempt>(db)`
    delete from social_attempt where state_hash = ${digestOf(state)}
    returning provider, verifier, nonce, browser, user_id as "userId", expires_at > ${instant()} as holds
  `

interface StoredAttempt extends Pick<Begun, 'provider' | 'userId'>, Pick<Attempt, 'verifier' | 'nonce'> {
  readonly browser: Buffer
  readonly holds: boolean
}

export const ownerOf = async (db: Db, provider: Provider, subject: string): Promise<string | undefined> =>
  (
    await valuesOf<string>(db)`
    select user_id from social_account where provider = ${provider} and subject = ${subject}
  `
  )[0]

/** False where the provider's account, or the person's place for one of this provider, is taken. */
export const link = (
  tx: Db,
  provider: Provider,
  { subject, email }: { subject: string; email: string },
  userId: string,
) =>
  isAny(tx)`
    insert into social_account (provider, subject, email, user_id)
    values (${provider}, ${subject}, ${email}, ${userId}) on conflict do nothing returning user_id
  `

export const connectionsOf = (db: Db, userId: string) =>
  isoRowsOf<Connection>(db)`
    select provider, email, linked_at as "linkedAt" from social_account where user_id = ${userId} order by provider
  `

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

export const unlink = (tx: Db, userId: string, provider: Provider) =>
  isAny(tx)`delete from social_account where user_id = ${userId} and provider = ${provider} returning user_id`
