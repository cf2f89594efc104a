// The life of an account before and beside signing in: sign-up, invitation, verification, passwords, the first day.
import type { Attempts, Sessions } from '../auth/auth.ts'
import type { Db } from '../../db/pool.ts'
import type { Serve } from '../../kit/http/serve.ts'
import type { Mail } from '../../messages/mail/mail.ts'
import { serveInvited } from './invited.ts'
import { servePasswords } from './passwords.ts'
import { serveSignUp } from './sign-up.ts'
import { serveVerification } from './verification.ts'

export { addVerifiedAccount } from './add-account.ts'
export { newSetUpLink } from './set-up.ts'
export { forgetUnverified } from './unverified.ts'

export interface AccountParts {
  readonly db: Db
  readonly mail: Mail
  readonly sessions: Sessions
  readonly attempts: Attempts
}

export const serveAccounts = (serve: Serve, parts: AccountParts) => {
  serveSignUp(serve, parts)
  serveInvited(serve, parts)
  serveVerification(serve, parts)
  servePasswords(serve, parts)
}
