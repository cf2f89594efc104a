// What the bell shows. What finds that out is fetched once the bell is there, and works for as long as it is.
import { useSyncExternalStore } from 'react'
import { createPart } from '../kit/part.ts'

interface BellState {
  readonly unread: number
  /** New ones do not come as they are told: the connection for them has given up. */
  readonly isCutOff: boolean
}

const askAgainMs = 5_000

let state: BellState = { unread: 0, isCutOff: false }
let stop: (() => void) | undefined
let again: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()
const inbox = createPart(async () => (await import('./connection.ts')).startInbox)

export const useBell = (): BellState => useSyncExternalStore(watch, () => state)

/** For who finds it out. */
export const tellBell = (next: BellState): void => {
  if (next.unread === state.unread && next.isCutOff === state.isCutOff) return
  state = next
  for (const listener of listeners) listener()
}

const watch = (listener: () => void): (() => void) => {
  listeners.add(listener)
  if (listeners.size === 1) void start()
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearTimeout(again)
    stop?.()
    stop = undefined
  }
}

const start = async (): Promise<void> => {
  await inbox.fetch()
  if (listeners.size === 0 || stop) return
  const part = inbox.state()
  if (part.is === 'there') {
    stop = part.part()
    return
  }
  inbox.forget()
  again = setTimeout(() => void start(), askAgainMs)
}
