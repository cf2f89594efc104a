// Actuators as they are controlled: what each was told and reports, who has overridden or silenced it; and what is kept of it
// when it is told something else.
import { type Purpose, type Why, why as whyShape } from '@gatehouse/contract/safety/actuators'
import type { Transaction } from 'kysely'
import type pg from 'pg'
import { type Db, execute, isoRowsOf, rowsOf } from '../../db/pool.ts'
import type { DB } from '../../db/schema.ts'
import type { Standing, Wanted } from './next-step.ts'

export interface Controlled extends Standing {
  readonly deviceId: string
  readonly companyId: string
  readonly name: string
  readonly purpose: Purpose
  readonly longestOnSeconds: number | null
  readonly answerSeconds: number
  readonly isFaulty: boolean
  readonly why: Why
  readonly correlationId: string | null
  readonly commandId: string | null
  readonly failedSince: Date | null
  readonly override: {
    readonly isOn: boolean
    readonly isTest: boolean
    readonly reason: string
    readonly userId: string | null
    readonly by: string
    readonly actor: string
    readonly until: Date
    readonly correlationId: string
  } | null
  readonly silence: {
    readonly causes: readonly string[]
    readonly userId: string | null
    readonly by: string
    readonly actor: string
    readonly at: Date
  } | null
}

interface Row extends Omit<Controlled, 'command' | 'override' | 'silence' | 'why'> {
  readonly why: unknown
  readonly status: NonNullable<Controlled['command']>['status'] | null
  readonly requestedAt: Date
  readonly stepAt: Date
  readonly override: (Omit<NonNullable<Controlled['override']>, 'until'> & { readonly until: string }) | null
  readonly silence: (Omit<NonNullable<Controlled['silence']>, 'at'> & { readonly at: string }) | null
}

/** All of them, or one. */
export const readControlled = async (db: Db, deviceId?: string): Promise<Controlled[]> => {
  const rows = await rowsOf<Row>(db)`
    select a.device_id as "deviceId", d.company_id as "companyId", d.name, a.purpose,
      a.longest_on_seconds as "longestOnSeconds", a.answer_seconds as "answerSeconds",
      d.out_of_service_since is not null as "isOutOfService", a.is_on as "isOn", a.is_faulty as "isFaulty",
      a.received_at as "receivedAt", a.wanted_on as "wantedOn", a.why, a.correlation_id as "correlationId",
      a.off_at as "offAt", a.command_id as "commandId", a.attempts, a.failed_since as "failedSince",
      c.status, c.requested_at as "requestedAt",
      (select max(s.at) from command_step s where s.command_id = c.id) as "stepAt",
      case when o.device_id is not null then jsonb_build_object('isOn', o.is_on, 'isTest', o.is_test, 'reason', o.reason,
        'userId', o.user_id, 'by', o.by, 'actor', o.actor, 'until', o.until, 'correlationId', o.correlation_id) end as override,
      case when q.device_id is not null then jsonb_build_object('causes', q.causes, 'userId', q.user_id, 'by', q.by,
        'actor', q.actor, 'at', q.at) end as silence
    from actuator a join device d on d.id = a.device_id left join command c on c.id = a.command_id
      left join actuator_override o on o.device_id = a.device_id left join actuator_silence q on q.device_id = a.device_id
    where d.retired_at is null and a.device_id = coalesce(${deviceId ?? null}::uuid, a.device_id)
    order by a.device_id
  `
  return rows.map(({ why, status, requestedAt, stepAt, override, silence, ...row }) => ({
    ...row,
    why: whyShape.safeParse(why).data ?? { kind: 'nothing' },
    command: status === null ? null : { status, requestedAt, stepAt },
    override: override && { ...override, until: new Date(override.until) },
    silence: silence && { ...silence, at: new Date(silence.at) },
  }))
}

export interface Switching {
  readonly actuator: Controlled
  readonly wanted: Wanted
  readonly correlationId: string
  readonly commandId: string
  readonly attempt: number
}

/** With their commands: all of them, or another node has told some of them something meanwhile. */
export const markSwitched = async (tx: Transaction<DB>, list: readonly Switching[], now: Date): Promise<boolean> => {
  const rows = await rowsOf<unknown>(tx)`
    with known as materialized (
      select a.device_id from actuator a join device d on d.id = a.device_id
      where a.device_id = any (${list.map(({ actuator }) => actuator.deviceId)}::uuid[]) and d.out_of_service_since is null
      order by a.device_id for update of a)
    update actuator a set wanted_on = t.is_on, why = t.why, correlation_id = t.correlation_id, off_at = t.off_at,
      command_id = t.command_id, attempts = t.attempt,
      wanted_since = case when a.wanted_on = t.is_on then coalesce(a.wanted_since, ${now}::timestamptz) else ${now}::timestamptz end
    from known k, unnest(${list.map(({ actuator }) => actuator.deviceId)}::uuid[],
        ${list.map(({ actuator }) => actuator.commandId)}::uuid[], ${list.map(({ wanted }) => wanted.isOn)}::boolean[],
        ${list.map(({ wanted }) => JSON.stringify(wanted.why))}::jsonb[],
        ${list.map(({ correlationId }) => correlationId)}::uuid[], ${list.map(({ wanted }) => wanted.offAt)}::timestamptz[],
        ${list.map(({ commandId }) => commandId)}::uuid[], ${list.map(({ attempt }) => attempt)}::int[])
      as t (device_id, before, is_on, why, correlation_id, off_at, command_id, attempt)
    where a.device_id = t.device_id and k.device_id = t.device_id and a.command_id is not distinct from t.before
    returning a.device_id
  `
  return rows.length === list.length
}

/** It is on or off as before, for another reason. */
export const writeWhy = async (
  db: Db,
  { deviceId, wantedOn }: Pick<Controlled, 'deviceId' | 'wantedOn'>,
  why: Why,
  correlationId: string | null,
): Promise<boolean> =>
  (await execute(db)`
    update actuator set why = ${JSON.stringify(why)}::jsonb, correlation_id = coalesce(${correlationId}::uuid, correlation_id)
    where device_id = ${deviceId} and wanted_on = ${wantedOn}
  `) === 1

/** Whether it was otherwise before. What is wanted of it anew is tried from the first attempt on. */
export const writeFailed = async (
  tx: Pick<pg.ClientBase, 'query'>,
  deviceId: string,
  hasFailed: boolean,
  now: Date,
): Promise<boolean> => {
  const { rowCount } = await tx.query({
    name: 'actuator-failed',
    text: `update actuator set failed_since = case when $2 then $3::timestamptz end,
             attempts = case when $2 then attempts else 0 end
           where device_id = $1 and (failed_since is not null) <> $2`,
    values: [deviceId, hasFailed, now],
  })
  return rowCount === 1
}

export interface OverEnded {
  readonly deviceId: string
  readonly companyId: string
  readonly name: string
  readonly isOn: boolean
  readonly isTest: boolean
  readonly reason: string
  readonly by: string
  readonly correlationId: string
}

/** Overrides whose time is over: no more; each is answered to one caller only. */
export const endOverrides = (tx: Db, now: Date): Promise<OverEnded[]> =>
  isoRowsOf<OverEnded>(tx)`
    delete from actuator_override o using device d
    where o.until <= ${now} and d.id = o.device_id
    returning o.device_id as "deviceId", d.company_id as "companyId", d.name, o.is_on as "isOn", o.is_test as "isTest",
      o.reason, o.by, o.correlation_id as "correlationId"
  `
