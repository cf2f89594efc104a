// The session in the browser: who is signed in, whether that still holds, and how it ends.
import { checkSession, messages, signIn, signOut } from '@gatehouse/contract/auth'
import { useSyncExternalStore } from 'react'
import { call, forgetCsrfToken, isStatus, whenUnauthorized } from './api.ts'
import {
  concernsStoredUser,
  dropStoredUser,
  readStoredUser,
  readToken,
  type StoredUser,
  writeStoredUser,
} from './stored-user.ts'

export interface Session {
  /** `verifying`: a stored user was found and the server has not answered yet. */
  readonly status: 'verifying' | 'in' | 'out'
  /** It was ended here, and the way to the page that says why has begun: the guard does not send anywhere else. */
  readonly leaving: boolean
  readonly user: StoredUser | null
  /** The union of what token, user and roles carry. For display only: the server decides. */
  readonly permissions: ReadonlySet<string>
}

/** Why the user leaves; the pages they land on read it from the location. */
export interface LeaveState {
  readonly from?: string
  readonly sessionExpired?: boolean
  readonly loggedOut?: boolean
  readonly message?: string
}

const checkEveryMs = 5 * 60_000
const beforeExpiryMs = 15 * 60_000
const retryDelayMs = 5_000
const retries = 3
const signInTimeoutMs = 10_000

const signedOut: Session = { status: 'out', user: null, permissions: new Set(), leaving: false }
const listeners = new Set<() => void>()
let session: Session = signedOut
let goTo: (to: string, state: LeaveState) => Promise<void> = async () => {}
let timer: ReturnType<typeof setTimeout> | undefined
let lastCheckAt = Number.NEGATIVE_INFINITY

export const useSession = (): Session => useSyncExternalStore(subscribeSession, currentSession)

export const currentSession = (): Session => session

export const subscribeSession = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Restores the stored user and asks the server whether the session holds. */
export const startSession = (navigate: typeof goTo): void => {
  goTo = navigate
  whenUnauthorized(() => {
    if (session.status !== 'out') leave('/signin?session=expired', { from: here() })
  })
  window.addEventListener('storage', ({ key }) => {
    if (concernsStoredUser(key)) adopt(readStoredUser())
  })
  const stored = readStoredUser()
  if (!stored) return
  set({ ...sessionOf(stored), status: 'verifying' })
  void check('start')
}

export const enter = async (email: string, password: string): Promise<'in' | 'needs-code'> => {
  const answer = await call(signIn, { email, password }, { timeoutMs: signInTimeoutMs, unauthorized: 'an-answer' })
  if (answer.requires2FA || !answer.token || !answer.user) return 'needs-code'
  forgetCsrfToken()
  keep({ ...answer.user, token: answer.token })
  return 'in'
}

/** Ends the session on the server and here. Throws when the server could not be told: the user is then still in. */
export const exit = async (): Promise<void> => {
  try {
    await call(signOut, {}, { unauthorized: 'an-answer' })
  } catch (error) {
    if (!isStatus(error, 401)) throw error
  }
  leave('/signin', { loggedOut: true })
  clearBrowser()
}

/** Asks the server now, for instance after the live connection was refused. */
export const verifySession = (): Promise<void> => check('now')

const check = async (occasion: 'start' | 'now', tried = 0): Promise<void> => {
  if (!readStoredUser()) return expire()
  if (tried === 0 && performance.now() - lastCheckAt < 1_000) return
  lastCheckAt = performance.now()
  try {
    const { token, user } = await call(checkSession, {}, { unauthorized: 'an-answer', timeoutMs: signInTimeoutMs })
    keep({ ...user, token })
  } catch (error) {
    if (isStatus(error, 401)) return expire()
    await afterTransient(occasion, tried)
  }
}

// Nobody is thrown out of a running control room because the server was away for a moment: the connection indicator
// says so instead. Only a session that could not be confirmed at the start ends.
const afterTransient = async (occasion: 'start' | 'now', tried: number): Promise<void> => {
  if (tried < retries) {
    if (session.status === 'verifying') set({ ...session, status: 'in' })
    await new Promise((resolve) => setTimeout(resolve, retryDelayMs))
    if (session.status !== 'out') await check(occasion, tried + 1)
    return
  }
  if (occasion === 'now') return schedule()
  leave('/signin', { from: here(), message: messages.sessionRefreshFailed })
}

const schedule = (): void => {
  clearTimeout(timer)
  const claims = session.user ? readToken(session.user.token) : null
  if (!claims) return
  const left = claims.exp * 1000 - Date.now()
  const delay = left > beforeExpiryMs ? Math.min(checkEveryMs, left - beforeExpiryMs) : Math.min(checkEveryMs, left)
  timer = setTimeout(() => void check('now'), Math.max(1_000, delay))
}

const keep = (user: StoredUser): void => {
  writeStoredUser(user)
  adopt(user)
}

const adopt = (user: StoredUser | null): void => {
  set(user ? sessionOf(user) : signedOut)
  schedule()
}

const expire = (): void => {
  if (session.status !== 'out') leave('/', { from: here(), sessionExpired: true })
}

// Ends the session here and goes to where that is explained.
const leave = (to: string, state: LeaveState): void => {
  clearTimeout(timer)
  dropStoredUser()
  forgetCsrfToken()
  set({ ...signedOut, leaving: true })
  void goTo(to, state)
}

const set = (next: Session): void => {
  session = next
  for (const listener of listeners) listener()
}

const sessionOf = (user: StoredUser): Session => ({
  status: 'in',
  user,
  permissions: new Set([
    ...(readToken(user.token)?.permissions ?? []),
    ...user.permissions,
    ...user.roles.flatMap((role) => role.permissions),
  ]),
  leaving: false,
})

const clearBrowser = (): void => {
  try {
    localStorage.clear()
  } catch {
    // Storage is forbidden here: there is nothing to clear.
  }
  for (const cookie of document.cookie.split('; ')) {
    const name = cookie.split('=')[0] ?? ''
    if (name !== '') document.cookie = `${name}=; path=/; max-age=0`
  }
}

const here = (): string => window.location.pathname + window.location.search
