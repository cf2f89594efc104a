// Where somebody wanted to go before they had to sign in.
import { usePlace } from '../place.tsx'
import { type LeaveState, leaveStateIn } from './session-state.ts'
import { tab } from '../data/storage.ts'

/** Only a path of our own: never another site, and not the way in itself. */
export const pathWithin = (from: unknown): string | null =>
  typeof from === 'string' && /^\/(?![/\\])/.test(from) && !from.startsWith('/signin') ? from : null

export const useLeaveState = (): LeaveState | null => leaveStateIn(usePlace().state)

const key = 'cameFrom'

/** Kept while the browser is away at a provider. */
export const rememberWay = (from: unknown): void => {
  const path = pathWithin(from)
  if (path === null) tab.remove(key)
  else tab.set(key, path)
}

export const rememberedWay = (): string | null => pathWithin(tab.get(key))
