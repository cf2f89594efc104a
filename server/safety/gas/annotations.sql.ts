// What happened at gas channels: their alarms, service done, and when detectors were out of service.
import type { Annotations } from '@gatehouse/contract/safety/gas'
import { measureNames } from '@gatehouse/contract/safety/measures'
import { type GasChannel, gasChannel } from '@gatehouse/contract/building/wire'
import { type Db, isoRowsOf } from '../../db/pool.ts'
import { clock } from '../../kit/clock.ts'
import type { Span } from './history.ts'

interface Happened<Fact> {
  readonly deviceId: string
  /** null: at the detector as a whole. */
  readonly channel: string | null
  readonly fact: Fact
}

interface AlarmsWanted extends Span {
  /** Of this channel, and of detectors as a whole; null: of every channel. */
  readonly channel: GasChannel | null
  readonly most: number
}

/** Of rules about a channel, its averages or its faults, and of detectors that were offline; the newest first. */
export const readAlarms = async (
  db: Db,
  deviceIds: readonly string[],
  { from, to, channel, most }: AlarmsWanted,
): Promise<Happened<Annotations['alarms'][number]>[]> => {
  const rows = await isoRowsOf<Annotations['alarms'][number] & { deviceId: string; channel: string | null }>(db)`
    select a.device_id as "deviceId", coalesce(m.channel, a.part) as channel, a.id, a.title, a.severity,
      a.value, a.raised_at as "raisedAt", a.returned_at as "returnedAt",
      a.acknowledged_at as "acknowledgedAt", a.acknowledged_by as "acknowledgedBy"
    from alarm a join alarm_rule_version v on v.rule_id = a.rule_id and v.version = a.rule_version
      join unnest(${measures}::text[], ${channelsOfMeasures}::text[]) as m (name, channel)
        on m.name = v.definition #>> '{condition,measure}'
    where a.device_id = any (${[...deviceIds]}::uuid[])
      and (${channel}::text is null or coalesce(m.channel, a.part, ${channel}) = ${channel})
      and a.raised_at < ${to} and (a.returned_at is null or a.returned_at >= ${from})
    order by a.raised_at desc, a.id desc limit ${most}
  `
  return rows.map(({ deviceId, channel: of, ...fact }) => ({ deviceId, channel: of, fact }))
}

const measures = measureNames.filter((name) => name.startsWith('gas.') || name === 'device.offline')

/** Of those that are about a channel by themselves; of the others, an alarm has it as its part. */
const channelsOfMeasures = measures.map(
  (measure) => gasChannel.options.find((channel) => channel === measure.split('.')[1]) ?? null,
)

/** The ledger of service; what voids an entry is no mark of its own. The newest first. */
export const readService = async (
  db: Db,
  deviceIds: readonly string[],
  { from, to }: Span,
): Promise<Happened<Annotations['service'][number]>[]> => {
  const rows = await isoRowsOf<Annotations['service'][number] & { deviceId: string; channel: string }>(db)`
    select e.device_id as "deviceId", e.channel, e.id, e.kind, e.result, e.at,
      coalesce(e.contractor, e.recorded_by_name) as by,
      exists (select from gas_service_entry o where o.voids = e.id) as "isVoid"
    from gas_service_entry e
    where e.device_id = any (${[...deviceIds]}::uuid[]) and e.kind <> 'void' and e.at >= ${from} and e.at < ${to}
    order by e.at desc, e.id desc
  `
  return rows.map(({ deviceId, channel, ...fact }) => ({ deviceId, channel, fact }))
}

interface Change {
  readonly deviceId: string
  readonly isOut: boolean
  readonly at: string
  readonly reason: string | null
  readonly by: string
}

/**
 * Spans of which a part lies within the time, the oldest first. Out of the activity log, which has each beginning and end, and of
 * the devices as they are now.
 */
export const readOutOfService = async (
  db: Db,
  companyId: string,
  deviceIds: readonly string[],
  span: Span,
): Promise<Happened<Annotations['outOfService'][number]>[]> => {
  const changes = await isoRowsOf<Change>(db)`
    select input ->> 'deviceId' as "deviceId", action = 'devices.takeOutOfService' as "isOut", at, reason, actor as by
    from activity
    where company_id = ${companyId} and at >= ${span.from} and status < 300
      and action in ('devices.takeOutOfService', 'devices.returnToService', 'devices.serviceResumed')
      and input ->> 'deviceId' = any (${[...deviceIds]}::text[])
    order by at, id
  `
  const current = await isoRowsOf<Change>(db)`
    select id as "deviceId", true as "isOut", out_of_service_since as at, out_of_service_reason as reason,
      coalesce(out_of_service_by, '') as by
    from device where id = any (${[...deviceIds]}::uuid[]) and out_of_service_since is not null
  `
  const byDevice = Map.groupBy(changes, ({ deviceId }) => deviceId)
  return deviceIds.flatMap((deviceId) =>
    spansOf(byDevice.get(deviceId) ?? [], current.find((one) => one.deviceId === deviceId) ?? null, span)
      .filter((one) => one.from < span.to && (one.to ?? clock.iso()) > span.from)
      .map((fact) => ({ deviceId, channel: null, fact })),
  )
}

/** `changes`: since the beginning of the span, the oldest first; `current`: of a device that is out of service now. */
export const spansOf = (
  changes: readonly Change[],
  current: Change | null,
  { from }: Span,
): Annotations['outOfService'] => {
  const spans: Annotations['outOfService'] = []
  let open: Omit<Annotations['outOfService'][number], 'to'> | null = null
  changes.forEach(({ isOut, at, reason, by }, index) => {
    // Taken once more, its reason or its end changes, and it stays out.
    if (isOut) open ??= { from: at, reason, by }
    else if (open) {
      spans.push({ ...open, to: at })
      open = null
    } else if (index === 0) spans.push({ from, to: at, reason: null, by })
  })
  if (current) {
    const { at, reason, by } = current
    spans.push({ from: at > from ? at : from, to: null, reason, by })
  }
  return spans
}
