// What is kept in the browser, for all tabs or for this one; where it refuses (forbidden, full), a copy in memory holds
// for as long as the page lives. Nothing here throws.
import { singleton } from '../application.ts'

export interface Keeping {
  readonly get: (key: string) => string | null
  readonly set: (key: string, value: string) => void
  readonly remove: (key: string) => void
  readonly keys: () => string[]
  readonly clear: () => void
  /** Another tab has changed this (null: all of it): what it says counts, not our copy. */
  readonly changedElsewhere: (key: string | null) => void
}

const keepIn = (browsers: () => Storage | undefined): Keeping => {
  const copies = singleton(() => new Map<string, string>())
  const ask = <T>(question: (storage: Storage) => T, otherwise: T): T => {
    try {
      const storage = browsers()
      return storage ? question(storage) : otherwise
    } catch {
      return otherwise
    }
  }
  const write = (key: string, value: string) =>
    ask((storage) => {
      storage.setItem(key, value)
      return true
    }, false)
  return {
    get: (key) => copies().get(key) ?? ask((storage) => storage.getItem(key), null),
    set: (key, value) => void (write(key, value) ? copies().delete(key) : copies().set(key, value)),
    remove: (key) => {
      copies().delete(key)
      ask((storage) => storage.removeItem(key), undefined)
    },
    keys: () => [...new Set([...copies().keys(), ...ask((storage) => Object.keys(storage), [])])],
    clear: () => {
      copies().clear()
      ask((storage) => storage.clear(), undefined)
    },
    changedElsewhere: (key) => void (key === null ? copies().clear() : copies().delete(key)),
  }
}

/** Of every tab. */
export const local = keepIn(() => globalThis.localStorage)

/** Of this tab alone. */
export const tab = keepIn(() => globalThis.sessionStorage)
