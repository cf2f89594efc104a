// Of several nodes one at a time does what two would do twice. Whoever holds the lease renews it in the store; a node that
// is gone, frozen, or away from the store loses it, and another acquires it.
import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { clock } from '../kit/clock.ts'
import type { Store } from './pool.ts'

export interface LeaseParts {
  readonly store: Pick<Store, 'pool'>
  /** What the lease is for: a key of `setting`. */
  readonly key: string
  readonly log: Logger
  /** It is ours from now on. */
  readonly acquired: () => void
  /** It may be another's from now on. */
  readonly lost: () => void
  /** How long it is ours without being renewed, and how often it is renewed or asked for, in ms. */
  readonly lastsMs?: number
  readonly everyMs?: number
}

export interface Lease {
  /** So that another need not wait until it expires. */
  release(): Promise<void>
}

/** Ours ends sooner than the store lets another have it. */
const safely = 0.8

/** Asks for the lease, and for it again, until it is released. */
export const holdLease = ({ store, key, log, acquired, lost, lastsMs = 5000, everyMs = 1000 }: LeaseParts): Lease => {
  const me = randomUUID()
  let isOurs = false
  let oursUntil = 0
  let ending: NodeJS.Timeout | undefined

  const become = (ours: boolean) => {
    if (ours === isOurs) return
    isOurs = ours
    if (ours) acquired()
    else lost()
  }
  // By its own clock: the store may take longer to fail than the lease lasts.
  const endInTime = () => {
    clearTimeout(ending)
    ending = setTimeout(() => become(false), Math.max(0, oursUntil - performance.now()))
  }

  const askFor = async (stopped: AbortSignal) => {
    // From before it is asked: the store may count from a moment later, never from an earlier one.
    const since = performance.now()
    const { rowCount } = await store.pool.query({ name: 'lease', text: renewed, values: [key, me, lastsMs / 1000] })
    if (rowCount === 1) oursUntil = since + lastsMs * safely
    if (stopped.aborted) return
    // An answer that comes later than the lease lasts gives nothing.
    become(performance.now() < oursUntil && rowCount === 1)
    endInTime()
  }
  const loop = clock.every(everyMs, askFor, {
    firstMs: 0,
    realTime: true,
    log,
    failure: `${key} waits for the store`,
  })

  return {
    async release() {
      clearTimeout(ending)
      await loop.stop()
      become(false)
      await store.pool
        .query(`delete from setting where key = $1 and value ->> 'node' = $2`, [key, me])
        .catch(() => undefined)
    },
  }
}

const renewed = `
  insert into setting (key, value)
  values ($1, jsonb_build_object('node', $2::text, 'until', clock_timestamp() + make_interval(secs => $3)))
  on conflict (key) do update set value = excluded.value
  where setting.value ->> 'node' = $2 or (setting.value ->> 'until')::timestamptz < clock_timestamp()`
