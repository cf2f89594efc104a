// Where the marks of a time axis stand and what they say: round times of the site's clock, whatever its day is long.
import { formatOf } from '../../kit/time.ts'
import { daysFrom, momentsAt, offsetAt, startOfDay, wallTimeAt } from '../time/wall-time.ts'

export interface Tick {
  readonly at: number
  readonly text: string
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const minuteSteps = [1, 2, 5, 10, 15, 30, 60]
const hourSteps = [2, 3, 6, 12]
const daySteps = [1, 2, 7, 14]
const monthSteps = [1, 2, 3, 6, 12]

/** At most `room` of them. */
export const ticksOf = (from: number, to: number, room: number, timeZone: string): readonly Tick[] => {
  const perTick = (to - from) / Math.max(1, room)
  const minutes = minuteSteps.find((step) => step * minuteMs >= perTick)
  if (minutes !== undefined) return named(byMinutes(from, to, minutes, timeZone), timeZone)
  const hours = hourSteps.find((step) => step * hourMs >= perTick)
  if (hours !== undefined) return named(byHours(from, to, hours, timeZone), timeZone)
  const days = daySteps.find((step) => step * 24 * hourMs >= perTick)
  if (days !== undefined) return named(byDays(from, to, days, timeZone), timeZone)
  const months = monthSteps.find((step) => step * 30 * 24 * hourMs >= perTick) ?? 12
  return byMonths(from, to, months, timeZone)
}

const byMinutes = (from: number, to: number, step: number, timeZone: string): number[] => {
  const stepMs = step * minuteMs
  const offset = offsetAt(from, timeZone)
  return every(Math.ceil((from + offset) / stepMs) * stepMs - offset, to, (at) => at + stepMs)
}

// By the wall: after a change of the clocks they still stand at six and at twelve.
const byHours = (from: number, to: number, step: number, timeZone: string): number[] =>
  every(startOfDay(from, timeZone), to, (at) => daysFrom(at, 1, timeZone))
    .flatMap((day) => {
      const date = wallTimeAt(day, timeZone).slice(0, 10)
      const hours = Array.from({ length: 24 / step }, (_, n) => String(n * step).padStart(2, '0'))
      return hours.flatMap((hour) => momentsAt(`${date}T${hour}:00`, timeZone).slice(0, 1))
    })
    .filter((at) => at >= from && at <= to)

const byDays = (from: number, to: number, step: number, timeZone: string): number[] => {
  const next = (at: number) => startOfDay(daysFrom(at, 1, timeZone), timeZone)
  return every(startOfDay(from, timeZone), to, next).filter(
    (at) => at >= from && (Math.round((at + offsetAt(at, timeZone)) / (24 * hourMs)) + 3) % step === 0,
  )
}

const byMonths = (from: number, to: number, step: number, timeZone: string): readonly Tick[] => {
  const [year = 0, month = 0] = wallTimeAt(from, timeZone).split('-').map(Number)
  const count = Math.ceil((to - from) / (28 * 24 * hourMs)) + 2
  return Array.from({ length: count }, (_, n) => new Date(Date.UTC(year, month - 1 + n, 1)).toISOString().slice(0, 10))
    .filter((date) => (Number(date.slice(5, 7)) - 1) % step === 0)
    .flatMap((date) => momentsAt(`${date}T00:00`, timeZone).slice(0, 1))
    .filter((at) => at >= from && at <= to)
    .map((at) => ({
      at,
      text: wallTimeAt(at, timeZone).slice(5, 7) === '01' ? yearOf(at, timeZone) : monthOf(at, timeZone),
    }))
}

const every = (first: number, to: number, next: (at: number) => number): number[] => {
  const found: number[] = []
  for (let at = first; at <= to && found.length < 400; at = next(at)) found.push(at)
  return found
}

// Midnight is the day that begins.
const named = (at: readonly number[], timeZone: string): readonly Tick[] =>
  at.map((moment) => {
    const clock = wallTimeAt(moment, timeZone).slice(11)
    return { at: moment, text: clock === '00:00' ? dayOf(moment, timeZone) : clock }
  })

const dayOf = (at: number, timeZone: string) =>
  formatOf(timeZone, 'tick day', { day: 'numeric', month: 'short' }).format(at)
const monthOf = (at: number, timeZone: string) => formatOf(timeZone, 'tick month', { month: 'short' }).format(at)
const yearOf = (at: number, timeZone: string) => formatOf(timeZone, 'year', { year: 'numeric' }).format(at)
