// How one's sign-in is confirmed: code by e-mail, app, passkeys, recovery codes, trusted browsers.
import type { Attempts, Entrance, Sessions } from '../auth/auth.ts'
import type { Db } from '../db/pool.ts'
import type { Serve } from '../kit/serve.ts'
import type { Vault } from '../kit/vault.ts'
import type { Mail } from '../mail/mail.ts'
import { createProtection } from './confirmed.ts'
import { serveMethods } from './methods.ts'
import { servePasskeys } from './passkeys.ts'

export { removeSecondFactors } from './factors.sql.ts'

export interface SecondFactorParts {
  readonly db: Db
  readonly mail: Mail
  readonly vault: Vault
  readonly sessions: Sessions
  readonly attempts: Attempts
  readonly entrance: Entrance
  /** For codes at rest. */
  readonly key: Uint8Array
  readonly publicUrl: string | undefined
}

export const serveSecondFactors = (serve: Serve, parts: SecondFactorParts) => {
  const protection = createProtection(parts.db, parts.mail, parts.sessions, parts.attempts)
  serveMethods(serve, { ...parts, protection })
  servePasskeys(serve, { ...parts, protection })
}
