// Wall clocks of a site against moments, on the days too when its clocks are changed: an hour that is missing, or comes
// twice.
import { formatOf } from '../../kit/time.ts'

const dayMs = 86_400_000
const minuteMs = 60_000

/** The moments at which the wall clock shows `2026-10-25T01:30`: one; two where it is put back; none where forward. */
export const momentsAt = (wallTime: string, timeZone: string): readonly number[] => {
  const utc = Date.parse(`${wallTime.slice(0, 16)}Z`)
  if (Number.isNaN(utc)) return []
  const offsets = new Set([utc - dayMs, utc, utc + dayMs].map((at) => offsetAt(at, timeZone)))
  return [...offsets]
    .map((offset) => utc - offset)
    .filter((at) => wallTimeAt(at, timeZone) === wallTime.slice(0, 16))
    .sort((a, b) => a - b)
}

/** What is wrong with a time that the wall clock never shows, as it is put forward over it. */
export const leftOutFault = (wallTime: string, timeZone: string): string | null =>
  wallTime !== '' && momentsAt(wallTime, timeZone).length === 0
    ? 'The clocks go forward over this time: choose another'
    : null

/**
 * The moment that a wall clock of the site shows `2026-11-21T06:50`; about it, where it shows that twice or never. An
 * invalid date for what is no time.
 */
export const momentAt = (wallTime: string, timeZone: string): Date => {
  const utc = Date.parse(`${wallTime}${wallTime.length === 16 ? ':00' : ''}Z`)
  if (Number.isNaN(utc)) return new Date(utc)
  const guess = utc - offsetAt(utc, timeZone)
  // The offset at that guess can differ on the days the clocks change.
  return new Date(utc - offsetAt(guess, timeZone))
}

/** What a wall clock of the site shows at a moment: `2026-11-21T06:50`. */
export const wallTimeAt = (at: number, timeZone: string): string =>
  new Date(at + offsetAt(at, timeZone)).toISOString().slice(0, 16)

/** What the wall clock is ahead of UTC by. */
export const offsetAt = (at: number, timeZone: string): number => {
  const wall = formatOf(
    timeZone,
    'wall',
    { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit' },
    'sv-SE',
  ).format(new Date(at))
  return Date.parse(`${wall.replace(' ', 'T')}Z`) - Math.floor(at / 1_000) * 1_000
}

/** The same time of the day, so many days on; of a time that comes twice, the one nearer to the time that was. */
export const daysFrom = (at: number, days: number, timeZone: string): number => {
  const offset = offsetAt(at, timeZone)
  const seconds = at - Math.floor(at / minuteMs) * minuteMs
  const wall = new Date(Math.floor(at / minuteMs) * minuteMs + offset + days * dayMs).toISOString().slice(0, 16)
  const found = momentsAt(wall, timeZone)
  // A time that is left out: as far after midnight as it would have been.
  const same = found.find((moment) => offsetAt(moment, timeZone) === offset) ?? found[0]
  return (same ?? Math.floor(at / minuteMs) * minuteMs + days * dayMs) + seconds
}

/** How many days lie between two moments of the same time of the day; null: they are not. */
export const daysBetween = (from: number, to: number, timeZone: string): number | null => {
  const days = (to + offsetAt(to, timeZone) - from - offsetAt(from, timeZone)) / dayMs
  return Number.isInteger(days) && days > 0 ? days : null
}

export const startOfDay = (at: number, timeZone: string): number => {
  const day = wallTimeAt(at, timeZone).slice(0, 10)
  // Some places put their clocks forward at midnight: their day begins at one.
  return momentsAt(`${day}T00:00`, timeZone)[0] ?? momentsAt(`${day}T01:00`, timeZone)[0] ?? at
}

/** `2026-11-21T06:50:00+01:00` */
export const isoAt = (at: number, timeZone: string): string => {
  const offset = offsetAt(at, timeZone)
  const minutes = Math.abs(offset) / minuteMs
  const two = (value: number) => String(value).padStart(2, '0')
  const ahead = `${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
  return `${new Date(at + offset).toISOString().slice(0, 19)}${ahead}`
}
