// The server's time, as answers and the live connection tell it, and one shared clock for everything that ages on a
// screen: it ticks once a second. The browser's own clock may be wrong by hours.
import { useSyncExternalStore } from 'react'
import { singleton } from './application.ts'
import { createListeners } from './data/store.ts'

const closeMs = 2_000

export interface Clock {
  /** The server's time now, as far as it is known; this machine's until then. */
  readonly now: () => number
  /** null: nothing has come from the server yet. */
  readonly known: () => number | null
  readonly setTime: (iso: string) => void
  /**
   * What the head of an answer says, in whole seconds and a way ago: a time that agrees with it is closer than it and
   * stays. `askedAt` is this machine's time.
   */
  readonly readHead: (date: string | null, askedAt: number) => void
  readonly tickedAt: () => number
  readonly subscribe: (listener: () => void) => () => void
}

export const createClock = (): Clock => {
  let offsetMs: number | null = null
  let tickedAt = Date.now()
  let timer: ReturnType<typeof setInterval> | undefined

  const now = () => Date.now() + (offsetMs ?? 0)

  const tick = () => {
    tickedAt = now()
    emit()
  }
  const { emit, subscribe } = createListeners({
    begin: () => {
      tickedAt = now()
      timer = setInterval(tick, 1_000)
    },
    end: () => clearInterval(timer),
  })

  const setOffset = (ms: number) => {
    offsetMs = ms
    tick()
  }

  return {
    now,
    known: () => (offsetMs === null ? null : now()),
    setTime: (iso) => setOffset(Date.parse(iso) - Date.now()),
    readHead: (date, askedAt) => {
      const sent = Date.parse(date ?? '')
      if (Number.isNaN(sent)) return
      const assumed = offsetMs ?? 0
      const agrees = sent > askedAt + assumed - closeMs && sent < Date.now() + assumed + closeMs
      if (!agrees) setOffset(sent - Date.now())
      else offsetMs = assumed
    },
    tickedAt: () => tickedAt,
    subscribe,
  }
}

export const clock = singleton(createClock)

/** The server's time now, as far as it is known; this machine's until then. */
export const serverNow = (): number => clock().now()

/** null: nothing has come from the server yet. */
export const knownServerTime = (): number | null => clock().known()

/**
 * Something derived from the time, redrawn only when the result changes: pass a function that answers with a string,
 * number or boolean.
 */
export const useClock = <T extends string | number | boolean | null>(derive: (now: number) => T): T => {
  const { subscribe, tickedAt } = clock()
  return useSyncExternalStore(
    subscribe,
    () => derive(tickedAt()),
    () => derive(tickedAt()),
  )
}
