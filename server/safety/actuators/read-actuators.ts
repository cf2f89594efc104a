// Reading actuators, and their commands.
import type { Actuator, Command, Purpose } from '@gatehouse/contract/safety/actuators'
import { type RawBuilder, sql } from 'kysely'
import { commandsOfKind, fromCommands, standing } from '../../building/commands/commands.ts'
import { outOfServiceOf, silenceMs } from '../../building/devices/devices.ts'
import { isOlder } from '../../db/conditions.ts'
import { instant, iso } from '../../db/instant.ts'
import { type Db, rowsOf, valuesOf } from '../../db/pool.ts'
import type { TimeKey } from '../../kit/cursor.ts'
import type { LabelScope } from '../../kit/label-scope.ts'

interface Filter {
  readonly companyId: string | null
  readonly scope: LabelScope
  readonly id?: string
  readonly purpose?: Purpose | undefined
  readonly siteId?: string | undefined
  readonly zoneId?: string | undefined
}

/** By their names. */
export const readActuators = (db: Db, filter: Filter): Promise<Actuator[]> =>
  rowsOf<Actuator>(db)`
    select d.id, d.key, d.name, s.id as "siteId", s.name as site, f.name as floor, z.id as "zoneId", z.name as zone, d.driver,
      st.online and st.last_seen_at > ${instant()} - ${silenceMs} * interval '1 ms' as online,
      ${iso('st.last_seen_at')} as "lastSeenAt", a.purpose, a.longest_on_seconds as "longestOnSeconds",
      a.answer_seconds as "answerSeconds",
      case when a.is_on is not null then jsonb_build_object('isOn', a.is_on, 'isFaulty', a.is_faulty,
        'at', ${iso('a.reported_at')}, 'receivedAt', ${iso('a.received_at')}) end as reported,
      jsonb_build_object('isOn', a.wanted_on, 'since', ${iso('a.wanted_since')}, 'why', a.why) as wanted,
      ${iso('a.failed_since')} as "failedSince",
      case when o.until > ${instant()} then jsonb_build_object('isOn', o.is_on, 'isTest', o.is_test, 'reason', o.reason,
        'by', o.by, 'since', ${iso('o.since')}, 'until', ${iso('o.until')}) end as override,
      ${outOfServiceOf} as "outOfService",
      (select ${sql.raw(standing)} ${sql.raw(fromCommands)} where c.device_id = a.device_id
        order by c.requested_at desc, c.id desc limit 1) as command
    from actuator a join device d on d.id = a.device_id join site s on s.id = d.site_id
      left join zone z on z.id = d.zone_id left join floor f on f.id = z.floor_id
      left join device_status st on st.device_id = d.id left join actuator_override o on o.device_id = d.id
    where d.company_id = ${filter.companyId} and d.retired_at is null and ${filter.scope.sees('d.id')}
      and d.id = coalesce(${filter.id ?? null}::uuid, d.id)
      and a.purpose = coalesce(${filter.purpose ?? null}, a.purpose)
      and s.id = coalesce(${filter.siteId ?? null}::uuid, s.id)
      and z.id is not distinct from coalesce(${filter.zoneId ?? null}::uuid, z.id)
    order by sort_key_of(d.name), d.id
  `

/** Newest first; `beyond`: after this one. */
export const readCommandsOf = (
  db: Db,
  deviceId: string,
  { beyond, limit }: { readonly beyond: TimeKey | undefined; readonly limit: number },
): Promise<Command[]> =>
  readCommands(
    db,
    sql`c.device_id = ${deviceId} and ${isOlder('c.requested_at', 'c.id', beyond)}`,
    sql`c.requested_at desc, c.id desc limit ${sql.lit(limit)}`,
  )

export const readCommand = async (db: Db, companyId: string | null, id: string): Promise<Command | undefined> =>
  (await readCommands(db, sql`c.id = ${id} and c.company_id = ${companyId}`, sql`c.id`))[0]

/** Oldest first, of the actuators that labels do not hide. */
export const commandsOf = (
  db: Db,
  wanted: {
    readonly companyId: string
    readonly scope: LabelScope
    readonly correlationId: string
    readonly limit: number
  },
): Promise<Command[]> =>
  readCommands(
    db,
    sql`c.correlation_id = ${wanted.correlationId} and c.company_id = ${wanted.companyId}
      and ${wanted.scope.sees('c.device_id')}`,
    sql`c.requested_at, c.id limit ${sql.lit(wanted.limit)}`,
  )

const readCommands = (db: Db, which: RawBuilder<unknown>, order: RawBuilder<unknown>) =>
  valuesOf<Command>(db)`
    select ${sql.raw(commandsOfKind('actuator'))} where d.kind = 'actuator' and ${which} order by ${order}
  `
