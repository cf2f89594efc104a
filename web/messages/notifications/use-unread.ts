// What the bell shows. What finds that out is fetched once the bell is there, and works for as long as it is.
import { useSyncExternalStore } from 'react'
import { type Singleton, singleton } from '../../kit/application.ts'
import { createListeners } from '../../kit/data/store.ts'
import { createPart } from '../../kit/part.ts'

export interface BellState {
  readonly unread: number
  /** New ones do not come as they are told: the connection for them has given up. */
  readonly isCutOff: boolean
}

const askAgainMs = 5_000

export interface Bell {
  readonly state: () => BellState
  /** For who finds it out. */
  readonly set: (next: BellState) => void
  /** Has it found out for as long as anybody watches. */
  readonly watch: (listener: () => void) => () => void
}

/** `load` fetches what finds it out: a function that starts that and answers how to stop. */
export const createBell = (load: () => Promise<() => () => void>): Bell => {
  const inbox = createPart(load)
  let state: BellState = { unread: 0, isCutOff: false }
  let watched = false
  let stop: (() => void) | undefined
  let again: ReturnType<typeof setTimeout> | undefined

  const start = async (): Promise<void> => {
    await inbox.fetch()
    if (!watched || stop) return
    const part = inbox.state()
    if (part.is === 'there') {
      stop = part.part()
      return
    }
    inbox.forget()
    again = setTimeout(() => void start(), askAgainMs)
  }

  const { emit, subscribe } = createListeners({
    begin: () => {
      watched = true
      void start()
    },
    end: () => {
      watched = false
      clearTimeout(again)
      stop?.()
      stop = undefined
    },
  })

  return {
    state: () => state,
    set: (next) => {
      if (next.unread === state.unread && next.isCutOff === state.isCutOff) return
      state = next
      emit()
    },
    watch: subscribe,
  }
}

export const bell: Singleton<Bell> = singleton((use) =>
  createBell(async () => {
    const { notificationConnection } = await import('./connection.ts')
    return () => use(notificationConnection).start()
  }),
)

export const useBell = (): BellState => useSyncExternalStore(bell().watch, bell().state)
