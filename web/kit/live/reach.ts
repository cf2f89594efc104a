// Whether the server can be reached: by what the browser says of its network, and by what became of this page's calls.
import { useSyncExternalStore } from 'react'
import { singleton } from '../application.ts'
import { createListeners } from '../data/store.ts'

export type Reach =
  | 'here'
  /** This device has no network. */
  | 'offline'
  /** It has one, and nobody answers. */
  | 'away'

const lookAgainMs = 5_000
const patienceMs = 4_000

export interface Reachability {
  readonly current: () => Reach
  readonly subscribe: (listener: () => void) => () => void
  /** A call was answered, whatever the answer. */
  readonly reached: () => void
  /** A call was not. */
  readonly missed: () => void
}

export const createReachability = (): Reachability => {
  let isAway = false
  let timer: ReturnType<typeof setInterval> | undefined

  const set = (away: boolean) => {
    if (isAway === away) return
    isAway = away
    clearInterval(timer)
    if (away) timer = setInterval(() => void look(), lookAgainMs)
    emit()
  }

  // A page that asks nothing more would never learn that the server is back.
  const look = async () => {
    try {
      await fetch('/api/health', { cache: 'no-store', signal: AbortSignal.timeout(patienceMs) })
      set(false)
    } catch {
      // Not yet.
    }
  }

  const onOnline = () => {
    emit()
    if (isAway) void look()
  }
  const { emit, subscribe } = createListeners({
    begin: () => {
      window.addEventListener('online', onOnline)
      window.addEventListener('offline', emit)
    },
    end: () => {
      window.removeEventListener('online', onOnline)
      window.removeEventListener('offline', emit)
    },
  })

  return {
    current: () => (navigator.onLine ? (isAway ? 'away' : 'here') : 'offline'),
    subscribe,
    reached: () => set(false),
    missed: () => set(true),
  }
}

export const reachability = singleton(createReachability)

export const useReach = (): Reach =>
  useSyncExternalStore(reachability().subscribe, reachability().current, () => 'here')
