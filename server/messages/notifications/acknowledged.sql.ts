// Notifications of an alarm that somebody has acknowledged: read for everybody who got them, with who deals with it.
import type { Acknowledgement, Kind } from '@gatehouse/contract/messages/notifications'
import type pg from 'pg'
import { messagesOf } from './inbox.ts'

/** `deviceId`: the door. One that is of other doors too stays unread until the alarms of all of them are acknowledged. */
export const acknowledgeNotifications = async (
  tx: Pick<pg.ClientBase, 'query'>,
  deviceId: string,
  kinds: readonly Kind[],
  acknowledged: Acknowledgement,
): Promise<void> => {
  const { rows } = await tx.query<{ userId: string; ids: string[] }>(
    `with done as (
       update notification n set read_at = coalesce(n.read_at, $3), acknowledged_by = $4, acknowledged_at = $3
       where n.device_ids @> array[$1::uuid] and n.kind = any ($2::text[]) and n.acknowledged_at is null
         and n.kind in ('door-forced-open', 'door-held-open')
         and not exists (select from door_state k
           where k.device_id = any (n.device_ids) and k.device_id <> $1::uuid and k.unacknowledged is not null)
       returning n.id, n.user_id)
     select user_id as "userId", array_agg(id) as ids from done group by user_id`,
    [deviceId, kinds, acknowledged.at, acknowledged.by],
  )
  for (const { userId, ids } of rows)
    for (const message of messagesOf(userId, { kind: 'read', ids, acknowledged }))
      await tx.query("select pg_notify('inbox', $1)", [message])
}
