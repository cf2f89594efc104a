// Where a notification goes besides the product: written down in the transaction that numbers it, so that it goes there
// once, and sent afterwards (queue.ts, letters.ts, gathered.ts).
import { type Channel, ownLetters } from '@gatehouse/contract/messages/channels'
import type { Priority } from '@gatehouse/contract/messages/notifications'
import { notificationKinds as forWebhooks } from '@gatehouse/contract/messages/webhooks'
import { v7 as uuid } from 'uuid'
import { instant } from '../../db/instant.ts'
import { type Db, execute, rowsOf } from '../../db/pool.ts'
import { clock } from '../../kit/clock.ts'
import { dueOf, quietUntil } from './local-time.ts'
import { type Chosen, chosenIn, wants } from './preferences.ts'
import { namesMarked } from './shown.sql.ts'

/** A browser that was not told within this who sits there is told nothing. */
export const boundDays = 7

interface Row {
  readonly id: string
  readonly userId: string
  readonly companyId: string | null
  readonly kind: string
  readonly priority: Priority
  readonly email: string
  readonly preferences: unknown
  readonly zone: string
  readonly browsers: readonly { id: string; agent: string }[] | null
  /** null: as the person chose. */
  readonly channels: readonly string[] | null
}

export interface Waiting {
  readonly at: Date
  readonly why: 'quiet' | 'digest'
}

/** What main.ts hands to who numbers notifications: `batch` has just been numbered, in this transaction. */
export const routeToChannels = async (tx: Db, batch: readonly { readonly id: string }[]): Promise<void> => {
  const ids = batch.map(({ id }) => id)
  if (ids.length === 0) return
  const now = clock.now()
  await toWebhooks(tx, ids, now)
  const rows = await concerned(tx, ids)
  const deliveries = rows.flatMap((row) => {
    const chosen = chosenIn(row.preferences)
    return [...pushesOf(row, chosen, now), ...mailsOf(row, chosen, now)]
  })
  await write(tx, deliveries)
}

interface Delivery {
  readonly row: Row
  readonly channel: 'email' | 'push'
  readonly target: string
  readonly targetId: string | null
  readonly waits: Waiting | null
  readonly at: Date
}

const pushesOf = (row: Row, chosen: Chosen, now: Date): Delivery[] => {
  if (!row.browsers || !goesBy(row, chosen, 'push')) return []
  // What is urgent comes in any case; of the rest one word at the end.
  const until = row.priority === 'high' ? null : quietUntil(chosen.quiet, chosen.timeZone ?? row.zone, now)
  const waits = until && ({ at: until, why: 'quiet' } as const)
  return row.browsers.map(({ id, agent }) => ({
    row,
    channel: 'push',
    target: agent,
    targetId: id,
    waits,
    at: now,
  }))
}

const mailsOf = (row: Row, chosen: Chosen, now: Date): Delivery[] => {
  // Those with a letter of their own have been written to already, by whoever told them.
  if (ownLetters.some((kind) => kind === row.kind) || !goesBy(row, chosen, 'email')) return []
  const waits = row.priority === 'high' ? null : dueOf(chosen, chosen.timeZone ?? row.zone, now)
  return [{ row, channel: 'email', target: row.email, targetId: null, waits, at: now }]
}

const goesBy = (row: Row, chosen: Chosen, channel: Channel): boolean =>
  row.channels === null ? wants(chosen, row, channel) : row.channels.includes(channel)

// Only those for whom there is more to do than to show it: nearly everybody is told in the product alone.
const concerned = (tx: Db, ids: readonly string[]): Promise<readonly Row[]> =>
  rowsOf<Row>(tx)`
    select n.id, n.user_id as "userId", n.company_id as "companyId", n.kind, n.priority, u.email, u.notification_preferences as preferences,
      coalesce(c.time_zone, 'UTC') as zone, p.browsers, n.channels
    from notification n join users u on u.id = n.user_id left join company c on c.id = u.company_id
      left join lateral (select jsonb_agg(jsonb_build_object('id', s.id, 'agent', s.agent)) as browsers
        from push_subscription s where s.user_id = u.id and s.bound_at > ${instant()} - ${boundDays} * interval '1 day') p on true
    where n.id = any (${[...ids]}::uuid[]) and u.status = 'active' and u.verified
      and (p.browsers is not null or not n.kind = any (${[...ownLetters]}::text[])
        and (n.priority = 'high' or 'email' = any (n.channels) or u.notification_preferences #>> array['email', n.kind] = 'true'))
    order by n.created_at, n.id
  `

const write = async (tx: Db, deliveries: readonly Delivery[]): Promise<void> => {
  if (deliveries.length === 0) return
  const rows = deliveries.map(({ row, channel, target, targetId, waits, at }) => ({
    id: uuid(),
    notification_id: row.id,
    company_id: row.companyId,
    user_id: row.userId,
    channel,
    target_id: targetId,
    target,
    kind: row.kind,
    waits: waits?.why ?? null,
    next_try_at: waits?.at ?? at,
    created_at: at,
  }))
  await execute(tx)`
    insert into delivery (id, notification_id, company_id, user_id, channel, target_id, target, kind, waits, next_try_at,
      created_at)
    select id, notification_id, company_id, user_id, channel, target_id, target, kind, waits, next_try_at, created_at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t (id uuid, notification_id uuid, company_id uuid,
      user_id uuid, channel text, target_id uuid, target text, kind text, waits text,
      next_try_at timestamptz, created_at timestamptz)
  `
}

// Once for each fact and webhook, however many people were told of it, in the words for who saw most of it. Of what
// concerns an account alone nothing leaves the house.
const toWebhooks = (tx: Db, ids: readonly string[], now: Date) =>
  execute(tx)`
    insert into delivery (id, company_id, channel, target_id, target, fact_id, kind, body, next_try_at, created_at)
    select distinct on (w.id, n.fact_id, n.kind) gen_random_uuid(), w.company_id, 'webhook', w.id, w.name, n.fact_id, n.kind,
      jsonb_build_object('at', n.created_at, 'data', jsonb_build_object('title', n.title, 'message', n.message,
        'type', n.type, 'priority', n.priority, 'path', n.path, 'devices', coalesce((select jsonb_agg(jsonb_build_object(
          'id', d.id, 'key', d.key, 'kind', d.kind, 'name', d.name) order by d.name, d.id)
          from device d where d.id = any (n.device_ids)), '[]'))),
      ${now}, ${now}
    from (select distinct fact_id, kind, company_id from notification where id = any (${[...ids]}::uuid[])
        and fact_id is not null and kind = any (${[...forWebhooks]}::text[])) f
      join webhook w on w.company_id = f.company_id and w.enabled and (w.kinds is null or f.kind = any (w.kinds))
      join notification n on n.fact_id = f.fact_id and n.kind = f.kind and n.company_id = f.company_id
    where w.whole or not ${namesMarked}
    order by w.id, n.fact_id, n.kind, cardinality(n.device_ids) desc, n.id
    on conflict do nothing
  `
