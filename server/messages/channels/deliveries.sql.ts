// What became of what left the product: letters of the mail queue and deliveries to browsers and webhooks as one list.
import type { deliveries, Delivery, Receipt, Status } from '@gatehouse/contract/messages/channels'
import { isKind, kinds } from '@gatehouse/contract/messages/notifications'
import { type RawBuilder, sql } from 'kysely'
import { isOlder } from '../../db/conditions.ts'
import { type Db, isoRowsOf } from '../../db/pool.ts'
import type { ListFilter } from '../../kit/cursor.ts'
import { agentWords } from './agent-words.ts'

interface Row extends Omit<Delivery, 'about' | 'to'> {
  readonly recipient: string
  readonly agent: string | null
  readonly subject: string | null
}

// A letter is its own delivery; one that gathers many stands once, and what it holds with each notification.
const letters = sql`
  select m.id, 'email' as channel, m.letter as kind, m.recipient, null as agent, m.subject,
    case when m.sent_at is not null then 'sent' when m.failed_at is not null then 'failed' else 'queued' end as status,
    coalesce(m.error, m.receipt) as reason, m.tries, m.created_at as "createdAt", m.sent_at as "sentAt",
    null::timestamptz as "deliveredAt", null::timestamptz as "seenAt",
    case when m.sent_at is null and m.failed_at is null then m.next_try_at end as "nextTryAt",
    m.failed_at is not null and m.text is not null as retryable
  from mail m`

const others = sql`
  select d.id, d.channel, d.kind, case when d.channel = 'push' then coalesce(u.email, '') else coalesce(w.name, d.target) end
    as recipient, case when d.channel = 'push' then d.target end as agent, null as subject, d.status, d.reason, d.tries,
    d.created_at as "createdAt", d.sent_at as "sentAt", d.delivered_at as "deliveredAt", d.seen_at as "seenAt",
    case when d.status = 'queued' then d.next_try_at end as "nextTryAt",
    d.status = 'failed' and (w.enabled or exists (select from push_subscription s where s.id = d.target_id)) as retryable
  from delivery d left join users u on u.id = d.user_id left join webhook w on w.id = d.target_id`

export const deliveriesOf = async (
  db: Db,
  companyId: string | null,
  { channel, status, kind, from, to, beyond, limit }: ListFilter<typeof deliveries>,
): Promise<Delivery[]> => {
  // Each side is cut by its own index before the two become one.
  const cut = (rows: RawBuilder<unknown>, of: 'm' | 'd', more: RawBuilder<unknown>) => {
    const at = sql.ref(`${of}.created_at`)
    return sql`(select * from (${rows} where ${sql.ref(`${of}.company_id`)} = ${companyId} ${more}
      ${from === undefined ? sql`` : sql`and ${at} >= ${from}`} ${to === undefined ? sql`` : sql`and ${at} <= ${to}`}
      and ${isOlder(`${of}.created_at`, `${of}.id`, beyond)}) x
      where true ${channel === undefined ? sql`` : sql`and channel = ${channel}`}
      ${status === undefined ? sql`` : sql`and status = ${status}`} ${kind === undefined ? sql`` : sql`and kind = ${kind}`}
      order by "createdAt" desc, id desc limit ${limit})`
  }
  const rows = await isoRowsOf<Row>(db)`
    ${cut(letters, 'm', sql``)} union all
    ${cut(others, 'd', sql`and d.channel <> 'email' and d.waits is null`)}
    order by "createdAt" desc, id desc limit ${limit}
  `
  return rows.map(deliveryOf)
}

export const deliveryById = async (db: Db, companyId: string | null, id: string): Promise<Delivery | undefined> => {
  const rows = await isoRowsOf<Row>(db)`
    (${letters} where m.id = ${id} and m.company_id = ${companyId}) union all
    (${others} where d.id = ${id} and d.company_id = ${companyId} and d.channel <> 'email')
  `
  return rows[0] && deliveryOf(rows[0])
}

const deliveryOf = ({ recipient, agent, subject, ...row }: Row): Delivery => ({
  ...row,
  about: aboutOf(row.kind, subject),
  to: agent === null ? recipient : `${recipient}, ${agentWords(agent)}`,
})

// What a notification is called may name what labels hide from whoever looks here.
const aboutOf = (kind: string, subject: string | null): string => {
  if (isKind(kind) && subject === null) return kinds[kind].description
  if (kind === 'notification') return 'A notification'
  return subject ?? { ping: 'A test', summary: 'What came in quiet hours' }[kind] ?? 'A notification'
}

/** What became of one of somebody's own notifications on each channel. */
export const receiptsOf = async (db: Db, userId: string, notificationId: string): Promise<Receipt[]> => {
  const rows = await isoRowsOf<Moments & { channel: Receipt['channel']; recipient: string }>(db)`
    select 'in-app' as channel, '' as recipient, case when coalesce(n.seen_at, n.read_at) is not null then 'seen'
        when n.sent_at is not null then 'delivered' else 'sent' end as status,
      null as reason, null::timestamptz as "waitsUntil", n.created_at as "createdAt", n.created_at as "sentAt",
      n.sent_at as "deliveredAt", coalesce(n.seen_at, n.read_at) as "seenAt"
    from notification n where n.id = ${notificationId} and n.user_id = ${userId}
    union all
    select 'email', m.recipient, case when m.sent_at is not null then 'sent' when m.failed_at is not null then 'failed' else 'queued' end,
      case when m.failed_at is not null then m.error end, null, m.created_at, m.sent_at, null, null
    from notification n join mail m on m.user_id = n.user_id and m.letter = n.kind
      and m.created_at between n.created_at - ${together} and n.created_at + ${together}
    where n.id = ${notificationId} and n.user_id = ${userId}
    union all
    select d.channel, d.target,
      case when m.sent_at is not null then 'sent' when m.failed_at is not null then 'failed' else coalesce(s.status, d.status) end,
      coalesce(m.error, s.reason, d.reason), case when d.waits is not null and m.id is null and s.id is null then d.next_try_at end,
      d.created_at, coalesce(m.sent_at, s.sent_at, d.sent_at), coalesce(s.delivered_at, d.delivered_at),
      coalesce(s.seen_at, d.seen_at)
    from delivery d left join mail m on m.id = d.mail_id left join delivery s on s.id = d.part_of
    where d.notification_id = ${notificationId} and d.user_id = ${userId}
  `
  return rows.map(({ channel, recipient, ...row }) => ({
    channel,
    to: channel === 'push' ? agentWords(recipient) : channel === 'email' ? recipient : 'Gatehouse',
    status: row.status,
    ...wordsOf(channel, row),
  }))
}

// A letter of its own is posted in the transaction of the notification; both take their moment from the same clock.
const together = sql`interval '10 seconds'`

interface Moments {
  readonly status: Status
  readonly reason: string | null
  readonly waitsUntil: string | null
  readonly createdAt: string
  readonly sentAt: string | null
  readonly deliveredAt: string | null
  readonly seenAt: string | null
}

const wordsOf = (
  channel: Receipt['channel'],
  { status, reason, waitsUntil, createdAt, sentAt, deliveredAt, seenAt }: Moments,
) => {
  const message: Record<Status, readonly [says: string, at: string | null]> = {
    queued: waitsUntil
      ? ['Waits, to be told together with others', waitsUntil]
      : [reason === null ? 'Waits to be sent' : `Waits to be sent again: ${reason}`, null],
    failed: [reason ?? 'It could not be sent', null],
    sent: [sentWords[channel], sentAt],
    delivered: [channel === 'push' ? 'Shown by the browser' : 'Reached an open page', deliveredAt],
    seen: [reason ?? (channel === 'push' ? 'Opened' : 'Seen'), seenAt],
  }
  const [text, at] = message[status]
  return { says: text, at: at ?? createdAt }
}

const sentWords: Record<Receipt['channel'], string> = {
  'in-app': 'Put among your notifications',
  email: 'Accepted by the mail server',
  push: 'Accepted by the push service of the browser',
}
