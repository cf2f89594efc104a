// The alarm rules of a demo building: those that every company begins with, and its own.
import type { World } from '@gatehouse/demo/world'
import type pg from 'pg'
import { type Definition, presets } from '../../safety/alarms/alarms.ts'
import type { PastRule } from './alarm-past.ts'
import { insert } from './insert.sql.ts'
import type { Ids } from './world.sql.ts'

/** None of the tour, which has no people to answer. */
const hasAlarms = (world: World) => world.response !== undefined

export const ruleKeysOf = (world: World): string[] =>
  hasAlarms(world)
    ? [...presets.map(({ preset }) => preset), ...(world.response?.rules ?? []).map(({ key }) => key)]
    : []

/** As its past is judged by them. */
export const pastRules = (world: World, ids: Ids): PastRule[] =>
  rulesOf(world).flatMap((rule) => {
    const id = ids.rules.get(rule.key)
    return id === undefined ? [] : [{ ...rule, id }]
  })

const rulesOf = (world: World): Omit<PastRule, 'id'>[] => [
  ...presets.map(({ preset, setPoint = null, facts }) => ({
    key: preset,
    setPoint,
    name: facts.name,
    severity: facts.severity,
    condition: facts.condition,
    kinds: facts.scope.kinds,
    devices: [],
    latches: facts.latches,
    reasonAsked: facts.reasonAsked,
    checklist: facts.checklist,
  })),
  ...(world.response?.rules ?? []).map((own) => ({
    ...own,
    kinds: [],
    latches: false,
    reasonAsked: false,
    setPoint: null,
  })),
]

/** `policy`: whom the building's own rules notify; null: as by default. */
export const insertAlarmRules = async (
  tx: pg.Client,
  world: World,
  ids: Ids,
  { from, policy }: { readonly from: number; readonly policy: string | null },
): Promise<void> => {
  if (!hasAlarms(world)) return
  const rules = pastRules(world, ids)
  const isOwn = new Set(world.response?.rules.map(({ key }) => key))
  await insert(
    tx,
    'alarm_rule',
    ['id', 'company_id', 'preset', 'channel', 'stage', 'version', 'enabled'],
    rules.map(({ id, key, setPoint }) => [
      id,
      ids.company,
      isOwn.has(key) ? null : key,
      setPoint?.channel ?? null,
      setPoint?.stage ?? null,
      1,
      true,
    ]),
  )
  const author = world.people.find(({ email }) => email === world.response?.manager)
  const scopeOf = ({ kinds, devices }: PastRule): Definition['scope'] => ({
    siteIds: [],
    zoneIds: [],
    labelIds: [],
    kinds: [...kinds],
    deviceIds: devices.flatMap((key) => ids.devices.get(key) ?? []),
  })
  const definitionOf = (rule: PastRule): Definition => ({
    condition: rule.condition,
    scope: scopeOf(rule),
    suppressedBy: [],
    escalationId: isOwn.has(rule.key) ? policy : null,
    latches: rule.latches,
    reasonAsked: rule.reasonAsked,
    checklist: [...rule.checklist],
  })
  await insert(
    tx,
    'alarm_rule_version',
    ['rule_id', 'version', 'name', 'severity', 'definition', 'created_at', 'created_by'],
    rules.map((rule) => [
      rule.id,
      1,
      rule.name,
      rule.severity,
      JSON.stringify(definitionOf(rule)),
      new Date(from),
      isOwn.has(rule.key) && author ? `${author.firstName} ${author.lastName}` : null,
    ]),
  )
}
