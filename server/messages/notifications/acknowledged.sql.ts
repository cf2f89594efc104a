// Notifications of an alarm that somebody has acknowledged: read for everybody who got them, with who deals with it.
import type { Acknowledgement } from '@gatehouse/contract/messages/notifications'
import type pg from 'pg'
import { messagesOf } from './inbox.ts'

/** One that is of other alarms too stays unread until all of them are acknowledged. */
export const acknowledgeNotifications = async (
  tx: Pick<pg.ClientBase, 'query'>,
  alarmId: string,
  acknowledged: Acknowledgement,
): Promise<void> => {
  const { rows } = await tx.query<{ userId: string; ids: string[] }>(
    `with done as (
       update notification n set read_at = coalesce(n.read_at, $2), acknowledged_by = $3, acknowledged_at = $2
       where n.alarm_ids <> '{}' and n.alarm_ids @> array[$1::uuid] and n.acknowledged_at is null
         and not exists (select from alarm a where a.id = any (n.alarm_ids) and a.id <> $1
           and a.acknowledged_at is null and a.cleared_at is null)
       returning n.id, n.user_id)
     select user_id as "userId", array_agg(id) as ids from done group by user_id`,
    [alarmId, acknowledged.at, acknowledged.by],
  )
  for (const { userId, ids } of rows)
    for (const message of messagesOf(userId, { kind: 'read', ids, acknowledged }))
      await tx.query("select pg_notify('inbox', $1)", [message])
}
