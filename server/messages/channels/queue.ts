// Sends what waits for browsers and webhooks: woken when something is written, asking by itself now and then, each channel
// in a queue of its own, so that a receiver that hangs holds up none of the others.
import { type RawBuilder } from 'kysely'
import type { Logger } from 'pino'
import { instant } from '../../db/instant.ts'
import { type Db, execute, firstOf, type Store, valuesOf } from '../../db/pool.ts'
import { clock } from '../../kit/clock.ts'
import { createOutboxQueue, type OutboxQueue } from '../../kit/outbox-queue.ts'

export interface Due {
  readonly id: string
  readonly notificationId: string | null
  readonly companyId: string | null
  readonly userId: string | null
  readonly targetId: string | null
  readonly kind: string
  readonly body: unknown
  readonly tries: number
  readonly createdAt: Date
}

/** What became of a try. */
export type Outcome =
  /** `delivered`: the receiver itself has it. */
  | { readonly is: 'sent' | 'delivered'; readonly says?: string }
  /** Not needed any more. */
  | { readonly is: 'seen'; readonly says: string }
  | { readonly is: 'failed'; readonly says: string; readonly againInS: number | null }
  /** Not tried: its turn comes then. */
  | { readonly is: 'later'; readonly at: Date }

export interface Carrier {
  readonly atOnce: number
  /** Of `delivery d`: what may be taken now, beyond that it is due. */
  readonly ready: RawBuilder<boolean>
  carry(due: Due, signal: AbortSignal): Promise<Outcome>
}

const askEveryMs = 5000
/** Within this a try is over; a node that dies in the middle leaves it to the others after that. */
const holdS = 60

export const sendDeliveries = (
  store: Store,
  carriers: Readonly<Record<'push' | 'webhook', Carrier>>,
  log: Logger,
): OutboxQueue => {
  const queueOf = (channel: string, carrier: Carrier) =>
    createOutboxQueue({
      atOnce: carrier.atOnce,
      next: () => take(store.db, channel, carrier.ready),
      async send(due: Due, cutOff) {
        const outcome = await carrier.carry(due, cutOff).catch((error: unknown): Outcome => {
          log.error({ error, channel }, 'a delivery could not be prepared')
          return { is: 'failed', says: 'It could not be prepared.', againInS: 600 }
        })
        if (outcome.is === 'failed') log.debug({ channel, reason: outcome.says }, 'a delivery was not taken')
        return () => settle(store.db, due, outcome)
      },
      leaseMs: holdS * 1000,
      everyMs: askEveryMs,
      ready: () => store.ready(),
      // One under way is given the time to be answered for: cut off, it goes again.
      stopPatienceMs: 1500,
      log,
      failure: `deliveries by ${channel} wait for the store`,
    })
  const queues = [queueOf('push', carriers.push), queueOf('webhook', carriers.webhook)]
  return {
    wake() {
      for (const queue of queues) queue.wake()
    },
    async stop() {
      await Promise.all(queues.map((queue) => queue.stop()))
    },
  }
}

const take = async (db: Db, channel: string, ready: RawBuilder<boolean>): Promise<Due | undefined> => {
  const now = instant()
  return firstOf<Due>(db)`
    update delivery set tries = tries + 1, next_try_at = ${now} + make_interval(secs => ${holdS}),
      taken_until = ${now} + make_interval(secs => ${holdS})
    where id = (select d.id from delivery d where d.channel = ${channel} and d.status = 'queued' and d.waits is null
      and d.mail_id is null and d.next_try_at <= ${now} and ${ready} order by d.next_try_at limit 1 for update of d skip locked)
    returning id, notification_id as "notificationId", company_id as "companyId", user_id as "userId",
      target_id as "targetId", kind, body, tries, created_at as "createdAt"
  `
}

const settle = async (db: Db, { id }: Due, outcome: Outcome): Promise<void> => {
  if (outcome.is === 'later') {
    await execute(
      db,
    )`update delivery set tries = tries - 1, next_try_at = ${outcome.at}, taken_until = null where id = ${id}`
    return
  }
  if (outcome.is === 'failed') {
    const again = outcome.againInS === null ? null : new Date(clock.ms() + outcome.againInS * 1000)
    await execute(db)`
      update delivery set reason = ${outcome.says.slice(0, 500)}, taken_until = null,
        status = case when ${again}::timestamptz is null then 'failed' else status end,
        next_try_at = coalesce(${again}, next_try_at)
      where id = ${id} and status = 'queued'`
    return
  }
  const now = instant()
  // The browser may have been quicker with its receipt than the push service with its answer.
  await execute(db)`
    update delivery set sent_at = coalesce(sent_at, ${now}), taken_until = null, reason = ${outcome.says?.slice(0, 500) ?? null},
      status = case when status = 'queued' then ${outcome.is} else status end,
      delivered_at = case when ${outcome.is} = 'delivered' then ${now} else delivered_at end,
      seen_at = case when ${outcome.is} = 'seen' then ${now} else seen_at end
    where id = ${id}`
}

/** Puts what was given up back into the queue, with all its tries before it. */
export const queueAgain = async (tx: Db, where: RawBuilder<boolean>): Promise<string[]> => {
  const ids = await valuesOf<string>(tx)`
    update delivery d set status = 'queued', tries = 0, next_try_at = ${instant()}, taken_until = null, waits = null
    where d.channel in ('push', 'webhook') and ${where} returning d.id
  `
  if (ids.length > 0) await execute(tx)`select pg_notify('deliveries', '')`
  return ids
}
