// The ways in: password, code, passkey. What follows them is the session's.
import * as auth from '@gatehouse/contract/identity/auth'
import type { User } from '@gatehouse/contract/identity/auth'
import { call, unreadable } from '../data/api.ts'
import { dropDraftsOfOthers } from '../data/draft-store.ts'
import { beginSession } from './session.ts'

/** How a sign-in by password or provider may be confirmed. */
export type Method = 'email' | 'totp' | 'recovery'

/** A sign-in that waits for its second factor. */
export interface Unconfirmed {
  readonly userId: string
  readonly methods: readonly Method[]
}

export type Outcome = 'in' | Unconfirmed

const asAnAnswer = { unauthorized: 'an-answer' } as const

export const enter = async (email: string, password: string): Promise<Outcome> =>
  settle(await call(auth.signIn, { email, password }, asAnAnswer))

interface Answer {
  readonly requires2FA: boolean
  readonly userId: string
  readonly methods?: readonly Method[] | undefined
  readonly token?: string | undefined
  readonly user?: User | undefined
}

/** What the answer to a password or a provider's word leads to. */
export const settle = async ({ requires2FA, userId, methods, token, user }: Answer): Promise<Outcome> => {
  if (requires2FA) return { userId, methods: methods ?? ['email'] }
  if (!token || !user) throw unreadable()
  await begin({ token, user })
  return 'in'
}

export const verifyCode = async (userId: string, code: string, trustDevice: boolean): Promise<void> =>
  begin(await call(auth.verify2fa, { userId, code, trustDevice }, asAnAnswer))

export const resendCode = async (userId: string): Promise<string> =>
  (await call(auth.resend2faCode, { userId }, asAnAnswer)).message

/** Whether this browser can sign in with a passkey. */
export const canUsePasskeys = (): boolean => typeof window.PublicKeyCredential === 'function'

/** Answers false when the person turned it down at the browser's own dialog. */
export const enterWithPasskey = async (): Promise<boolean> => {
  const [{ startAuthentication }, { challengeId, options }] = await Promise.all([
    import('@simplewebauthn/browser'),
    call(auth.passkeyChallenge, {}, asAnAnswer),
  ])
  try {
    const response = await startAuthentication({ optionsJSON: optionsOf(options) })
    await begin(await call(auth.signInWithPasskey, { challengeId, response: { ...response } }, asAnAnswer))
    return true
  } catch (error) {
    if (error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name)) return false
    throw error
  }
}

const begin = async ({ token, user }: { token: string; user: User }): Promise<void> => {
  dropDraftsOfOthers(user.id)
  await beginSession({ token, user })
}

const optionsOf = ({ challenge, ...options }: Record<string, unknown>) => {
  if (typeof challenge !== 'string') throw new Error('The server sent no challenge')
  return { ...options, challenge }
}
