// Sessions: opaque and revocable in the database, carried inside the signed token of the specification.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { messages } from '@gatehouse/contract/identity/auth'
import { v7 as uuid } from 'uuid'
import { instant } from '../../db/instant.ts'
import { type Db, execute, firstOf, insertRow, rowsOf, updateRow } from '../../db/pool.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Caller } from '../../kit/http/caller.ts'
import { clock } from '../../kit/clock.ts'
import { notSignedIn, Refusal } from '../../kit/errors.ts'
import { digestOf } from '../../kit/secrets/secrets.ts'
import { type Found, findSession, insertSession, sessionById } from './session.sql.ts'
import { createTokens } from './tokens.ts'

const lifetimeMs = 8 * 3_600_000
/** However busy a session is, signing in is asked for again after this. */
const longestDays = 7
const viewingMs = 15 * 60_000
/** Calls under way and other tabs still carry the token before a rotation. */
const graceSeconds = 60
// Revocations are told at once by the database; this bounds the harm if that message is lost.
const cacheMs = 500

export interface From {
  readonly address: string
  readonly agent: string
}

export interface Sessions {
  /** Who holds the token, by the database's word; null for anything forged, expired, revoked or suspended. */
  caller(token: string): Promise<Caller | null>
  /** The secret of a link cookie (kit/http/link-cookie.ts), and whose session it names. */
  linkSecretOf(sessionId: string): string
  linkCaller(secret: string): Promise<Caller | null>
  /**
   * `method` says how it was begun, in words. `limited`: holds only `own` until a stronger factor is set up. Refuses
   * accounts that are suspended, and with `unlessLocked` locked ones, at that very moment. `tell`: where there
   * were sessions before, and none with this agent, it is begun together with the word of that, or not at all.
   */
  open(
    user: { id: string; companyId: string | null },
    from: From,
    method?: string,
    known?: {
      permissions: Iterable<string>
      limited: boolean
      deviceId: string | null
      split: boolean
      unlessLocked: boolean
      notify: ((tx: Db) => Promise<void>) | null
    },
  ): Promise<{ token: string; sessionId: string }>
  /**
   * A token of the same session that lasts a full lifetime from now; rotated where the rights have changed since the
   * last one. `browser` is of its CSRF secret (kit/http/csrf.ts): all tabs of a browser get the same successor.
   */
  renew(token: string, caller: Caller, browser: Buffer | null): Promise<string>
  /**
   * A new token for the session after its protection has changed; the one before is good for a minute more. With
   * `browser`, check-session answers the new one to that browser during the minute. With `method`, this session has
   * just shown a stronger factor than it was begun with, and is limited no more.
   */
  rotate(sessionId: string, change?: { browser?: Buffer | null; method?: string }): Promise<string>
  /** See with the eyes of a person, and no more than the viewer may see: 15 minutes, read only (kit/http/serve.ts). */
  view(userId: string, viewer: Caller, from: From): Promise<string>
  /** `record` writes of it in the same transaction. */
  revoke(sessionId: string, record: (tx: Db) => Promise<void>): Promise<void>
  /**
   * Ends the sessions of a person, and those in which the person looks through others' eyes. Answers how many;
   * `record` writes of it in the same transaction.
   */
  revokeAllOf(
    userId: string,
    exceptSessionId?: string,
    record?: (tx: Db, ended: number) => Promise<void>,
  ): Promise<number>
  /** Rights changed somewhere: nothing cached holds any more. */
  forget(): void
}

export const createSessions = (db: Db, key: Uint8Array): Sessions => {
  const cache = new Map<string, { caller: Promise<Caller | null>; until: number }>()
  const tokens = createTokens(key)

  const load = async (token: string): Promise<Caller | null> => {
    const claims = await tokens.read(token)
    if (!claims) return null
    const found = await findSession(db, digestOf(claims.sessionToken))
    return found?.userId === claims.id ? found : null
  }

  const signFor = (found: Found, sessionToken: string) =>
    tokens.sign(
      { id: found.userId, sessionToken },
      { permissions: found.permissions, expiresAt: new Date(found.expiresAt), split: found.split },
    )

  // All tabs of a browser come to the same successor, and nobody does who has the token only.
  const successorOf = (tokenHash: Buffer, browser: Buffer | null) =>
    browser
      ? createHmac('sha256', key).update('successor').update(tokenHash).update(browser).digest('base64url')
      : randomBytes(32).toString('base64url')

  const linkSecretOf = (sessionId: string) =>
    `${sessionId}.${createHmac('sha256', key).update('link').update(sessionId).digest('base64url')}`

  return {
    linkSecretOf,

    async linkCaller(secret) {
      const [sessionId = ''] = secret.split('.')
      const [given, expected] = [Buffer.from(secret), Buffer.from(linkSecretOf(sessionId))]
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
      return sessionById(db, sessionId)
    },

    async caller(token) {
      if (token === '' || token.length > 8000) return null
      const now = clock.ms()
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

    async open(user, from, method = 'password', known) {
      const sessionToken = randomBytes(32).toString('base64url')
      const id = uuid()
      const expiresAt = new Date(clock.ms() + lifetimeMs)
      const opening = {
        id,
        userId: user.id,
        companyId: user.companyId,
        tokenHash: digestOf(sessionToken),
        rights: known ? rightsOf(known) : Buffer.alloc(0),
        expiresAt,
        address: from.address,
        agent: from.agent,
        method,
        limited: known?.limited ?? false,
        deviceId: known?.deviceId ?? null,
        unlessLocked: known?.unlessLocked ?? false,
      }
      const notify = known?.notify ?? null
      // In one statement by itself where nobody has to be told, as nearly always.
      let begun = await insertSession(db, { ...opening, unlessNewBrowser: notify !== null })
      if (begun === 'new browser' && notify)
        begun = await inTransaction(db, async (tx) => {
          const together = await insertSession(tx, { ...opening, unlessNewBrowser: false })
          if (together === 'begun') await notify(tx)
          return together
        })
      if (begun !== 'begun') throw locked()
      if (known) return { token: tokens.sign({ id: user.id, sessionToken }, { ...known, expiresAt }), sessionId: id }
      const found = await sessionById(db, id)
      if (!found) throw notSignedIn()
      return { token: signFor(found, sessionToken), sessionId: id }
    },

    async renew(token, caller, browser) {
      const claims = await tokens.read(token)
      const found = claims && (await sessionById(db, caller.sessionId))
      if (!claims || !found) throw notSignedIn()
      const presented = digestOf(claims.sessionToken)
      const successor = successorOf(presented, browser)
      const rights = rightsOf(found)
      const now = instant()
      const row = await firstOf<{ expires_at: Date; rotated: boolean }>(db)`
        update session set last_seen_at = ${now}, rights = ${rights},
          expires_at = case when viewer_id is null then least(${now} + ${lifetimeMs} * interval '1 millisecond',
            created_at + ${longestDays} * interval '1 day') else expires_at end,
          previous_hash = case when rights = ${rights} then previous_hash else token_hash end,
          previous_until = case when rights = ${rights} then previous_until
            else ${now} + ${graceSeconds} * interval '1 second' end,
          token_hash = case when rights = ${rights} then token_hash else ${digestOf(successor)} end
        where id = ${caller.sessionId} and token_hash = ${presented} and revoked_at is null
        returning expires_at, token_hash <> ${presented} as rotated
      `
      if (row) {
        if (row.rotated) cache.clear()
        const sessionToken = row.rotated ? successor : claims.sessionToken
        return signFor({ ...found, expiresAt: row.expires_at.getTime() }, sessionToken)
      }
      // Another tab of this browser was first, and the successor is the same; or it is a stranger's, and there is none.
      const after = await findSession(db, digestOf(successor))
      if (after?.sessionId === caller.sessionId) return signFor(after, successor)
      return signFor({ ...found, expiresAt: caller.expiresAt }, claims.sessionToken)
    },

    async rotate(sessionId, { browser = null, method } = {}) {
      const now = await db.selectFrom('session').select('token_hash').where('id', '=', sessionId).executeTakeFirst()
      if (!now) throw notSignedIn()
      const sessionToken = successorOf(now.token_hash, browser)
      await execute(db)`
        update session set previous_hash = token_hash, previous_until = ${instant()} + ${graceSeconds} * interval '1 second',
          token_hash = ${digestOf(sessionToken)}, limited = limited and ${method === undefined},
          method = coalesce(${method ?? null}, method)
        where id = ${sessionId} and token_hash = ${now.token_hash} and revoked_at is null
      `
      cache.clear()
      const found = await findSession(db, digestOf(sessionToken))
      if (!found) throw notSignedIn()
      await updateRow(db, 'session', sessionId, { rights: rightsOf(found) })
      return signFor(found, sessionToken)
    },

    async view(userId, viewer, from) {
      const sessionToken = randomBytes(32).toString('base64url')
      const id = uuid()
      const viewed = await db.selectFrom('users').select('company_id').where('id', '=', userId).executeTakeFirst()
      await insertRow(db, 'session', {
        id,
        user_id: userId,
        company_id: viewed?.company_id ?? null,
        token_hash: digestOf(sessionToken),
        expires_at: new Date(clock.ms() + viewingMs),
        address: from.address,
        agent: from.agent,
        method: 'view-as',
        viewer_id: viewer.userId,
        viewer_session_id: viewer.sessionId,
      })
      const found = await sessionById(db, id)
      if (!found) throw notSignedIn()
      await updateRow(db, 'session', id, { rights: rightsOf(found) })
      return signFor(found, sessionToken)
    },

    async revoke(sessionId, record) {
      await inTransaction(db, async (tx) => {
        await execute(tx)`
          update session set revoked_at = ${instant()}
          where (id = ${sessionId} or viewer_session_id = ${sessionId}) and revoked_at is null
        `
        await record(tx)
      })
      cache.clear()
    },

    async revokeAllOf(userId, exceptSessionId, record) {
      const end = async (on: Db) => {
        const now = instant()
        const rows = await rowsOf<{ theirs: boolean }>(on)`
          update session set revoked_at = ${now} where (user_id = ${userId} and viewer_id is null or viewer_id = ${userId})
            and id is distinct from ${exceptSessionId ?? null} and revoked_at is null and expires_at > ${now}
          returning viewer_id is null as theirs
        `
        return rows.filter(({ theirs }) => theirs).length
      }
      const endAndRecord = async (tx: Db) => {
        const ended = await end(tx)
        await record?.(tx, ended)
        return ended
      }
      const ended = await (record ? inTransaction(db, endAndRecord) : end(db))
      cache.clear()
      return ended
    },

    forget: () => cache.clear(),
  }
}

/** Of a suspended account as well: which of the two it is, is told by mail. */
export const locked = () => new Refusal(403, 'LOCKED', messages.locked)

const rightsOf = ({ permissions }: { permissions: Iterable<string> }): Buffer =>
  digestOf([...permissions].sort().join(' '))
