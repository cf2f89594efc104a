// Suppression by design: while an alarm of a rule that suppresses others is active in a zone, those are suppressed there.
import type pg from 'pg'
import { afterSuppression } from './alarm-life.ts'
import { lockAlarms, type Step, type StoredAlarm } from './alarms.sql.ts'
import { type Where, zoneOf } from './conditions.sql.ts'
import type { Turn } from './raise.ts'
import type { CompanyRules, Rule } from './rules.ts'

type Querier = Pick<pg.ClientBase, 'query'>

/** Alarms that may be suppressed, or no more, by what has turned. */
export interface Affected {
  readonly rules: ReadonlyMap<string, Rule>
  readonly devices: readonly string[]
  readonly zones: readonly string[]
  readonly at: Date
}

/** Rules that may name others than before, where alarms of theirs are open. */
export interface Changed {
  readonly rules: readonly Rule[]
  readonly at: readonly Where[]
  readonly now: Date
}

export const affectedBy = async (
  rulesOf: (companyId: string) => Promise<CompanyRules>,
  turns: readonly Turn[],
  changed: Changed,
): Promise<Affected | null> => {
  const rules = new Map(changed.at.length === 0 ? [] : changed.rules.map((rule) => [rule.id, rule]))
  const devices = new Set(changed.at.flatMap(({ device }) => device?.id ?? []))
  const zones = new Set(changed.at.flatMap((one) => zoneOf(one) ?? []))
  let at = changed.now
  for (const turn of turns) {
    const { device } = turn
    const zoneId = zoneOf(turn)
    if (turn.to === 'moment' || (!device && zoneId === null)) continue
    const found = (await rulesOf(turn.companyId)).all.filter(({ suppressedBy }) => suppressedBy.includes(turn.rule.id))
    if (found.length === 0) continue
    for (const rule of found) rules.set(rule.id, rule)
    if (device) devices.add(device.id)
    if (zoneId !== null) zones.add(zoneId)
    if (turn.at > at) at = turn.at
  }
  return rules.size === 0 ? null : { rules, devices: [...devices], zones: [...zones], at }
}

/** True of an alarm `a` that is affected; its values come after `from` others. */
export const isAffected = ({ rules, devices, zones }: Affected, from: number) => ({
  text: `(a.rule_id = any ($${from + 1}::uuid[]) and (a.zone_id = any ($${from + 3}::uuid[]) or exists (
    select from device n where n.id = a.device_id
      and (n.id = any ($${from + 2}::uuid[]) or n.zone_id = any ($${from + 3}::uuid[])))))`,
  values: [[...rules.keys()], devices, zones],
})

export interface Suppression {
  readonly after: StoredAlarm
  readonly steps: readonly Step[]
}

/** `asItIs`: an alarm as this transaction has changed it so far. */
export const suppressed = async (
  tx: Querier,
  affected: Affected,
  deviceOf: (id: string) => { readonly zoneId: string | null } | undefined,
  asItIs: (alarm: StoredAlarm) => StoredAlarm,
): Promise<Suppression[]> => {
  const { rules, at } = affected
  const { text, values } = isAffected(affected, 0)
  const alarms = await lockAlarms(tx, text, values)
  if (alarms.length === 0) return []
  const suppressing = [...rules.values()].flatMap(({ suppressedBy }) => suppressedBy)
  const active = await activeAmong(tx, suppressing, affected)
  return alarms.flatMap((stored) => {
    const alarm = asItIs(stored)
    const { deviceId, place } = alarm
    const zoneId = (deviceId === null ? place : deviceOf(deviceId))?.zoneId ?? null
    const by = rules.get(alarm.ruleId)?.suppressedBy ?? []
    const isSuppressed = by.some((ruleId) => active(ruleId, { deviceId, zoneId }))
    const life = afterSuppression(alarm, isSuppressed, at)
    if (life === alarm) return []
    const after = { ...alarm, ...life }
    const steps: Step[] = [{ what: isSuppressed ? 'suppressed' : 'unsuppressed', at, by: null, note: null }]
    if (after.cleared && !alarm.cleared) steps.push({ what: 'cleared', at, by: null, note: null })
    return [{ after, steps }]
  })
}

interface Located {
  readonly deviceId: string | null
  readonly zoneId: string | null
}

/** Which of these rules have a condition that holds at one of these devices, or in one of these zones. */
export const activeAmong = async (
  tx: Querier,
  ruleIds: readonly string[],
  { devices, zones }: Pick<Affected, 'devices' | 'zones'>,
): Promise<(ruleId: string, where: Located) => boolean> => {
  if (ruleIds.length === 0) return () => false
  const { rows } = await tx.query<Located & { ruleId: string }>({
    name: 'alarm-suppressing',
    text: `select distinct k.rule_id as "ruleId", n.id as "deviceId", coalesce(n.zone_id, k.zone_id) as "zoneId"
      from alarm_condition k left join device n on n.id = k.device_id
      where k.rule_id = any ($1::uuid[]) and k.state in ('active', 'returning')
        and (n.id = any ($2::uuid[]) or n.zone_id = any ($3::uuid[]) or k.zone_id = any ($3::uuid[]))`,
    values: [[...new Set(ruleIds)], devices, zones],
  })
  const places = new Set(
    rows.flatMap(({ ruleId, deviceId, zoneId }) => [deviceId, zoneId].map((where) => `${ruleId} ${where}`)),
  )
  return (ruleId, { deviceId, zoneId }) =>
    [deviceId, zoneId].some((where) => where !== null && places.has(`${ruleId} ${where}`))
}
