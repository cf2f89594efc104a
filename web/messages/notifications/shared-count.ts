// How many are unread, and what has just become of them, for every tab of this browser; kept while the tabs are open so
// that a page that is loaded again need not ask at once. Only the count is kept, nothing that was told.
import { local } from '../../kit/data/storage.ts'
import type { Change } from './inbox-state.ts'

export type SharedChange =
  | Change
  /** One has come, and every tab that is connected is told itself. */
  | { readonly kind: 'told' }
  /** There may be others than the tab knows. */
  | { readonly kind: 'more' }

export interface Shared {
  /** Who they are told to, and in which company. */
  readonly holder: string
  readonly unread: number
  /** The number of the newest that the count knows of. */
  readonly seq: number
  /** When the server was last asked for the newest, by this machine's clock. */
  readonly askedAt: number
  /** When the newest of all was told, by the server's. */
  readonly newestAt: number
  readonly change: SharedChange
}

const key = 'notifications'

export type Share = (shared: Shared) => void

export const createShare = (): Share => {
  let sent = 0
  return (shared) => {
    // The same twice in a row would be no news to the other tabs.
    sent++
    local.set(key, JSON.stringify({ ...shared, sent }))
  }
}

export const readShared = (holder: string): Shared | null => {
  const shared = parsed(local.get(key))
  return shared?.holder === holder ? shared : null
}

/** Hears of what other tabs did; answers how to stop. */
export const whenShared = (listener: (shared: Shared) => void): (() => void) => {
  const listen = ({ key: changed, newValue }: StorageEvent) => {
    const shared = changed === key ? parsed(newValue) : null
    if (shared) listener(shared)
  }
  window.addEventListener('storage', listen)
  return () => window.removeEventListener('storage', listen)
}

const parsed = (text: string | null): Shared | null => {
  try {
    const value: Partial<Shared> | null = JSON.parse(text ?? 'null')
    if (typeof value?.holder !== 'string' || typeof value.change?.kind !== 'string') return null
    const { holder, change } = value
    // Another edition of the application may have left something else here.
    if ((change.kind === 'read' || change.kind === 'unread' || change.kind === 'removed') && !Array.isArray(change.ids))
      return null
    const { unread, seq, askedAt, newestAt } = value
    const numbers = { unread: numberIn(unread), seq: numberIn(seq), askedAt: numberIn(askedAt) }
    return { holder, change, ...numbers, newestAt: numberIn(newestAt) }
  } catch {
    return null
  }
}

const numberIn = (value: unknown) => (typeof value === 'number' && value > 0 ? value : 0)
