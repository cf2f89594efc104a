// Signing in with a password, and confirming it with a second factor.
import * as auth from '@gatehouse/contract/identity/auth'
import type { Logger } from 'pino'
import type { Db } from '../../db/pool.ts'
import { browserOf } from '../../kit/http/csrf.ts'
import { Refusal } from '../../kit/errors.ts'
import { flooded, passwordMatches, passwordOfNobody } from '../../kit/secrets/passwords.ts'
import type { Serve } from '../../kit/http/serve.ts'
import type { Vault } from '../../kit/secrets/vault.ts'
import type { Mail } from '../../messages/mail/mail.ts'
import type { Attempts } from './attempts.ts'
import { type Challenge, codeMatches, renewCode, tryChallenge, useChallenge } from './challenges.ts'
import { addressed, codeLetter, type Entrance } from './entrance.ts'
import { claimedBy, type Entrant, entrantById } from './entrants.sql.ts'
import { acceptRecoveryCode, acceptTotp, looksLikeRecoveryCode } from './proofs.ts'
import { locked } from './sessions.ts'
import { deviceOf, trustDevice } from './trusted-devices.ts'

export interface SignInParts {
  readonly db: Db
  readonly mail: Mail
  readonly vault: Vault
  readonly attempts: Attempts
  readonly entrance: Entrance
  /** For codes at rest. */
  readonly key: Uint8Array
  readonly log: Logger
}

export const serveSignIn = (serve: Serve, { db, mail, vault, attempts, entrance, key, log }: SignInParts) => {
  const tooMany = () => new Refusal(429, 'TOO_MANY', auth.messages.tooMany)

  // Not waited for: how long the answer takes must not tell that there is somebody to be written to.
  const notifyLocked = (userId: string) => {
    const notify = async () => {
      const entrant = await entrantById(db, userId, null)
      if (!entrant) return
      const values = { name: entrant.first_name, link: '/forgot' }
      await mail.post(db, { ...addressed(entrant), letter: 'account-locked', values })
    }
    notify().catch((error: unknown) => log.error({ error }, 'a letter about a locked account could not be written'))
  }

  serve.open(auth.signIn, async ({ email, password }, _who, call) => {
    if (attempts.tooManyFrom(call.address) || flooded()) throw tooMany()
    const attempt = await attempts.begin(email, call.address)
    const { entrant, passwordHash } = await claimedBy(db, email, deviceOf(call))
    // What is not told from a wrong one is not judged either: a flood of guesses costs nothing more.
    const judge = () => (passwordHash ? passwordMatches(passwordHash, password) : passwordOfNobody(password))
    const matches = !attempt.exhausted && (await judge())
    if (entrant && matches) {
      await attempt.passed()
      return entrance.admit({ ...entrant, locked: attempt.locked }, call, 'password')
    }
    // For the log of the company; who it was that tried is not known.
    call.annotate({ subject: email })
    if (entrant) call.actsFor({ companyId: entrant.company_id, userId: null, actor: 'anonymous' })
    if (attempt.lockedNow && entrant && passwordHash) notifyLocked(entrant.id)
    throw attempt.locked ? tooMany() : new Refusal(401, 'INVALID_CREDENTIALS', auth.messages.invalidCredentials)
  })

  const accepts = async (entrant: Entrant, challenge: Challenge, code: string): Promise<Proof | null> => {
    if (/^\d{6}$/.test(code)) {
      if (challenge.code_hash) return codeMatches(key, challenge, code) ? 'code by e-mail' : null
      return entrant.two_factor === 'totp' && (await acceptTotp(db, vault, entrant, code)) ? 'app' : null
    }
    const isRecovery = looksLikeRecoveryCode(code) && (await acceptRecoveryCode(db, key, entrant.id, code))
    return isRecovery ? 'recovery code' : null
  }

  serve.open(auth.verify2fa, async ({ userId, code, trustDevice: trusts }, _who, call) => {
    const browser = browserOf(call.request)
    const challenge = browser && (await tryChallenge(db, userId, browser))
    if (!challenge) throw codeFailed()
    const entrant = await entrance.entrant(userId, call)
    const proof = await accepts(entrant, challenge, code)
    if (!proof) {
      const after = await attempts.failed(entrant.email, call.address)
      if (after.lockedNow) notifyLocked(userId)
      throw after.locked ? locked() : codeFailed()
    }
    if (!(await useChallenge(db, challenge.id))) throw codeFailed()
    if (trusts) await trustDevice(db, userId, call)
    const { token, user } = await entrance.enter(
      entrant,
      call,
      `${challenge.method} and ${proof}`,
      proof !== 'code by e-mail',
    )
    return { success: true as const, token, user, message: auth.messages.signedIn }
  })

  serve.open(auth.resend2faCode, async ({ userId }, _who, call) => {
    const browser = browserOf(call.request)
    const renewed = browser ? await renewCode(db, key, userId, browser) : 'none'
    if (renewed === 'none') throw codeFailed()
    if (renewed === 'too-soon')
      throw new Refusal(429, 'TOO_MANY', 'Please wait a minute; three codes are sent at most.')
    // The entry follows the letter: a code is no good to anybody who is not on record with it afterwards.
    await mail.post(db, codeLetter(await entrance.entrant(userId, call), renewed.code))
    return { success: true as const, message: auth.messages.enterCode }
  })
}

type Proof = 'code by e-mail' | 'app' | 'recovery code'

const codeFailed = () => new Refusal(400, 'INVALID_CODE', auth.messages.codeFailed)
