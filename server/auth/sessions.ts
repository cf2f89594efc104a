// Sessions: opaque and revocable in the database, carried inside the signed token of the specification.
import { randomBytes } from 'node:crypto'
import { isPermission, own } from '@gatehouse/contract/permissions'
import { jwtVerify, SignJWT } from 'jose'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Db } from '../db/pool.ts'
import type { Caller } from '../kit/caller.ts'
import { digestOf } from '../kit/secrets.ts'

export const lifetimeMs = 8 * 3_600_000
// Revocations are told at once by the database; this bounds the harm if that message is lost.
const cacheMs = 500
const issuer = 'gatehouse'

export interface Sessions {
  /** Who holds the token, by the database's word; null for anything forged, expired, revoked or suspended. */
  caller(token: string): Promise<Caller | null>
  open(user: { id: string; companyId: string | null }, from: { address: string; agent: string }): Promise<string>
  /** A token of the same session that lasts a full lifetime from now; the old one stays good until it expires. */
  extend(token: string, caller: Caller): Promise<string>
  revoke(sessionId: string): Promise<void>
  /** Rights changed somewhere: nothing cached holds any more. */
  forget(): void
}

/** Puts a session into another company: for who holds `manage_companies`, and as long as they do. */
export const placeSession = async (db: Db, sessionId: string, companyId: string): Promise<void> => {
  await db.updateTable('session').set({ company_id: companyId }).where('id', '=', sessionId).execute()
}

export const createSessions = (db: Db, key: Uint8Array): Sessions => {
  const cache = new Map<string, { caller: Promise<Caller | null>; until: number }>()

  const sign = (userId: string, sessionToken: string, permissions: readonly string[], expiresAt: number) =>
    new SignJWT({ id: userId, sessionToken, permissions: [...permissions] })
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuer(issuer)
      .setExpirationTime(Math.floor(expiresAt / 1000))
      .sign(key)

  const load = async (token: string): Promise<Caller | null> => {
    const claims = await verified(token, key)
    if (!claims) return null
    const found = await find(db, digestOf(claims.sessionToken))
    return found && found.userId === claims.id ? found : null
  }

  return {
    async caller(token) {
      if (token === '' || token.length > 8000) return null
      const now = Date.now()
      let entry = cache.get(token)
      if (!entry || entry.until <= now) {
        if (cache.size > 20_000) cache.clear()
        entry = { caller: load(token), until: now + cacheMs }
        cache.set(token, entry)
        entry.caller.catch(() => cache.delete(token))
      }
      const caller = await entry.caller
      return caller && caller.expiresAt > now ? caller : null
    },

    async open(user, from) {
      const sessionToken = randomBytes(32).toString('base64url')
      const expiresAt = Date.now() + lifetimeMs
      await db
        .insertInto('session')
        .values({
          id: uuid(),
          user_id: user.id,
          company_id: user.companyId,
          token_hash: digestOf(sessionToken),
          expires_at: new Date(expiresAt),
          address: from.address,
          agent: from.agent,
        })
        .execute()
      const held = await find(db, digestOf(sessionToken))
      return sign(user.id, sessionToken, held ? [...held.permissions] : [], expiresAt)
    },

    async extend(token, caller) {
      const claims = await verified(token, key)
      if (!claims) return token
      const expiresAt = Date.now() + lifetimeMs
      await db
        .updateTable('session')
        .set({ expires_at: new Date(expiresAt) })
        .where('id', '=', caller.sessionId)
        .execute()
      return sign(caller.userId, claims.sessionToken, [...caller.permissions], expiresAt)
    },

    async revoke(sessionId) {
      await db.updateTable('session').set({ revoked_at: new Date() }).where('id', '=', sessionId).execute()
      cache.clear()
    },

    forget: () => cache.clear(),
  }
}

const verified = async (token: string, key: Uint8Array) => {
  try {
    const { payload } = await jwtVerify(token, key, { algorithms: ['HS256'], issuer })
    const { id, sessionToken } = payload
    return typeof id === 'string' && typeof sessionToken === 'string' ? { id, sessionToken } : null
  } catch {
    return null
  }
}

const find = async (db: Db, tokenHash: Buffer): Promise<Caller | null> => {
  const { rows } = await sql<{
    session_id: string
    user_id: string
    company_id: string | null
    home_id: string | null
    email: string
    name: string
    expires_at: Date
    permissions: string[]
    labels: string[]
    verified: boolean
    viewer: Caller['viewer']
  }>`
    select s.id as session_id, u.id as user_id, s.company_id, u.company_id as home_id, u.email,
      u.first_name || ' ' || u.last_name as name, s.expires_at, u.verified, (select jsonb_build_object('id', v.id, 'email', v.email, 'name', v.first_name || ' ' ||
        v.last_name) from users v where v.id = s.viewer_id) as viewer,
      u.permissions || coalesce((select array_agg(distinct p) from user_role ur join role r on r.id = ur.role_id,
        unnest(r.permissions) p where ur.user_id = u.id), '{}') as permissions,
      coalesce((select array_agg(ul.label_id) from user_label ul where ul.user_id = u.id), '{}') as labels
    from session s join users u on u.id = s.user_id
    where s.token_hash = ${tokenHash} and s.revoked_at is null and s.expires_at > now() and u.status = 'active'
  `.execute(db)
  const row = rows[0]
  if (!row) return null
  // An address that nobody has verified opens an account, and nothing beyond it.
  const permissions = new Set(row.permissions.filter(isPermission).filter((p) => row.verified || own.includes(p)))
  return {
    userId: row.user_id,
    sessionId: row.session_id,
    // Only who looks after every company can be in another than their own; who no longer does is back at once.
    companyId: permissions.has('manage_companies') ? (row.company_id ?? row.home_id) : row.home_id,
    name: row.name,
    email: row.email,
    permissions,
    labels: new Set(row.labels),
    expiresAt: row.expires_at.getTime(),
    viewer: row.viewer,
  }
}
