// How long a step of an escalation waits: in words, and as it is entered with an amount and a unit.

const units = { s: 1, min: 60, h: 3_600 } as const
export type Unit = keyof typeof units

export const unitWords: readonly (readonly [Unit, string])[] = [
  ['s', 'Seconds'],
  ['min', 'Minutes'],
  ['h', 'Hours'],
]

/** `45 s`, `5 min`, `1 h 30 min` */
export const durationText = (seconds: number): string =>
  [
    [Math.floor(seconds / 3_600), 'h'] as const,
    [Math.floor((seconds % 3_600) / 60), 'min'] as const,
    [seconds % 60, 's'] as const,
  ]
    .filter(([amount]) => amount > 0)
    .map(([amount, unit]) => `${amount} ${unit}`)
    .join(' ') || '0 s'

export interface Entry {
  readonly amount: string
  readonly unit: Unit
}

/** `5 min` of 300: in the largest unit that has it whole. A form holds it so. */
export const entryText = (seconds: number): string => {
  if (seconds === 0) return '0 min'
  const unit = seconds % units.h === 0 ? 'h' : seconds % units.min === 0 ? 'min' : 's'
  return `${seconds / units[unit]} ${unit}`
}

export const entryOf = (text: string): Entry => {
  const [amount = '', unit = ''] = text.split(' ')
  return { amount, unit: isUnit(unit) ? unit : 'min' }
}

/** null: no number, or no whole second. */
export const secondsIn = (text: string): number | null => {
  const { amount, unit } = entryOf(text)
  if (!/^\d+([.,]\d+)?$/.test(amount)) return null
  const seconds = Number(amount.replace(',', '.')) * units[unit]
  return Number.isInteger(seconds) ? seconds : null
}

const mostSeconds = 86_400

export const durationFault = (text: string, leastSeconds = 0): string | null => {
  const seconds = secondsIn(text)
  if (seconds === null) return 'Enter a number'
  if (seconds < leastSeconds) return `At least ${durationText(leastSeconds)}`
  return seconds > mostSeconds ? 'At most a day' : null
}

const isUnit = (text: string): text is Unit => Object.hasOwn(units, text)
