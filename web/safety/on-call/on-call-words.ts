// Who is on call, when and why, in words.
import { daysAfter } from '@gatehouse/contract/access/schedule-time'
import type { Rota, Shift } from '@gatehouse/contract/safety/on-call'
import { dayOf, formatOf } from '../../kit/time.ts'
import type { StateWord } from '../../ui/primitives/status-word.tsx'
import type { Period } from './week.ts'

/** `Mon 23 Nov` */
export const dateText = (date: string): string =>
  formatOf('UTC', 'on-call date', { weekday: 'short', day: 'numeric', month: 'short' }).format(
    new Date(`${date}T12:00:00Z`),
  )

/** `Mon 23 Nov, 08:00` */
export const momentText = (at: string | number, timeZone: string): string =>
  `${dateText(dayOf(at, timeZone))}, ${timeText(at, timeZone)}`

/** `08:00` */
export const timeText = (at: string | number, timeZone: string): string =>
  formatOf(timeZone, 'on-call time', { hour: '2-digit', minute: '2-digit' }).format(new Date(at))

/** `Mon 23 Nov, 08:00 – 20:00`, `Mon 23 Nov, 08:00 – Tue 24 Nov, 08:00` */
export const periodText = ({ from, to }: Period, timeZone: string): string =>
  `${momentText(from, timeZone)} – ${dayOf(from, timeZone) === dayOf(to, timeZone) ? timeText(to, timeZone) : momentText(to, timeZone)}`

/** `00:00–08:00` of a day, whose end reads 24:00. */
export const timesText = ({ from, to }: Period, timeZone: string): string => {
  const end = dayOf(from, timeZone) === dayOf(to, timeZone) ? timeText(to, timeZone) : '24:00'
  return `${timeText(from, timeZone)}–${end}`
}

/** `23 – 29 Nov 2026`, `30 Nov – 6 Dec 2026` */
export const weekText = (monday: string): string => {
  const sunday = daysAfter(monday, 6)
  const [first, last] = [new Date(`${monday}T12:00:00Z`), new Date(`${sunday}T12:00:00Z`)]
  const whole = { day: 'numeric', month: 'short', year: 'numeric' } as const
  const short =
    monday.slice(0, 7) === sunday.slice(0, 7)
      ? formatOf('UTC', 'on-call day', { day: 'numeric' })
      : monday.slice(0, 4) === sunday.slice(0, 4)
        ? formatOf('UTC', 'on-call day and month', { day: 'numeric', month: 'short' })
        : formatOf('UTC', 'on-call whole day', whole)
  return `${short.format(first)} – ${formatOf('UTC', 'on-call whole day', whole).format(last)}`
}

export const nobody = 'Nobody'

export const nameOf = ({ person }: Pick<Shift, 'person'>): string => person?.name ?? nobody

/** Why it is not who the rota has in turn; null where it is. */
export const becauseWord = ({ person, because }: Pick<Shift, 'person' | 'because'>): StateWord | null => {
  if (person === null) return { state: 'warning', word: 'Nobody is available' }
  if (because === 'override') return { state: 'information', word: 'Override', icon: 'refresh' }
  return because === 'absence' ? { state: 'information', word: 'Covers an absence', icon: 'person' } : null
}

/** `Ada Byron, Mon 23 Nov, 08:00 – Tue 24 Nov, 08:00, override` */
export const shiftText = (shift: Shift, timeZone: string): string =>
  [nameOf(shift), periodText(shift, timeZone), becauseWord(shift)?.word.toLowerCase()].filter(Boolean).join(', ')

/** `Hand-over every day at 08:00`, `Hand-over every 7 days at 08:00` */
export const handOverText = ({ everyDays, handOverAt }: Pick<Rota, 'everyDays' | 'handOverAt'>): string =>
  `Hand-over every ${everyDays === 1 ? 'day' : `${everyDays} days`} at ${handOverAt}`

/** `Ada Byron from Mon 30 Nov, Ben Okri from Mon 7 Dec, then again from the first`; null while something is missing. */
export const turnsText = (names: readonly string[], startsOn: string, everyDays: number): string | null => {
  if (names.length === 0 || !/^\d{4}-\d{2}-\d{2}$/.test(startsOn) || !Number.isInteger(everyDays) || everyDays < 1)
    return null
  const turns = names.slice(0, 3).map((name, turn) => `${name} from ${dateText(daysAfter(startsOn, turn * everyDays))}`)
  return `${turns.join(', ')}${names.length > 3 ? ', and so on' : ''}, then again from the first.`
}
