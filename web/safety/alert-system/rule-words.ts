// Alarm rules in plain words: their condition, where they apply, and the units of their numbers.
import type { Condition, Scope } from '@gatehouse/contract/safety/alarm-rules'
import { type MeasureName, measures, unitOf } from '@gatehouse/contract/safety/measures'
import { withUnit } from '@gatehouse/contract/safety/unit-words'
import { counted } from '../../kit/counted.ts'
import { kindWords } from '../../kit/device-kinds.ts'
import { numberText, unitWord } from '../../kit/gas-words.ts'
import { durationText } from './duration.ts'

/** What an id is called, where that is known. */
export type NameOf = (id: string) => string | undefined

const unknown: NameOf = () => undefined

/** `Carbon monoxide at or above 70 ppm, back below 66.5 ppm for 30 s` */
export const conditionText = (condition: Condition, nameOf: NameOf = unknown): string => {
  switch (condition.kind) {
    case 'threshold':
      return thresholdText(condition)
    case 'rate': {
      const { measure, comparison, change, withinSeconds } = condition
      const way = comparison === 'above' ? 'rises by' : 'falls by'
      const within = `${way} ${valueText(change, measure)} within ${durationText(withinSeconds)}`
      return `${measureText(measure)} ${within}${lastingText(condition)}${clearText(condition)}`
    }
    case 'state':
      return `${measureText(condition.measure)}${lastingText(condition)}${clearText(condition)}`
    case 'stale':
      return `No ${measureText(condition.measure).toLowerCase()} reading for ${durationText(condition.seconds)}`
    case 'outside-schedule':
      return `${measureText(condition.measure)} outside ${nameOf(condition.scheduleId) ?? 'a schedule'}`
    case 'repeated': {
      const { measure, times, withinSeconds } = condition
      return times === 1
        ? measureText(measure)
        : `${measureText(measure)} ${times} times within ${durationText(withinSeconds)}`
    }
    default:
      return `${combinationText(condition)} ${withinWords[condition.within]}${lastingText(condition)}${clearText(condition)}`
  }
}

type Of<Kind extends Condition['kind']> = Extract<Condition, { readonly kind: Kind }>
type Delays = Pick<Of<'state'>, 'onDelaySeconds' | 'offDelaySeconds'>

const thresholdText = (condition: Of<'threshold'>): string => {
  const { measure, comparison, value, hysteresis, offDelaySeconds } = condition
  const isAbove = comparison === 'above'
  const begins = `${measureText(measure)} at or ${comparison} ${valueText(value, measure)}${lastingText(condition)}`
  if (hysteresis === 0 && offDelaySeconds === 0) return begins
  const end = valueText(isAbove ? value - hysteresis : value + hysteresis, measure)
  const lasting = offDelaySeconds === 0 ? '' : ` for ${durationText(offDelaySeconds)}`
  return `${begins}, back ${isAbove ? 'below' : 'above'} ${end}${lasting}`
}

const lastingText = ({ onDelaySeconds }: Delays): string =>
  onDelaySeconds === 0 ? '' : ` for ${durationText(onDelaySeconds)}`

const clearText = ({ offDelaySeconds }: Delays): string =>
  offDelaySeconds === 0 ? '' : `, over once normal for ${durationText(offDelaySeconds)}`

// At one device rules are counted; elsewhere devices are, each once.
const combinationText = ({ atLeast, ruleIds, within }: Of<'combination'>): string =>
  within === 'device'
    ? `${atLeast} of ${counted(ruleIds.length, 'rule')}`
    : `${atLeast} devices in alarm by ${ruleIds.length === 1 ? '1 rule' : `any of ${ruleIds.length} rules`}`

export const withinWords: Readonly<Record<Of<'combination'>['within'], string>> = {
  device: 'at one device',
  zone: 'in one zone',
  site: 'at one site',
  company: 'anywhere in the company',
}

/** `Everywhere`, `Gas detectors in 2 zones`; one alone by its name, where that is known. */
export const scopeText = (scope: Scope, nameOf: NameOf = unknown): string => {
  const { kinds, deviceIds, siteIds, zoneIds, labelIds } = scope
  const some = (ids: readonly string[], noun: string) => {
    if (ids.length === 0) return ''
    const [first = ''] = ids
    return (ids.length === 1 && nameOf(first)) || counted(ids.length, noun)
  }
  const what = joined([kinds.map((kind) => `${kindWords[kind]}s`).join(', '), some(deviceIds, 'device')], ': ')
  const where = joined([some(zoneIds, 'zone'), some(siteIds, 'site')], ' of ')
  const [label = ''] = labelIds
  const named = labelIds.length === 1 ? nameOf(label) : undefined
  const labelled = named === undefined ? some(labelIds, 'label') : `label ${named}`
  const all = joined([joined([what, where], ' in '), labelled], ' with ')
  return all === '' ? 'Everywhere' : `${all.charAt(0).toUpperCase()}${all.slice(1)}`
}

const joined = (parts: readonly string[], by: string) => parts.filter((part) => part !== '').join(by)

/** `Door held open`: what is measured, found or happens, so that it stands alone. */
export const measureText = (name: MeasureName): string =>
  name === 'door.forced-open' || name === 'door.held-open'
    ? `Door ${measures[name].title.toLowerCase()}`
    : measures[name].title

/** `66.5 ppm`, `19.5 % vol` */
export const valueText = (value: number, measure: MeasureName): string => {
  return withUnit(numberText(value), unitText(measure))
}

/** The unit that stands beside numbers of a measure; null where it has none. */
export const unitText = (measure: MeasureName): string | null => {
  const unit = unitOf(measure)
  return unit === null ? null : unitWord(unit)
}
