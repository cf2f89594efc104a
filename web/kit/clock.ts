// One shared clock for everything that ages on a screen: it ticks once a second, in the server's time.
import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let offsetMs = 0
let tickedAt = Date.now()
let timer: ReturnType<typeof setInterval> | undefined

/** The server's time now, as far as the live connection has told it. */
export const serverNow = (): number => Date.now() + offsetMs

export const setServerTime = (iso: string): void => {
  offsetMs = Date.parse(iso) - Date.now()
  tick()
}

/**
 * Something derived from the time, redrawn only when the result changes: pass a function that answers with a string,
 * number or boolean.
 */
export const useClock = <T extends string | number | boolean | null>(derive: (now: number) => T): T =>
  useSyncExternalStore(subscribe, () => derive(tickedAt))

const subscribe = (listener: () => void): (() => void) => {
  if (listeners.size === 0) {
    tickedAt = serverNow()
    timer = setInterval(tick, 1_000)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) clearInterval(timer)
  }
}

const tick = (): void => {
  tickedAt = serverNow()
  for (const listener of listeners) listener()
}
