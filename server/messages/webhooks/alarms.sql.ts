// What becomes of alarms, for programs elsewhere: queued in the transaction in which it does, once for each webhook that
// asks for it. Of a device or a place that labels hide, and of the record, only webhooks receive it whose maker sees everything.
import type { AlarmEvent } from '@gatehouse/contract/messages/webhooks'
import type pg from 'pg'
import { isoText } from '../../db/instant.ts'
import { clock } from '../../kit/clock.ts'
import { isMarkedText } from '../../kit/label-scope.ts'

export const notifyWebhooks = async (
  tx: Pick<pg.ClientBase, 'query'>,
  type: AlarmEvent,
  alarmIds: readonly string[],
): Promise<void> => {
  if (alarmIds.length === 0) return
  await tx.query({ name: 'webhooks-of-alarms', text: insert, values: [type, alarmIds, clock.now()] })
}

const insert = `
  insert into delivery (id, company_id, channel, target_id, target, kind, body, next_try_at, created_at)
  select gen_random_uuid(), w.company_id, 'webhook', w.id, w.name, $1,
    jsonb_build_object('at', ${isoText('$3::timestamptz')}, 'data', jsonb_build_object('alarm', jsonb_build_object(
      'id', a.id, 'state', a.state, 'severity', a.severity, 'title', a.title,
      'device', case when d.id is not null then jsonb_build_object('id', d.id, 'key', d.key, 'kind', d.kind, 'name', d.name) end,
      'part', a.part, 'zone', z.name, 'floor', f.name, 'site', s.name, 'value', a.value, 'unit', a.unit, 'count', a.count,
      'raisedAt', ${isoText('a.raised_at')}, 'lastAt', ${isoText('a.last_at')}, 'returnedAt', ${isoText('a.returned_at')},
      'correlationId', a.correlation_id,
      'acknowledged', case when a.acknowledged_at is not null then jsonb_build_object(
        'at', ${isoText('a.acknowledged_at')}, 'by', a.acknowledged_by, 'note', a.acknowledged_note) end,
      'cleared', case when a.cleared_at is not null then jsonb_build_object(
        'at', ${isoText('a.cleared_at')}, 'by', a.cleared_by, 'reason', a.cleared_reason) end,
      'path', '/alarms/' || a.id))), $3, $3
  from alarm a join webhook w on w.company_id = a.company_id and w.enabled and (w.kinds is null or $1 = any (w.kinds))
    left join device d on d.id = a.device_id left join zone z on z.id = coalesce(d.zone_id, a.zone_id)
    left join floor f on f.id = a.floor_id left join site s on s.id = coalesce(d.site_id, a.site_id)
  where a.id = any ($2::uuid[])
    and (w.whole or (s.id is not null and not ${isMarkedText('d.id', 'z.id', 's.id')}
      and not exists (select from zone y where y.floor_id = f.id and ${isMarkedText('y.id')})))`
