// Reading doors: where each is, what it last reported, what it was last told, and who deals with it.
import type { Standing } from '@gatehouse/contract/access/commands'
import { driver } from '@gatehouse/contract/building/devices'
import * as doors from '@gatehouse/contract/access/doors'
import type { Parsed } from '@gatehouse/contract/operation'
import { type RawBuilder, sql } from 'kysely'
import { instant } from '../../db/instant.ts'
import { type Db, rowsOf } from '../../db/pool.ts'
import { silenceMs } from '../../building/devices/devices.ts'
import { standingColumns, standingOf, type StandingRow } from './commands.sql.ts'
import type { LabelScope } from '../../kit/label-scope.ts'

export interface Wanted extends Partial<Omit<Parsed<typeof doors.list>, 'attention' | 'cursor' | 'limit'>> {
  readonly companyId: string | null
  readonly scope: LabelScope
  readonly id?: string | undefined
}

export interface Page {
  readonly attention: boolean
  readonly beyond?: { readonly name: string; readonly id: string } | undefined
  readonly limit: number
}

export const readDoors = async (db: Db, wanted: Wanted, page: Page): Promise<doors.Door[]> => {
  const now = instant()
  const rows = await rowsOf<Row>(db)`
    select d.id, d.key, d.name, d.site_id as "siteId", s.name as site, z.floor_id as "floorId", f.name as floor,
      d.zone_id as "zoneId", z.name as zone, o.from_zone_id as "fromZoneId", zf.name as "fromZone",
      o.to_zone_id as "toZoneId", zt.name as "toZone", d.driver, ${online(now)} as online, st.last_seen_at as "lastSeenAt",
      st.battery, o.pulse_seconds as "pulseSeconds", o.extended_seconds as "extendedSeconds",
      o.open_too_long_seconds as "openTooLongSeconds", o.answer_seconds as "answerSeconds",
      o.reason_asked as "reasonAsked", ${watchedBy} as "watchedBy",
      o.maintenance_since as "maintenanceSince", o.maintenance_reason as "maintenanceReason",
      o.maintenance_by as "maintenanceBy",
      k.mode, k.lock, k.contact, k.alarm, k.tamper, k.fault, k.at, k.received_at as "receivedAt",
      k.contact_since as "contactSince", k.alarm_since as "alarmSince", k.alarm_by as "alarmBy",
      k.correlation_id as "correlationId", k.incident_over_at as "incidentOverAt",
      k.acknowledged_at as "acknowledgedAt", k.acknowledged_by as "acknowledgedBy",
      k.acknowledged_note as "acknowledgedNote",
      h.since as "holdSince", coalesce(hu.display_name, hu.first_name || ' ' || hu.last_name, h.actor) as "holdBy",
      h.reason as "holdReason",
      coalesce((select jsonb_agg(jsonb_build_object('id', u.lockdown_id, 'name', u.name,
          'since', to_char(u.started_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by u.started_at)
        from door_under_lockdown u where u.device_id = d.id), '[]') as lockdowns,
      (select c.id from command c where c.device_id = d.id order by c.requested_at desc, c.id desc limit 1) as "commandId"
    ${from} left join zone zf on zf.id = o.from_zone_id left join zone zt on zt.id = o.to_zone_id
      left join floor f on f.id = z.floor_id left join door_hold h on h.device_id = d.id
      left join users hu on hu.id = h.user_id
    where ${which(wanted)} and ${page.attention ? needsSomebody(now) : sql`true`}
      and ${page.beyond ? sql`(d.name, d.id) > (${page.beyond.name}, ${page.beyond.id}::uuid)` : sql`true`}
    order by d.name, d.id limit ${sql.lit(page.limit)}
  `
  const commands = await newest(
    db,
    rows.flatMap(({ commandId }) => commandId ?? []),
  )
  return rows.map((row) => doorOf(row, commands.get(row.commandId ?? '') ?? null))
}

/** How many there are, and how many of them need somebody. */
export const countDoors = async (db: Db, wanted: Wanted): Promise<{ total: number; needAttention: number }> => {
  const rows = await rowsOf<{ total: number; needAttention: number }>(db)`
    select count(*)::int as total, (count(*) filter (where ${needsSomebody(instant())}))::int as "needAttention"
    ${from} where ${which(wanted)}
  `
  return rows[0] ?? { total: 0, needAttention: 0 }
}

const from = sql`from device d join door o on o.device_id = d.id join site s on s.id = d.site_id
  left join zone z on z.id = d.zone_id left join door_state k on k.device_id = d.id
  left join device_status st on st.device_id = d.id`

// Right after a start nobody has noticed yet who went silent meanwhile.
const online = (now: RawBuilder<Date>) =>
  sql`(st.online and st.last_seen_at > ${now} - ${sql.lit(silenceMs)} * interval '1 ms')`

const watchedBy = sql`coalesce(o.watched_by, case d.driver when 'gatehouse' then 'controller' else 'server' end)`

// In maintenance it has somebody.
const needsSomebody = (
  now: RawBuilder<Date>,
) => sql`(o.maintenance_since is null and (coalesce(k.alarm <> 'Normal' or k.tamper = 'TamperDetected'
  or k.fault = 'FaultDetected' or k.lock = 'Fault' or k.contact = 'Fault', false)
  or coalesce(not ${online(now)}, false) or coalesce(st.battery <= ${sql.lit(doors.lowBattery)}, false)))`

const which = (wanted: Wanted): RawBuilder<boolean> => {
  const conditions = [
    sql`d.company_id = ${wanted.companyId}`,
    sql`d.retired_at is null`,
    wanted.scope.places('d.id', 'd.zone_id', 'd.site_id'),
    ...(wanted.id === undefined ? [] : [sql`d.id = ${wanted.id}`]),
    ...(wanted.siteId === undefined ? [] : [sql`d.site_id = ${wanted.siteId}`]),
    ...(wanted.floorId === undefined ? [] : [sql`z.floor_id = ${wanted.floorId}`]),
    ...(wanted.zoneId === undefined ? [] : [sql`${wanted.zoneId} in (d.zone_id, o.from_zone_id, o.to_zone_id)`]),
    ...(wanted.groupId === undefined
      ? []
      : [
          sql`exists (select from door_group_door gd join door_group g on g.id = gd.group_id
            where gd.device_id = d.id and gd.group_id = ${wanted.groupId} and g.company_id = d.company_id)`,
        ]),
    ...(wanted.q === undefined || wanted.q === ''
      ? []
      : [sql`strpos(lower(d.name || ' ' || d.key || ' ' || coalesce(z.name, '')), lower(${wanted.q})) > 0`]),
  ]
  return sql<boolean>`${sql.join(conditions, sql` and `)}`
}

const newest = async (db: Db, ids: readonly string[]): Promise<Map<string, Standing>> => {
  if (ids.length === 0) return new Map()
  const rows = await rowsOf<StandingRow>(db)`
    select ${sql.raw(standingColumns)} where c.id = any (${ids}::uuid[])
  `
  return new Map(rows.map((row) => [row.id, standingOf(row)]))
}

type State = Pick<doors.DoorState, 'mode' | 'lock' | 'contact' | 'alarm' | 'tamper' | 'fault'>

interface Row
  extends Pick<
      doors.Door,
      | 'id'
      | 'key'
      | 'name'
      | 'siteId'
      | 'site'
      | 'floorId'
      | 'floor'
      | 'zoneId'
      | 'zone'
      | 'fromZoneId'
      | 'fromZone'
      | 'toZoneId'
      | 'toZone'
      | 'online'
      | 'battery'
      | 'lockdowns'
    >,
    doors.Settings,
    State {
  readonly driver: string
  readonly lastSeenAt: Date | null
  readonly maintenanceSince: Date | null
  readonly maintenanceReason: string | null
  readonly maintenanceBy: string | null
  /** null: it has never said anything. */
  readonly at: Date | null
  readonly receivedAt: Date | null
  readonly contactSince: Date | null
  readonly alarmSince: Date | null
  readonly alarmBy: 'controller' | 'server' | null
  readonly correlationId: string | null
  readonly incidentOverAt: Date | null
  readonly acknowledgedAt: Date | null
  readonly acknowledgedBy: string | null
  readonly acknowledgedNote: string | null
  readonly holdSince: Date | null
  readonly holdBy: string | null
  readonly holdReason: string | null
  readonly commandId: string | null
}

const doorOf = (row: Row, command: Standing | null): doors.Door => {
  const { id, key, name, siteId, site, floorId, floor, zoneId, zone, fromZoneId, fromZone, toZoneId, toZone } = row
  const { pulseSeconds, extendedSeconds, openTooLongSeconds, answerSeconds, reasonAsked } = row
  const { maintenanceSince, maintenanceReason, maintenanceBy, holdSince } = row
  return {
    id,
    key,
    name,
    siteId,
    site,
    floorId,
    floor,
    zoneId,
    zone,
    fromZoneId,
    fromZone,
    toZoneId,
    toZone,
    driver: driver.parse(row.driver),
    online: row.online,
    lastSeenAt: row.lastSeenAt?.toISOString() ?? null,
    battery: row.battery,
    state: stateOf(row),
    settings: {
      pulseSeconds,
      extendedSeconds,
      openTooLongSeconds,
      answerSeconds,
      reasonAsked,
      watchedBy: row.watchedBy,
    },
    maintenance: maintenanceSince && {
      since: maintenanceSince.toISOString(),
      reason: maintenanceReason ?? '',
      by: maintenanceBy ?? '',
    },
    hold: holdSince && { since: holdSince.toISOString(), by: row.holdBy ?? '', reason: row.holdReason },
    alarm: alarmOf(row),
    lockdowns: row.lockdowns,
    incident: row.incidentOverAt === null ? row.correlationId : null,
    command,
  }
}

const stateOf = ({ mode, lock, contact, alarm, tamper, fault, at, receivedAt, contactSince }: Row) =>
  at &&
  receivedAt && {
    mode,
    lock,
    contact,
    alarm,
    tamper,
    fault,
    at: at.toISOString(),
    receivedAt: receivedAt.toISOString(),
    contactSince: contactSince?.toISOString() ?? null,
  }

const alarmOf = (row: Row): doors.Alarm | null => {
  const { at, alarm, alarmSince, alarmBy, correlationId, acknowledgedAt } = row
  if (at === null || alarm === 'Normal' || correlationId === null) return null
  return {
    kind: alarm,
    since: (alarmSince ?? at).toISOString(),
    by: alarmBy ?? 'controller',
    correlationId,
    acknowledged: acknowledgedAt && {
      at: acknowledgedAt.toISOString(),
      by: row.acknowledgedBy ?? '',
      note: row.acknowledgedNote,
    },
  }
}
