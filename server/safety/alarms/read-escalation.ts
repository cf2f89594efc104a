// Who was notified of an alarm, by which channel, and what became of it; and when the next step comes.
import type * as alarms from '@gatehouse/contract/safety/alarms'
import type { AlarmReceipt } from '@gatehouse/contract/safety/alarms'
import type { Output } from '@gatehouse/contract/operation'
import { sql } from 'kysely'
import { type Db, firstOf, isoRowsOf } from '../../db/pool.ts'
import { agentWords } from '../../messages/channels/channels.ts'

const most = 500

export const readEscalation = async (db: Db, alarmId: string): Promise<Output<typeof alarms.escalation>> => {
  const [receipts, next] = await Promise.all([
    isoRowsOf<AlarmReceipt>(db)`
      select * from (
        select coalesce(n.acknowledged_at, n.seen_at, n.sent_at, n.created_at) as at, ${name} as person,
          'in-app' as channel, 'Gatehouse' as "to", null as reason,
          case when n.acknowledged_by = ${name} then 'acknowledged' when coalesce(n.seen_at, n.read_at) is not null then 'seen'
            when n.sent_at is not null then 'delivered' else 'sent' end as status
        from notification n join users u on u.id = n.user_id
        where n.alarm_ids <> '{}' and n.alarm_ids @> array[${alarmId}::uuid]
        union all
        select coalesce(d.seen_at, d.delivered_at, m.sent_at, d.sent_at, d.created_at), ${name}, d.channel, d.target,
          coalesce(m.error, d.reason),
          case when m.sent_at is not null then 'sent' when m.failed_at is not null then 'failed' else d.status end
        from notification n join users u on u.id = n.user_id join delivery d on d.notification_id = n.id
          left join mail m on m.id = d.mail_id
        where n.alarm_ids <> '{}' and n.alarm_ids @> array[${alarmId}::uuid] and d.channel in ('email', 'push')) receipts
      order by at desc, person, channel limit ${sql.lit(most)}
    `,
    firstOf<{ at: Date; policy: string; step: number; steps: number }>(db)`
      select due_at as at, policy, next_step + 1 as step, jsonb_array_length(steps) as steps
      from alarm_escalation where alarm_id = ${alarmId} and due_at is not null
    `,
  ])
  return {
    receipts: receipts.map((one) => (one.channel === 'push' ? { ...one, to: agentWords(one.to) } : one)),
    next: next ? { ...next, at: next.at.toISOString() } : null,
  }
}

const name = sql<string>`coalesce(u.display_name, u.first_name || ' ' || u.last_name)`
