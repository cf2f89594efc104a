// What the browser keeps of the signed-in user: `userInfo` in local storage, valid only while its token is. A tab that
// looks through another person's eyes keeps that person for itself, in session storage.
import type { User } from '@gatehouse/contract/auth'

export interface StoredUser extends User {
  readonly token: string
  /** Roles that were given as ids and are to be fetched. */
  readonly roleIds?: readonly string[]
}

export interface TokenClaims {
  /** Seconds since 1970. */
  readonly exp: number
  readonly permissions: readonly string[]
}

const key = 'userInfo'
const viewingKey = 'viewing'
const viewingFromKey = 'viewingFrom'
const signingOutKey = 'signingOut'
export const signingOutForMs = 10_000

/** The stored user while the token lasts; one that has expired is dropped on sight. */
export const readStoredUser = (now = Date.now()): StoredUser | null => {
  const viewing = isViewing()
  const stored = parse(viewing ? tab().getItem(viewingKey) : local().getItem(key))
  if (stored && !hasExpired(stored.token, now)) return stored
  // A person looked at stays until that is ended: no call may slip through with the viewer's own rights.
  if (!viewing) dropStoredUser()
  return null
}

/** A stored user is there, but its token has run out. */
export const isExpiredUserStored = (): boolean => {
  const stored = parse(local().getItem(key))
  return stored !== null && hasExpired(stored.token)
}

export const writeStoredUser = (user: StoredUser): void =>
  isViewing() ? tab().setItem(viewingKey, JSON.stringify(user)) : local().setItem(key, JSON.stringify(user))

export const dropStoredUser = (): void => local().removeItem(key)

/** Whether this tab looks through another person's eyes. */
export const isViewing = (): boolean => tab().getItem(viewingKey) !== null

/** From now on this tab is that person; `from` is where that began. */
export const keepViewedUser = (user: StoredUser, from: string): void => {
  tab().setItem(viewingKey, JSON.stringify(user))
  tab().setItem(viewingFromKey, from)
}

/** This tab is its own user again; answers where viewing began. */
export const dropViewedUser = (): string => {
  const from = tab().getItem(viewingFromKey) ?? '/'
  tab().removeItem(viewingKey)
  tab().removeItem(viewingFromKey)
  return from
}

/** Tells every tab that the session is being ended by its user: what the server says of it meanwhile is no surprise. */
export const markSigningOut = (isUnderWay: boolean): void =>
  isUnderWay ? local().setItem(signingOutKey, String(Date.now())) : local().removeItem(signingOutKey)

export const isSigningOut = (): boolean => Date.now() - Number(local().getItem(signingOutKey)) < signingOutForMs

/** Whether a storage event of another tab is about the stored user (a null key: everything was cleared). */
export const concernsStoredUser = (changed: string | null): boolean => changed === null || changed === key

/** Whether a storage event of another tab is about signing out. */
export const concernsSigningOut = (changed: string | null): boolean => changed === signingOutKey

export const hasExpired = (token: string, now = Date.now()): boolean => {
  const claims = readToken(token)
  return !claims || claims.exp * 1000 <= now
}

/** The claims inside a token, for display and timing only; null when it is not a token that can be read. */
export const readToken = (token: string): TokenClaims | null => {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    const bytes = Uint8Array.from(atob(payload), (character) => character.charCodeAt(0))
    const claims: Partial<TokenClaims> = JSON.parse(new TextDecoder().decode(bytes))
    return typeof claims.exp === 'number' ? { exp: claims.exp, permissions: claims.permissions ?? [] } : null
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
type Whole = Omit<StoredUser, 'roles'> & Required<Pick<Loose, 'roles'>>

const isWhole = (value: Loose): value is Whole =>
  typeof value.token === 'string' &&
  typeof value.id === 'string' &&
  Array.isArray(value.roles) &&
  Array.isArray(value.permissions)

const settled = ({ roles, ...user }: Whole): StoredUser => {
  const roleIds = roles.filter((role) => typeof role === 'string')
  return {
    ...user,
    roles: roles.flatMap((role) =>
      typeof role === 'string' ? [] : [{ ...role, permissions: (role.permissions ?? []).map(nameOf) }],
    ),
    ...(roleIds.length > 0 ? { roleIds } : {}),
  }
}

const nameOf = (permission: string | { readonly name: string }) =>
  typeof permission === 'string' ? permission : permission.name

// Storage can be forbidden (private modes, policies): the session then lives as long as the page.
type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const inMemory = (): Store => {
  const memory = new Map<string, string>()
  return {
    getItem: (name) => memory.get(name) ?? null,
    setItem: (name, value) => void memory.set(name, value),
    removeItem: (name) => void memory.delete(name),
  }
}
const localMemory = inMemory()
const tabMemory = inMemory()

const local = (): Store => {
  try {
    return globalThis.localStorage ?? localMemory
  } catch {
    return localMemory
  }
}

const tab = (): Store => {
  try {
    return globalThis.sessionStorage ?? tabMemory
  } catch {
    return tabMemory
  }
}
