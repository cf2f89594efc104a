// The SQL of passkeys and their challenges, each of which is good for five minutes and once.
import type * as factors from '@gatehouse/contract/identity/second-factors'
import type { WebAuthnCredential } from '@simplewebauthn/server'
import { v7 as uuid } from 'uuid'
import { passkeyColumns } from './factors.sql.ts'
import { instant } from '../../db/instant.ts'
import { type Db, execute, isAny, isoRowsOf, valuesOf } from '../../db/pool.ts'

const challengeMinutes = 5

/** `userId`: who makes a passkey; null for signing in, before anybody is known. */
export const keepChallenge = async (db: Db, challenge: string, userId: string | null): Promise<string> => {
  const id = uuid()
  const now = instant()
  await execute(db)`
    with past as (delete from passkey_challenge where expires_at < ${now})
    insert into passkey_challenge (id, user_id, challenge, expires_at)
    values (${id}, ${userId}, ${challenge}, ${now} + ${challengeMinutes} * interval '1 minute')
  `
  return id
}

export const takeChallenge = async (db: Db, id: string, userId: string | null): Promise<string | null> => {
  const [challenge = null] = await valuesOf<string>(db)`
    delete from passkey_challenge where id = ${id} and user_id is not distinct from ${userId}::uuid and expires_at > ${instant()}
    returning challenge
  `
  return challenge
}

/** null where it is kept already, by whomever. */
export const keepPasskey = async (
  db: Db,
  made: { userId: string; credential: WebAuthnCredential; backedUp: boolean; name: string },
): Promise<factors.Passkey | null> => {
  const { credential, backedUp, name } = made
  const [passkey = null] = await isoRowsOf<factors.Passkey>(db)`
    insert into passkey (id, user_id, public_key, counter, transports, backed_up, name)
    values (${credential.id}, ${made.userId}, ${Buffer.from(credential.publicKey)}, ${credential.counter},
      ${credential.transports ?? []}, ${backedUp}, ${name})
    on conflict do nothing returning ${passkeyColumns}
  `
  return passkey
}

export const passkeyById = async (
  db: Db,
  id: string,
): Promise<{ userId: string; credential: WebAuthnCredential } | null> => {
  const row = await db
    .selectFrom('passkey')
    .select(['user_id as userId', 'public_key as publicKey', 'counter', 'transports'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return null
  const { userId, publicKey, counter, transports } = row
  return { userId, credential: { id, publicKey: new Uint8Array(publicKey), counter: Number(counter), transports } }
}

/** Whether the count goes on from where it was: one that does not is of a copy. Most passkeys count nothing (0). */
export const countPasskey = (
  db: Db,
  id: string,
  { newCounter, credentialBackedUp }: { newCounter: number; credentialBackedUp: boolean },
) =>
  isAny(db)`
    update passkey set counter = ${newCounter}, backed_up = ${credentialBackedUp}, last_used_at = ${instant()}
    where id = ${id} and (counter < ${newCounter} or (counter = 0 and ${newCounter} = 0)) returning id
  `
