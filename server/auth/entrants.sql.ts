// Who asks to come in: all that decides about it, read at once.
import { sql } from 'kysely'
import type { Db } from '../db/pool.ts'
import { mostTold } from './attempts.ts'
import { accountOf } from './session.sql.ts'
import { userColumns, type UserRow } from './users.sql.ts'

/** What is needed to check a password, whether the account exists or not: one row, always. */
export interface Claimed {
  readonly id: string | null
  readonly password_hash: string | null
  readonly locked: boolean
  /** Locked, and guessed at so often since that nothing more is told. */
  readonly exhausted: boolean
}

export const claimedBy = async (db: Db, email: string): Promise<Claimed> => {
  const { rows } = await sql<Claimed>`
    select u.id, u.password_hash, coalesce(a.locked_until > now(), false) as locked,
      coalesce(a.locked_until > now() and a.failures >= ${mostTold}, false) as exhausted
    from (select ${email}::text as email) given
      left join users u on lower(u.email) = lower(given.email)
      left join sign_in_attempt a on a.account = ${accountOf(sql`given.email`)}
  `.execute(db)
  return rows[0] ?? { id: null, password_hash: null, locked: false, exhausted: false }
}

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
  /** There were sessions before, and none with this agent. */
  readonly new_browser: boolean
  readonly wants_mail: boolean
}

export const entrantById = async (
  db: Db,
  userId: string,
  from: { agent: string; device: Buffer | null },
): Promise<Entrant | null> => {
  const { rows } = await sql<Entrant>`
    select ${userColumns()}, u.company_id, u.status = 'active' as active,
      coalesce(a.locked_until > now(), false) as locked, u.two_factor, u.totp_secret,
      coalesce(c.policy->>'secondFactor', 'none') as required, coalesce(c.policy->>'token' = 'split', false) as split,
      exists (select from passkey p where p.user_id = u.id) as passkeys,
      exists (select from recovery_code r where r.user_id = u.id and r.used_at is null) as recovery_codes,
      (select d.id from trusted_device d where d.user_id = u.id and d.token_hash = ${from.device}
        and d.expires_at > now() and d.created_at > coalesce(u.password_changed_at, '-infinity')) as device_id,
      exists (select from session s where s.user_id = u.id and s.viewer_id is null) and not exists (select
        from session s where s.user_id = u.id and s.viewer_id is null and s.agent = ${from.agent}) as new_browser,
      coalesce((u.notification_preferences->>'signIn')::boolean, true) as wants_mail
    from users u left join company c on c.id = u.company_id
      left join sign_in_attempt a on a.account = ${accountOf(sql`u.email`)}
    where u.id = ${userId}
  `.execute(db)
  return rows[0] ?? null
}
