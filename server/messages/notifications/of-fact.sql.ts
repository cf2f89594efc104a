// One's own notifications that tell of one fact.
import type { Notification } from '@gatehouse/contract/messages/notifications'
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { Caller } from '../../kit/http/caller.ts'
import { notificationOf, type Row, shown, shownTo } from './notifications.sql.ts'

export const notificationsOf = async (db: Db, caller: Caller, factId: string): Promise<Notification[]> => {
  const { rows } = await sql<Row>`
    select ${shown} from notification n where n.fact_id = ${factId} and n.seq is not null and ${shownTo(caller)}
    order by n.created_at, n.id
  `.execute(db)
  return rows.map(notificationOf)
}
