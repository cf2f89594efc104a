// Who comes in and stays in: what others need of sign-in and sessions, and the calls of both.
import * as auth from '@gatehouse/contract/identity/auth'
import { issueCsrf } from '../../kit/http/csrf.ts'
import type { Serve } from '../../kit/http/serve.ts'
import { serveOwnSessions } from './own-sessions.ts'
import type { Sessions } from './sessions.ts'
import { serveSignIn, type SignInParts } from './sign-in.ts'

export { type Attempts, createAttempts, releaseLock } from './attempts.ts'
export { type Admission, createEntrance, type Entrance } from './entrance.ts'
export { renewRecoveryCodes, totpSecretOf, totpStep } from './proofs.ts'
export { demandGoodPassword } from './password-rule.ts'
export { sessionsOf } from './own-sessions.ts'
export { accountOf, placeSession } from './session.sql.ts'
export { createSessions, type Sessions } from './sessions.ts'
export { forgetDevicesOf } from './trusted-devices.ts'
export { pictureUrl, userById, userOf } from './users.sql.ts'

export const serveAuth = (serve: Serve, parts: SignInParts & { sessions: Sessions }) => {
  serve.open(auth.csrfToken, async (_input, _who, { request, reply }) => ({
    csrfToken: issueCsrf(request, reply),
  }))
  serveSignIn(serve, parts)
  serveOwnSessions(serve, parts.db, parts.sessions)
}
