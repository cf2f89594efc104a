// The fields of the editor of an alarm rule: out of a rule, and back into what the server takes.
import type { AlarmRule, Condition, Scope } from '@gatehouse/contract/safety/alarm-rules'
import { isOfPlace, type MeasureName, measures } from '@gatehouse/contract/safety/measures'
import type { Severity } from '@gatehouse/contract/safety/alarms'
import { isDeviceKind } from '../../kit/device-kinds.ts'
import {
  type Amount,
  amountIn,
  amountOf,
  amountRules,
  amountsOf,
  type Kind,
  labelsOfAmounts,
  measuresOf,
} from './condition-parts.ts'

export type RuleFacts = Pick<
  AlarmRule,
  | 'name'
  | 'severity'
  | 'condition'
  | 'scope'
  | 'suppressedBy'
  | 'escalationId'
  | 'latches'
  | 'reasonAsked'
  | 'checklist'
>

/** Of every kind at once: what was typed for one is still there when another was looked at. */
export interface ConditionFields extends Record<Amount, string> {
  kind: Kind
  measure: MeasureName
  comparison: 'above' | 'below'
  scheduleId: string
  ruleIds: string[]
  within: Extract<Condition, { readonly kind: 'combination' }>['within']
}

export interface RuleFields {
  name: string
  severity: Severity
  enabled: boolean
  condition: ConditionFields
  everywhere: boolean
  scope: Record<keyof Scope, string[]>
  suppressedBy: string[]
  /** Empty: as alarms so urgent do by default. */
  escalationId: string
  latches: boolean
  reasonAsked: boolean
  checklist: string[]
  /** The version that was changed: a draft goes on from its own, not from the newest. */
  version: number
}

export const fieldsOf = (rule: (RuleFacts & Pick<AlarmRule, 'enabled' | 'version'>) | null): RuleFields => ({
  name: rule?.name ?? '',
  severity: rule?.severity ?? 'high',
  enabled: rule?.enabled ?? true,
  condition: conditionFieldsOf(rule?.condition ?? null),
  everywhere: rule === null || isEverywhere(rule.scope),
  scope: {
    siteIds: [...(rule?.scope.siteIds ?? [])].sort(),
    zoneIds: [...(rule?.scope.zoneIds ?? [])].sort(),
    labelIds: [...(rule?.scope.labelIds ?? [])].sort(),
    kinds: [...(rule?.scope.kinds ?? [])].sort(),
    deviceIds: [...(rule?.scope.deviceIds ?? [])].sort(),
  },
  suppressedBy: [...(rule?.suppressedBy ?? [])].sort(),
  escalationId: rule?.escalationId ?? '',
  latches: rule?.latches ?? false,
  reasonAsked: rule?.reasonAsked ?? false,
  checklist: [...(rule?.checklist ?? [])],
  version: rule?.version ?? 0,
})

const isEverywhere = (scope: Scope) => Object.values(scope).every((part) => part.length === 0)

/** `Carbon monoxide high (copy)`, as long as a name may be. */
export const copyName = (name: string): string => `${name.slice(0, 93)} (copy)`

const begun: ConditionFields = {
  kind: 'threshold',
  measure: 'gas.CO',
  comparison: 'above',
  value: '',
  hysteresis: '',
  change: '',
  withinSeconds: '5 min',
  onDelaySeconds: '',
  offDelaySeconds: '',
  seconds: '10 min',
  times: '5',
  atLeast: '2',
  scheduleId: '',
  ruleIds: [],
  within: 'zone',
}

const conditionFieldsOf = (condition: Condition | null): ConditionFields => {
  if (condition === null) return begun
  const amounts = Object.fromEntries(amountsOf[condition.kind].map((name) => [name, amountOf(condition, name)]))
  const fields = { ...begun, ...amounts, kind: condition.kind }
  if ('measure' in condition) fields.measure = condition.measure
  if ('comparison' in condition) fields.comparison = condition.comparison
  if (condition.kind === 'outside-schedule') fields.scheduleId = condition.scheduleId
  if (condition.kind === 'combination') {
    fields.ruleIds = [...condition.ruleIds].sort()
    fields.within = condition.within
  }
  return fields
}

/** What is wrong with it first, with the name of its field; null where nothing is. */
export const conditionFault = (fields: ConditionFields): string | null => {
  for (const name of amountsOf[fields.kind]) {
    const fault = amountRules[name](fields[name])
    if (fault !== null) return `${labelsOfAmounts[name]}: ${fault}`
  }
  if (fields.kind === 'outside-schedule' && fields.scheduleId === '') return 'Schedule: Choose a schedule'
  if (fields.kind === 'combination' && fields.ruleIds.length === 0) return 'Rules: Choose at least one rule'
  return null
}

/** null: it cannot be one yet, and `conditionFault` has the reason. */
export const conditionOf = (fields: ConditionFields): Condition | null => {
  if (conditionFault(fields) !== null) return null
  const { kind, comparison, scheduleId, ruleIds, within } = fields
  const amount = (name: Amount) => amountIn(name, fields[name]) ?? 0
  const delays = { onDelaySeconds: amount('onDelaySeconds'), offDelaySeconds: amount('offDelaySeconds') }
  const measure = measuresOf(kind).find((name) => name === fields.measure) ?? measuresOf(kind)[0] ?? fields.measure
  const withinSeconds = amount('withinSeconds')
  switch (kind) {
    case 'threshold':
      return { kind, measure, comparison, value: amount('value'), hysteresis: amount('hysteresis'), ...delays }
    case 'rate':
      return { kind, measure, comparison, change: amount('change'), withinSeconds, ...delays }
    case 'state':
      return { kind, measure, ...delays }
    case 'stale':
      return { kind, measure, seconds: amount('seconds') }
    case 'outside-schedule':
      return { kind, measure, scheduleId }
    case 'repeated':
      return { kind, measure, times: amount('times'), withinSeconds }
    default:
      return { kind, ruleIds, atLeast: amount('atLeast'), within, ...delays }
  }
}

type Looking = Pick<Condition, 'kind'> & { readonly measure?: MeasureName }

/** Of what is of places, sites and zones alone: what else was chosen before is left out. */
export const scopeOf = ({ everywhere, scope }: Pick<RuleFields, 'everywhere' | 'scope'>, condition: Looking): Scope => {
  const none: Scope = { siteIds: [], zoneIds: [], labelIds: [], kinds: [], deviceIds: [] }
  if (everywhere || !hasScope(condition)) return none
  if (looksAtPlaces(condition)) return { ...none, siteIds: scope.siteIds, zoneIds: scope.zoneIds }
  return { ...scope, kinds: scope.kinds.filter(isDeviceKind) }
}

/** How many people are inside is of sites and zones, and of no device. */
export const looksAtPlaces = ({ kind, measure }: Looking): boolean =>
  kind !== 'combination' && measure !== undefined && isOfPlace(measure)

/** A combination looks where the rules look that it combines, and what is wrong with the record is of the whole company. */
export const hasScope = (condition: Looking): boolean =>
  condition.kind !== 'combination' && !(condition.measure !== undefined && measures[condition.measure].of === 'record')

/** What the server is sent; null where the condition cannot be one yet. */
export const factsOf = (fields: RuleFields): RuleFacts | null => {
  const { name, severity, suppressedBy, escalationId, latches, reasonAsked, checklist } = fields
  const condition = conditionOf(fields.condition)
  if (condition === null) return null
  const scope = scopeOf(fields, condition)
  const policy = escalationId === '' ? null : escalationId
  const facts = { name, severity, scope, suppressedBy, escalationId: policy, latches, reasonAsked, checklist }
  return { ...facts, condition }
}
