// A user as the server tells the browser of them, for tests that care about some of it only.
import type { User } from '@gatehouse/contract/identity/auth'

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

/** The storage of a browser over what it keeps. */
export const storageOf = (stored: Map<string, string>) => ({
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
  clear: () => stored.clear(),
})
