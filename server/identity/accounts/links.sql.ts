// Links that do one thing, once: 256 bits of chance, of which only the hash is kept.
import { randomBytes } from 'node:crypto'
import { instant } from '../../db/instant.ts'
import { type JsonValue } from '../../db/schema.ts'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { type Db, execute, firstOf, insertRow, isAny, numberOf, valuesOf } from '../../db/pool.ts'
import { digestOf } from '../../kit/secrets/secrets.ts'

export type Purpose = 'verify-email' | 'reset-password' | 'set-up'

const minutesOpen: Readonly<Record<Purpose, number>> = {
  'verify-email': 24 * 60,
  'reset-password': 30,
  'set-up': 24 * 60,
}

export interface Whose {
  readonly userId: string
  readonly email: string
}

/** A new link; answers its token. `afterwards`: what else happens once the address is verified. */
export const issueLink = async (
  tx: Db,
  purpose: Purpose,
  whose: Whose | null,
  afterwards: JsonValue = null,
): Promise<string> => {
  const token = randomBytes(32).toString('base64url')
  await insertRow(tx, 'one_time_link', {
    id: uuid(),
    purpose,
    user_id: whose?.userId ?? null,
    email: whose?.email ?? null,
    token_hash: digestOf(token),
    afterwards: afterwards === null ? null : JSON.stringify(afterwards),
    expires_at: sql`${instant()} + ${minutesOpen[purpose]} * interval '1 minute'`,
  })
  return token
}

export interface Link {
  readonly id: string
  readonly userId: string | null
  readonly email: string | null
}

/** The link behind a token while it holds: unused, in time, and for the address that its account still has. */
export const findLink = (db: Db, purpose: Purpose, token: string) =>
  firstOf<Link>(db)`
    select l.id, l.user_id as "userId", u.email from one_time_link l left join users u on u.id = l.user_id
    where l.token_hash = ${digestOf(token)} and l.purpose = ${purpose} and l.used_at is null and l.expires_at > ${instant()}
      and (l.user_id is null or lower(u.email) = lower(l.email))
  `

/** Whether the link was there to be used; of two that try at once, one has it. */
export const useLink = (tx: Db, id: string) => {
  const now = instant()
  return isAny(tx)`
    update one_time_link set used_at = ${now} where id = ${id} and used_at is null and expires_at > ${now} returning id
  `
}

/** Makes what is still open void. */
export const voidLinks = (tx: Db, purpose: Purpose, userId: string | null) =>
  execute(tx)`
    update one_time_link set used_at = ${instant()}
    where purpose = ${purpose} and user_id is not distinct from ${userId}::uuid and used_at is null
  `

/** How many were issued within an hour. */
export const issuedLately = (db: Db, purpose: Purpose, userId: string) =>
  numberOf(db)`
    select count(*) from one_time_link
    where user_id = ${userId} and purpose = ${purpose} and created_at > ${instant()} - interval '1 hour'
  `

/** What the account was to be begun with, as its newest verification link says. */
export const afterwardsOf = async (db: Db, userId: string): Promise<JsonValue> => {
  const [afterwards = null] = await valuesOf<JsonValue>(db)`
    select afterwards from one_time_link where user_id = ${userId} and purpose = 'verify-email' and afterwards is not null
    order by created_at desc, id desc limit 1
  `
  return afterwards
}
