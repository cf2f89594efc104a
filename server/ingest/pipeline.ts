// Device messages into the store, many per transaction: whatever arrives while one batch commits is the next batch.
// `offer` answers only after COMMIT, so whoever acknowledges upon its answer never acknowledges what could be lost.
import type { Kind } from '@gatehouse/contract/wire'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Store } from '../db/pool.ts'
import { ensurePartitions } from '../db/partitions.ts'
import type { Recorders, Taken } from '../kit/taken.ts'

export type Outcome = 'stored' | 'duplicate'

export interface Pipeline {
  /** Resolves once the message is durably stored, or is known to have been before. Waits while the store is away. */
  offer(taken: Taken): Promise<Outcome>
  /** Messages waiting or being stored. */
  readonly depth: () => number
  /** Stores what has been offered and stops; later offers are refused. */
  close(): Promise<void>
}

const mostPerBatch = 1000
const retryMs = 200

interface Waiting {
  readonly taken: Taken
  readonly resolve: (outcome: Outcome) => void
  readonly reject: (error: Error) => void
}

export const createPipeline = (store: Store, recorders: Recorders, log: Logger): Pipeline => {
  let queue: Waiting[] = []
  let client: pg.Client | undefined
  let working: Promise<void> | undefined
  let closed = false

  const work = async () => {
    while (queue.length > 0) {
      const batch = queue.slice(0, mostPerBatch)
      queue = queue.slice(mostPerBatch)
      await settle(batch)
    }
    working = undefined
  }

  // A batch that fails for the store's sake waits for the store. One that fails for a message's sake is halved until
  // the message stands alone, so that it cannot hold up the others.
  const settle = async (batch: Waiting[]): Promise<void> => {
    for (;;) {
      try {
        client ??= await store.connect()
        const outcomes = await storeBatch(client, batch.map((w) => w.taken), recorders)
        batch.forEach((w, i) => w.resolve(outcomes.has(i) ? 'stored' : 'duplicate'))
        return
      } catch (error) {
        if (await repaired(error, batch)) continue
        if (isAboutTheData(error)) {
          if (batch.length === 1) {
            log.error({ error, message: batch[0]?.taken.message }, 'a message could not be stored')
            batch[0]?.reject(error instanceof Error ? error : new Error(String(error)))
            return
          }
          const half = batch.length >> 1
          await settle(batch.slice(0, half))
          return settle(batch.slice(half))
        }
        log.warn({ error, waiting: queue.length + batch.length }, 'messages wait for the store')
        await client?.end().catch(() => undefined)
        client = undefined
        if (closed) {
          for (const w of batch) w.reject(new Error('shutting down'))
          return
        }
        await new Promise((resolve) => setTimeout(resolve, retryMs))
      }
    }
  }

  // No partition for the time of a late message: make it and go on.
  const repaired = async (error: unknown, batch: Waiting[]): Promise<boolean> => {
    if (codeOf(error) !== '23514' || !client) return false
    const times = batch.map((w) => w.taken.at.getTime())
    await ensurePartitions(client, new Date(Math.min(...times)), new Date(Math.max(...times)))
    return true
  }

  return {
    offer(taken) {
      if (closed) return Promise.reject(new Error('shutting down'))
      return new Promise((resolve, reject) => {
        queue.push({ taken, resolve, reject })
        working ??= Promise.resolve().then(work)
      })
    },
    depth: () => queue.length,
    async close() {
      closed = true
      await working
      await client?.end()
    },
  }
}

const storeBatch = async (tx: pg.Client, batch: readonly Taken[], recorders: Recorders): Promise<Set<number>> => {
  const tell: (() => void)[] = []
  await tx.query('begin')
  try {
    const fresh = await takeFresh(tx, batch)
    const byKind = new Map<Kind, Taken[]>()
    for (const i of [...fresh].sort((a, b) => a - b)) {
      const taken = batch[i]
      if (!taken) continue
      const same = byKind.get(taken.kind)
      if (same) same.push(taken)
      else byKind.set(taken.kind, [taken])
    }
    for (const [kind, same] of byKind) tell.push(await recordKind(tx, recorders, kind, same))
    await tx.query('commit')
    for (const publish of tell) publish()
    return fresh
  } catch (error) {
    await tx.query('rollback').catch(() => undefined)
    throw error
  }
}

const recordKind = <K extends Kind>(tx: pg.Client, recorders: Recorders, kind: K, batch: readonly Taken[]) =>
  recorders[kind](tx, batch.filter((taken): taken is Taken<K> => taken.kind === kind))

// Which of the batch have not been stored before, by their place in it.
const takeFresh = async (tx: pg.Client, batch: readonly Taken[]): Promise<Set<number>> => {
  const first = new Map<string, number>()
  batch.forEach(({ device, message }, i) => {
    const key = `${device.id} ${message.id}`
    if (!first.has(key)) first.set(key, i)
  })
  const places = [...first.values()]
  const { rows } = await tx.query<{ device_id: string; message_id: string }>({
    name: 'take-fresh',
    text: `insert into message (device_id, message_id, received_at)
           select d, m, r from unnest($1::uuid[], $2::text[], $3::timestamptz[]) as t (d, m, r)
           order by d, m
           on conflict do nothing returning device_id, message_id`,
    values: [
      places.map((i) => batch[i]?.device.id),
      places.map((i) => batch[i]?.message.id),
      places.map((i) => batch[i]?.receivedAt),
    ],
  })
  return new Set(rows.flatMap((row) => first.get(`${row.device_id} ${row.message_id}`) ?? []))
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '')

// Classes 22 and 23 (data exception, integrity) and 54 (limit exceeded) are a message's own fault.
const isAboutTheData = (error: unknown) => /^(22|23|54)/.test(codeOf(error))
