// Webhooks in the store, and what was sent to them.
import type { Webhook, WebhookDelivery } from '@gatehouse/contract/messages/webhooks'
import { sql } from 'kysely'
import { instant } from '../../db/instant.ts'
import { type Db, firstOf, isoRowsOf, rowsOf } from '../../db/pool.ts'
import { timeCursor } from '../../kit/cursor.ts'

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
export const sentTo = async (
  db: Db,
  webhookId: string,
  {
    limit,
    cursor,
    status,
    id,
  }: { limit: number; cursor?: string | undefined; status?: string | undefined; id?: string },
): Promise<{ deliveries: WebhookDelivery[]; next: string | null }> => {
  const after = timeCursor.decode(cursor)
  const rows = await isoRowsOf<WebhookDelivery>(db)`
    select id, kind, status, reason, tries, created_at as "createdAt", delivered_at as "deliveredAt",
      case when status = 'queued' then next_try_at end as "nextTryAt"
    from delivery where target_id = ${webhookId} and channel = 'webhook'
      ${status === undefined ? sql`` : sql`and status = ${status}`} ${id === undefined ? sql`` : sql`and id = ${id}`}
      ${after ? sql`and (created_at, id) < (${after.at}, ${after.id})` : sql``}
    order by created_at desc, id desc limit ${limit + 1}
  `
  const { page: deliveries, next } = timeCursor.page(rows, limit, (row) => ({ at: row.createdAt, id: row.id }))
  return { deliveries, next }
}

/** What waits for a webhook that is off is given up; it can be sent again once the webhook is on. */
export const giveUpWaiting = async (tx: Db, webhookId: string, why: string): Promise<void> => {
  await sql`update delivery set status = 'failed', reason = ${why}, taken_until = null
    where target_id = ${webhookId} and channel = 'webhook' and status = 'queued'`.execute(tx)
}

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
export const mayProbe = async (db: Db, id: string, forS: number): Promise<boolean> => {
  const now = instant()
  const rows = await rowsOf<unknown>(db)`
    update webhook set paused_until = ${now} + make_interval(secs => ${forS}) where id = ${id} and paused_until <= ${now}
    returning id`
  return rows.length === 1
}

export const hasAccepted = async (db: Db, id: string): Promise<void> => {
  await sql`
    update webhook set failures = 0, failing_since = null, paused_until = null, last_error = null,
      last_delivered_at = ${instant()} where id = ${id}`.execute(db)
}

/** One more failure; what they are by now. */
export const hasFailed = (tx: Db, id: string, why: string) =>
  firstOf<{ failures: number; failingSince: Date }>(tx)`
    update webhook set failures = failures + 1, failing_since = coalesce(failing_since, ${instant()}), last_error = ${why}
    where id = ${id} and enabled returning failures, failing_since as "failingSince"`

export const pause = async (tx: Db, id: string, forS: number): Promise<void> => {
  await sql`update webhook set paused_until = ${instant()} + make_interval(secs => ${forS}) where id = ${id}`.execute(
    tx,
  )
}

export const switchOff = async (tx: Db, id: string): Promise<void> => {
  await sql`update webhook set enabled = false, given_up_at = ${instant()}, paused_until = null where id = ${id}`.execute(
    tx,
  )
}
