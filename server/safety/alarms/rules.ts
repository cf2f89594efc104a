// The rules in force, by company: read when a device of it first reports, and anew when one of them, a schedule or a device
// has changed anywhere.
import {
  type Condition,
  condition as conditionShape,
  type Scope,
  scope as scopeShape,
} from '@gatehouse/contract/safety/alarm-rules'
import type { Severity } from '@gatehouse/contract/safety/alarms'
import type { ScheduleRules } from '@gatehouse/contract/access/schedule-time'
import type { MeasureName } from '@gatehouse/contract/safety/measures'
import { z } from 'zod'
import { type Db, execute, rowsOf } from '../../db/pool.ts'
import { rulesColumns } from '../../access/schedules/schedules.ts'
import type { KnownDevice } from '../../building/devices/devices.ts'
import { addDefaultPolicies } from '../escalations/escalations.ts'
import { addPresets } from './presets.ts'

/** What a version of a rule holds beside its name and severity. */
export const definition = z.object({
  condition: conditionShape,
  scope: scopeShape,
  suppressedBy: z.array(z.string()),
  escalationId: z.string().nullable(),
  latches: z.boolean(),
  reasonAsked: z.boolean(),
  checklist: z.array(z.string()),
  /** Within its scope, where it does not look: of gas set points, as others hold there. */
  except: scopeShape.pick({ siteIds: true, zoneIds: true, deviceIds: true }).optional(),
})
export type Definition = z.output<typeof definition>

export interface Rule extends Definition {
  readonly id: string
  readonly companyId: string
  readonly version: number
  readonly name: string
  readonly severity: Severity
  /** Of a condition that asks for one: when it is open. */
  readonly schedule: ScheduleRules | null
}

export interface RuleVersion {
  readonly ruleId: string
  readonly version: number
  readonly enabled: boolean
  readonly name: string
  readonly severity: Severity
  readonly definition: Definition
  readonly at: Date
  /** Whose name stands beside it; null: the server itself. */
  readonly by: string | null
}

export const writeVersion = (tx: Db, { definition: held, ...version }: RuleVersion) =>
  execute(tx)`
    insert into alarm_rule_version (rule_id, version, enabled, name, severity, definition, created_at, created_by)
    values (${version.ruleId}, ${version.version}, ${version.enabled}, ${version.name}, ${version.severity},
      ${JSON.stringify(held)}::jsonb, ${version.at}, ${version.by})
  `

export interface CompanyRules {
  /** Those that look at this measure of this device. */
  of(device: KnownDevice, measure: MeasureName): readonly Rule[]
  /** Those that look at this measure of no device. */
  ofPlaces(measure: MeasureName): readonly Rule[]
  byId(id: string): Rule | undefined
  readonly all: readonly Rule[]
}

export interface Rules {
  ofCompany(companyId: string): Promise<CompanyRules>
  forget(): void
}

export const createRules = (db: Db): Rules => {
  let companies = new Map<string, Promise<CompanyRules>>()
  return {
    ofCompany(companyId) {
      const known = companies.get(companyId)
      if (known) return known
      const within = companies
      const loading = load(db, companyId)
      within.set(companyId, loading)
      // Asked for again by whoever comes next.
      loading.catch(() => within.delete(companyId))
      return loading
    },
    forget: () => void (companies = new Map()),
  }
}

const load = async (db: Db, companyId: string): Promise<CompanyRules> => {
  await addPresets(db, companyId)
  await addDefaultPolicies(db, companyId)
  const all = await readRules(db, companyId)
  const byId = new Map(all.map((rule) => [rule.id, rule]))
  const byMeasure = Map.groupBy(all, (rule) => measureOf(rule.condition))
  // By what is known of a device: known anew, it is matched anew.
  const matching = new WeakMap<KnownDevice, Map<MeasureName, readonly Rule[]>>()
  return {
    all,
    byId: (id) => byId.get(id),
    ofPlaces: (measure) => byMeasure.get(measure) ?? [],
    of(device, measure) {
      const candidates = byMeasure.get(measure)
      if (!candidates) return []
      const ofDevice = matching.get(device) ?? new Map<MeasureName, readonly Rule[]>()
      matching.set(device, ofDevice)
      const known = ofDevice.get(measure)
      if (known) return known
      const found = candidates.filter((rule) => looksAt(rule, device))
      ofDevice.set(measure, found)
      return found
    },
  }
}

const measureOf = (condition: Condition): MeasureName | null =>
  condition.kind === 'combination' ? null : condition.measure

/** What a scope can name of a device. */
export type Placed = Pick<KnownDevice, 'id' | 'kind' | 'siteId' | 'zoneId' | 'levels'>

/** Whether a rule is about what this device reports. */
export const looksAt = ({ scope, except }: Pick<Definition, 'scope' | 'except'>, device: Placed): boolean =>
  isWithin(scope, device) && (except === undefined || !isAmong(except, device))

const isAmong = ({ siteIds, zoneIds, deviceIds }: NonNullable<Definition['except']>, device: Placed): boolean =>
  siteIds.includes(device.siteId) ||
  (device.zoneId !== null && zoneIds.includes(device.zoneId)) ||
  deviceIds.includes(device.id)

/** Every part of a scope that is named has to fit. */
export const isWithin = (scope: Scope, device: Placed): boolean =>
  (scope.siteIds.length === 0 || scope.siteIds.includes(device.siteId)) &&
  (scope.zoneIds.length === 0 || (device.zoneId !== null && scope.zoneIds.includes(device.zoneId))) &&
  (scope.labelIds.length === 0 || device.levels.some((level) => level.some((one) => scope.labelIds.includes(one)))) &&
  (scope.kinds.length === 0 || scope.kinds.includes(device.kind)) &&
  (scope.deviceIds.length === 0 || scope.deviceIds.includes(device.id))

const readRules = async (db: Db, companyId: string): Promise<Rule[]> => {
  const rows = await rowsOf<Omit<Rule, keyof Definition> & { definition: unknown }>(db)`
    select r.id, r.company_id as "companyId", r.version, v.name, v.severity, v.definition,
      case when s.id is not null then ${rulesColumns} end as schedule
    from alarm_rule r join alarm_rule_version v on v.rule_id = r.id and v.version = r.version
      left join schedule s on s.id = (v.definition -> 'condition' ->> 'scheduleId')::uuid and s.company_id = r.company_id
      left join holiday_calendar c on c.id = s.calendar_id
    where r.company_id = ${companyId} and r.deleted_at is null and r.enabled
    order by r.id
  `
  return rows.flatMap(({ definition: stored, ...rule }) => {
    const parsed = definition.safeParse(stored)
    return parsed.success ? [{ ...rule, ...parsed.data }] : []
  })
}
