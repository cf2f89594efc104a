// Writing notifications: with what they tell of, so that neither is there without the other.
import type { Notification } from '@gatehouse/contract/messages/notifications'
import type { Permission } from '@gatehouse/contract/permissions'
import { CompiledQuery } from 'kysely'
import type pg from 'pg'
import { v7 as uuid } from 'uuid'
import type { Db } from '../../db/pool.ts'
import { clock } from '../../kit/clock.ts'

export interface Notice {
  readonly userId: string
  /** null: about the account itself, whatever company it is in. */
  readonly companyId: string | null
  /** What it tells of: `access-changed`... */
  readonly kind: string
  readonly title: string
  readonly message: string
  readonly type: Notification['type']
  readonly priority: Notification['priority']
  /** Its button, and the page that leads to. */
  readonly action?: { readonly label: string; readonly path: string }
  readonly requiredPermissions?: readonly Permission[]
  readonly link?: { readonly url: string; readonly text: string }
  /** Who does not see every one of them is not shown it. */
  readonly deviceIds?: readonly string[]
  /** And zones, floors and sites. */
  readonly placeIds?: readonly string[]
  /** Which alarms it notifies of: read by all once somebody has acknowledged them. */
  readonly alarmIds?: readonly string[]
  /** By these channels, whatever the person chose for this kind; absent: as they chose. */
  readonly channels?: readonly ('email' | 'push')[]
  /** One of the same kind, devices and alarms that is unread is counted up and comes anew, instead of another row. */
  readonly repeats?: boolean
}

type Querier = Db | Pick<pg.ClientBase, 'query'>

const atOnce = 1000
/** Of a kind, to a person: what many tell of hides nothing else, and nobody reads further back. */
const mostOfAKind = 200

export const notify = async (tx: Querier, notices: Notice | readonly Notice[]): Promise<void> => {
  const all = [notices].flat()
  // In milliseconds, as everywhere.
  const at = clock.now()
  // What is told together is one fact, in whatever words each is told of it.
  const fact = uuid()
  for (let from = 0; from < all.length; from += atOnce) {
    const values = [JSON.stringify(all.slice(from, from + atOnce).map(rowOf)), at, fact]
    await run(tx, repeatOrInsert, values)
  }
  if (all.length === 0) return
  const delivered = new Map(all.map(({ userId, kind }) => [`${userId} ${kind}`, { user_id: userId, kind }]))
  await run(tx, forgetSurplus, [JSON.stringify([...delivered.values()]), mostOfAKind])
}

const run = async (tx: Querier, text: string, values: unknown[]): Promise<void> => {
  if ('executeQuery' in tx) await tx.executeQuery(CompiledQuery.raw(text, values))
  else await tx.query(text, values)
}

// Without a number it is numbered, sent and shown as what has just come.
const repeatOrInsert = `
  with t as materialized (select * from jsonb_to_recordset($1::jsonb) as t (id uuid, user_id uuid, company_id uuid,
      kind text, title text, message text, type text, priority text, action text, path text,
      required_permissions text[], metadata jsonb, device_ids uuid[], repeats boolean, alarm_ids uuid[], channels text[])),
    repeated as (
      update notification n set times = n.times + 1, created_at = $2, fact_id = $3::uuid, seq = null,
        message = t.message, channels = t.channels
      from t where t.repeats and n.id = (
        select o.id from notification o where o.user_id = t.user_id and o.kind = t.kind and o.read_at is null
          and o.deleted_at is null
          and o.company_id is not distinct from t.company_id and o.device_ids = t.device_ids
          and o.alarm_ids = t.alarm_ids
        order by o.created_at desc, o.id desc limit 1)
      returning t.id)
  insert into notification (id, user_id, company_id, kind, title, message, type, priority, action, path,
    required_permissions, metadata, device_ids, created_at, fact_id, alarm_ids, channels)
  select id, user_id, company_id, kind, title, message, type, priority, action, path,
    required_permissions, metadata, device_ids, $2, $3::uuid, alarm_ids, channels
  from t where id not in (select id from repeated)`

// What another transaction is about to take away is left to it: two of them never wait for each other.
const forgetSurplus = `
  delete from notification where id in (
    select n.id from jsonb_to_recordset($1::jsonb) as t (user_id uuid, kind text)
      cross join lateral (select s.id from notification s where s.user_id = t.user_id and s.kind = t.kind
        order by s.created_at desc, s.id desc offset $2) surplus
      join notification n on n.id = surplus.id
    for update of n skip locked)`

const rowOf = (notice: Notice) => ({
  id: uuid(),
  user_id: notice.userId,
  company_id: notice.companyId,
  kind: notice.kind,
  title: notice.title,
  message: notice.message,
  type: notice.type,
  priority: notice.priority,
  action: notice.action?.label ?? null,
  path: notice.action?.path ?? null,
  required_permissions: notice.requiredPermissions ?? [],
  metadata: notice.link ? { url: notice.link.url, linkText: notice.link.text } : null,
  device_ids: [...(notice.deviceIds ?? []), ...(notice.placeIds ?? [])],
  repeats: notice.repeats ?? false,
  alarm_ids: notice.alarmIds ?? [],
  channels: notice.channels ?? null,
})
