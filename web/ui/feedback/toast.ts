// Short messages that leave by themselves: what waits to be shown. Drawn by toasts.tsx.
import { useSyncExternalStore } from 'react'
import { singleton } from '../../kit/application.ts'
import { createStore } from '../../kit/data/store.ts'

export interface Toast {
  readonly text: string
  readonly variant: 'success' | 'info' | 'warning' | 'error'
}

export interface ToastQueue {
  readonly add: (variant: Toast['variant'], text: string) => void
  /** Hands over what waits to be shown. */
  readonly takeAll: () => readonly Toast[]
  readonly waiting: () => readonly Toast[]
  /** Whether there has been a toast yet. */
  readonly any: () => boolean
  readonly subscribe: (listener: () => void) => () => void
}

export const createToastQueue = (): ToastQueue => {
  const { get, set, subscribe } = createStore<readonly Toast[]>([])
  let any = false
  return {
    add: (variant, text) => {
      any = true
      set([...get(), { text, variant }])
    },
    takeAll: () => {
      const all = get()
      set([])
      return all
    },
    waiting: get,
    any: () => any,
    subscribe,
  }
}

export const toastQueue = singleton(createToastQueue)

export const toast: ToastQueue['add'] = (variant, text) => toastQueue().add(variant, text)

export const useWaitingToasts = (): readonly Toast[] =>
  useSyncExternalStore(toastQueue().subscribe, toastQueue().waiting)

export const useAnyToast = (): boolean => useSyncExternalStore(toastQueue().subscribe, toastQueue().any)
