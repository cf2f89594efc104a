// Who asks to come in: all that decides about it, read at once.
import { sql } from 'kysely'
import { instant } from '../../db/instant.ts'
import { type Db, firstOf } from '../../db/pool.ts'
import { accountOf } from './session.sql.ts'
import { userColumns, type UserRow } from './users.sql.ts'

/** All that decides about coming in but the password itself; what may have changed since is asked again on the way in. */
export interface Entrant extends UserRow {
  readonly company_id: string | null
  readonly active: boolean
  readonly locked: boolean
  readonly two_factor: 'none' | 'email' | 'totp'
  readonly totp_secret: Buffer | null
  /** What the company asks for at least. */
  readonly required: 'none' | 'any' | 'strong'
  readonly split: boolean
  readonly passkeys: boolean
  readonly recovery_codes: boolean
  /** The trusted browser that asks, where it is one. */
  readonly device_id: string | null
  readonly wants_mail: boolean
}

/** What is needed to check a password, whether the account exists or not. */
export interface Claimed {
  readonly entrant: Entrant | null
  readonly passwordHash: string | null
}

/**
 * One statement for known and unknown addresses alike. Of an unknown one somebody else's account is read, and dropped:
 * else the time of the answer would tell who has one.
 */
export const claimedBy = async (db: Db, email: string, device: Buffer | null): Promise<Claimed> => {
  const now = instant()
  const row = await firstOf<Entrant & { known: boolean; password_hash: string | null }>(db)`
    select ${columns(device, now)}, coalesce(lower(u.email) = lower(given.email), false) as known, u.password_hash
    from (select ${email}::text as email) given
      left join users u on u.id = coalesce((select id from users where lower(email) = lower(given.email)),
        (select id from users order by id limit 1))
      left join company c on c.id = u.company_id
      left join sign_in_attempt a on a.account = ${accountOf(sql`given.email`)}
  `
  return row?.known ? { entrant: row, passwordHash: row.password_hash } : { entrant: null, passwordHash: null }
}

export const entrantById = async (db: Db, userId: string, device: Buffer | null): Promise<Entrant | null> =>
  (await firstOf<Entrant>(db)`
    select ${columns(device)}
    from users u left join company c on c.id = u.company_id
      left join sign_in_attempt a on a.account = ${accountOf(sql`u.email`)}
    where u.id = ${userId}
  `) ?? null

/** Of `users u`, their `company c` and the failures `a` of the address. */
const columns = (device: Buffer | null, now = instant()) => sql`
  ${userColumns()}, u.company_id, u.status = 'active' as active,
  coalesce(a.locked_until > ${now}, false) as locked, u.two_factor, u.totp_secret,
  coalesce(c.policy->>'secondFactor', 'none') as required, coalesce(c.policy->>'token' = 'split', false) as split,
  exists (select from passkey p where p.user_id = u.id) as passkeys,
  exists (select from recovery_code r where r.user_id = u.id and r.used_at is null) as recovery_codes,
  (select d.id from trusted_device d where d.user_id = u.id and d.token_hash = ${device}
    and d.expires_at > ${now} and d.created_at > coalesce(u.password_changed_at, '-infinity')) as device_id,
  coalesce((u.notification_preferences #>> '{email,new-sign-in}')::boolean, true) as wants_mail`
