// A loop that works on a connection of its own, so that its transactions hold up nobody who asks the pool.
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { clock, type Loop, type LoopOptions } from '../kit/clock.ts'
import type { Store } from './pool.ts'

const stopPatienceMs = 300

/** As `clock.every`. The connection stays from run to run; after one that failed it is made anew. */
export const everyOnConnection = (
  store: Pick<Store, 'connect'>,
  pauseMs: number,
  work: (client: pg.Client) => Promise<void>,
  options: LoopOptions,
): Pick<Loop, 'stop'> => {
  let client: pg.Client | undefined
  const run = async () => {
    try {
      client ??= await store.connect()
      await work(client)
    } catch (error) {
      await client?.end().catch(() => undefined)
      client = undefined
      throw error
    }
  }
  const loop = clock.every(pauseMs, run, options)
  return {
    async stop() {
      const ended = loop.stop()
      // A run that is cut off is rolled back, and made up for at the next start.
      await Promise.race([ended, sleep(stopPatienceMs)])
      await client?.end()
      await ended
    },
  }
}
