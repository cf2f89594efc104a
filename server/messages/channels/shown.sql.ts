// Which notifications may still be shown to whom they were written for: asked again at the moment they leave, for what
// somebody has lost since is not told to them any more. The same rule as of the list (server/messages/notifications).
import { isPermission, own } from '@gatehouse/contract/permissions'
import { type RawBuilder, sql } from 'kysely'
import { type Db, rowsOf } from '../../db/pool.ts'
import { hiddenFromRow, isMarked, placesOutside } from '../../kit/label-scope.ts'

export interface Shown {
  readonly id: string
  readonly title: string
  readonly message: string
  readonly priority: 'low' | 'medium' | 'high'
  readonly path: string | null
  readonly action: string | null
  readonly createdAt: Date
  readonly read: boolean
  readonly shown: boolean
  /** Whether it asks to acknowledge alarms. */
  readonly alarm: boolean
}

/** Those that are there still, by their ids. */
export const stillThere = async (db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, Shown>> => {
  const rows = await rowsOf<Shown>(db)`
    select n.id, n.title, n.message, n.priority, n.path, n.action, n.created_at as "createdAt",
      n.read_at is not null as read, ${shown} as shown, n.alarm_ids <> '{}' as alarm
    from notification n join users u on u.id = n.user_id
      cross join lateral (select ${heldBy(sql`u`)} as held) h
      cross join lateral (select ${hiddenFromRow(reader)} as hidden offset 0) x
    where n.id = any (${[...ids]}::uuid[]) and n.deleted_at is null
  `
  return new Map(rows.map((row) => [row.id, row]))
}

/** What an account holds; one that nobody has verified only what it holds by itself. */
const heldBy = (person: RawBuilder<unknown>) => sql<string[]>`(
  select coalesce(array_agg(p), '{}') from (select unnest(${person}.permissions) as p union select unnest(r.permissions)
    from user_role ur join role r on r.id = ur.role_id where ur.user_id = ${person}.id) given
  where ${person}.verified or p = any (${own.filter(isPermission)}::text[]))`

const at = ['d.device_id', 'd.zone_id', 'd.site_id']
const reader = {
  isWhole: `'admin_access' = any (h.held)`,
  labels: 'select ul.label_id from user_label ul where ul.user_id = u.id',
}

/** Of `notification n`, its `users u` and what they hold, `h`. */
const shown = sql<boolean>`(
  u.status = 'active' and 'read_notifications' = any (h.held) and (n.company_id is null or n.company_id = u.company_id)
  and n.required_permissions <@ h.held
  and not exists (select from unnest(n.device_ids) named (id) left join located d on d.id = named.id and d.company_id = u.company_id
    where d.id is null or not ${placesOutside('x.hidden', ...at)}))`

/** Whether the notification `n` names a device or a place that a label marks. */
export const namesMarked = sql<boolean>`
  exists (select from unnest(n.device_ids) x join located d on d.id = x where ${isMarked(...at)})`
