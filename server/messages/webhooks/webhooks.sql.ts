// Webhooks in the store, and what was sent to them.
import type { deliveries, Webhook, WebhookDelivery } from '@gatehouse/contract/messages/webhooks'
import { sql } from 'kysely'
import { isOlder } from '../../db/conditions.ts'
import { instant } from '../../db/instant.ts'
import { type Db, execute, firstOf, isAny, isoRowsOf } from '../../db/pool.ts'
import type { ListFilter } from '../../kit/cursor.ts'

/** Those of the company, or one of them. */
export const webhooksOf = async (db: Db, companyId: string | null, id?: string): Promise<Webhook[]> => {
  const rows = await isoRowsOf<Omit<Webhook, 'state'> & { enabled: boolean; failures: number }>(db)`
    select w.id, w.name, w.url, w.kinds, w.enabled, w.failures, w.failing_since as "failingSince",
      case when w.paused_until > ${instant()} then w.paused_until end as "pausedUntil", w.given_up_at as "givenUpAt",
      w.last_error as "lastError", w.last_delivered_at as "lastDeliveredAt", w.created_at as "createdAt",
      (select count(*)::int from delivery d where d.target_id = w.id and d.status = 'failed') as failed,
      (select count(*)::int from delivery d where d.target_id = w.id and d.status = 'queued') as waiting
    from webhook w where w.company_id = ${companyId} and w.id = coalesce(${id ?? null}::uuid, w.id)
    order by w.name, w.id
  `
  return rows.map(({ enabled, failures, ...row }) => ({
    ...row,
    state: !enabled ? 'off' : row.pausedUntil ? 'paused' : failures > 0 ? 'failing' : 'ok',
  }))
}

/** What was sent to a webhook, newest first. */
export const sentTo = (
  db: Db,
  { id, status, beyond, limit }: ListFilter<typeof deliveries>,
): Promise<WebhookDelivery[]> =>
  isoRowsOf<WebhookDelivery>(db)`
    select ${deliveryColumns} from delivery
    where target_id = ${id} and channel = 'webhook' and ${status === undefined ? sql`true` : sql`status = ${status}`}
      and ${isOlder('created_at', 'id', beyond)}
    order by created_at desc, id desc limit ${limit}
  `

/** One of them. */
export const deliveryTo = async (db: Db, webhookId: string, id: string): Promise<WebhookDelivery | undefined> =>
  (
    await isoRowsOf<WebhookDelivery>(db)`
    select ${deliveryColumns} from delivery where id = ${id} and target_id = ${webhookId} and channel = 'webhook'
  `
  )[0]

const deliveryColumns = sql`id, kind, status, reason, tries, created_at as "createdAt", delivered_at as "deliveredAt",
  case when status = 'queued' then next_try_at end as "nextTryAt"`

/** What waits for a webhook that is off is given up; it can be sent again once the webhook is on. */
export const giveUpWaiting = (tx: Db, webhookId: string, why: string) =>
  execute(tx)`update delivery set status = 'failed', reason = ${why}, taken_until = null
    where target_id = ${webhookId} and channel = 'webhook' and status = 'queued'`

export interface Receiver {
  readonly id: string
  readonly companyId: string
  readonly company: string
  readonly name: string
  readonly url: string
  readonly secret: Buffer
  readonly previousSecret: Buffer | null
  readonly failures: number
  readonly pausedUntil: Date | null
}

/** As long as it is on. */
export const receiverOf = (db: Db, id: string | null) =>
  firstOf<Receiver>(db)`
    select w.id, w.company_id as "companyId", c.name as company, w.name, w.url, w.secret,
      case when w.previous_until > ${instant()} then w.previous_secret end as "previousSecret", w.failures,
      w.paused_until as "pausedUntil"
    from webhook w join company c on c.id = w.company_id where w.id = ${id} and w.enabled
  `

/** Whether this one may try a paused webhook whose pause is over: one does, and the others wait for what comes of it. */
export const mayProbe = (db: Db, id: string, forS: number) =>
  isAny(db)`
    update webhook set paused_until = ${instant()} + make_interval(secs => ${forS})
    where id = ${id} and paused_until <= ${instant()} returning id`

export const hasAccepted = (db: Db, id: string) =>
  execute(db)`
    update webhook set failures = 0, failing_since = null, paused_until = null, last_error = null,
      last_delivered_at = ${instant()} where id = ${id}`

/** One more failure; what they are by now. */
export const hasFailed = (tx: Db, id: string, why: string) =>
  firstOf<{ failures: number; failingSince: Date }>(tx)`
    update webhook set failures = failures + 1, failing_since = coalesce(failing_since, ${instant()}), last_error = ${why}
    where id = ${id} and enabled returning failures, failing_since as "failingSince"`

export const pause = (tx: Db, id: string, forS: number) =>
  execute(tx)`update webhook set paused_until = ${instant()} + make_interval(secs => ${forS}) where id = ${id}`

export const switchOff = (tx: Db, id: string) =>
  execute(tx)`update webhook set enabled = false, given_up_at = ${instant()}, paused_until = null where id = ${id}`
