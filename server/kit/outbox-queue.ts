// An outbox in the store, sent off by a few at a time: a receiver that hangs holds up none of the others.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { clock } from './clock.ts'

export interface OutboxQueue {
  /** Something was written to the outbox, perhaps by another node. */
  wake(): void
  /** What is under way is given `stopPatienceMs`, then it is cut off. */
  stop(): Promise<void>
}

interface Parts<T> {
  readonly atOnce: number
  /** The next that is due, leased to this node for `leaseMs`; undefined where there is none. */
  next(): Promise<T | undefined>
  /** Sends it; what it answers records how that ended. */
  send(due: T, cutOff: AbortSignal): Promise<() => Promise<unknown>>
  readonly leaseMs: number
  /** How often it looks by itself, beside being woken. */
  readonly everyMs: number
  /** Whether the store can be asked. */
  ready(): boolean
  readonly stopPatienceMs: number
  readonly log: Logger
  readonly failure: string
}

export const createOutboxQueue = <T>(parts: Parts<T>): OutboxQueue => {
  const workers = new Set<Promise<void>>()
  const stopping = new AbortController()
  const cutOff = new AbortController()
  const stopped = () => stopping.signal.aborted
  let woken = false

  const wake = () => {
    if (stopped()) return
    woken = true
    if (workers.size >= parts.atOnce) return
    const worker = work()
      .catch((error: unknown) => parts.log.debug({ error }, parts.failure))
      .finally(() => {
        workers.delete(worker)
        // Written while this one found nothing any more.
        if (woken) wake()
      })
    workers.add(worker)
  }

  const work = async () => {
    while (!stopped()) {
      woken = false
      const due = await parts.next()
      if (due === undefined) return
      // There may be more, and this one may take long.
      wake()
      await record(await parts.send(due, cutOff.signal))
    }
  }

  const loop = clock.every(parts.everyMs, wake, {
    firstMs: 0,
    when: parts.ready,
    log: parts.log,
    failure: parts.failure,
  })

  // What was sent must not be sent again because the store was away: ask until it knows.
  const record = async (settle: () => Promise<unknown>) => {
    for (const until = clock.ms() + parts.leaseMs; clock.ms() < until; await clock.sleep(500)) {
      const isRecorded = await settle().then(
        () => true,
        () => false,
      )
      if (isRecorded || (stopped() && !parts.ready())) return
    }
  }

  return {
    wake,
    async stop() {
      stopping.abort()
      await loop.stop()
      for (const patience of [parts.stopPatienceMs, parts.stopPatienceMs / 2]) {
        if (workers.size > 0) await Promise.race([Promise.all(workers), sleep(patience)])
        cutOff.abort(new Error('the server stopped'))
      }
    },
  }
}
