// Changing how an account is protected: only for who shows the password again, told by mail, with a new token after it.
import { messages } from '@gatehouse/contract/identity/auth'
import type { Db } from '../../db/pool.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Mail } from '../../messages/mail/mail.ts'
import type { Attempts, Sessions } from '../auth/auth.ts'
import type { Caller } from '../../kit/http/caller.ts'
import { changes } from '../../kit/changes.ts'
import { browserOf } from '../../kit/http/csrf.ts'
import { invalid, notSignedIn, Refusal } from '../../kit/errors.ts'
import { flooded, passwordMatches } from '../../kit/secrets/passwords.ts'
import type { Call } from '../../kit/http/serve.ts'
import { factorsOf, type Protected, protectionOf } from './factors.sql.ts'

export interface Protection {
  /** Refuses whoever does not know the password; accounts that have none are known by their session alone. */
  demandPassword(caller: Caller, password: string | undefined, call: Call): Promise<Protected>
  /**
   * The change with its letter and its entry, in one transaction; then the session's new token. `method`: of the factor
   * just shown; `subject`: what it was done to, where that is not the account.
   */
  change<T>(
    caller: Caller,
    call: Call,
    what: string,
    work: (tx: Db) => Promise<T>,
    more?: { readonly method?: string; readonly subject?: string },
  ): Promise<{ result: T; token: string }>
}

export const createProtection = (db: Db, mail: Mail, sessions: Sessions, attempts: Attempts): Protection => ({
  async demandPassword(caller, password, call) {
    const account = await protectionOf(db, caller.userId)
    if (!account) throw notSignedIn()
    if (!account.password_hash) return account
    if (!password) throw invalid([{ field: 'password', message: 'Enter your password' }])
    if (attempts.tooManyFrom(call.address) || flooded()) throw new Refusal(429, 'TOO_MANY', messages.tooMany)
    // A stolen session must not be a way around the limit of guesses.
    const attempt = await attempts.begin(account.email, call.address)
    if (!attempt.exhausted && (await passwordMatches(account.password_hash, password))) {
      await attempt.passed()
      return account
    }
    if (attempt.locked || attempt.lockedNow) throw new Refusal(403, 'LOCKED', messages.locked)
    throw invalid([{ field: 'password', message: 'This is not your password' }])
  },

  async change(caller, call, what, work, { method, subject = caller.email } = {}) {
    call.annotate({ subject })
    const result = await inTransaction(db, async (tx) => {
      await tx.selectFrom('users').select('id').where('id', '=', caller.userId).forUpdate().execute()
      const before = await onRecord(tx, caller.userId)
      const done = await work(tx)
      await call.record(tx, changes(before, await onRecord(tx, caller.userId)))
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

// Which ways there are and how many: never what somebody would need to go one of them.
const onRecord = async (tx: Db, userId: string) => {
  const state = await factorsOf(tx, userId)
  if (!state) throw notSignedIn()
  const { method, passkeys, recoveryCodesLeft, trustedDevices } = state
  return {
    secondFactor: method,
    passkeys: passkeys.map(({ name }) => name),
    recovery: `${recoveryCodesLeft} left`,
    trustedBrowsers: trustedDevices.map(({ agent }) => agent ?? 'a browser'),
  }
}
