// Rules that have not been judged yet as they are now, and what still stands of those that are not in force any more.
import type pg from 'pg'
import type { Acknowledged } from './alarm-life.ts'
import type { Place, Where } from './conditions.sql.ts'
import { definition, type Rule } from './rules.ts'

type Querier = Pick<pg.ClientBase, 'query'>

interface Unread {
  readonly id: string
  readonly companyId: string
  readonly version: number
  /** Neither switched off nor deleted. */
  readonly isInForce: boolean
}

const isInForce = 'r.enabled and r.deleted_at is null'
const mostAtOnce = 1000

export const rulesToJudge = async (tx: Querier): Promise<Unread[]> => {
  const { rows } = await tx.query<Unread>({
    name: 'alarm-rules-to-judge',
    text: `
      select r.id, r.company_id as "companyId", r.version, true as "isInForce"
      from alarm_rule r where ${isInForce} and r.judged_version is distinct from r.version
      union all
      select r.id, r.company_id, r.version, false
      from alarm_rule r where not (${isInForce}) and (exists (select from alarm_condition k where k.rule_id = r.id)
        or exists (select from alarm a where a.rule_id = r.id and a.cleared_at is null and a.is_active))
      limit ${mostAtOnce}`,
  })
  return rows
}

export interface Unjudged extends Unread {
  /** As its newest version has it. */
  readonly rule: Rule
  /** It looks for the same at the same places as when it was judged last. */
  readonly isSame: boolean
}

/** Locked, without those that another node judges. */
export const lockUnjudged = async (tx: Querier, ids: readonly string[]): Promise<Unjudged[]> => {
  const { rows } = await tx.query<
    Omit<Unjudged, 'rule'> & { name: string; severity: Rule['severity']; definition: unknown }
  >({
    name: 'alarm-rules-unjudged',
    text: `
      select r.id, r.company_id as "companyId", r.version, ${isInForce} as "isInForce", v.name, v.severity, v.definition,
        o.rule_id is null or (v.definition -> 'condition' = o.definition -> 'condition'
          and v.definition -> 'scope' = o.definition -> 'scope'
          and v.definition -> 'except' is not distinct from o.definition -> 'except') as "isSame"
      from alarm_rule r join alarm_rule_version v on v.rule_id = r.id and v.version = r.version
        left join alarm_rule_version o on o.rule_id = r.id and o.version = r.judged_version
      where r.id = any ($1::uuid[]) order by r.id for no key update of r skip locked`,
    values: [ids],
  })
  return rows.flatMap(({ name, severity, definition: stored, ...row }) => {
    const parsed = definition.safeParse(stored)
    if (!parsed.success) return []
    const { id, companyId, version } = row
    return [{ ...row, rule: { id, companyId, version, name, severity, schedule: null, ...parsed.data } }]
  })
}

export const markJudged = async (tx: Querier, ids: readonly string[]): Promise<void> => {
  await tx.query({
    name: 'alarm-rules-judged',
    text: 'update alarm_rule set judged_version = version where id = any ($1::uuid[])',
    values: [ids],
  })
}

export interface OpenAlarm extends Where {
  readonly ruleId: string
  readonly source: string
  readonly isActive: boolean
}

export const openOf = async (tx: Querier, ruleIds: readonly string[]): Promise<OpenAlarm[]> => {
  const { rows } = await tx.query<OpenAlarm>({
    name: 'alarms-of-rules',
    text: `select a.rule_id as "ruleId", a.source, a.is_active as "isActive",
        case when d.id is not null then jsonb_build_object('id', d.id, 'companyId', d.company_id, 'siteId', d.site_id,
          'zoneId', d.zone_id) end as device,
        case when a.site_id is not null then jsonb_build_object('siteId', a.site_id, 'floorId', a.floor_id,
          'zoneId', a.zone_id) end as place
      from alarm a left join device d on d.id = a.device_id
      where a.rule_id = any ($1::uuid[]) and a.cleared_at is null order by a.rule_id, a.source`,
    values: [ruleIds],
  })
  return rows
}

/** Where any of these rules holds. */
export const devicesHolding = async (tx: Querier, ruleIds: readonly string[]): Promise<string[]> => {
  const { rows } = await tx.query<{ id: string }>({
    name: 'alarm-devices-holding',
    text: `select distinct device_id as id from alarm_condition
      where rule_id = any ($1::uuid[]) and device_id is not null and state in ('active', 'returning')`,
    values: [ruleIds],
  })
  return rows.map(({ id }) => id)
}

/** The sites, floors and zones where any of these rules holds that is of no device. */
export const placesHolding = async (tx: Querier, ruleIds: readonly string[]): Promise<Place[]> => {
  const { rows } = await tx.query<Place>({
    name: 'alarm-places-holding',
    text: `select distinct site_id as "siteId", floor_id as "floorId", zone_id as "zoneId" from alarm_condition
      where rule_id = any ($1::uuid[]) and site_id is not null and state in ('active', 'returning')`,
    values: [ruleIds],
  })
  return rows
}

/** Companies with rules about how many people are inside, or about what share of a limit that is where there is one. */
export const companiesCounting = async (tx: Querier): Promise<string[]> => {
  const { rows } = await tx.query<{ id: string }>({
    name: 'alarm-companies-counting',
    text: `select distinct r.company_id as id from alarm_rule r
        join alarm_rule_version v on v.rule_id = r.id and v.version = r.version
      where ${isInForce} and (v.definition -> 'condition' ->> 'measure' = 'occupancy'
        or v.definition -> 'condition' ->> 'measure' = 'occupancy.share' and (
          exists (select from occupancy_limit l where l.company_id = r.company_id)
          or exists (select from alarm_condition k where k.rule_id = r.id)))`,
  })
  return rows.map(({ id }) => id)
}

/** Who had acknowledged the alarm of a door before alarms had rules, by the incident of the door. Each is asked for once. */
export const acknowledgedBefore = async (
  tx: Querier,
  deviceIds: readonly string[],
): Promise<ReadonlyMap<string, Acknowledged>> => {
  const { rows } = await tx.query<Acknowledged & { incident: string }>({
    name: 'alarm-acknowledged-before',
    text: `delete from door_acknowledged where device_id = any ($1::uuid[])
      returning correlation_id as incident, at, by, note`,
    values: [deviceIds],
  })
  return new Map(rows.map(({ incident, ...acknowledged }) => [incident, acknowledged]))
}
