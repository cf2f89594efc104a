// What the browser keeps of the signed-in user (`userInfo` in local storage): valid only while its token is.
import type { User } from '@gatehouse/contract/auth'

export interface StoredUser extends User {
  readonly token: string
}

export interface TokenClaims {
  /** Seconds since 1970. */
  readonly exp: number
  readonly permissions: readonly string[]
}

const key = 'userInfo'

/** The stored user while the token lasts; one that has expired is dropped on sight. */
export const readStoredUser = (now = Date.now()): StoredUser | null => {
  const stored = parse(storage().getItem(key))
  if (!stored) return null
  const claims = readToken(stored.token)
  if (claims && claims.exp * 1000 > now) return stored
  dropStoredUser()
  return null
}

export const writeStoredUser = (user: StoredUser): void => storage().setItem(key, JSON.stringify(user))

export const dropStoredUser = (): void => storage().removeItem(key)

/** Whether a storage event of another tab is about the stored user (a null key: everything was cleared). */
export const concernsStoredUser = (changed: string | null): boolean => changed === null || changed === key

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
    const value: Partial<StoredUser> | null = JSON.parse(text)
    return value && isWhole(value) ? value : null
  } catch {
    return null
  }
}

const isWhole = (value: Partial<StoredUser>): value is StoredUser =>
  typeof value.token === 'string' &&
  typeof value.id === 'string' &&
  Array.isArray(value.roles) &&
  Array.isArray(value.permissions)

// Storage can be forbidden (private modes, policies): the session then lives as long as the page.
const memory = new Map<string, string>()
const inMemory: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> = {
  getItem: (name) => memory.get(name) ?? null,
  setItem: (name, value) => void memory.set(name, value),
  removeItem: (name) => void memory.delete(name),
}

const storage = (): typeof inMemory => {
  try {
    return globalThis.localStorage ?? inMemory
  } catch {
    return inMemory
  }
}
