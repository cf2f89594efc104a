// How one's sign-in is confirmed: code by e-mail, app, passkeys, recovery codes, trusted browsers.
import type { Entrance } from '../auth/auth.ts'
import type { Db } from '../../db/pool.ts'
import type { Serve } from '../../kit/http/serve.ts'
import type { Vault } from '../../kit/secrets/vault.ts'
import type { Protection } from './confirmed.ts'
import { serveMethods } from './methods.ts'
import { servePasskeys } from './passkeys.ts'

export { createProtection, type Protection } from './confirmed.ts'
export { removeSecondFactors } from './factors.sql.ts'

export interface SecondFactorParts {
  readonly db: Db
  readonly vault: Vault
  readonly protection: Protection
  readonly entrance: Entrance
  /** For codes at rest. */
  readonly key: Uint8Array
  readonly publicUrl: string | undefined
}

export const serveSecondFactors = (serve: Serve, parts: SecondFactorParts) => {
  serveMethods(serve, parts)
  servePasskeys(serve, parts)
}
