// One's own notifications: of the company one is in or of the account itself, and only what one may still see.
import type { list, Notification } from '@gatehouse/contract/messages/notifications'
import type { Parsed } from '@gatehouse/contract/operation'
import type { InboxChange } from '@gatehouse/contract/realtime'
import { type RawBuilder, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { instant } from '../../db/instant.ts'
import { type Db, firstOf, rowsOf, valuesOf } from '../../db/pool.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Caller } from '../../kit/http/caller.ts'
import { labelScope } from '../../kit/label-scope.ts'
import { holdsWords } from '../../kit/search.ts'
import { publishInboxChange } from './inbox.ts'

export interface Row
  extends Omit<Notification, 'timestamp' | 'times' | 'acknowledged' | 'action' | 'path' | 'metadata'> {
  readonly timestamp: Date
  readonly times: number
  readonly acknowledgedBy: string | null
  readonly acknowledgedAt: Date | null
  readonly action: string | null
  readonly path: string | null
  readonly metadata: { url: string; linkText: string } | null
}

/** The columns of a `Row`, of notification `n`. */
export const shown = sql`n.id, n.kind, n.title, n.message, n.type, n.priority, n.created_at as timestamp,
  n.times, n.acknowledged_by as "acknowledgedBy", n.acknowledged_at as "acknowledgedAt",
  n.read_at is not null as read, n.action, n.path, n.required_permissions as "requiredPermissions", n.metadata`

export const notificationOf = (stored: Row): Notification => {
  const { timestamp, times, acknowledgedBy, acknowledgedAt, action, path, metadata, ...row } = stored
  return {
    ...row,
    timestamp: timestamp.toISOString(),
    ...(times > 1 ? { times } : {}),
    ...(acknowledgedAt === null
      ? {}
      : { acknowledged: { by: acknowledgedBy ?? '', at: acknowledgedAt.toISOString() } }),
    ...(action === null ? {} : { action }),
    ...(path === null ? {} : { path }),
    ...(metadata === null ? {} : { metadata }),
  }
}

export type Wanted = Parsed<typeof list>

export interface Page {
  readonly notifications: Notification[]
  readonly unreadCount: number
  readonly total: number
  readonly seq: number
}

/** All of one moment: what is counted, what is shown, and the number up to which that is. */
export const pageOf = async (db: Db, caller: Caller, wanted: Wanted): Promise<Page> => {
  const rows = await rowsOf<Counts & (Row | { id: null })>(db)`
    with own as materialized (select n.* from notification n where n.seq is not null and ${shownTo(caller)}),
      counts as (select count(*) filter (where read_at is null)::int as unread,
          count(*) filter (where ${matching(wanted)})::int as total,
          coalesce(max(n.seq), 0) as seq
        from own n)
    select counts.*, page.* from counts left join (
      select ${shown} from own n where ${matching(wanted)}
      order by n.created_at desc, n.id desc limit ${wanted.limit} offset ${(wanted.page - 1) * wanted.limit}
    ) page on true
    order by page.timestamp desc, page.id desc
  `
  return {
    notifications: rows.flatMap((row) => {
      const { unread: _, total: __, seq: ___, ...notification } = row
      return notification.id === null ? [] : [notificationOf(notification)]
    }),
    unreadCount: rows[0]?.unread ?? 0,
    total: rows[0]?.total ?? 0,
    seq: rows[0]?.seq ?? 0,
  }
}

interface Counts {
  unread: number
  total: number
  seq: number
}

const matching = ({ read, priority, kind, q, from, to }: Wanted): RawBuilder<boolean> => {
  const asked = [
    read === undefined ? undefined : sql`(n.read_at is not null) = ${read === 'true'}`,
    priority === undefined ? undefined : sql`n.priority = ${priority}`,
    kind === undefined ? undefined : sql`n.kind = ${kind}`,
    q ? holdsWords(sql`(n.title || ' ' || n.message)`, q) : undefined,
    from === undefined ? undefined : sql`date_trunc('milliseconds', n.created_at) >= ${from}::timestamptz`,
    to === undefined ? undefined : sql`date_trunc('milliseconds', n.created_at) <= ${to}::timestamptz`,
  ].filter((one) => one !== undefined)
  return asked.length === 0 ? sql`true` : sql`(${sql.join(asked, sql` and `)})`
}

export const oneOf = async (db: Db, caller: Caller, id: string): Promise<Notification | undefined> => {
  const row = await firstOf<Row>(db)`select ${shown} from notification n where n.id = ${id} and ${shownTo(caller)}`
  return row && notificationOf(row)
}

/**
 * Of what a browser has been told so far, up to this number: how many are unread, and the number of the newest that is its
 * own. Of others no number goes out.
 */
export const standingOf = async (db: Db, caller: Caller, upTo: number): Promise<{ unread: number; newest: number }> => {
  const standing = await firstOf<{ unread: number; newest: number }>(db)`
    select count(*) filter (where n.read_at is null)::int as unread, coalesce(max(n.seq), 0) as newest
    from notification n where n.seq <= ${upTo} and ${shownTo(caller)}
  `
  return standing ?? { unread: 0, newest: 0 }
}

/** Which of them there are; reading again changes nothing. */
export const markRead = (db: Db, caller: Caller, ids: readonly string[]): Promise<string[]> =>
  changing(db, caller, (done) => ({ kind: 'read', ids: done }))`
    update notification n set read_at = coalesce(n.read_at, ${instant()}) where n.id = any (${[...ids]}::uuid[])`

export const markUnread = (db: Db, caller: Caller, id: string): Promise<string[]> =>
  changing(db, caller, (done) => ({ kind: 'unread', ids: done }))`
    update notification n set read_at = null where n.id = ${id}`

export const markAllRead = async (db: Db, caller: Caller, until: string): Promise<void> => {
  await changing(db, caller, () => ({ kind: 'all-read', until }))`
    update notification n set read_at = ${instant()} where n.read_at is null and ${notifiedBy(until)}`
}

/** `ids`: which of them there were; `deletion` restores just these. */
export interface Deletion {
  readonly ids: readonly string[]
  readonly deletion: string
}

export const removeSome = async (db: Db, caller: Caller, ids: readonly string[]): Promise<Deletion> => {
  const deletion = uuid()
  const done = await changing(db, caller, (gone) => ({ kind: 'removed', ids: gone }))`
    ${deleting(deletion)} where n.id = any (${[...ids]}::uuid[])`
  return { ids: done, deletion }
}

export const clearAll = async (db: Db, caller: Caller, until?: string): Promise<Deletion> => {
  const deletion = uuid()
  const done = await changing(db, caller, () => ({ kind: 'cleared', until: until ?? null }))`
    ${deleting(deletion)} where ${until === undefined ? sql`true` : notifiedBy(until)}`
  return { ids: done, deletion }
}

/** How many are there again. */
export const restore = async (db: Db, caller: Caller, deletion: string): Promise<number> => {
  const done = await changing(db, caller, () => ({ kind: 'restored' }), grantedTo(caller))`
    update notification n set deletion_id = null, deleted_at = null where n.deletion_id = ${deletion}`
  return done.length
}

const deleting = (deletion: string) =>
  sql`update notification n set deletion_id = ${deletion}, deleted_at = ${instant()}`

// With the word to the person's other browsers, which goes out when the change is there to be seen.
const changing =
  (db: Db, caller: Caller, changeOf: (done: string[]) => InboxChange['change'], which = shownTo(caller)) =>
  (text: TemplateStringsArray, ...values: unknown[]): Promise<string[]> =>
    inTransaction(db, async (tx) => {
      const done = await valuesOf<string>(tx)`
        ${sql(text, ...values)} and ${which} returning n.id
      `
      if (done.length > 0) await publishInboxChange(tx, caller.userId, changeOf(done))
      return done
    })

// Moments travel in milliseconds.
const notifiedBy = (until: string) => sql`date_trunc('milliseconds', n.created_at) <= ${until}::timestamptz`

/** Those that are granted to them, without what they have deleted. */
export const shownTo = (caller: Caller): RawBuilder<boolean> => sql`(n.deleted_at is null and ${grantedTo(caller)})`

/**
 * Whoever has lost a permission or a label since is not told any more, and it does not count. Which devices they see is
 * asked once, and not of each device that each notification names: of 400 that name 1,000 each that took seconds.
 */
const grantedTo = (caller: Caller): RawBuilder<boolean> => sql`(
  n.user_id = ${caller.userId} and (n.company_id is null or n.company_id = ${caller.companyId})
  and n.required_permissions <@ ${[...caller.permissions]}::text[]
  and not exists (select from unnest(n.device_ids) x where x not in (
    select d.id from located d where d.company_id = ${caller.companyId}
      and d.id = any (array(select distinct unnest(o.device_ids) from notification o where o.user_id = ${caller.userId}))
    group by d.id having bool_and(${labelScope(caller).places('d.device_id', 'd.zone_id', 'd.site_id')}))))`
