// One's own sessions: whether this one still holds, which there are, and ending them.
import * as auth from '@gatehouse/contract/identity/auth'
import { instant } from '../../db/instant.ts'
import { type Db, isoRowsOf } from '../../db/pool.ts'
import { browserOf, forgetCsrf } from '../../kit/http/csrf.ts'
import { clearLinkCookie, setLinkCookie } from '../../kit/http/link-cookie.ts'
import { existing, notSignedIn } from '../../kit/errors.ts'
import { bearerOf, type Serve } from '../../kit/http/serve.ts'
import type { Sessions } from './sessions.ts'
import { userOf } from './users.sql.ts'

const done = { success: true } as const

export const serveOwnSessions = (serve: Serve, db: Db, sessions: Sessions) => {
  serve(auth.checkSession, async (_input, caller, { request, reply }) => {
    const user = await userOf(db, caller)
    if (!user) throw notSignedIn()
    // The links of a tab that looks through another’s eyes stay those of the person who sits there.
    if (!caller.viewer) setLinkCookie(reply, sessions.linkSecretOf(caller.sessionId))
    return { ...done, token: await sessions.renew(bearerOf(request), caller, browserOf(request)), user }
  })

  // Under a viewing session that one: whoever looked through another's eyes is back at their own.
  serve(auth.signOut, async (_input, caller, { reply, record }) => {
    await sessions.revoke(caller.sessionId, (tx) => record(tx, { subject: caller.email }))
    if (caller.viewer) return
    forgetCsrf(reply)
    clearLinkCookie(reply)
  })

  serve(auth.sessions, async (_input, caller) => ({ sessions: await sessionsOf(db, caller.userId, caller.sessionId) }))

  serve(auth.endSession, async ({ sessionId }, caller, { record }) => {
    const mine = await sessionsOf(db, caller.userId, caller.sessionId)
    const session = existing(
      mine.find(({ id }) => id === sessionId),
      'This session',
    )
    await sessions.revoke(sessionId, (tx) => record(tx, { subject: caller.email, before: factsOf(session) }))
  })

  serve(auth.endOtherSessions, async (_input, caller, { record }) => {
    const others = (await sessionsOf(db, caller.userId, caller.sessionId)).filter(({ current }) => !current)
    const ended = await sessions.revokeAllOf(caller.userId, caller.sessionId, (tx, count) =>
      record(tx, { subject: caller.email, before: { sessions: others.map(inWords) }, after: { ended: count } }),
    )
    return { ...done, ended }
  })
}

const inWords = ({ address, agent }: auth.Session) => `${agent ?? 'an unknown browser'}, ${address ?? 'no address'}`

const factsOf = ({ method, address, agent, createdAt }: auth.Session) => ({ method, address, agent, createdAt })

/** The sessions of a person that still hold, newest use first; not those of others who look through their eyes. */
export const sessionsOf = (db: Db, userId: string, currentId: string | null) =>
  isoRowsOf<auth.Session>(db)`
    select id, id is not distinct from ${currentId}::uuid as current, method, address, agent, created_at as "createdAt",
      last_seen_at as "lastSeenAt", expires_at as "expiresAt"
    from session
    where user_id = ${userId} and viewer_id is null and revoked_at is null and expires_at > ${instant()}
    order by last_seen_at desc, id desc
  `
