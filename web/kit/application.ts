// The one application of this page: it holds all of the web's state. Each part is made when something first uses it, so
// that a page neither makes nor downloads what it does not need. A test starts an application of its own.

/** Answers with another part of the same application. */
export type Use = <T>(singleton: Singleton<T>) => T

/** A part of which each application has one; called, it answers with that of the current application. */
export interface Singleton<T> {
  (): T
  readonly create: (use: Use) => T
}

export interface Application {
  readonly use: Use
  /** Before it is used: another part than the one it would make. For tests. */
  readonly replace: <T>(singleton: Singleton<T>, part: T) => void
}

interface Parts {
  has(singleton: Singleton<unknown>): boolean
  get<T>(singleton: Singleton<T>): T
  set<T>(singleton: Singleton<T>, part: T): void
}

export const createApplication = (): Application => {
  const parts: Parts = new Map()
  const use: Use = (singleton) => {
    if (!parts.has(singleton)) parts.set(singleton, singleton.create(use))
    return parts.get(singleton)
  }
  return { use, replace: parts.set.bind(parts) }
}

/** `use` gives `create` the other parts that it needs. */
export const singleton = <T>(create: (use: Use) => T): Singleton<T> => {
  const ofCurrent = (): T => (holder.current ??= createApplication()).use(part)
  const part = Object.assign(ofCurrent, { create })
  return part
}

/** Replaces the current application: nothing of the former is known to the new one. */
export const startApplication = (): Application => (holder.current = createApplication())

// The only variable of the web that belongs to a module.
const holder: { current: Application | null } = { current: null }
