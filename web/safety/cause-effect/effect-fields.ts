// What is typed into the editor of an effect, and what it becomes.
import type { Effect } from '@gatehouse/contract/safety/cause-effect'
import type { Severity } from '@gatehouse/contract/safety/alarms'

export interface EffectFields {
  readonly name: string
  readonly enabled: boolean
  readonly ruleIds: readonly string[]
  /** Empty: of the rules alone. */
  readonly fromSeverity: Severity | ''
  readonly everywhere: boolean
  readonly siteIds: readonly string[]
  readonly zoneIds: readonly string[]
  readonly actuatorIds: readonly string[]
  readonly delaySeconds: string
  readonly runOnSeconds: string
  readonly version: number
}

export const effectFieldsOf = (effect: Effect | null): EffectFields => ({
  name: effect?.name ?? '',
  enabled: effect?.enabled ?? true,
  ruleIds: effect?.ruleIds ?? [],
  fromSeverity: effect?.fromSeverity ?? '',
  everywhere: effect === null || (effect.siteIds.length === 0 && effect.zoneIds.length === 0),
  siteIds: effect?.siteIds ?? [],
  zoneIds: effect?.zoneIds ?? [],
  actuatorIds: effect?.actuatorIds ?? [],
  delaySeconds: String(effect?.delaySeconds ?? 0),
  runOnSeconds: String(effect?.runOnSeconds ?? 0),
  version: effect?.version ?? 0,
})

export const effectOf = (fields: EffectFields) => ({
  name: fields.name.trim(),
  enabled: fields.enabled,
  ruleIds: [...fields.ruleIds],
  fromSeverity: fields.fromSeverity === '' ? null : fields.fromSeverity,
  siteIds: fields.everywhere ? [] : [...fields.siteIds],
  zoneIds: fields.everywhere ? [] : [...fields.zoneIds],
  actuatorIds: [...fields.actuatorIds],
  delaySeconds: Number(fields.delaySeconds),
  runOnSeconds: Number(fields.runOnSeconds),
})

/** What is wrong with causes or places that were chosen; null: nothing. */
export const causesFault = ({
  ruleIds,
  fromSeverity,
}: Pick<EffectFields, 'ruleIds' | 'fromSeverity'>): string | null =>
  ruleIds.length === 0 && fromSeverity === '' ? 'Choose an alarm rule, or a severity above' : null

export const placesFault = (fields: Pick<EffectFields, 'everywhere' | 'siteIds' | 'zoneIds'>): string | null =>
  !fields.everywhere && fields.siteIds.length === 0 && fields.zoneIds.length === 0
    ? 'Choose a site or a zone, or let it be everywhere'
    : null
