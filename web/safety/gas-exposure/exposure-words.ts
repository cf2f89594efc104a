// Exposure in words: what is certain, what is possible, and what nobody measured.
import type { Measured, PersonExposed, Stay } from '@gatehouse/contract/safety/gas-exposure'
import { formatOf } from '../../kit/time.ts'

export const byWords = {
  badge: 'Badge',
  visitor: 'Visitor pass',
  manual: 'Logged by hand',
} as const satisfies Record<PersonExposed['by'], string>

/** `1 h 5 min`; less than a minute is said as such. */
export const minutesText = (minutes: number): string => {
  if (minutes > 0 && minutes < 1) return 'under 1 min'
  const whole = Math.round(minutes)
  const hours = Math.floor(whole / 60)
  return hours === 0 ? `${whole} min` : `${hours} h ${whole % 60} min`
}

/** `60 %`; what is not all is never said as 100. */
export const shareText = (share: number): string =>
  share > 0 && share < 0.01 ? 'under 1 %' : `${share < 1 ? Math.min(99, Math.round(share * 100)) : 100} %`

/** A dash is not zero: nothing was measured. */
export const valueText = (value: number | null, unit: string): string =>
  value === null ? '–' : `${Math.round(value * 100) / 100} ${unit}`

const units: Record<string, string> = { '%vol': '% vol', '%LEL': '% LEL' }
export const unitText = (unit: string): string => units[unit] ?? unit

/** Of oxygen the lowest is the worse. */
export const worstOf = ({
  channel,
  highest,
  lowest,
}: Measured): { readonly word: string; readonly value: number | null } =>
  channel === 'O2' ? { word: 'Lowest', value: lowest } : { word: 'Highest', value: highest }

/** `above 35: 10 min`; null: no set point was reached. */
export const reachedText = ({ reached }: Measured): string | null => {
  const some = reached.filter(({ minutes }) => minutes > 0)
  return some.length === 0
    ? null
    : some.map(({ comparison, value, minutes }) => `${comparison} ${value}: ${minutesText(minutes)}`).join(', ')
}

/** `24 Oct 22:00 to 02:00`, with what no door saw. */
export const stayText = ({ from, to, entrySeen, exitSeen }: Stay, timeZone: string): string => {
  const time = formatOf(timeZone, 'exposure', {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  })
  const [begin, end] = [time.format(new Date(from)), time.format(new Date(to))]
  if (entrySeen && exitSeen) return `${begin} to ${end}`
  return `${begin} to ${end}, ${entrySeen ? 'exit' : 'entry'} not seen`
}
