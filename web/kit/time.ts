// Times as people of the site read them: in the site's time zone, relative when recent, exact on hover.
import { useClock } from './clock.ts'
import { ageMs, ageText } from './age.ts'
import { useSession } from './session/session-state.ts'

const formats = new Map<string, Intl.DateTimeFormat>()

/** `Sat 21 Nov 2026, 06:50:12 GMT+1` */
export const exactTime = (at: string, timeZone: string): string =>
  formatOf(timeZone, 'exact', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'short',
  }).format(new Date(at))

/** `06:50:12` today, `20 Nov 06:50` before. */
export const shortTime = (at: string, timeZone: string, now: number): string =>
  isSameDay(at, now, timeZone) ? clockTime(at, timeZone) : dayTime(at, timeZone)

const clockTime = (at: string, timeZone: string): string =>
  formatOf(timeZone, 'clock', { hour: '2-digit', minute: '2-digit', second: '2-digit' }).format(new Date(at))

const dayTime = (at: string, timeZone: string): string =>
  formatOf(timeZone, 'day', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' }).format(new Date(at))

/** `2026-11-21` at the site. */
export const dayOf = (at: string | number, timeZone: string): string =>
  formatOf(timeZone, 'date', { year: 'numeric', month: '2-digit', day: '2-digit' }, 'en-CA').format(new Date(at))

/** The site's time zone, or this machine's when nobody is signed in. */
export const useTimeZone = (): string =>
  useSession().user?.company?.timeZone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone

/** `12 s ago` within the hour, else the time; redrawn when the text changes. */
export const useWhen = (at: string): string => {
  const timeZone = useTimeZone()
  return useClock((now) => (ageMs(at, now) < 3_600_000 ? `${ageText(at, now)} ago` : shortTime(at, timeZone, now)))
}

const isSameDay = (at: string, now: number, timeZone: string) => dayOf(at, timeZone) === dayOf(now, timeZone)

/** Made once for each zone and `name`. */
export const formatOf = (timeZone: string, name: string, options: Intl.DateTimeFormatOptions, locale = 'en-GB') => {
  const key = `${name} ${timeZone}`
  const known = formats.get(key)
  if (known) return known
  const made = new Intl.DateTimeFormat(locale, { ...options, timeZone, hourCycle: 'h23' })
  formats.set(key, made)
  return made
}
