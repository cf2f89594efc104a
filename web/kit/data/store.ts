// A value that changes, and who is to know of it.
export interface Store<T> {
  readonly get: () => T
  readonly set: (next: T) => void
  /** Answers how to unsubscribe. */
  readonly subscribe: (listener: () => void) => () => void
}

export const createStore = <T>(initial: T): Store<T> => {
  const { emit, subscribe } = createListeners()
  let value = initial
  return {
    get: () => value,
    set: (next) => {
      value = next
      emit()
    },
    subscribe,
  }
}

export interface Listeners {
  readonly emit: () => void
  readonly subscribe: (listener: () => void) => () => void
}

interface Watching {
  /** When the first one comes. */
  readonly begin?: () => void
  /** When the last one has gone. */
  readonly end?: () => void
}

export const createListeners = ({ begin, end }: Watching = {}): Listeners => {
  const listeners = new Set<() => void>()
  return {
    emit: () => {
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      if (listeners.size === 1) begin?.()
      return () => {
        if (listeners.delete(listener) && listeners.size === 0) end?.()
      }
    },
  }
}
