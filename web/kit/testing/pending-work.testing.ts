// Work that React has put off to a later turn of the event loop. How many turns it needs depends on how fast the machine
// is: a test that counts turns sees half of a drawing on a slow one.
interface Counted {
  /** The engine's own, which is not counted. */
  readonly own: (next: () => void) => void
  readonly scheduled: () => number
  readonly pending: () => number
}

const counts = Symbol.for('gatehouse.pending-work')

/** From before React is loaded, which keeps the function that it finds, once for all files of a process. */
export const countPendingWork = (): void => {
  if (counts in globalThis) return
  const own = globalThis.setImmediate
  const cancel = globalThis.clearImmediate
  const waiting = new Set<unknown>()
  let scheduled = 0
  const counted = (run: (...given: unknown[]) => void, ...given: unknown[]): unknown => {
    scheduled += 1
    const handle = own(() => {
      waiting.delete(handle)
      run(...given)
    })
    waiting.add(handle)
    return handle
  }
  Reflect.set(globalThis, 'setImmediate', Object.assign(counted, own))
  Reflect.set(globalThis, 'clearImmediate', (handle: NodeJS.Immediate | undefined) => {
    waiting.delete(handle)
    cancel(handle)
  })
  const all: Counted = { own, scheduled: () => scheduled, pending: () => waiting.size }
  Reflect.set(globalThis, counts, all)
}

export const pendingWork = (): Counted => Reflect.get(globalThis, counts)
