// The plain words of a decision: what was shown, until when, at what time of the door's clock.
import type { Credential, Period } from './rules.ts'

const nouns = { card: 'card', pin: 'PIN', mobile: 'phone', pass: 'pass' } as const

/** `the card ending 5678`: enough to know it again, not enough to copy it. */
export const nounOf = ({ kind, value }: Pick<Credential, 'kind' | 'value'>): string =>
  kind === 'card' ? `the card ending ${value.slice(-4)}` : `the ${nouns[kind]}`

/** Of what nobody has. */
export const nounOfShown = (shown: string): string => {
  if (shown.startsWith('card:')) return `the card ending ${shown.slice(-4)}`
  if (shown.startsWith('pin:')) return 'the PIN'
  if (shown.startsWith('mobile:')) return 'the phone'
  return shown.startsWith('pass:') ? 'the pass' : 'what was shown'
}

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const formats = new Map<string, Intl.DateTimeFormat>()

/** `22 Nov 2026, 20:35` by the clocks where the door is. */
export const timeAt = (timeZone: string, at: number): string => {
  const known = formats.get(timeZone)
  const format =
    known ??
    new Intl.DateTimeFormat('en-GB', {
      timeZone,
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
    })
  if (!known) formats.set(timeZone, format)
  return format.format(at)
}

const clocks = new Map<string, Intl.DateTimeFormat>()

/** `Monday 22:14`. */
export const weekdayAt = (timeZone: string, at: number): string => {
  const known = clocks.get(timeZone)
  const format =
    known ?? new Intl.DateTimeFormat('en-GB', { timeZone, weekday: 'long', hour: '2-digit', minute: '2-digit' })
  if (!known) clocks.set(timeZone, format)
  return format.format(at)
}

/** Of a period that does not hold: `only from ...`, `until ...`. */
export const outside = (period: Period, at: number, timeZone: string): string =>
  period.from !== null && at < period.from
    ? `is valid only from ${timeAt(timeZone, period.from)}`
    : `was valid until ${timeAt(timeZone, period.to ?? at)}`
