// Signing in and out, and whether the session still holds.
import * as auth from '@gatehouse/contract/auth'
import type { Db } from '../db/pool.ts'
import { issueCsrf } from '../kit/csrf.ts'
import { notSignedIn, Refusal } from '../kit/errors.ts'
import type { Serve } from '../kit/serve.ts'
import { createAttempts } from './attempts.ts'
import { flooded, passwordMatches, passwordOfNobody } from '../kit/passwords.ts'
import type { Sessions } from './sessions.ts'
import { signInRow, userById } from './users.sql.ts'

export { placeSession, type Sessions } from './sessions.ts'
export { pictureUrl, userById } from './users.sql.ts'

export const serveAuth = (serve: Serve, db: Db, sessions: Sessions, secure: boolean) => {
  const attempts = createAttempts()

  serve.open(auth.csrfToken, async (_input, _who, { request, reply }) => ({
    csrfToken: issueCsrf(request, reply, secure),
  }))

  serve.open(auth.signIn, async ({ email, password }, _who, call) => {
    if (attempts.tooMany(email, call.address) || flooded()) throw new Refusal(429, 'TOO_MANY', auth.messages.tooMany)
    const row = await signInRow(db, email)
    const matches = row?.password_hash
      ? await passwordMatches(row.password_hash, password)
      : await passwordOfNobody(password)
    if (!row || !matches) {
      attempts.failed(email, call.address)
      throw new Refusal(401, 'INVALID_CREDENTIALS', auth.messages.invalidCredentials)
    }
    // Only someone who knows the password learns that the account is locked.
    if (row.status !== 'active') throw new Refusal(403, 'LOCKED', auth.messages.locked)
    attempts.succeeded(email, call.address)
    const token = await sessions.open({ id: row.id, companyId: row.company_id }, call)
    await db.updateTable('users').set({ last_signed_in_at: new Date() }).where('id', '=', row.id).execute()
    const user = await userById(db, row.id, row.company_id)
    if (!user) throw notSignedIn()
    return { requires2FA: false, userId: row.id, token, user }
  })

  serve(auth.checkSession, async (_input, caller, { request }) => {
    const user = await userById(db, caller.userId, caller.companyId)
    if (!user) throw notSignedIn()
    const token = await sessions.extend(String(request.headers.authorization).split(' ')[1] ?? '', caller)
    return { success: true as const, token, user }
  })

  serve(auth.signOut, async (_input, caller) => {
    await sessions.revoke(caller.sessionId)
    return { success: true as const }
  })
}
