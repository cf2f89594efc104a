// What a condition of an alarm rule consists of, by its kind: which measures fit it, which amounts it has, and what is
// wrong with an amount as it is typed.
import type { Rule } from '@gatehouse/contract/identity/account-rules'
import type { Condition } from '@gatehouse/contract/safety/alarm-rules'
import { type MeasureName, measuresThatAre } from '@gatehouse/contract/safety/measures'
import { durationText, secondsIn } from './duration.ts'

export type Kind = Condition['kind']

export const kindTitles: Readonly<Record<Kind, string>> = {
  threshold: 'Value beyond a set point',
  rate: 'Value that changes fast',
  state: 'State of a device',
  stale: 'No reading',
  'outside-schedule': 'Event outside a schedule',
  repeated: 'Repeated event',
  combination: 'Combination of rules',
}

// Only what gas detectors send is recorded as it changes.
const recorded = measuresThatAre('value').filter((name) => name.startsWith('gas.'))

const fitting: Readonly<Record<Kind, readonly MeasureName[]>> = {
  threshold: measuresThatAre('value'),
  rate: recorded,
  state: measuresThatAre('condition'),
  stale: recorded,
  'outside-schedule': measuresThatAre('occurrence'),
  repeated: measuresThatAre('occurrence'),
  combination: [],
}

/** Those that fit the kind; none where it has no measure. */
export const measuresOf = (kind: Kind): readonly MeasureName[] => fitting[kind]

const amounts = [
  'value',
  'hysteresis',
  'change',
  'withinSeconds',
  'onDelaySeconds',
  'offDelaySeconds',
  'seconds',
  'times',
  'atLeast',
] as const
export type Amount = (typeof amounts)[number]

const delays = ['onDelaySeconds', 'offDelaySeconds'] as const

export const amountsOf: Readonly<Record<Kind, readonly Amount[]>> = {
  threshold: ['value', 'hysteresis', ...delays],
  rate: ['change', 'withinSeconds', ...delays],
  state: delays,
  stale: ['seconds'],
  'outside-schedule': [],
  repeated: ['times', 'withinSeconds'],
  combination: ['atLeast', ...delays],
}

export const labelsOfAmounts: Readonly<Record<Amount, string>> = {
  value: 'Set point',
  hysteresis: 'Hysteresis',
  change: 'Change',
  withinSeconds: 'Within',
  onDelaySeconds: 'Delay before the alarm',
  offDelaySeconds: 'Delay before normal',
  seconds: 'No reading for',
  times: 'Number of times',
  atLeast: 'At least',
}

const durations: readonly Amount[] = ['withinSeconds', 'onDelaySeconds', 'offDelaySeconds', 'seconds']
/** What they are where nothing is typed. */
const optional: readonly Amount[] = ['hysteresis', ...delays]

export const isDuration = (name: Amount): boolean => durations.includes(name)

/** As it is typed; null where it is no number, or no duration. */
export const amountIn = (name: Amount, typed: string): number | null => {
  const text = typed.trim()
  if (text === '') return optional.includes(name) ? 0 : null
  return isDuration(name) ? secondsIn(text) : numberIn(text)
}

/** As it is first shown; empty where it may be left out and is. */
export const amountOf = (condition: Condition, name: Amount): string => {
  const value: unknown = Reflect.get(condition, name)
  if (typeof value !== 'number' || (value === 0 && optional.includes(name))) return ''
  return isDuration(name) ? durationText(value) : String(value)
}

const numberIn = (text: string): number | null => {
  const plain = text.replace(',', '.').replace('−', '-')
  return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : null
}

interface Limits {
  readonly least?: number
  readonly most?: number
  readonly whole?: true
}

const limits: Readonly<Record<Amount, Limits>> = {
  value: {},
  hysteresis: { least: 0 },
  change: {},
  withinSeconds: { least: 1, most: 86_400 },
  onDelaySeconds: { least: 0, most: 86_400 },
  offDelaySeconds: { least: 0, most: 86_400 },
  seconds: { least: 10, most: 604_800 },
  times: { least: 1, most: 1000, whole: true },
  atLeast: { least: 2, most: 100, whole: true },
}

const faultOf = (name: Amount, typed: string): string | null => {
  const value = amountIn(name, typed)
  const { least, most, whole } = limits[name]
  if (value === null) return isDuration(name) ? 'Enter a time, such as 30 s or 5 min' : 'Enter a number'
  const words = (limit: number) => (isDuration(name) ? durationText(limit) : String(limit))
  if (whole && !Number.isInteger(value)) return 'Enter a whole number'
  if (name === 'change' && value <= 0) return 'Enter more than 0'
  if (least !== undefined && value < least) return `Enter at least ${words(least)}`
  if (most !== undefined && value > most) return `Enter at most ${words(most)}`
  return null
}

/** What is wrong with each as it is typed. */
export const amountRules: Readonly<Record<Amount, Rule>> = {
  value: (typed) => faultOf('value', typed),
  hysteresis: (typed) => faultOf('hysteresis', typed),
  change: (typed) => faultOf('change', typed),
  withinSeconds: (typed) => faultOf('withinSeconds', typed),
  onDelaySeconds: (typed) => faultOf('onDelaySeconds', typed),
  offDelaySeconds: (typed) => faultOf('offDelaySeconds', typed),
  seconds: (typed) => faultOf('seconds', typed),
  times: (typed) => faultOf('times', typed),
  atLeast: (typed) => faultOf('atLeast', typed),
}
