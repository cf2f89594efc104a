// When it is quiet for somebody and when their digest is due: by the clock on their wall, also on the two nights a year
// when that is put forward or back.
import { offsetAt } from '@gatehouse/contract/access/schedule-time'
import type { Digest, QuietHours } from '@gatehouse/contract/messages/channels'

const minuteMs = 60_000
const dayMs = 86_400_000

/** The end of the quiet hours that hold at the moment; null where none do. */
export const quietUntil = (quiet: QuietHours, zone: string, at: Date): Date | null => {
  if (!quiet.on) return null
  const today = dayIn(zone, at)
  // Those that began yesterday may reach into today.
  for (const day of [today - dayMs, today]) {
    if (!quiet.days.includes(new Date(day).getUTCDay())) continue
    const begin = instantOf(zone, day, quiet.from, 'first')
    const end = instantOf(zone, quiet.from < quiet.to ? day : day + dayMs, quiet.to, 'last')
    if (begin <= at && at < end) return end
  }
  return null
}

/** When mail that is not urgent goes out: null at once. Not in quiet hours, where there are any. */
export const dueOf = (
  { quiet, digest }: { readonly quiet: QuietHours; readonly digest: Digest },
  zone: string,
  at: Date,
): { readonly at: Date; readonly why: 'quiet' | 'digest' } | null => {
  if (digest.every === 'off') {
    const until = quietUntil(quiet, zone, at)
    return until && { at: until, why: 'quiet' }
  }
  const due = nextDigest(digest, zone, at)
  return { at: quietUntil(quiet, zone, due) ?? due, why: 'digest' }
}

const nextDigest = (digest: Digest, zone: string, at: Date): Date => {
  if (digest.every === 'hour') {
    // Full hours there: in some zones they are half of ours.
    const past = ((at.getTime() + offsetAt(zone, at.getTime())) % (60 * minuteMs)) + 60 * minuteMs
    return new Date(at.getTime() + 60 * minuteMs - (past % (60 * minuteMs)))
  }
  const today = dayIn(zone, at)
  const due = instantOf(zone, today, digest.at, 'first')
  return due > at ? due : instantOf(zone, today + dayMs, digest.at, 'first')
}

/** Midnight of the day there, as if it were in UTC: days can be counted with it. */
const dayIn = (zone: string, at: Date): number => {
  const there = at.getTime() + offsetAt(zone, at.getTime())
  return there - (((there % dayMs) + dayMs) % dayMs)
}

/**
 * The moment of a time on the wall. One that is left out when clocks go forward is as much later as they went; one that
 * comes twice when they go back is the first or the last of the two.
 */
export const instantOf = (zone: string, day: number, time: string, which: 'first' | 'last'): Date => {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const wall = day + (hour * 60 + minute) * minuteMs
  // The offsets around it: of a day before and a day after.
  const offsets = [offsetAt(zone, wall - dayMs), offsetAt(zone, wall + dayMs)]
  const found = offsets
    .map((offset) => wall - offset)
    .filter((instant) => instant + offsetAt(zone, instant) === wall)
    .sort((a, b) => a - b)
  const instant = which === 'first' ? found.at(0) : found.at(-1)
  return new Date(instant ?? wall - (offsets[0] ?? 0))
}
