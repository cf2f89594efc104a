// The SQL of second factors: what confirms a person's sign-in, and what their company asks for.
import type { Output } from '@gatehouse/contract/operation'
import type * as factors from '@gatehouse/contract/identity/second-factors'
import { sql } from 'kysely'
import { forgetDevicesOf } from '../auth/auth.ts'
import { instant } from '../../db/instant.ts'
import { type Db, firstOf, isoRowsOf, updateRow } from '../../db/pool.ts'

type State = Output<typeof factors.state>

export const factorsOf = async (db: Db, userId: string): Promise<State | null> => {
  const [known] = await isoRowsOf<Omit<State, 'passkeys' | 'trustedDevices'>>(db)`
    select u.two_factor as method, coalesce(c.policy->>'secondFactor', 'none') as required,
      u.password_hash is not null as "hasPassword", u.password_changed_at as "passwordChangedAt",
      (select count(*)::int from recovery_code r where r.user_id = u.id and r.used_at is null) as "recoveryCodesLeft"
    from users u left join company c on c.id = u.company_id where u.id = ${userId}
  `
  if (!known) return null
  const trustedDevices = await isoRowsOf<State['trustedDevices'][number]>(db)`
    select d.id, d.agent, d.created_at as "createdAt", d.last_used_at as "lastUsedAt", d.expires_at as "expiresAt"
    from trusted_device d join users u on u.id = d.user_id
    where d.user_id = ${userId} and d.expires_at > ${instant()}
      and d.created_at > coalesce(u.password_changed_at, '-infinity')
    order by d.last_used_at desc
  `
  return { ...known, passkeys: await passkeysOf(db, userId), trustedDevices }
}

export const passkeysOf = (db: Db, userId: string) =>
  isoRowsOf<factors.Passkey>(db)`
    select ${passkeyColumns} from passkey where user_id = ${userId} order by created_at
  `

export const passkeyColumns = sql`id, name, created_at as "createdAt", last_used_at as "lastUsedAt",
  backed_up as "backedUp"`

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
  const found = await firstOf<Protected>(db)`
    select u.email, u.first_name, u.company_id, u.password_hash, u.two_factor, u.totp_pending,
      coalesce(c.policy->>'secondFactor', 'none') as required,
      (select count(*)::int from passkey p where p.user_id = u.id) as passkeys
    from users u left join company c on c.id = u.company_id where u.id = ${userId}
  `
  return found ?? null
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
