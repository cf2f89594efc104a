// Notifications get their numbers here: one transaction at a time in all nodes, so that they are there to be read in the
// order of their numbers, and nobody who reads in that order misses one.
// See docs/decisions/0022-notifications-are-numbered.md.
import type { Notification } from '@gatehouse/contract/messages/notifications'
import type { Logger } from 'pino'
import { instant } from '../../db/instant.ts'
import { type Db, execute, isAny, rowsOf, valuesOf } from '../../db/pool.ts'
import { inTransaction } from '../../db/transaction.ts'
import { isStoreTrouble } from '../../kit/errors.ts'
import type { Notice } from './notify.ts'

/** A notification that has just got its number. */
export interface Numbered extends Omit<Notice, 'action' | 'link' | 'requiredPermissions' | 'deviceIds'> {
  readonly seq: number
  readonly id: string
  readonly at: Date
  readonly action: string | null
  readonly path: string | null
  readonly requiredPermissions: readonly string[]
  readonly metadata: Notification['metadata'] | null
  readonly deviceIds: readonly string[]
}

/** Queues what goes out by other channels, in the transaction that numbers: each comes here once, and none is left out. */
export type Route = (tx: Db, batch: readonly Numbered[]) => Promise<void>

export interface Numbering {
  /** All that have none yet. While another node is at it, nothing is done: that one tells when it is done. */
  number(): Promise<void>
  /** The same, and waits for the other node: after this there is none without a number that was there before. */
  numberAll(): Promise<void>
}

const lock = 88_215
const atOnce = 1000
/**
 * A number is a moment in microseconds, and at most so many after the one before it: nobody learns from their own how many
 * others there are.
 */
const longestStep = 20

export const createNumbering = (db: Db, log: Logger, route?: Route): Numbering => {
  const routed = async (tx: Db, batch: readonly Numbered[]): Promise<void> => {
    if (!route || batch.length === 0) return
    await execute(tx)`savepoint routed`
    try {
      await route(tx, batch)
    } catch (error) {
      if (isStoreTrouble(error)) throw error
      await execute(tx)`rollback to savepoint routed`
      // What one of them is in the way of is still told of the others, and of itself in the product.
      if (batch.length > 1) for (const one of batch) await routed(tx, [one])
      else log.error({ error, notification: batch[0]?.id }, 'a notification could not be sent by its other channels')
    }
  }

  const numberSome = (wait: boolean): Promise<number> =>
    inTransaction(db, async (tx) => {
      const [isOurs] = wait
        ? await valuesOf<boolean>(tx)`select true from pg_advisory_xact_lock(${lock})`
        : await valuesOf<boolean>(tx)`select pg_try_advisory_xact_lock(${lock})`
      if (!isOurs) return 0
      // What somebody is about to take away is left to them.
      const rows = await rowsOf<Numbered>(tx)`
        with base as (select greatest(last_value, (extract(epoch from ${instant()}) * 1000000)::bigint) as last
            from notification_seq),
          numbered as (select id, base.last + sum(step) over (order by created_at, id rows unbounded preceding) as seq from (
            select id, created_at, 1 + floor(random() * ${longestStep})::int as step from notification
            where seq is null and deleted_at is null order by created_at, id limit ${atOnce}
            for update skip locked) in_order, base),
          told as (update notification n set seq = numbered.seq from numbered where n.id = numbered.id returning n.*)
        select seq, id, user_id as "userId", company_id as "companyId", kind, title, message, type, priority,
          created_at as at, action, path, required_permissions as "requiredPermissions", metadata,
          device_ids as "deviceIds"
        from told order by seq
      `
      const newest = rows.at(-1)?.seq
      if (newest !== undefined) await execute(tx)`select setval('notification_seq', ${newest})`
      await routed(tx, rows)
      // For the nodes that left it to this one.
      if (rows.length > 0) await execute(tx)`select pg_notify('notifications', '')`
      return rows.length
    })

  return {
    async number() {
      while ((await numberSome(false)) === atOnce);
    },
    async numberAll() {
      if (await isAny(db)`select from notification where seq is null and deleted_at is null limit 1`)
        while ((await numberSome(true)) === atOnce);
    },
  }
}
