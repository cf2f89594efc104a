// What is wanted of each actuator at a moment: by hand first, else on while a cause of one of its effects is present, and for
// as long as it runs on. Pure, and of what is known alone: whoever asks again, at whichever node, is answered alike.
import type { Purpose } from '@gatehouse/contract/safety/actuators'
import type { Severity } from '@gatehouse/contract/safety/alarms'
import type { Wanted } from '../actuators/actuators.ts'

export interface EnabledEffect {
  readonly id: string
  readonly companyId: string
  readonly name: string
  readonly ruleIds: readonly string[]
  readonly fromSeverity: Severity | null
  readonly siteIds: readonly string[]
  readonly zoneIds: readonly string[]
  readonly actuatorIds: readonly string[]
  readonly delaySeconds: number
  readonly runOnSeconds: number
}

/** From when to when an alarm was present; null: it is. */
export interface Presence {
  readonly from: Date
  readonly to: Date | null
}

/** An alarm that is present, or was a short while ago. */
export interface CauseAlarm {
  readonly id: string
  readonly companyId: string
  readonly ruleId: string
  readonly severity: Severity
  readonly title: string
  readonly correlationId: string
  readonly deviceId: string | null
  readonly siteId: string | null
  readonly zoneId: string | null
  readonly present: readonly Presence[]
}

export interface WorkedActuator {
  readonly deviceId: string
  readonly companyId: string
  readonly purpose: Purpose
  readonly longestOnSeconds: number | null
  readonly override: {
    readonly isOn: boolean
    readonly isTest: boolean
    readonly reason: string
    readonly by: string
    readonly until: Date
  } | null
  readonly silence: { readonly causes: readonly string[]; readonly by: string; readonly at: Date } | null
}

/** That one occurrence of an alarm asks for an actuator to be on, by an effect. */
export interface Ask {
  readonly effect: EnabledEffect
  readonly alarm: CauseAlarm
  readonly begins: Date
  /** Until when it runs on; null: the alarm is present. */
  readonly ends: Date | null
  /** Names this occurrence of the alarm, for who silences it. */
  readonly cause: string
}

const severities: readonly Severity[] = ['low', 'medium', 'high', 'critical']

/** Whether alarms of this rule or severity, wherever they are, are causes of it. */
export const isCauseOf = (
  { ruleIds, fromSeverity }: Pick<EnabledEffect, 'ruleIds' | 'fromSeverity'>,
  { ruleId, severity }: Pick<CauseAlarm, 'ruleId' | 'severity'>,
): boolean =>
  ruleIds.includes(ruleId) ||
  (fromSeverity !== null && severities.indexOf(severity) >= severities.indexOf(fromSeverity))

const isWithin = ({ siteIds, zoneIds }: EnabledEffect, { siteId, zoneId }: CauseAlarm): boolean =>
  (siteIds.length === 0 && zoneIds.length === 0) ||
  (siteId !== null && siteIds.includes(siteId)) ||
  (zoneId !== null && zoneIds.includes(zoneId))

/** All that asks for this actuator to be on. */
export const asksFor = (
  effects: readonly EnabledEffect[],
  alarms: readonly CauseAlarm[],
  { deviceId, companyId }: Pick<WorkedActuator, 'deviceId' | 'companyId'>,
  now: Date,
): Ask[] =>
  effects
    .filter((effect) => effect.companyId === companyId && effect.actuatorIds.includes(deviceId))
    .flatMap((effect) =>
      alarms
        // That it fails itself is no cause for it to be on: it would never be over.
        .filter((alarm) => alarm.companyId === companyId && alarm.deviceId !== deviceId)
        .filter((alarm) => isCauseOf(effect, alarm) && isWithin(effect, alarm))
        .flatMap((alarm) => alarm.present.flatMap((presence) => askOf(effect, alarm, presence, now) ?? [])),
    )

const askOf = (effect: EnabledEffect, alarm: CauseAlarm, { from, to }: Presence, now: Date): Ask | null => {
  // Clocks of devices differ: what is present has begun.
  const begins = new Date(Math.min(from.getTime(), now.getTime()) + effect.delaySeconds * 1000)
  if (begins > now) return null
  // It was over before it had been present for long enough.
  if (to !== null && to < begins) return null
  const ends = to && new Date(to.getTime() + effect.runOnSeconds * 1000)
  if (ends && ends <= now) return null
  return { effect, alarm, begins, ends, cause: `${alarm.id} ${from.toISOString()}` }
}

export const wantedOf = (actuator: WorkedActuator, asks: readonly Ask[], now: Date): Wanted => {
  const { override, silence, purpose, longestOnSeconds } = actuator
  if (override && override.until > now) return overridden(actuator, override)
  if (asks.length === 0) return { isOn: false, why: { kind: 'nothing' }, offAt: null }
  const silenced = new Set(purpose === 'horn' ? silence?.causes : [])
  const heard = asks.filter(({ cause }) => !silenced.has(cause))
  if (heard.length === 0 && silence)
    return { isOn: false, why: { kind: 'silenced', by: silence.by, at: silence.at.toISOString() }, offAt: null }
  const offAt = ({ begins }: Ask) => begins.getTime() + (longestOnSeconds ?? Infinity) * 1000
  const lasting = heard.filter((ask) => offAt(ask) > now.getTime())
  const [first] = lasting.toSorted(byWeight)
  if (!first) return { isOn: false, why: { kind: 'longest' }, offAt: null }
  return {
    isOn: true,
    why: {
      kind: 'effect',
      effectId: first.effect.id,
      effect: first.effect.name,
      alarmId: first.alarm.id,
      alarm: first.alarm.title,
      correlationId: first.alarm.correlationId,
      runsOnUntil: first.ends && first.ends.toISOString(),
    },
    offAt: longestOnSeconds === null ? null : new Date(Math.max(...lasting.map(offAt))),
  }
}

const overridden = (
  { longestOnSeconds }: WorkedActuator,
  { isOn, isTest, reason, by, until }: NonNullable<WorkedActuator['override']>,
): Wanted => ({
  isOn,
  why: { kind: 'override', by, reason, until: until.toISOString(), isTest },
  offAt: isOn && (isTest || longestOnSeconds !== null) ? until : null,
})

// What is present first, the longest of them; of what runs on the last to end.
const byWeight = (a: Ask, b: Ask): number =>
  a.ends === null || b.ends === null
    ? Number(a.ends !== null) - Number(b.ends !== null) || a.begins.getTime() - b.begins.getTime() || byId(a, b)
    : b.ends.getTime() - a.ends.getTime() || byId(a, b)

const byId = (a: Ask, b: Ask): number => (`${a.effect.id} ${a.cause}` < `${b.effect.id} ${b.cause}` ? -1 : 1)

/** By the actuator's id. */
export const wantedStateOf = (
  effects: readonly EnabledEffect[],
  alarms: readonly CauseAlarm[],
  actuators: readonly WorkedActuator[],
  now: Date,
): Map<string, Wanted> =>
  new Map(
    actuators.map((actuator) => [actuator.deviceId, wantedOf(actuator, asksFor(effects, alarms, actuator, now), now)]),
  )
