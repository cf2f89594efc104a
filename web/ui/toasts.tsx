// Short messages that leave by themselves. Their library comes with the first one.
import { lazy, Suspense, useSyncExternalStore } from 'react'

export interface Toast {
  readonly text: string
  readonly variant: 'success' | 'info' | 'warning' | 'error'
}

export const toast = (variant: Toast['variant'], text: string): void => {
  waiting = [...waiting, { text, variant }]
  for (const listener of listeners) listener()
}

/** Hands over what waits to be shown. */
export const takeToasts = (): readonly Toast[] => {
  const taken = waiting
  waiting = []
  return taken
}

export const useWaitingToasts = (): readonly Toast[] => useSyncExternalStore(subscribe, current)

export const Toasts = () => {
  const wanted = useSyncExternalStore(subscribe, anyYet)
  if (!wanted) return null
  return (
    <Suspense>
      <ToastStack />
    </Suspense>
  )
}

const ToastStack = lazy(async () => ({ default: (await import('./toast-stack.tsx')).ToastStack }))

const listeners = new Set<() => void>()
let waiting: readonly Toast[] = []
let everWanted = false

const current = () => waiting
const anyYet = () => (everWanted ||= waiting.length > 0)

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
