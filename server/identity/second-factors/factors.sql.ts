// The SQL of second factors: what confirms a person's sign-in, and what their company asks for.
import type { Output } from '@gatehouse/contract/operation'
import type * as factors from '@gatehouse/contract/identity/second-factors'
import { forgetDevicesOf } from '../auth/auth.ts'
import { type Db, rowsOf, updateRow } from '../../db/pool.ts'
import { clock } from '../../kit/clock.ts'

type State = Output<typeof factors.state>
type Passkey = State['passkeys'][number]

export const factorsOf = async (db: Db, userId: string): Promise<State | null> => {
  const rows = await rowsOf<{
    method: State['method']
    required: State['required']
    has_password: boolean
    password_changed_at: Date | null
    recovery_codes: number
  }>(db)`
    select u.two_factor as method, coalesce(c.policy->>'secondFactor', 'none') as required,
      u.password_hash is not null as has_password, u.password_changed_at,
      (select count(*)::int from recovery_code r where r.user_id = u.id and r.used_at is null) as recovery_codes
    from users u left join company c on c.id = u.company_id where u.id = ${userId}
  `
  const row = rows[0]
  if (!row) return null
  const devices = await db
    .selectFrom('trusted_device')
    .select(['id', 'agent', 'created_at', 'last_used_at', 'expires_at'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', clock.now())
    .where('created_at', '>', row.password_changed_at ?? new Date(0))
    .orderBy('last_used_at', 'desc')
    .execute()
  return {
    method: row.method,
    required: row.required,
    hasPassword: row.has_password,
    passwordChangedAt: row.password_changed_at?.toISOString() ?? null,
    recoveryCodesLeft: row.recovery_codes,
    passkeys: await passkeysOf(db, userId),
    trustedDevices: devices.map((device) => ({
      id: device.id,
      agent: device.agent,
      createdAt: device.created_at.toISOString(),
      lastUsedAt: device.last_used_at.toISOString(),
      expiresAt: device.expires_at.toISOString(),
    })),
  }
}

export const passkeysOf = async (db: Db, userId: string): Promise<Passkey[]> => {
  const rows = await db
    .selectFrom('passkey')
    .select(['id', 'name', 'created_at', 'last_used_at', 'backed_up'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    backedUp: row.backed_up,
  }))
}

export interface Protected {
  readonly email: string
  readonly first_name: string
  readonly company_id: string | null
  readonly password_hash: string | null
  readonly two_factor: State['method']
  readonly totp_pending: Buffer | null
  readonly required: State['required']
  readonly passkeys: number
}

/** What has to be known before an account's protection is changed. */
export const protectionOf = async (db: Db, userId: string): Promise<Protected | null> => {
  const rows = await rowsOf<Protected>(db)`
    select u.email, u.first_name, u.company_id, u.password_hash, u.two_factor, u.totp_pending,
      coalesce(c.policy->>'secondFactor', 'none') as required,
      (select count(*)::int from passkey p where p.user_id = u.id) as passkeys
    from users u left join company c on c.id = u.company_id where u.id = ${userId}
  `
  return rows[0] ?? null
}

/** From now on this confirms the sign-in; what was trusted before is trusted no more. */
export const setMethod = async (db: Db, userId: string, method: 'none' | 'email'): Promise<void> => {
  await updateRow(db, 'users', userId, { two_factor: method, totp_secret: null, totp_pending: null, totp_step: null })
  await db.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
  await forgetDevicesOf(db, userId)
}

/** Removes app, passkeys, recovery codes and trusted browsers of a person; a code by e-mail confirms from now on. */
export const removeSecondFactors = async (db: Db, userId: string): Promise<void> => {
  await setMethod(db, userId, 'email')
  await db.deleteFrom('passkey').where('user_id', '=', userId).execute()
}
