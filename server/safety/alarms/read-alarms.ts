// Reading alarms: what is wrong where, since when, and who deals with it.
import type { Alarm, Transition } from '@gatehouse/contract/safety/alarms'
import type * as alarms from '@gatehouse/contract/safety/alarms'
import { sightOf } from '@gatehouse/contract/safety/alarms'
import { readPermission } from '@gatehouse/contract/building/devices'
import type { Output, Parsed } from '@gatehouse/contract/operation'
import { type RawBuilder, sql } from 'kysely'
import type pg from 'pg'
import { allOf } from '../../db/conditions.ts'
import { iso, isoText } from '../../db/instant.ts'
import { type Db, firstOf, isoRowsOf, rowsOf } from '../../db/pool.ts'
import { byNumber, byTime, byWords, type InOrder, type Order, sortedList } from '../../db/sorted.ts'
import { type Caller, can } from '../../kit/http/caller.ts'
import { labelScope } from '../../kit/label-scope.ts'

const shownText = `a.id, a.state, a.severity, a.title,
  jsonb_build_object('id', a.rule_id, 'name', v.name, 'version', a.rule_version) as rule,
  case when d.id is not null then jsonb_build_object('id', d.id, 'key', d.key, 'name', d.name, 'kind', d.kind) end as device,
  a.part, case when s.id is not null then jsonb_build_object('id', s.id, 'name', s.name) end as site,
  case when f.id is not null then jsonb_build_object('id', f.id, 'name', f.name) end as floor,
  case when z.id is not null then jsonb_build_object('id', z.id, 'name', z.name) end as zone,
  ${isoText('a.raised_at')} as "raisedAt", ${isoText('a.last_at')} as "lastAt", ${isoText('a.returned_at')} as "returnedAt", a.count, a.value, a.unit,
  a.correlation_id as "correlationId", a.is_first_out as "isFirstOut",
  case when a.acknowledged_at is not null then jsonb_build_object('at', ${isoText('a.acknowledged_at')},
    'by', a.acknowledged_by, 'note', a.acknowledged_note) end as acknowledged,
  ${isoText('a.shelved_until')} as "shelvedUntil",
  case when a.shelved_at is not null then jsonb_build_object('at', ${isoText('a.shelved_at')}, 'by', a.shelved_by,
    'reason', a.shelved_reason) end as shelved,
  case when u.id is not null then jsonb_build_object('id', u.id,
    'name', coalesce(u.display_name, u.first_name || ' ' || u.last_name)) end as assignee,
  a.latches, a.reason_asked as "reasonAsked",
  case when a.cleared_at is not null then jsonb_build_object('at', ${isoText('a.cleared_at')}, 'by', a.cleared_by,
    'reason', a.cleared_reason) end as cleared`

const fromText = `from alarm a join alarm_rule_version v on v.rule_id = a.rule_id and v.version = a.rule_version
  left join device d on d.id = a.device_id left join site s on s.id = coalesce(d.site_id, a.site_id)
  left join floor f on f.id = a.floor_id left join zone z on z.id = coalesce(d.zone_id, a.zone_id)
  left join users u on u.id = a.assignee_id`

const shown = sql.raw(shownText)
const from = sql.raw(fromText)

/** For the bus: whoever receives them is sorted out there. */
export const readAlarmsById = async (
  tx: Pick<pg.ClientBase, 'query'>,
  ids: readonly string[],
): Promise<{ companyId: string; alarm: Alarm }[]> => {
  const { rows } = await tx.query<Alarm & { companyId: string }>({
    name: 'alarms-by-id',
    text: `select a.company_id as "companyId", ${shownText} ${fromText} where a.id = any ($1::uuid[]) order by a.last_at, a.id`,
    values: [ids],
  })
  return rows.map(({ companyId, ...alarm }) => ({ companyId, alarm }))
}

/**
 * Of an alarm `a` at a device `d`: the caller may read devices of its kind, how many people are at its place, or the record,
 * and no label hides it, nor of a floor any of its zones.
 */
export const visibleTo = (caller: Caller): RawBuilder<boolean> => {
  const kinds = Object.entries(readPermission).flatMap(([kind, permission]) =>
    caller.permissions.has(permission) ? [kind] : [],
  )
  return allOf(
    sql`a.company_id = ${caller.companyId}`,
    sql`(d.kind = any (${kinds}::text[]) or (d.id is null and
      case when a.site_id is null then ${can(caller, sightOf({ device: null, site: null }))}::boolean
        else ${can(caller, sightOf({ device: null, site: {} }))}::boolean end))`,
    labelScope(caller).places('d.id', 'coalesce(d.zone_id, a.zone_id)', 'coalesce(d.site_id, a.site_id)'),
    sql`(a.floor_id is null or not exists (
      select from zone y where y.floor_id = a.floor_id and not ${labelScope(caller).places('y.id')}))`,
  )
}

// What it is at.
const named = sql<
  string | null
>`case when d.id is not null then d.name when a.site_id is not null then coalesce(z.name, f.name, s.name) end`

type Wanted = Partial<Omit<Parsed<typeof alarms.list>, 'cursor' | 'sort' | 'limit'>>

export const readAlarms = (
  db: Db,
  caller: Caller,
  {
    state = 'any',
    severity,
    q,
    siteId,
    zoneId,
    deviceId,
    ruleId,
    correlationId,
    assigneeId,
    from: since,
    to,
    ids,
  }: Wanted & {
    readonly ids?: readonly string[]
  },
  { order, limit }: { readonly order: Order; readonly limit: number },
) =>
  rowsOf<InOrder<Alarm>>(db)`
    select ${order.columns}, ${shown} ${from}
    where ${allOf(
      visibleTo(caller),
      state === 'open' && sql`a.cleared_at is null`,
      state !== 'open' && state !== 'any' && sql`a.state = ${state}`,
      severity && sql`a.severity = ${severity}`,
      q && sql`strpos(lower(concat_ws(' ', a.title, ${named})), lower(${q})) > 0`,
      siteId && sql`s.id = ${siteId}`,
      zoneId && sql`z.id = ${zoneId}`,
      deviceId && sql`a.device_id = ${deviceId}`,
      ruleId && sql`a.rule_id = ${ruleId}`,
      correlationId && sql`a.correlation_id = ${correlationId}`,
      assigneeId && sql`a.assignee_id = ${assigneeId}`,
      since && sql`a.last_at >= ${since}`,
      to && sql`a.raised_at < ${to}`,
      ids && sql`a.id = any (${[...ids]}::uuid[])`,
    )} and ${order.isBeyond}
    order by ${order.by} limit ${sql.lit(limit)}
  `

const severityRank = sql`case a.severity when 'critical' then 4 when 'high' then 3 when 'medium' then 2 else 1 end`

/** The most urgent first. */
export const alarmsList = sortedList(
  'a.id',
  {
    urgency: { value: sql.ref('a.urgency'), type: 'number' },
    raisedAt: byTime('a.raised_at'),
    lastAt: byTime('a.last_at'),
    severity: byNumber(severityRank),
    title: byWords(sql`a.title`),
    device: byWords(named),
    count: byNumber(sql`a.count`),
  },
  'urgency',
  { counts: false },
)

export const countAlarms = async (db: Db, caller: Caller, now: Date): Promise<Output<typeof alarms.counts>> => {
  const rows = await rowsOf<{
    severity: keyof typeof bySeverity
    state: keyof typeof byState
    n: number
    recent: number
  }>(db)`
    select a.severity, a.state, count(*)::int as n,
      (count(*) filter (where a.raised_at > ${new Date(now.getTime() - floodMs)}))::int as recent
    ${from} where ${visibleTo(caller)} and a.cleared_at is null group by a.severity, a.state
  `
  const bySeverity = { low: 0, medium: 0, high: 0, critical: 0 }
  const byState = {
    unacknowledged: 0,
    acknowledged: 0,
    'returned-unacknowledged': 0,
    latched: 0,
    shelved: 0,
    suppressed: 0,
    'out-of-service': 0,
  }
  let inTenMinutes = 0
  for (const { severity, state, n, recent } of rows) {
    bySeverity[severity] += n
    byState[state] += n
    inTenMinutes += recent
  }
  return { bySeverity, byState, inTenMinutes }
}

const floodMs = 600_000

/** Of one incident: every transition of the alarms that the caller sees, oldest first. */
export const readTransitions = async (
  db: Db,
  caller: Caller,
  correlationId: string,
  most: number,
): Promise<{ readonly transition: Transition; readonly alarm: Alarm }[]> =>
  (
    await rowsOf<Alarm & { readonly transition: Transition }>(db)`
      select jsonb_build_object('at', ${iso('t.at')}, 'what', t.what, 'by', t.by, 'note', t.note) as transition, ${shown}
      ${from} join alarm_transition t on t.alarm_id = a.id
      where t.correlation_id = ${correlationId} and ${visibleTo(caller)}
      order by t.at, t.alarm_id, t.n limit ${sql.lit(most)}
    `
  ).map(({ transition, ...alarm }) => ({ transition, alarm }))

/** The newest of them, oldest first: one that comes and goes for weeks has had any number. */
export const readHistory = (db: Db, alarmId: string) =>
  isoRowsOf<Transition>(db)`
    select at, what, by, note from (
      select at, what, by, note, n from alarm_transition where alarm_id = ${alarmId}
      order by n desc limit ${sql.lit(mostTransitions)}) newest order by n
  `

const mostTransitions = 500

export const readChecklist = async (db: Db, alarmId: string): Promise<Output<typeof alarms.byId>['checklist']> =>
  (
    await firstOf<{ steps: Output<typeof alarms.byId>['checklist'] }>(db)`
      select coalesce(jsonb_agg(jsonb_build_object('step', t.step, 'done', case when k.at is not null
        then jsonb_build_object('at', ${iso('k.at')}, 'by', k.by) end) order by t.n), '[]') as steps
      from alarm a cross join lateral unnest(a.checklist) with ordinality as t (step, n)
        left join alarm_check k on k.alarm_id = a.id and k.step = t.n - 1
      where a.id = ${alarmId}
    `
  )?.steps ?? []
