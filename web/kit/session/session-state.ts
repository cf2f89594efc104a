// Who is signed in, for everything that shows or asks it. What makes and ends sessions is session.ts, which public
// documents fetch only for those who have one.
import type { Permission } from '@gatehouse/contract/permissions'
import { useSyncExternalStore } from 'react'
import { singleton } from '../application.ts'
import { createStore, type Store } from '../data/store.ts'
import type { StoredUser } from './stored-user.ts'

export interface Session {
  /** `verifying`: somebody is signed in, and the server has not confirmed it yet or the page is being changed over. */
  readonly status: 'verifying' | 'in' | 'out'
  /** It was ended here, and the way to the page that says why has begun: the guard does not send anywhere else. */
  readonly leaving: boolean
  /** It had run out before the page was opened. */
  readonly expired: boolean
  /** Its user ended it, in another tab. */
  readonly loggedOut: boolean
  /** It began in this tab, by signing in. */
  readonly entered: boolean
  /** This tab looks through another person's eyes; `user` is that person. */
  readonly viewing: boolean
  readonly user: StoredUser | null
  /** The union of what token, user and roles carry. For display only: the server decides. */
  readonly permissions: ReadonlySet<string>
}

/** Why the user leaves or comes; the pages they land on read it from the location. */
export interface LeaveState {
  readonly from?: string
  readonly sessionExpired?: boolean
  readonly loggedOut?: boolean
  readonly message?: string
  /** Of the message; information when absent. */
  readonly tone?: 'error'
}

/** What a page's location says, where it was a session that led there. */
export const leaveStateIn = (state: unknown): LeaveState | null => (typeof state === 'object' ? state : null)

export const signedOut: Session = {
  status: 'out',
  user: null,
  permissions: new Set(),
  leaving: false,
  expired: false,
  loggedOut: false,
  entered: false,
  viewing: false,
}

export type SessionState = Store<Session>

export const createSessionState = (): SessionState => createStore(signedOut)

/** Set by session.ts alone. */
export const sessionState = singleton(createSessionState)

/** Nobody is signed in where a page is rendered ahead. */
export const useSession = (): Session => useSyncExternalStore(subscribeSession, currentSession, () => signedOut)

/** Where the contract's list of permissions would be too much to carry; elsewhere kit/can.tsx. */
export const useHas = (permission: Permission): boolean => {
  const { status, permissions } = useSession()
  return status === 'in' && permissions.has(permission)
}

export const currentSession = (): Session => sessionState().get()

export const subscribeSession = (listener: () => void): (() => void) => sessionState().subscribe(listener)
