// Reading doors: where each is, what it last reported, its newest command, and its worst alarm.
import * as doors from '@gatehouse/contract/access/doors'
import type { Parsed } from '@gatehouse/contract/operation'
import { type RawBuilder, sql } from 'kysely'
import { allOf } from '../../db/conditions.ts'
import { instant, iso } from '../../db/instant.ts'
import { type Db, firstOf, isoRowsOf } from '../../db/pool.ts'
import { byNumber, byTimeIfAny, byWords, type InOrder, type Order, sortedList } from '../../db/sorted.ts'
import { outOfServiceOf, silenceMs } from '../../building/devices/devices.ts'
import { fromCommands, standing } from '../../building/commands/commands.ts'
import type { LabelScope } from '../../kit/label-scope.ts'

export interface Wanted extends Partial<Omit<Parsed<typeof doors.list>, 'attention' | 'alarm' | 'cursor' | 'sort'>> {
  readonly companyId: string | null
  readonly scope: LabelScope
  readonly id?: string | undefined
}

export interface Page {
  readonly attention: boolean
  readonly alarm: boolean
  readonly order: Order
  readonly limit: number
}

export const readDoors = (db: Db, wanted: Wanted, page: Page) => {
  const now = instant()
  return isoRowsOf<InOrder<doors.Door>>(db)`
    select ${page.order.columns}, d.id, d.key, d.name, d.site_id as "siteId", s.name as site, z.floor_id as "floorId", f.name as floor,
      d.zone_id as "zoneId", z.name as zone, o.from_zone_id as "fromZoneId", zf.name as "fromZone",
      o.to_zone_id as "toZoneId", zt.name as "toZone", d.driver, ${online(now)} as online, st.last_seen_at as "lastSeenAt",
      st.battery, ${state} as state,
      jsonb_build_object('pulseSeconds', o.pulse_seconds, 'extendedSeconds', o.extended_seconds,
        'openTooLongSeconds', o.open_too_long_seconds, 'answerSeconds', o.answer_seconds, 'reasonAsked', o.reason_asked,
        'watchedBy', ${watchedBy}) as settings,
      ${outOfServiceOf} as "outOfService",
      case when h.since is not null then jsonb_build_object('since', ${iso('h.since')}, 'reason', h.reason,
        'by', coalesce(hu.display_name, hu.first_name || ' ' || hu.last_name, h.actor, '')) end as hold,
      ${alarm} as alarm,
      coalesce((select jsonb_agg(jsonb_build_object('id', u.lockdown_id, 'name', u.name, 'since', ${iso('u.started_at')})
          order by u.started_at)
        from door_under_lockdown u where u.device_id = d.id), '[]') as lockdowns,
      case when k.incident_over_at is null then k.correlation_id end as incident,
      (select ${sql.raw(standing)} ${sql.raw(fromCommands)} where c.device_id = o.device_id
        order by c.requested_at desc, c.id desc limit 1) as command
    ${from} left join zone zf on zf.id = o.from_zone_id left join zone zt on zt.id = o.to_zone_id
      left join floor f on f.id = z.floor_id left join door_hold h on h.device_id = d.id
      left join users hu on hu.id = h.user_id
    where ${which(wanted)} and ${page.attention ? needsSomebody(now) : sql`true`}
      and ${page.alarm ? sql`${rank} < ${sql.lit(ranks.calm)}` : sql`true`}
      and ${page.order.isBeyond}
    order by ${page.order.by} limit ${sql.lit(page.limit)}
  `
}

/** null: it has never said anything. */
const state = sql`case when k.at is not null then jsonb_build_object('mode', k.mode, 'lock', k.lock, 'contact', k.contact,
  'alarm', k.alarm, 'tamper', k.tamper, 'fault', k.fault, 'at', ${iso('k.at')}, 'receivedAt', ${iso('k.received_at')},
  'contactSince', ${iso('k.contact_since')}) end`

/** The worst that asks for a response; one in maintenance has somebody. */
const alarm = sql`case when al.id is not null then jsonb_build_object('id', al.id, 'title', al.title,
  'severity', al.severity, 'state', al.state, 'since', ${iso('al.last_at')}, 'count', al.count,
  'returnedAt', ${iso('al.returned_at')}, 'correlationId', al.correlation_id,
  'acknowledged', case when al.acknowledged_at is not null then jsonb_build_object('at', ${iso('al.acknowledged_at')},
    'by', al.acknowledged_by, 'note', al.acknowledged_note) end) end`

/** How a door is ordered before its name: what nobody deals with first. */
const ranks = { urgent: 0, active: 1, returned: 2, dealtWith: 3, calm: 4 } as const
const rank = sql`case when al.id is null then ${sql.lit(ranks.calm)}
  when al.acknowledged_at is not null then ${sql.lit(ranks.dealtWith)}
  when not al.is_active then ${sql.lit(ranks.returned)}
  when al.severity in ('high', 'critical') then ${sql.lit(ranks.urgent)}
  else ${sql.lit(ranks.active)} end`

/** Those in alarm first, then by name. */
export const doorsList = sortedList(
  'd.id',
  {
    attention: byWords(sql`${rank} || ' ' || d.name`),
    name: byWords(sql`d.name`),
    place: byWords(sql`concat_ws(' ', z.name, s.name)`),
    state: byWords(sql`concat_ws(' ', ${rank}, k.alarm, k.lock, k.contact)`),
    driver: byWords(sql`d.driver`),
    key: byWords(sql`d.key`),
    battery: byNumber(sql`st.battery`),
    lastSeenAt: byTimeIfAny(sql`st.last_seen_at`),
    reportedAt: byTimeIfAny(sql`k.at`),
  },
  'attention',
  { counts: false },
)

/** How many there are, and how many of them need somebody. */
export const countDoors = async (db: Db, wanted: Wanted): Promise<{ total: number; needAttention: number }> => {
  const counts = await firstOf<{ total: number; needAttention: number }>(db)`
    select count(*)::int as total, (count(*) filter (where ${needsSomebody(instant())}))::int as "needAttention"
    ${from} where ${which(wanted)}
  `
  return counts ?? { total: 0, needAttention: 0 }
}

const from = sql`from device d join door o on o.device_id = d.id join site s on s.id = d.site_id
  left join zone z on z.id = d.zone_id left join door_state k on k.device_id = d.id
  left join device_status st on st.device_id = d.id
  left join lateral (select a.* from alarm a where a.device_id = d.id and a.cleared_at is null
    and a.state in ('unacknowledged', 'returned-unacknowledged', 'acknowledged', 'latched')
    order by a.urgency limit 1) al on true`

// Right after a start nobody has noticed yet who went silent meanwhile.
const online = (now: RawBuilder<Date>) =>
  sql`(st.online and st.last_seen_at > ${now} - ${sql.lit(silenceMs)} * interval '1 ms')`

const watchedBy = sql`coalesce(o.watched_by, case d.driver when 'gatehouse' then 'controller' else 'server' end)`

// In maintenance it has somebody.
const needsSomebody = (
  now: RawBuilder<Date>,
) => sql`(d.out_of_service_since is null and (al.id is not null or coalesce(k.alarm <> 'Normal' or k.tamper = 'TamperDetected'
  or k.fault = 'FaultDetected' or k.lock = 'Fault' or k.contact = 'Fault', false)
  or coalesce(not ${online(now)}, false) or coalesce(st.battery <= ${sql.lit(doors.lowBattery)}, false)))`

const which = ({ companyId, scope, id, siteId, floorId, zoneId, groupId, q }: Wanted) =>
  allOf(
    sql`d.company_id = ${companyId}`,
    sql`d.retired_at is null`,
    scope.places('d.id', 'd.zone_id', 'd.site_id'),
    id && sql`d.id = ${id}`,
    siteId && sql`d.site_id = ${siteId}`,
    floorId && sql`z.floor_id = ${floorId}`,
    zoneId && sql`${zoneId} in (d.zone_id, o.from_zone_id, o.to_zone_id)`,
    groupId &&
      sql`exists (select from door_group_door gd join door_group g on g.id = gd.group_id
        where gd.device_id = d.id and gd.group_id = ${groupId} and g.company_id = d.company_id)`,
    q && sql`strpos(lower(d.name || ' ' || d.key || ' ' || coalesce(z.name, '')), lower(${q})) > 0`,
  )
