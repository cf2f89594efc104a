// The session in the browser: who is signed in, whether that still holds, and how it ends.
import { checkSession, messages, signOut, type User } from '@gatehouse/contract/identity/auth'
import { byIds } from '@gatehouse/contract/identity/roles'
import { type Api, api, isApiError, isStatus } from '../data/api.ts'
import { singleton } from '../application.ts'
import { type Clock, clock } from '../clock.ts'
import { type LeaveState, type Session, type SessionState, sessionState, signedOut } from './session-state.ts'
import {
  concernsSigningOut,
  concernsStoredUser,
  dropStoredUser,
  dropViewedUser,
  hasExpired,
  isSigningOut,
  keepViewedUser,
  markSigningOut,
  readStoredUser,
  readToken,
  signingOutForMs,
  type StoredUser,
  storedWith,
  writeStoredUser,
} from './stored-user.ts'
import { isViewing } from './somebody.ts'
import { local, tab } from '../data/storage.ts'
import { type Unsaved, unsavedForms } from '../data/unsaved.ts'

const checkEveryMs = 5 * 60_000
const beforeExpiryMs = 15 * 60_000
const atLeastApartMs = 1_000
const retryDelayMs = 5_000
const retries = 3
const checkTimeoutMs = 10_000
const endViewingTimeoutMs = 3_000

type GoTo = (to: string, state: LeaveState) => Promise<void>
type Place = 'application' | 'document'

interface SessionParts {
  readonly api: Pick<Api, 'call' | 'forgetCsrfToken' | 'whenUnauthorized'>
  readonly clock: Pick<Clock, 'now'>
  readonly state: SessionState
  readonly unsaved: Pick<Unsaved, 'mayLose'>
}

export const createSession = ({ state, ...parts }: SessionParts) => {
  let goTo: GoTo = async () => {}
  let place: Place = 'document'
  let timer: ReturnType<typeof setTimeout> | undefined
  let lastCheckAt = Number.NEGATIVE_INFINITY
  let signedOutElsewhereAt = Number.NEGATIVE_INFINITY

  /**
   * Restores the stored user and asks the server whether the session holds. In a public document nobody is sent to sign
   * in because that could not be said.
   */
  const start = (navigate: GoTo, inWhat: Place = 'document'): void => {
    goTo = navigate
    place = inWhat
    parts.api.whenUnauthorized(() => {
      if (state.get().status !== 'out' && !isSigningOut()) leave('/signin?session=expired', { from: here() })
    })
    window.addEventListener('storage', ({ key }) => {
      local.changedElsewhere(key)
      // Told after the fact: what it says of the signing out may be gone again by now.
      if (concernsSigningOut(key)) signedOutElsewhereAt = performance.now()
      if (!concernsStoredUser(key) || state.get().viewing) return
      const stored = readStoredUser()
      if (stored && isAnother(stored)) void changeOver(stored)
      else if (stored) adopt(stored)
      else if (performance.now() - signedOutElsewhereAt > signingOutForMs) expire()
      else if (state.get().status !== 'out') end({ loggedOut: true })
    })
    if (isViewing() && !readStoredUser()) dropViewedUser()
    const stored = readStoredUser()
    if (!stored) return state.set(signedOut)
    state.set({ ...sessionOf(stored), status: 'verifying' })
    void confirm(stored)
  }

  /**
   * What an answer of the server says of the session: after signing in, and after calls that give out a new token. A
   * change of person or company begins the application anew, at `to` or where one is.
   */
  const adoptAnswer = async (answer: { token: string; user?: User }, to?: string): Promise<void> => {
    const user = answer.user ?? state.get().user
    if (!user) return
    await take(storedWith(answer.token, user), { to })
  }

  /** What signing in has led to, in this tab. */
  const begin = ({ token, user }: { token: string; user: User }): Promise<void> =>
    take(storedWith(token, user), { entered: true })

  /** Looks through the eyes of another person, in this tab only; begins at the page that is chosen by what they may do. */
  const beginViewing = async (
    { token, user }: { token: string; user: User },
    firstPageFor: (permissions: ReadonlySet<string>) => string,
  ): Promise<void> => {
    const viewed = storedWith(token, user)
    keepViewedUser(viewed, here())
    await changeOver(viewed, firstPageFor(sessionOf(viewed).permissions))
  }

  /** Back to one's own session, at the page where viewing began. */
  const endViewing = async (): Promise<void> => {
    if (!state.get().viewing) return
    // The server ends it by itself within 15 minutes where it cannot be told now.
    await parts.api.call(signOut, {}, { unauthorized: 'an-answer', timeoutMs: endViewingTimeoutMs }).catch(() => {})
    backToOneself()
  }

  /**
   * Ends the session on the server and here, unless its user would rather keep what is not saved. Throws when the server
   * could not be told: the user is then still in. With a message it is not the user who wants it, and nobody is asked.
   */
  const exit = async (why: Pick<LeaveState, 'message' | 'tone'> = {}): Promise<void> => {
    if (state.get().viewing) return endViewing()
    if (why.message === undefined && !(await parts.unsaved.mayLose())) return
    markSigningOut(true)
    try {
      await parts.api.call(signOut, {}, { unauthorized: 'an-answer' })
    } catch (error) {
      markSigningOut(false)
      if (!isStatus(error, 401)) throw error
    }
    leave('/signin', { loggedOut: true, ...why })
    clearBrowser()
  }

  /** Asks the server now, for instance after the live connection was refused or the user's rights were changed. */
  const verify = async (): Promise<void> => {
    const tooSoonMs = lastCheckAt + atLeastApartMs - performance.now()
    if (tooSoonMs > 0) await new Promise((resolve) => setTimeout(resolve, tooSoonMs))
    if (state.get().status !== 'out') await check('now')
  }

  /** The guard found that the token has run out while nobody looked. */
  const endExpired = (): void => {
    if (state.get().status !== 'out') leave('/signin', { from: here(), sessionExpired: true })
  }

  const confirm = async (stored: StoredUser): Promise<void> => {
    const { roleIds, ...user } = stored
    if (roleIds) await fetchRoles(user, roleIds)
    if (state.get().status !== 'out') await check('start')
  }

  const fetchRoles = async (user: StoredUser, roleIds: readonly string[]): Promise<void> => {
    try {
      const { roles } = await parts.api.call(byIds, { roleIds: [...roleIds] })
      const whole = { ...user, roles: [...user.roles, ...roles] }
      writeStoredUser(whole)
      state.set({ ...sessionOf(whole), status: state.get().status })
    } catch (error) {
      if (!isStatus(error, 401)) console.warn('The roles could not be fetched:', error)
    }
  }

  const check = async (occasion: 'start' | 'now', tried = 0): Promise<void> => {
    if (isSigningOut()) return
    const asking = readStoredUser()
    if (!asking) return expire()
    const since = performance.now() - lastCheckAt
    if (tried === 0 && since < atLeastApartMs) return checkIn(atLeastApartMs - since)
    lastCheckAt = performance.now()
    try {
      const { token, user } = await parts.api.call(
        checkSession,
        {},
        { unauthorized: 'an-answer', timeoutMs: checkTimeoutMs },
      )
      if (isStillThere(asking)) keep(storedWith(token, user))
    } catch (error) {
      if (hasRunOut(asking)) return occasion === 'start' ? endRunOut() : expire()
      if (!isStillThere(asking)) return
      if (isStatus(error, 401)) return expire()
      await afterTransient(occasion, tried, error)
    }
  }

  // Meanwhile somebody signed out, or another token came: what the server said of the old one is of no interest.
  const isStillThere = ({ token }: StoredUser): boolean =>
    state.get().status !== 'out' && !isSigningOut() && readStoredUser()?.token === token

  // Asking has told the time, perhaps for the first time.
  const hasRunOut = ({ token }: StoredUser): boolean =>
    state.get().user?.token === token && !isSigningOut() && hasExpired(token)

  // Before the page was opened: whoever is at a public page stays there, and elsewhere the guard says why.
  const endRunOut = (): void => {
    if (isViewing()) return backToOneself()
    dropStoredUser()
    end({ expired: true })
  }

  // Nobody is thrown out of a running control room because the server was away for a moment: the connection indicator
  // says so instead. Nor does anybody who begins meanwhile: that would end it in every tab. Only a session that the
  // server was there for at the start and did not confirm ends.
  const afterTransient = async (occasion: 'start' | 'now', tried: number, error: unknown): Promise<void> => {
    if (tried < retries) {
      if (state.get().status === 'verifying') state.set({ ...state.get(), status: 'in' })
      await new Promise((resolve) => setTimeout(resolve, retryDelayMs))
      if (state.get().status !== 'out') await check(occasion, tried + 1)
      return
    }
    if (occasion === 'now' || place === 'document' || isOutOfReach(error)) return schedule()
    leave('/signin', { from: here(), message: messages.sessionRefreshFailed, tone: 'error' })
  }

  const schedule = (): void => {
    clearTimeout(timer)
    const { user } = state.get()
    const claims = user && readToken(user.token)
    if (!claims) return
    const left = claims.exp * 1000 - parts.clock.now()
    checkIn(left > beforeExpiryMs ? Math.min(checkEveryMs, left - beforeExpiryMs) : Math.min(checkEveryMs, left))
  }

  const checkIn = (delayMs: number): void => {
    clearTimeout(timer)
    timer = setTimeout(() => void check('now'), Math.max(atLeastApartMs, delayMs))
  }

  const take = async (user: StoredUser, { to, entered }: Taking): Promise<void> => {
    parts.api.forgetCsrfToken()
    writeStoredUser(user)
    if (isAnother(user)) await changeOver(user, to)
    else adopt(user, entered)
  }

  const keep = (user: StoredUser): void => {
    writeStoredUser(user)
    if (isAnother(user)) void changeOver(user)
    else adopt(user)
  }

  const adopt = (user: StoredUser, entered = state.get().entered): void => {
    state.set({ ...sessionOf(user), entered })
    schedule()
  }

  // Everything of the application that knows the former holder goes away before the new one is there.
  const changeOver = async (user: StoredUser, to?: string, why: LeaveState = {}): Promise<void> => {
    clearTimeout(timer)
    parts.api.forgetCsrfToken()
    state.set({ ...sessionOf(user), status: 'verifying' })
    await (to === undefined ? new Promise((resolve) => setTimeout(resolve)) : goTo(to, why))
    const stored = readStoredUser()
    if (stored) adopt(stored)
    else end({})
  }

  // Somebody else than who is in, or the same person in another company or through other eyes.
  const isAnother = ({ id, company, viewedBy }: StoredUser): boolean => {
    const { user } = state.get()
    return user !== null && !(user.id === id && user.company?.id === company?.id && user.viewedBy === viewedBy)
  }

  const backToOneself = (): void => {
    const from = dropViewedUser()
    const own = readStoredUser()
    if (own) void changeOver(own, from, { message: 'You see Gatehouse as yourself again' })
    else leave('/', { from, sessionExpired: true })
  }

  const expire = (): void => {
    if (state.get().status !== 'out') leave('/', { from: here(), sessionExpired: true })
  }

  // Ends the session here and goes to where that is explained.
  const leave = (to: string, why: LeaveState): void => {
    if (isViewing()) return backToOneself()
    dropStoredUser()
    end({ leaving: true })
    void goTo(to, why)
  }

  const end = (how: Partial<Session>): void => {
    clearTimeout(timer)
    parts.api.forgetCsrfToken()
    state.set({ ...signedOut, ...how })
  }

  return { start, adoptAnswer, begin, beginViewing, endViewing, exit, verify, endExpired }
}

export const session = singleton((use) =>
  createSession({ api: use(api), clock: use(clock), state: use(sessionState), unsaved: use(unsavedForms) }),
)

export type SessionLife = ReturnType<typeof createSession>

export const startSession: SessionLife['start'] = (...given) => session().start(...given)
export const adoptSession: SessionLife['adoptAnswer'] = (...given) => session().adoptAnswer(...given)
export const beginSession: SessionLife['begin'] = (admitted) => session().begin(admitted)
export const beginViewing: SessionLife['beginViewing'] = (...given) => session().beginViewing(...given)
export const endViewing: SessionLife['endViewing'] = () => session().endViewing()
export const exit: SessionLife['exit'] = (why) => session().exit(why)
export const verifySession: SessionLife['verify'] = () => session().verify()
export const endExpired: SessionLife['endExpired'] = () => session().endExpired()

// No answer came, or only from what stands before the server.
const isOutOfReach = (error: unknown): boolean => isApiError(error) && [0, 502, 503, 504].includes(error.status)

interface Taking {
  readonly to?: string | undefined
  readonly entered?: boolean
}

const sessionOf = (user: StoredUser): Session => ({
  ...signedOut,
  status: 'in',
  user,
  viewing: isViewing(),
  permissions: new Set([
    ...(readToken(user.token)?.permissions ?? []),
    ...user.permissions,
    ...user.roles.flatMap((role) => role.permissions),
  ]),
})

const clearBrowser = (): void => {
  local.clear()
  // Half-typed forms too: the next person at this screen is somebody else.
  tab.clear()
  for (const cookie of document.cookie.split('; ')) {
    const name = cookie.split('=')[0] ?? ''
    if (name !== '') document.cookie = `${name}=; path=/; max-age=0`
  }
}

const here = (): string => window.location.pathname + window.location.search + window.location.hash
