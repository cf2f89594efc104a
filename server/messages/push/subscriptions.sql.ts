// The browsers that show notifications: each of one person, as long as the session lasts in which they said so.
import type { Browser } from '@gatehouse/contract/messages/channels'
import { v7 as uuid } from 'uuid'
import { boundDays } from '../channels/channels.ts'
import { instant } from '../../db/instant.ts'
import { type Db, execute, firstOf, isAny, isoRowsOf } from '../../db/pool.ts'
import type { Caller } from '../../kit/http/caller.ts'
import { clock } from '../../kit/clock.ts'
import type { BrowserKeys } from './encrypt.ts'

const mostOfAPerson = 20

export const browsersOf = (db: Db, caller: Caller) =>
  isoRowsOf<Browser>(db)`
    select id, endpoint, agent, created_at as "createdAt", last_sent_at as "lastSentAt",
      session_id = ${caller.sessionId} as current
    from push_subscription where user_id = ${caller.userId} order by created_at desc
  `

/** Whoever sits there now has it alone: what still waits for the one before is not sent there. */
export const keepBrowser = async (
  tx: Db,
  caller: Caller,
  { endpoint, keys, agent }: { readonly endpoint: string; readonly keys: BrowserKeys; readonly agent: string },
): Promise<void> => {
  // One after another for a browser and for a person: of two that come at once each would hold what the other deletes.
  for (const held of [endpoint, caller.userId])
    await execute(tx)`select pg_advisory_xact_lock(hashtextextended('push ' || ${held}, 0))`
  await execute(tx)`delete from push_subscription where endpoint = ${endpoint} and user_id <> ${caller.userId}`
  const now = clock.now()
  const bound = { session_id: caller.sessionId, ...keys, agent, bound_at: now }
  await tx
    .insertInto('push_subscription')
    .values({ id: uuid(), user_id: caller.userId, endpoint, ...bound, created_at: now })
    .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(bound))
    .execute()
  await execute(tx)`
    delete from push_subscription where id in (select id from push_subscription where user_id = ${caller.userId}
      order by bound_at desc, id offset ${mostOfAPerson})`
}

export const forgetBrowser = (db: Db, id: string, userId?: string) =>
  isAny(db)`
    delete from push_subscription where id = ${id} and user_id = coalesce(${userId ?? null}::uuid, user_id)
    returning id`

export interface Subscribed extends BrowserKeys {
  readonly id: string
  readonly endpoint: string
}

/** As long as its person may be told there. */
export const subscribed = (db: Db, id: string | null, userId: string | null) =>
  firstOf<Subscribed>(db)`
    select s.id, s.endpoint, s.p256dh, s.auth from push_subscription s join users u on u.id = s.user_id
      join session e on e.id = s.session_id
    where s.id = ${id} and s.user_id = ${userId} and u.status = 'active' and e.revoked_at is null
      and s.bound_at > ${instant()} - ${boundDays} * interval '1 day'
  `

/** Makes the one receipt that the browser may answer with. */
export const keepReceipt = (db: Db, deliveryId: string, hash: Buffer) =>
  execute(db)`update delivery set receipt_hash = ${hash} where id = ${deliveryId}`

export const wasSentTo = (db: Db, id: string) =>
  execute(db)`update push_subscription set last_sent_at = ${instant()} where id = ${id}`

/** What the browser did with it; said twice it changes nothing, and seen is more than shown. */
export const acknowledged = async (db: Db, hash: Buffer, what: 'delivered' | 'seen'): Promise<void> => {
  const now = instant()
  await execute(db)`
    update delivery set status = case when ${what} = 'seen' or status = 'seen' then 'seen' else 'delivered' end,
      reason = null, sent_at = coalesce(sent_at, ${now}), delivered_at = coalesce(delivered_at, ${now}),
      seen_at = case when ${what} = 'seen' then coalesce(seen_at, ${now}) else seen_at end
    where receipt_hash = ${hash}
  `
}
