// What is done again and again from a moment on, as long as the store is there.
import { clock, type Loop, type LoopOptions } from '../kit/clock.ts'
import type { Store } from './pool.ts'

export interface StoreLoop {
  /** From now on; not before. */
  begin(): void
  stop(): Promise<void>
}

/** Does `tick` over and over, `everyMs` after the end of the run before; not while the store is away. */
export const storeLoop = (
  store: Pick<Store, 'ready'>,
  everyMs: number,
  tick: (now: Date) => unknown,
  options: Pick<LoopOptions, 'log' | 'failure' | 'firstMs' | 'rest'>,
): StoreLoop => {
  let loop: Loop | undefined
  return {
    begin() {
      loop = clock.every(everyMs, () => tick(clock.now()), { ...options, when: () => store.ready() })
    },
    async stop() {
      await loop?.stop()
    },
  }
}
