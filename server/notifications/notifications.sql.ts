// One's own notifications: of the company one is in or of the account itself, and only what one may still see.
import type { Notification } from '@gatehouse/contract/notifications'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/pool.ts'
import type { Caller } from '../kit/caller.ts'
import { visiblePlace } from '../kit/labels.ts'

interface Row {
  id: string
  title: string
  message: string
  type: Notification['type']
  priority: Notification['priority']
  created_at: Date
  read: boolean
  action: string | null
  path: string | null
  required_permissions: string[]
  metadata: { url: string; linkText: string } | null
}

export const pageOf = async (
  db: Db,
  caller: Caller,
  { page, limit }: { page: number; limit: number },
): Promise<Notification[]> => {
  const { rows } = await sql<Row>`
    select n.id, n.title, n.message, n.type, n.priority, n.created_at, n.read_at is not null as read, n.action, n.path,
      n.required_permissions, n.metadata
    from notification n where ${shownTo(caller)}
    order by n.created_at desc, n.id desc limit ${limit} offset ${(page - 1) * limit}
  `.execute(db)
  return rows.map(({ created_at, required_permissions, action, path, metadata, ...row }) => ({
    ...row,
    timestamp: created_at.toISOString(),
    requiredPermissions: required_permissions,
    ...(action === null ? {} : { action }),
    ...(path === null ? {} : { path }),
    ...(metadata === null ? {} : { metadata }),
  }))
}

export const unreadOf = async (db: Db, caller: Caller): Promise<number> => {
  const { rows } = await sql<{ unread: number }>`
    select count(*)::int as unread from notification n where n.read_at is null and ${shownTo(caller)}
  `.execute(db)
  return rows[0]?.unread ?? 0
}

/** Whether there is such a one; reading again changes nothing. */
export const markRead = async (db: Db, caller: Caller, id: string): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    update notification n set read_at = coalesce(n.read_at, now()) where n.id = ${id} and ${shownTo(caller)}
  `.execute(db)
  return numAffectedRows === 1n
}

export const removeOne = async (db: Db, caller: Caller, id: string): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    delete from notification n where n.id = ${id} and ${shownTo(caller)}
  `.execute(db)
  return numAffectedRows === 1n
}

/** Moments travel in milliseconds. */
export const clearAll = async (db: Db, caller: Caller, until?: string): Promise<void> => {
  await sql`
    delete from notification n where ${shownTo(caller)}
      and (${until ?? null}::timestamptz is null or date_trunc('milliseconds', n.created_at) <= ${until ?? null})
  `.execute(db)
}

// Whoever has lost a permission or a label since is not told any more, and it does not count. Which devices they see is
// asked once, and not of each device that each notification names: of 400 that name 1,000 each that took seconds.
const shownTo = (caller: Caller): RawBuilder<boolean> => sql`(
  n.user_id = ${caller.userId} and (n.company_id is null or n.company_id = ${caller.companyId})
  and n.required_permissions <@ ${[...caller.permissions]}::text[]
  and not exists (select from unnest(n.device_ids) x where x not in (
    select d.id from device d where d.company_id = ${caller.companyId}
      and d.id = any (array(select distinct unnest(o.device_ids) from notification o where o.user_id = ${caller.userId}))
      and ${visiblePlace(caller, sql`m.device_id = d.id`)} and ${visiblePlace(caller, sql`m.zone_id = d.zone_id`)}
      and ${visiblePlace(caller, sql`m.site_id = d.site_id`)})))`
