// Where the conditions of rules are not normal, locked for whoever moves them on.
import type pg from 'pg'
import type { KnownDevice } from '../../building/devices/devices.ts'
import type { Standing } from './standing.ts'

type Querier = Pick<pg.ClientBase, 'query'>

/** A site, or a floor or a zone of it: of these two one at most. */
export interface Place {
  readonly siteId: string
  readonly floorId: string | null
  readonly zoneId: string | null
}

export interface StoredCondition extends Standing {
  readonly ruleId: string
  readonly source: string
  /** Without a device and a place it is of a company as a whole. */
  readonly deviceId: string | null
  /** Of what is of no device. */
  readonly place: Place | null
  /** As last measured. */
  readonly value: number | null
  /** Of what is counted: each occurrence within the time that it is counted in. */
  readonly recent: readonly Date[]
}

/** What of a device counts for what is raised at it. */
export type SourceDevice = Pick<KnownDevice, 'id' | 'companyId' | 'siteId' | 'zoneId'>

export interface Where {
  readonly device: SourceDevice | null
  /** Of what is of no device; without both it is of the company as a whole. */
  readonly place: Place | null
}

/** The zone that it is in; null: in none. */
export const zoneOf = ({ device, place }: Where): string | null => (device ?? place)?.zoneId ?? null

export const keyOf = ({ ruleId, source }: { readonly ruleId: string; readonly source: string }) => `${ruleId} ${source}`

const columns = `k.rule_id as "ruleId", k.source, k.device_id as "deviceId",
  case when k.site_id is not null then jsonb_build_object('siteId', k.site_id, 'floorId', k.floor_id, 'zoneId', k.zone_id) end as place,
  k.state, k.since, k.due_at as "dueAt", k.last_at as "lastAt", k.value, k.recent`

/** Of a place or a company, where several devices have a part in it or none has; else of one device. */
const isOfPlace = `strpos(k.source, ':') > 0`

// Whoever locks several does it in this order, and those of places after those of devices: whose devices have turned counts
// anew at their places. What combines rules comes last: its conditions are locked by whoever has moved one of theirs.
const inOrder = `order by strpos(k.source, ':') > 0, k.rule_id, k.source`

/** Of these devices alone. */
export const lockConditionsAt = async (
  tx: Querier,
  deviceIds: readonly string[],
): Promise<Map<string, StoredCondition>> => {
  const { rows } = await tx.query<StoredCondition>({
    name: 'alarm-conditions',
    text: `select ${columns} from alarm_condition k where k.device_id = any ($1::uuid[]) and not (${isOfPlace}) ${inOrder} for update`,
    values: [deviceIds],
  })
  return new Map(rows.map((row) => [keyOf(row), row]))
}

export const lockConditionsOf = async (
  tx: Querier,
  keys: readonly { readonly ruleId: string; readonly source: string }[],
): Promise<Map<string, StoredCondition>> => {
  const { rows } = await tx.query<StoredCondition>({
    name: 'alarm-conditions-of',
    text: `select ${columns} from alarm_condition k
      where (k.rule_id, k.source) in (select * from unnest($1::uuid[], $2::text[])) ${inOrder} for update`,
    values: [keys.map(({ ruleId }) => ruleId), keys.map(({ source }) => source)],
  })
  return new Map(rows.map((row) => [keyOf(row), row]))
}

/**
 * Before they are counted, and before their conditions: who comes later counts what is written here. A combination that has
 * not begun to hold has no condition by which one of two batches that complete it together could wait for the other.
 */
export const lockCombinations = async (
  tx: Querier,
  keys: readonly { readonly ruleId: string; readonly source: string }[],
): Promise<void> => {
  await tx.query({
    name: 'alarm-combinations',
    text: `select pg_advisory_xact_lock(hashtextextended('combination ' || key, 0))
      from (select key from unnest($1::text[]) t (key) order by key) in_order`,
    values: [keys.map(keyOf)],
  })
}

/** Without a lock. */
export const conditionsOfRules = async (
  tx: Querier,
  ruleIds: readonly string[],
): Promise<Map<string, StoredCondition>> => {
  const { rows } = await tx.query<StoredCondition>({
    name: 'alarm-conditions-read',
    text: `select ${columns} from alarm_condition k where k.rule_id = any ($1::uuid[])`,
    values: [ruleIds],
  })
  return new Map(rows.map((row) => [keyOf(row), row]))
}

export const lockConditionsOfRules = async (
  tx: Querier,
  ruleIds: readonly string[],
): Promise<Map<string, StoredCondition>> => {
  const { rows } = await tx.query<StoredCondition>({
    name: 'alarm-conditions-of-rules',
    text: `select ${columns} from alarm_condition k where k.rule_id = any ($1::uuid[]) ${inOrder} for update`,
    values: [ruleIds],
  })
  return new Map(rows.map((row) => [keyOf(row), row]))
}

export interface DueCondition extends StoredCondition {
  readonly companyId: string
}

export const levels = ['devices', 'places', 'combinations'] as const
export type Level = (typeof levels)[number]

const isOf: Readonly<Record<Level, string>> = {
  devices: `not (${isOfPlace})`,
  places: `(${isOfPlace}) and v.definition -> 'condition' ->> 'kind' <> 'combination'`,
  combinations: `(${isOfPlace}) and v.definition -> 'condition' ->> 'kind' = 'combination'`,
}

/** Those whose delay has ended; what another node is about to move on is left to it. */
export const lockDueConditions = async (tx: Querier, of: Level, now: Date, most: number): Promise<DueCondition[]> => {
  const { rows } = await tx.query<DueCondition>({
    name: `alarm-conditions-due-${of}`,
    text: `select ${columns}, r.company_id as "companyId" from alarm_condition k
        join alarm_rule r on r.id = k.rule_id join alarm_rule_version v on v.rule_id = r.id and v.version = r.version
      where k.due_at <= $1 and ${isOf[of]} ${inOrder} limit $2 for update of k skip locked`,
    values: [now, most],
  })
  return rows
}

/** What time has to do, without a lock: nothing, at nearly every moment. */
export const whatIsDue = async (
  pool: Querier,
  now: Date,
): Promise<{ readonly conditions: boolean; readonly shelves: boolean }> => {
  const { rows } = await pool.query<{ conditions: boolean; shelves: boolean }>({
    name: 'alarms-due',
    text: `select exists (select from alarm_condition k where k.due_at <= $1)
        or exists (select from alarm_condition k join device d on d.id = k.device_id
          where d.retired_at is not null and not (${isOfPlace})) as conditions,
      exists (select from alarm a where a.cleared_at is null and a.shelved_until <= $1) as shelves`,
    values: [now],
  })
  return rows[0] ?? { conditions: false, shelves: false }
}

/** Of devices that were retired, with where those were. What combines several devices goes on without this one. */
export const lockRetiredConditions = async (
  tx: Querier,
  most: number,
): Promise<(StoredCondition & { readonly device: SourceDevice })[]> => {
  const { rows } = await tx.query<StoredCondition & { device: SourceDevice }>({
    name: 'alarm-conditions-retired',
    text: `select ${columns}, jsonb_build_object('id', d.id, 'companyId', d.company_id, 'siteId', d.site_id,
        'zoneId', d.zone_id) as device
      from alarm_condition k join device d on d.id = k.device_id
      where d.retired_at is not null and not (${isOfPlace})
      ${inOrder} limit $1 for update of k skip locked`,
    values: [most],
  })
  return rows
}

/** What they are now; normal where `after` is null. */
export const writeConditions = async (
  tx: Querier,
  moved: readonly {
    readonly key: { readonly ruleId: string; readonly source: string }
    readonly after: StoredCondition | null
  }[],
): Promise<void> => {
  const over = moved.flatMap(({ key, after }) => (after === null ? [key] : []))
  const now = moved.flatMap(({ after }) => after ?? [])
  if (over.length > 0)
    await tx.query({
      name: 'alarm-conditions-over',
      text: `delete from alarm_condition where (rule_id, source) in (select * from unnest($1::uuid[], $2::text[]))`,
      values: [over.map(({ ruleId }) => ruleId), over.map(({ source }) => source)],
    })
  if (now.length === 0) return
  // A rule that was deleted meanwhile has no conditions any more.
  await tx.query({
    name: 'alarm-conditions-write',
    text: `
      insert into alarm_condition as k (rule_id, source, device_id, site_id, floor_id, zone_id, state, since, due_at, last_at,
        value, recent)
      select t.rule_id, t.source, t.device_id, t.site_id, t.floor_id, t.zone_id, t.state, t.since, t.due_at, t.last_at, t.value,
        array(select jsonb_array_elements_text(t.recent)::timestamptz)
      from jsonb_to_recordset($1::jsonb) as t (rule_id uuid, source text, device_id uuid,
        site_id uuid, floor_id uuid, zone_id uuid, state text, since timestamptz,
        due_at timestamptz, last_at timestamptz, value double precision, recent jsonb)
      where exists (select from alarm_rule r where r.id = t.rule_id and r.deleted_at is null and r.enabled)
      order by strpos(t.source, ':') > 0, t.rule_id, t.source
      on conflict (rule_id, source) do update set device_id = excluded.device_id, site_id = excluded.site_id,
        floor_id = excluded.floor_id, zone_id = excluded.zone_id, state = excluded.state,
        since = excluded.since, due_at = excluded.due_at, last_at = excluded.last_at, value = excluded.value,
        recent = excluded.recent
      where k.last_at <= excluded.last_at`,
    values: [
      JSON.stringify(
        now.map((one) => ({
          rule_id: one.ruleId,
          source: one.source,
          device_id: one.deviceId,
          site_id: one.place?.siteId ?? null,
          floor_id: one.place?.floorId ?? null,
          zone_id: one.place?.zoneId ?? null,
          state: one.state,
          since: one.since,
          due_at: one.dueAt,
          last_at: one.lastAt,
          value: one.value,
          recent: one.recent,
        })),
      ),
    ],
  })
}
