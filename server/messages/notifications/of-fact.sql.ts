// One's own notifications that tell of one fact.
import type { Notification } from '@gatehouse/contract/messages/notifications'
import { type Db, rowsOf } from '../../db/pool.ts'
import type { Caller } from '../../kit/http/caller.ts'
import { notificationOf, type Row, shown, shownTo } from './notifications.sql.ts'

export const notificationsOf = async (db: Db, caller: Caller, factId: string): Promise<Notification[]> => {
  const rows = await rowsOf<Row>(db)`
    select ${shown} from notification n where n.fact_id = ${factId} and n.seq is not null and ${shownTo(caller)}
    order by n.created_at, n.id
  `
  return rows.map(notificationOf)
}
