// What follows a right password or a provider's word: refused, a second factor, or in.
import { messages, type User } from '@gatehouse/contract/identity/auth'
import { own } from '@gatehouse/contract/permissions'
import type { Db } from '../../db/pool.ts'
import { clock } from '../../kit/clock.ts'
import { setLinkCookie } from '../../kit/http/link-cookie.ts'
import type { Mail } from '../../messages/mail/mail.ts'
import { notify } from '../../messages/notifications/notifications.ts'
import { browserOf } from '../../kit/http/csrf.ts'
import { notSignedIn, Refusal } from '../../kit/errors.ts'
import type { Call } from '../../kit/http/serve.ts'
import { beginChallenge } from './challenges.ts'
import { type Entrant, entrantById } from './entrants.sql.ts'
import { locked, type Sessions } from './sessions.ts'
import { deviceOf } from './trusted-devices.ts'
import { opening, toUser } from './users.sql.ts'

export type Factor = 'email' | 'totp' | 'recovery'

export interface Admission {
  readonly requires2FA: boolean
  readonly userId: string
  /** With `requires2FA`. */
  readonly methods?: Factor[]
  /** Without. */
  readonly token?: string
  readonly user?: User
}

type Shown = 'guessable' | 'unguessable'

export interface Entrance {
  /** `method` says how the person was recognised: `password`, `google`... */
  admit(who: string | Entrant, call: Call, method: string): Promise<Admission>
  /**
   * Who is to come in, or a refusal: suspended and locked accounts stay outside, whatever was right. A lock is against
   * guessing, and what nobody can guess opens it: else whoever knows an address could keep its owner out.
   */
  entrant(userId: string, call: Call, shown?: Shown): Promise<Entrant>
  /** In, all asked and answered. `strong`: by something that no mailbox gives away. */
  enter(
    entrant: Entrant,
    call: Call,
    method: string,
    strong: boolean,
    shown?: Shown,
  ): Promise<{ userId: string; token: string; user: User }>
}

export const createEntrance = (db: Db, sessions: Sessions, mail: Mail, key: Uint8Array): Entrance => {
  const judged = (entrant: Entrant, call: Call, shown: Shown): Entrant => {
    call.actsFor({ companyId: entrant.company_id, userId: entrant.id, actor: entrant.email })
    call.annotate({ subject: entrant.email })
    if (!entrant.active || (entrant.locked && shown === 'guessable')) throw locked()
    return entrant
  }

  const find: Entrance['entrant'] = async (userId, call, shown = 'guessable') => {
    const entrant = await entrantById(db, userId, deviceOf(call))
    if (!entrant) throw notSignedIn()
    return judged(entrant, call, shown)
  }

  const notifyOfNewBrowser = async (tx: Db, entrant: Entrant, call: Call) => {
    await notify(tx, {
      userId: entrant.id,
      companyId: null,
      kind: 'new-sign-in',
      title: 'A new sign-in to your account',
      message: `Your account was signed in to from a browser that we have not seen before (address ${call.address}). If it was not you, change your password at once and tell your administrator.`,
      type: 'warning',
      priority: 'medium',
      action: { label: 'Review your sessions', path: '/settings/account' },
    })
    if (!entrant.wants_mail) return
    await mail.post(tx, {
      ...addressed(entrant),
      letter: 'new-sign-in',
      values: { name: entrant.first_name, address: call.address, agent: call.agent, at: clock.now() },
    })
  }

  const enter: Entrance['enter'] = async (entrant, call, method, strong, shown = 'guessable') => {
    const user = toUser(entrant)
    // Let in once by less than the company asks for, to set up what it asks for; not for the length of this session
    // only, but until that is done: the session carries the mark (session.limited) and is freed by it.
    const limited = entrant.required === 'strong' && !strong
    const permissions = limited ? user.permissions.filter((p) => own.some((o) => o === p)) : user.permissions
    const { token, sessionId } = await sessions.open({ id: entrant.id, companyId: entrant.company_id }, call, method, {
      permissions,
      limited,
      deviceId: entrant.device_id,
      split: entrant.split,
      unlessLocked: shown === 'guessable',
      notify: entrant.device_id ? null : (tx) => notifyOfNewBrowser(tx, entrant, call),
    })
    setLinkCookie(call.reply, sessions.linkSecretOf(sessionId))
    // Not in its transaction, which is one statement as a rule: nobody has the token before the entry is written.
    call.annotate({ after: { signedIn: method, ...(limited ? { limited } : {}) } })
    return { userId: entrant.id, token, user: opening(user, permissions, limited) }
  }

  return {
    entrant: find,
    enter,
    async admit(who, call, method) {
      const entrant = typeof who === 'string' ? await find(who, call) : judged(who, call, 'guessable')
      const methods = factorsOf(entrant)
      if (methods.length === 0) {
        const how = entrant.device_id ? `${method}, trusted browser` : method
        return { requires2FA: false, ...(await enter(entrant, call, how, entrant.two_factor === 'totp')) }
      }
      const browser = browserOf(call.request)
      if (!browser) throw new Refusal(403, 'EBADCSRFTOKEN', messages.tryAgain)
      const userId = entrant.id
      const code = await beginChallenge(db, key, { userId, method, browser, byMail: methods.includes('email') })
      if (code) await mail.post(db, codeLetter(entrant, code))
      call.annotate({ after: { recognised: method, stillAsked: methods } })
      return { requires2FA: true, userId, methods }
    },
  }
}

/** What has to confirm this sign-in: nothing, or one of these. */
const factorsOf = (entrant: Entrant): Factor[] => {
  // Trust was given with the factor of that time; every change of it takes the trust away.
  if (entrant.device_id) return []
  const spare: Factor[] = entrant.recovery_codes ? ['recovery'] : []
  if (entrant.two_factor === 'totp') return ['totp', ...spare]
  if (entrant.required === 'strong' && entrant.passkeys) {
    if (spare.length > 0) return spare
    throw new Refusal(403, 'PASSKEY_NEEDED', 'Your company asks for a passkey. Please sign in with yours.')
  }
  return entrant.two_factor === 'email' || entrant.required !== 'none' ? ['email', ...spare] : []
}

export const addressed = ({ id, email, company_id }: Pick<Entrant, 'id' | 'email' | 'company_id'>) => ({
  to: email,
  userId: id,
  companyId: company_id,
})

export const codeLetter = (entrant: Entrant, code: string) => ({
  ...addressed(entrant),
  letter: 'two-factor-code' as const,
  values: { name: entrant.first_name, code },
})
