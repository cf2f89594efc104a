// Whether the server can be reached: by what the browser says of its network, and by what became of this page's calls.
import { useSyncExternalStore } from 'react'

export type Reach =
  | 'here'
  /** This device has no network. */
  | 'offline'
  /** It has one, and nobody answers. */
  | 'away'

const lookAgainMs = 5_000
const patienceMs = 4_000
const listeners = new Set<() => void>()
let isAway = false
let timer: ReturnType<typeof setInterval> | undefined

export const useReach = (): Reach => useSyncExternalStore(subscribe, currentReach, () => 'here')

/** A call was answered, whatever it said. */
export const heardServer = (): void => set(false)

/** A call was not. */
export const missedServer = (): void => set(true)

const currentReach = (): Reach => (navigator.onLine ? (isAway ? 'away' : 'here') : 'offline')

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  if (listeners.size === 1) {
    window.addEventListener('online', onOnline)
    window.addEventListener('offline', tell)
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    window.removeEventListener('online', onOnline)
    window.removeEventListener('offline', tell)
  }
}

const onOnline = (): void => {
  tell()
  if (isAway) void look()
}

const set = (away: boolean): void => {
  if (isAway === away) return
  isAway = away
  clearInterval(timer)
  if (away) timer = setInterval(() => void look(), lookAgainMs)
  tell()
}

// A page that asks nothing more would never learn that the server is back.
const look = async (): Promise<void> => {
  try {
    await fetch('/api/health', { cache: 'no-store', signal: AbortSignal.timeout(patienceMs) })
    set(false)
  } catch {
    // Not yet.
  }
}

const tell = (): void => {
  for (const listener of listeners) listener()
}
