// An effect in words: what its causes are, what it switches, and when.
import type { Effect } from '@gatehouse/contract/safety/cause-effect'
import type { EffectChoices } from './use-effect-choices.ts'

type NameOf = EffectChoices['nameOf']

const listed = (ids: readonly string[], nameOf: NameOf) => ids.map(nameOf).join(', ')

/** `Alarms of CO: low alarm, or of severity high and above, in Car park` */
export const causeText = ({ ruleIds, fromSeverity, siteIds, zoneIds }: Effect, nameOf: NameOf): string => {
  const causes = [
    ...(ruleIds.length > 0 ? [`of ${listed(ruleIds, nameOf)}`] : []),
    ...(fromSeverity === null
      ? []
      : [fromSeverity === 'critical' ? 'of severity critical' : `of severity ${fromSeverity} and above`]),
  ]
  const places = [...siteIds, ...zoneIds]
  return `Alarms ${causes.join(', or ')}${places.length > 0 ? `, in ${listed(places, nameOf)}` : ', everywhere'}`
}

/** `Garage fan 1, Garage fan 2 and 1 that you may not see` */
export const effectText = ({ actuatorIds, hiddenActuators }: Effect, nameOf: NameOf): string => {
  const seen = listed(actuatorIds, nameOf)
  if (hiddenActuators === 0) return seen
  const hidden = `${hiddenActuators} that you may not see`
  return seen === '' ? hidden : `${seen} and ${hidden}`
}

const duration = (seconds: number) => (seconds % 60 === 0 && seconds >= 120 ? `${seconds / 60} min` : `${seconds} s`)

/** `after 10 s, runs on for 5 min`; null: at once, and no longer than the alarm. */
export const timeText = ({ delaySeconds, runOnSeconds }: Effect): string | null => {
  const parts = [
    ...(delaySeconds > 0 ? [`after ${duration(delaySeconds)}`] : []),
    ...(runOnSeconds > 0 ? [`runs on for ${duration(runOnSeconds)}`] : []),
  ]
  return parts.length === 0 ? null : parts.join(', ')
}
