// Where somebody wanted to go before they had to sign in.
import { useLocation } from 'react-router'
import type { LeaveState } from '../kit/session.ts'

/** Only a path of our own: never another site, and not the way in itself. */
export const pathWithin = (from: unknown): string | null =>
  typeof from === 'string' && /^\/(?![/\\])/.test(from) && !from.startsWith('/signin') ? from : null

export const useLeaveState = (): LeaveState | null => {
  const state: LeaveState | null = useLocation().state
  return state
}

const key = 'cameFrom'

/** Kept while the browser is away at a provider. */
export const rememberWay = (from: unknown): void => {
  const path = pathWithin(from)
  try {
    if (path === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, path)
  } catch {
    // Storage is forbidden here: signing in leads to the first page.
  }
}

export const rememberedWay = (): string | null => {
  try {
    return pathWithin(sessionStorage.getItem(key))
  } catch {
    return null
  }
}
