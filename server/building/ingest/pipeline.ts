// Device messages into the store, many per transaction: whatever arrives while one batch commits is the next batch.
// `offer` answers only after COMMIT, so whoever acknowledges upon its answer never acknowledges what could be lost.
import type pg from 'pg'
import type { Logger } from 'pino'
import { ensurePartitions, lacksPartition } from '../../db/partitions.ts'
import type { Store } from '../../db/pool.ts'
import { clock } from '../../kit/clock.ts'
import type { Judge, Recorders, ReceivedMessage } from '../../kit/recorders.ts'
import { type Stored, storeBatch, UnsureCommit } from './store-batch.ts'
import { codeOf, diskFull, isTheMessages } from './store-trouble.ts'

export type Outcome = 'stored' | 'duplicate'

/** The store refuses the message for what it says, and always will. */
export class Unstorable extends Error {}

export interface Pipeline {
  /**
   * Resolves once the message is durably stored, or is known to have been before; waits while the store is away.
   * Rejects with Unstorable, or with anything else when shutting down.
   */
  offer(received: ReceivedMessage): Promise<Outcome>
  /** Messages waiting or being stored. */
  readonly depth: () => number
  /** Since when the store takes no message, and why; null where it takes them, or has refused for a moment only. */
  readonly stuck: () => Stuck | null
  /** Stores what has been offered and stops; later offers are refused. */
  close(): Promise<void>
}

export interface Stuck {
  readonly since: Date
  readonly why: string
}

/** A store that is restarted, or a lock that is waited for, is no reason to say that nothing is stored. */
const stuckAfterMs = 3000
// While the store works on one batch, devices are answered and read: a thousand that wait for one batch leave both idle in turn.
const mostPerBatch = 400
const retryMs = 200
// A connection that has been silent for so long is taken for dead: TCP alone would take a quarter of an hour.
const silentMs = 30_000
const lastAnswersMs = 5000

interface Waiting {
  readonly received: ReceivedMessage
  readonly resolve: (outcome: Outcome) => void
  readonly reject: (error: Error) => void
}

export const createPipeline = (store: Store, recorders: Recorders, judge: Judge, log: Logger): Pipeline => {
  let queue: Waiting[] = []
  let underWay = 0
  let client: pg.Client | undefined
  let working: Promise<void> | undefined
  let closed = false
  let away: Stuck | null = null

  const work = async () => {
    while (queue.length > 0) {
      const batch = queue.slice(0, mostPerBatch)
      queue = queue.slice(mostPerBatch)
      underWay = batch.length
      await settle(batch)
      underWay = 0
    }
    working = undefined
  }

  // A batch that fails for the store's sake waits for the store. One that fails for a message's sake is halved until
  // the message stands alone, so that it cannot hold up the others.
  const settle = async (batch: Waiting[]): Promise<void> => {
    let unsure: Stored | undefined
    let repaired = false
    for (;;) {
      try {
        client ??= await store.connect()
        let stored = await unlessSilent(
          client,
          storeBatch(
            client,
            batch.map((w) => w.received),
            recorders,
            judge,
          ),
        )
        // Everything is known already: the COMMIT that was not answered did happen.
        if (unsure && stored.fresh.size === 0) stored = unsure
        away = null
        batch.forEach((w, i) => w.resolve(stored.fresh.has(i) ? 'stored' : 'duplicate'))
        return publish(stored)
      } catch (error) {
        const holds = await rolledBack()
        if (error instanceof UnsureCommit && !holds) unsure = error.stored
        const cause = error instanceof UnsureCommit ? error.cause : error
        if (holds && lacksPartition(cause) && !repaired) {
          repaired = true
          await coverTimes(batch)
        } else if (isTheMessages(cause, holds)) {
          return refuse(batch, cause)
        } else {
          if (!away) log.warn({ error: cause, waiting: queue.length + batch.length }, 'messages wait for the store')
          away ??= { since: clock.now(), why: whyNot(cause) }
          if (closed) return batch.forEach((w) => w.reject(new Error('shutting down')))
          await clock.sleep(retryMs)
        }
      }
    }
  }

  const publish = (stored: Stored) => {
    try {
      stored.publish()
    } catch (error) {
      log.error({ error }, 'what was stored could not be told')
    }
  }

  const refuse = async (batch: Waiting[], cause: unknown) => {
    if (batch.length > 1) {
      const half = batch.length >> 1
      await settle(batch.slice(0, half))
      return settle(batch.slice(half))
    }
    const reason = cause instanceof Error ? cause.message : String(cause)
    const [only] = batch
    // Not what it says: the number of a card is for few.
    const which = only && { device: only.received.device.key, kind: only.received.kind, id: only.received.message.id }
    log.error({ error: cause, ...which }, 'a message could not be stored')
    only?.reject(new Unstorable(`The store refused it: ${reason}`))
  }

  // Whether the connection is still good after a failure; if not, it is let go.
  const rolledBack = async (): Promise<boolean> => {
    const used = client
    if (!used) return false
    try {
      await unlessSilent(used, used.query('rollback'))
      return true
    } catch {
      used.connection.stream.destroy()
      client = undefined
      return false
    }
  }

  const coverTimes = async (batch: Waiting[]) => {
    const times = batch.map((w) => w.received.at.getTime())
    const [first, last] = [Math.min(...times), Math.max(...times)]
    await (client &&
      ensurePartitions(client, new Date(first), new Date(last)).catch((error) =>
        log.warn({ error }, 'partitions could not be made'),
      ))
  }

  return {
    offer(received) {
      if (closed) return Promise.reject(new Error('shutting down'))
      return new Promise((resolve, reject) => {
        queue.push({ received, resolve, reject })
        working ??= Promise.resolve().then(work)
      })
    },
    depth: () => queue.length + underWay,
    stuck: () => (away && clock.ms() - away.since.getTime() >= stuckAfterMs ? away : null),
    async close() {
      closed = true
      // A store that hangs is not waited for: nothing of what it had not answered was acknowledged.
      const timer = setTimeout(() => client?.connection.stream.destroy(), lastAnswersMs)
      await working
      clearTimeout(timer)
      await client?.end()
    },
  }
}

const unlessSilent = async <T>(client: pg.Client, work: Promise<T>): Promise<T> => {
  const timer = setTimeout(() => client.connection.stream.destroy(), silentMs)
  try {
    return await work
  } finally {
    clearTimeout(timer)
  }
}

/** In the words of an operator: that the disk is full says more than which file it was. */
const whyNot = (cause: unknown): string =>
  codeOf(cause) === diskFull ? 'its disk is full' : cause instanceof Error ? cause.message : String(cause)
