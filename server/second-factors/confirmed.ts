// Changing how an account is protected: only for who shows the password again, told by mail, with a new token after it.
import { messages } from '@gatehouse/contract/auth'
import type { Db } from '../db/pool.ts'
import type { Mail } from '../mail/mail.ts'
import type { Attempts, Sessions } from '../auth/auth.ts'
import type { Caller } from '../kit/caller.ts'
import { browserOf } from '../kit/csrf.ts'
import { invalid, notSignedIn, Refusal } from '../kit/errors.ts'
import { flooded, passwordMatches } from '../kit/passwords.ts'
import type { Call } from '../kit/serve.ts'
import { type Protected, protectionOf } from './factors.sql.ts'

export interface Protection {
  /** Refuses whoever does not know the password; accounts that have none are known by their session alone. */
  demandPassword(caller: Caller, password: string | undefined, call: Call): Promise<Protected>
  /** The change with its letter, in one transaction; then the session's new token. `method`: of the factor just shown. */
  change<T>(
    caller: Caller,
    call: Call,
    what: string,
    work: (tx: Db) => Promise<T>,
    method?: string,
  ): Promise<{ result: T; token: string }>
}

export const createProtection = (db: Db, mail: Mail, sessions: Sessions, attempts: Attempts): Protection => ({
  async demandPassword(caller, password, call) {
    const account = await protectionOf(db, caller.userId)
    if (!account) throw notSignedIn()
    if (!account.password_hash) return account
    if (!password) throw invalid([{ field: 'password', message: 'Enter your password' }])
    if (attempts.tooManyFrom(call.address) || flooded()) throw new Refusal(429, 'TOO_MANY', messages.tooMany)
    if (await passwordMatches(account.password_hash, password)) return account
    // A stolen session must not be a way around the limit of guesses.
    const { locked } = await attempts.failed(account.email, call.address)
    if (locked) throw new Refusal(403, 'LOCKED', messages.locked)
    throw invalid([{ field: 'password', message: 'This is not your password' }])
  },

  async change(caller, call, what, work, method) {
    call.tell({ subject: caller.email, after: { change: what } })
    const result = await db.transaction().execute(async (tx) => {
      const done = await work(tx)
      await mail.post(tx, {
        to: caller.email,
        userId: caller.userId,
        companyId: caller.companyId,
        letter: 'second-factor-changed',
        values: { name: caller.name, what },
      })
      return done
    })
    const browser = browserOf(call.request)
    const token = await sessions.rotate(caller.sessionId, method === undefined ? { browser } : { browser, method })
    return { result, token }
  },
})
