// Alarms as they are stored, locked for whoever moves them on, and the transitions of each.
import type { Severity, Transition } from '@gatehouse/contract/safety/alarms'
import type pg from 'pg'
import type { AlarmLife } from './alarm-life.ts'
import type { Place } from './conditions.sql.ts'

type Querier = Pick<pg.ClientBase, 'query'>

export interface StoredAlarm extends AlarmLife {
  readonly id: string
  readonly companyId: string
  readonly ruleId: string
  readonly ruleVersion: number
  /** A device, a part of one, or a place. */
  readonly source: string
  readonly deviceId: string | null
  /** Of what is of no device: without it, of the company as a whole. */
  readonly place: Place | null
  readonly part: string | null
  readonly title: string
  readonly severity: Severity
  readonly correlationId: string
  readonly isFirstOut: boolean
  readonly value: number | null
  readonly unit: string | null
  readonly reasonAsked: boolean
  readonly checklist: readonly string[]
  readonly assigneeId: string | null
}

/** What has become of an alarm, in one step. */
export interface Step {
  readonly what: Transition['what']
  readonly at: Date
  /** null: the server itself. */
  readonly by: string | null
  readonly note: string | null
}

const columns = [
  ['id', 'uuid', ({ id }) => id],
  ['company_id', 'uuid', ({ companyId }) => companyId],
  ['rule_id', 'uuid', ({ ruleId }) => ruleId],
  ['rule_version', 'int', ({ ruleVersion }) => ruleVersion],
  ['source', 'text', ({ source }) => source],
  ['device_id', 'uuid', ({ deviceId }) => deviceId],
  ['site_id', 'uuid', ({ place }) => place?.siteId ?? null],
  ['floor_id', 'uuid', ({ place }) => place?.floorId ?? null],
  ['zone_id', 'uuid', ({ place }) => place?.zoneId ?? null],
  ['part', 'text', ({ part }) => part],
  ['title', 'text', ({ title }) => title],
  ['severity', 'text', ({ severity }) => severity],
  ['correlation_id', 'uuid', ({ correlationId }) => correlationId],
  ['is_first_out', 'boolean', ({ isFirstOut }) => isFirstOut],
  ['value', 'double precision', ({ value }) => value],
  ['unit', 'text', ({ unit }) => unit],
  ['is_active', 'boolean', ({ isActive }) => isActive],
  ['raised_at', 'timestamptz', ({ raisedAt }) => raisedAt],
  ['last_at', 'timestamptz', ({ lastAt }) => lastAt],
  ['returned_at', 'timestamptz', ({ returnedAt }) => returnedAt],
  ['count', 'int', ({ count }) => count],
  ['acknowledged_at', 'timestamptz', ({ acknowledged }) => acknowledged?.at ?? null],
  ['acknowledged_by', 'text', ({ acknowledged }) => acknowledged?.by ?? null],
  ['acknowledged_note', 'text', ({ acknowledged }) => acknowledged?.note ?? null],
  ['shelved_at', 'timestamptz', ({ shelved }) => shelved?.at ?? null],
  ['shelved_until', 'timestamptz', ({ shelved }) => shelved?.until ?? null],
  ['shelved_by', 'text', ({ shelved }) => shelved?.by ?? null],
  ['shelved_reason', 'text', ({ shelved }) => shelved?.reason ?? null],
  ['is_suppressed', 'boolean', ({ isSuppressed }) => isSuppressed],
  ['is_out_of_service', 'boolean', ({ isOutOfService }) => isOutOfService],
  ['is_annunciated', 'boolean', ({ isAnnunciated }) => isAnnunciated],
  ['latches', 'boolean', ({ latches }) => latches],
  ['reason_asked', 'boolean', ({ reasonAsked }) => reasonAsked],
  ['checklist', 'jsonb', ({ checklist }) => checklist],
  ['assignee_id', 'uuid', ({ assigneeId }) => assigneeId],
  ['cleared_at', 'timestamptz', ({ cleared }) => cleared?.at ?? null],
  ['cleared_by', 'text', ({ cleared }) => cleared?.by ?? null],
  ['cleared_reason', 'text', ({ cleared }) => cleared?.reason ?? null],
] as const satisfies readonly (readonly [string, string, (alarm: StoredAlarm) => unknown])[]

const names = columns.map(([name]) => name)
const types = columns.map(([name, type]) => `${name} ${type}`).join(', ')
const stored = names
  .map((name) => (name === 'checklist' ? 'array(select jsonb_array_elements_text(t.checklist))' : `t.${name}`))
  .join(', ')

const rowOf = (alarm: StoredAlarm) => Object.fromEntries(columns.map(([name, , value]) => [name, value(alarm)]))

interface Row {
  readonly id: string
  readonly company_id: string
  readonly rule_id: string
  readonly rule_version: number
  readonly source: string
  readonly device_id: string | null
  readonly site_id: string | null
  readonly floor_id: string | null
  readonly zone_id: string | null
  readonly part: string | null
  readonly title: string
  readonly severity: Severity
  readonly correlation_id: string
  readonly is_first_out: boolean
  readonly value: number | null
  readonly unit: string | null
  readonly is_active: boolean
  readonly raised_at: Date
  readonly last_at: Date
  readonly returned_at: Date | null
  readonly count: number
  readonly acknowledged_at: Date | null
  readonly acknowledged_by: string | null
  readonly acknowledged_note: string | null
  readonly shelved_at: Date | null
  readonly shelved_until: Date | null
  readonly shelved_by: string | null
  readonly shelved_reason: string | null
  readonly is_suppressed: boolean
  readonly is_out_of_service: boolean
  readonly is_annunciated: boolean
  readonly latches: boolean
  readonly reason_asked: boolean
  readonly checklist: string[]
  readonly assignee_id: string | null
  readonly cleared_at: Date | null
  readonly cleared_by: string | null
  readonly cleared_reason: string | null
}

const alarmOf = (row: Row): StoredAlarm => ({
  id: row.id,
  companyId: row.company_id,
  ruleId: row.rule_id,
  ruleVersion: row.rule_version,
  source: row.source,
  deviceId: row.device_id,
  place: row.site_id === null ? null : { siteId: row.site_id, floorId: row.floor_id, zoneId: row.zone_id },
  part: row.part,
  title: row.title,
  severity: row.severity,
  correlationId: row.correlation_id,
  isFirstOut: row.is_first_out,
  value: row.value,
  unit: row.unit,
  isActive: row.is_active,
  raisedAt: row.raised_at,
  lastAt: row.last_at,
  returnedAt: row.returned_at,
  count: row.count,
  acknowledged: row.acknowledged_at && {
    at: row.acknowledged_at,
    by: row.acknowledged_by ?? '',
    note: row.acknowledged_note,
  },
  shelved:
    row.shelved_at && row.shelved_until
      ? { at: row.shelved_at, until: row.shelved_until, by: row.shelved_by ?? '', reason: row.shelved_reason ?? '' }
      : null,
  isSuppressed: row.is_suppressed,
  isOutOfService: row.is_out_of_service,
  isAnnunciated: row.is_annunciated,
  latches: row.latches,
  reasonAsked: row.reason_asked,
  checklist: row.checklist,
  assigneeId: row.assignee_id,
  cleared: row.cleared_at && { at: row.cleared_at, by: row.cleared_by, reason: row.cleared_reason },
})

/** The open ones that this is true of, in the order in which they are always locked. `busy`: left to who has them. */
export const lockAlarms = async (
  tx: Querier,
  where: string,
  values: readonly unknown[],
  busy: 'wait' | 'skip' = 'wait',
): Promise<StoredAlarm[]> => {
  const { rows } = await tx.query<Row>(
    `select ${names.map((name) => `a.${name}`).join(', ')} from alarm a where a.cleared_at is null and (${where})
     order by a.rule_id, a.source for update of a ${busy === 'skip' ? 'skip locked' : ''}`,
    [...values],
  )
  return rows.map(alarmOf)
}

/** The open ones of these rules and sources. */
export const lockOpen = (
  tx: Querier,
  keys: readonly { readonly ruleId: string; readonly source: string }[],
): Promise<StoredAlarm[]> =>
  lockAlarms(tx, '(a.rule_id, a.source) in (select * from unnest($1::uuid[], $2::text[]))', [
    keys.map(({ ruleId }) => ruleId),
    keys.map(({ source }) => source),
  ])

/** The ids of those that are new; one whose rule and source have an open one already is not written. */
export const insertAlarms = async (tx: Querier, alarms: readonly StoredAlarm[]): Promise<Set<string>> => {
  if (alarms.length === 0) return new Set()
  const { rows } = await tx.query<{ id: string }>({
    name: 'alarm-insert',
    text: `insert into alarm (${names.join(', ')}) select ${stored} from jsonb_to_recordset($1::jsonb) as t (${types})
      order by t.rule_id, t.source
      on conflict (rule_id, source) where cleared_at is null do nothing returning id`,
    values: [JSON.stringify(alarms.map(rowOf))],
  })
  return new Set(rows.map(({ id }) => id))
}

/** Whole, as they were worked out from what was locked. */
export const updateAlarms = async (tx: Querier, alarms: readonly StoredAlarm[]): Promise<void> => {
  if (alarms.length === 0) return
  const changing = names.filter((name) => name !== 'id' && name !== 'company_id' && name !== 'checklist')
  await tx.query({
    name: 'alarm-update',
    text: `update alarm a set ${changing.map((name) => `${name} = t.${name}`).join(', ')}
      from jsonb_to_recordset($1::jsonb) as t (${types}) where a.id = t.id`,
    values: [JSON.stringify(alarms.map(rowOf))],
  })
}

export const insertSteps = async (
  tx: Querier,
  steps: readonly (Step & { readonly alarmId: string; readonly correlationId: string })[],
): Promise<void> => {
  if (steps.length === 0) return
  await tx.query({
    name: 'alarm-transitions',
    text: `insert into alarm_transition (alarm_id, at, what, by, note, correlation_id)
      select * from unnest($1::uuid[], $2::timestamptz[], $3::text[], $4::text[], $5::text[], $6::uuid[])`,
    values: [
      steps.map(({ alarmId }) => alarmId),
      steps.map(({ at }) => at),
      steps.map(({ what }) => what),
      steps.map(({ by }) => by),
      steps.map(({ note }) => note),
      steps.map(({ correlationId }) => correlationId),
    ],
  })
}
