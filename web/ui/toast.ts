// Short messages that leave by themselves: what waits to be shown. Drawn by toasts.tsx.
import { useSyncExternalStore } from 'react'

export interface Toast {
  readonly text: string
  readonly variant: 'success' | 'info' | 'warning' | 'error'
}

export const toast = (variant: Toast['variant'], text: string): void => {
  set([...waiting, { text, variant }])
}

/** Hands over what waits to be shown. */
export const takeToasts = (): readonly Toast[] => {
  const taken = waiting
  set([])
  return taken
}

export const useWaitingToasts = (): readonly Toast[] => useSyncExternalStore(subscribe, current)

/** Whether there has been a toast yet. */
export const useAnyToast = (): boolean => useSyncExternalStore(subscribe, anyYet)

const listeners = new Set<() => void>()
let waiting: readonly Toast[] = []
let everWanted = false

const set = (next: readonly Toast[]) => {
  waiting = next
  everWanted ||= next.length > 0
  for (const listener of listeners) listener()
}

const current = () => waiting
const anyYet = () => everWanted

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
