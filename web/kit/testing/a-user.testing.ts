// A user as the server tells the browser of them, for tests that care about some of it only.
import type { User } from '@gatehouse/contract/identity/auth'
import type { state } from '@gatehouse/contract/identity/second-factors'
import type { Output } from '@gatehouse/contract/operation'
import { beganAt } from './fake-time.testing.ts'

export const aUser = (changes: Partial<User> = {}): User => ({
  id: 'kwame',
  email: 'guard@gatehouse.example',
  displayName: 'Kwame Mensah',
  firstName: 'Kwame',
  lastName: 'Mensah',
  phone: null,
  country: null,
  job: null,
  department: null,
  avatar: null,
  profilePicture: null,
  status: 'online',
  verified: true,
  roles: [],
  permissions: [],
  accessibleLabels: [],
  lastLoggedIn: null,
  company: null,
  limited: false,
  viewedBy: null,
  ...changes,
})

/** How somebody proves who they are who has a password alone. */
export const aPasswordAlone: Output<typeof state> = {
  method: 'none',
  required: 'none',
  hasPassword: true,
  passwordChangedAt: beganAt,
  recoveryCodesLeft: 0,
  passkeys: [],
  trustedDevices: [],
}

/** The storage of a browser over what it keeps. */
export const storageOf = (stored: Map<string, string>) => ({
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
  clear: () => stored.clear(),
})
