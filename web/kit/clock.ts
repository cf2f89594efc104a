// The server's time, as answers and the live connection tell it, and one shared clock for everything that ages on a
// screen: it ticks once a second. The browser's own clock may be wrong by hours.
import { useSyncExternalStore } from 'react'

const closeMs = 2_000
const listeners = new Set<() => void>()
let offsetMs: number | null = null
let tickedAt = Date.now()
let timer: ReturnType<typeof setInterval> | undefined

/** The server's time now, as far as it has been told; this machine's until then. */
export const serverNow = (): number => Date.now() + (offsetMs ?? 0)

/** null: nothing of the server has been heard yet. */
export const knownServerTime = (): number | null => (offsetMs === null ? null : serverNow())

export const setServerTime = (iso: string): void => keepOffset(Date.parse(iso) - Date.now())

/**
 * What the head of an answer says, in whole seconds and a way ago: a time that agrees with it is closer than it and
 * stays. `askedAt` is this machine's time.
 */
export const hearServerTime = (date: string | null, askedAt: number): void => {
  const said = Date.parse(date ?? '')
  if (Number.isNaN(said)) return
  const assumed = offsetMs ?? 0
  const agrees = said > askedAt + assumed - closeMs && said < Date.now() + assumed + closeMs
  if (!agrees) keepOffset(said - Date.now())
  else offsetMs = assumed
}

/**
 * Something derived from the time, redrawn only when the result changes: pass a function that answers with a string,
 * number or boolean.
 */
export const useClock = <T extends string | number | boolean | null>(derive: (now: number) => T): T =>
  useSyncExternalStore(
    subscribe,
    () => derive(tickedAt),
    () => derive(tickedAt),
  )

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

const keepOffset = (ms: number): void => {
  offsetMs = ms
  tick()
}

const tick = (): void => {
  tickedAt = serverNow()
  for (const listener of listeners) listener()
}
