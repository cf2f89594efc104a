// One's own status: offline while the connection is gone, away while nothing is done here or nobody sees the page, online
// otherwise. It is shown in the user's menu only, and opening that is the first thing done.
import type { User } from '@gatehouse/contract/identity/auth'
import { useSyncExternalStore } from 'react'
import { singleton } from '../../kit/application.ts'
import { createListeners } from '../../kit/data/store.ts'
import type { Phase } from '../../kit/live/live.ts'

export interface Presence {
  /** The dot is grey. */
  readonly isOffline: boolean
  readonly word: 'Online' | 'Away' | 'Connecting' | 'Offline'
}

export const presenceIn = (phase: Phase, isAway: boolean): Presence => {
  if (phase === 'connecting') return { isOffline: false, word: 'Connecting' }
  if (phase !== 'live') return presenceOf('offline')
  return presenceOf(isAway ? 'away' : 'online')
}

const words = { online: 'Online', away: 'Away', offline: 'Offline' } as const satisfies Record<User['status'], string>

/** Of a person whose status the server knows. */
export const presenceOf = (status: User['status']): Presence => ({
  isOffline: status === 'offline',
  word: words[status],
})

export const awayAfterMs = 5 * 60_000

const inputs = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const

export const createActivity = () => {
  let isIdle = false
  let timer: ReturnType<typeof setTimeout> | undefined

  const set = (idle: boolean) => {
    if (isIdle === idle) return
    isIdle = idle
    emit()
  }
  const restart = () => {
    clearTimeout(timer)
    timer = setTimeout(() => set(true), awayAfterMs)
    set(false)
  }
  const look = () => emit()
  const { emit, subscribe } = createListeners({
    begin: () => {
      restart()
      for (const name of inputs) window.addEventListener(name, restart, { passive: true })
      document.addEventListener('visibilitychange', look)
    },
    end: () => {
      clearTimeout(timer)
      for (const name of inputs) window.removeEventListener(name, restart)
      document.removeEventListener('visibilitychange', look)
    },
  })

  return { isAway: () => isIdle || document.visibilityState === 'hidden', subscribe }
}

const activity = singleton(createActivity)

export const useAway = (): boolean => useSyncExternalStore(activity().subscribe, activity().isAway)
