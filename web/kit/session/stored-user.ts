// What the browser keeps of the signed-in user: `userInfo` in local storage, valid only while its token is. A tab that
// looks through another person's eyes keeps that person for itself, in session storage.
import type { User } from '@gatehouse/contract/identity/auth'
import { knownServerTime } from '../clock.ts'
import { isViewing, userKey, viewingKey } from './somebody.ts'
import { local, tab } from '../data/storage.ts'

export interface StoredUser extends User {
  readonly token: string
  /** The one that the token carries. */
  readonly sessionToken: string
  /** Roles that were given as ids and are to be fetched. */
  readonly roleIds?: readonly string[]
}

export interface TokenClaims {
  /** Seconds since 1970. */
  readonly exp: number
  readonly sessionToken: string
  readonly permissions: readonly string[]
}

const viewingFromKey = 'viewingFrom'
const signingOutKey = 'signingOut'
export const signingOutForMs = 10_000

/** What is kept of a user with that token. */
export const storedWith = (token: string, user: User): StoredUser => ({
  ...user,
  token,
  sessionToken: readToken(token)?.sessionToken ?? '',
})

/** The stored user while the token lasts; one that has expired is dropped on sight. */
export const readStoredUser = (now = knownServerTime()): StoredUser | null => {
  const viewing = isViewing()
  const stored = parse(viewing ? tab.get(viewingKey) : local.get(userKey))
  if (stored && !hasExpired(stored.token, now)) return stored
  // A person looked at stays until that is ended: no call may slip through with the viewer's own rights.
  if (!viewing) dropStoredUser()
  return null
}

export const writeStoredUser = (user: StoredUser): void =>
  isViewing() ? tab.set(viewingKey, JSON.stringify(user)) : local.set(userKey, JSON.stringify(user))

export const dropStoredUser = (): void => local.remove(userKey)

/** From now on this tab is that person; `from` is where that began. */
export const keepViewedUser = (user: StoredUser, from: string): void => {
  tab.set(viewingKey, JSON.stringify(user))
  tab.set(viewingFromKey, from)
}

/** This tab is its own user again; answers where viewing began. */
export const dropViewedUser = (): string => {
  const from = tab.get(viewingFromKey) ?? '/'
  tab.remove(viewingKey)
  tab.remove(viewingFromKey)
  return from
}

/** Tells every tab that the session is being ended by its user: what the server says of it meanwhile is no surprise. */
export const markSigningOut = (isUnderWay: boolean): void =>
  isUnderWay ? local.set(signingOutKey, String(Date.now())) : local.remove(signingOutKey)

export const isSigningOut = (): boolean => Date.now() - Number(local.get(signingOutKey)) < signingOutForMs

/** Whether a storage event of another tab is about the stored user (a null key: everything was cleared). */
export const concernsStoredUser = (changed: string | null): boolean => changed === null || changed === userKey

/** Whether a storage event of another tab is about signing out. */
export const concernsSigningOut = (changed: string | null): boolean => changed === signingOutKey

/** By the server's time; while that is unknown (null), only the server can say it. */
export const hasExpired = (token: string, now = knownServerTime()): boolean => {
  const claims = readToken(token)
  return !claims || (now !== null && claims.exp * 1000 <= now)
}

/** The claims inside a token, for display and timing only; null when it is not a token that can be read. */
export const readToken = (token: string): TokenClaims | null => {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    const bytes = Uint8Array.from(atob(payload), (character) => character.charCodeAt(0))
    const claims: Partial<TokenClaims> = JSON.parse(new TextDecoder().decode(bytes))
    if (typeof claims.exp !== 'number') return null
    return { exp: claims.exp, sessionToken: claims.sessionToken ?? '', permissions: claims.permissions ?? [] }
  } catch {
    return null
  }
}

const parse = (text: string | null): StoredUser | null => {
  if (text === null) return null
  try {
    const value: Loose | null = JSON.parse(text)
    return value && isWhole(value) ? settled(value) : null
  } catch {
    return null
  }
}

/** As the specification allows it to be stored: roles as ids, permissions of roles as objects with a name. */
interface Loose extends Partial<Omit<StoredUser, 'roles'>> {
  readonly roles?: readonly (string | LooseRole)[]
}
type LooseRole = Omit<User['roles'][number], 'permissions'> & {
  readonly permissions?: readonly (string | { readonly name: string })[]
}
type Whole = Omit<StoredUser, 'roles' | 'sessionToken'> & Required<Pick<Loose, 'roles'>>

const isWhole = (value: Loose): value is Whole =>
  typeof value.token === 'string' &&
  typeof value.id === 'string' &&
  Array.isArray(value.roles) &&
  Array.isArray(value.permissions)

const settled = ({ roles, token, ...user }: Whole): StoredUser => {
  const roleIds = roles.filter((role) => typeof role === 'string')
  const whole = roles.flatMap((role) =>
    typeof role === 'string' ? [] : [{ ...role, permissions: (role.permissions ?? []).map(nameOf) }],
  )
  return { ...storedWith(token, { ...user, roles: whole }), ...(roleIds.length > 0 ? { roleIds } : {}) }
}

const nameOf = (permission: string | { readonly name: string }) =>
  typeof permission === 'string' ? permission : permission.name
