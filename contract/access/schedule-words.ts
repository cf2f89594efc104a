// How the hours of a schedule are put into words: for whoever keeps schedules, and for whoever opens doors by them.
import type { Range } from './schedule-time.ts'

export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

/** `08:00–12:00, 13:00–18:00`, `Closed`, `All day` */
export const rangesText = (ranges: readonly Range[]): string => {
  if (ranges.length === 0) return 'Closed'
  if (ranges.length === 1 && ranges[0]?.from === '00:00' && ranges[0].to === '24:00') return 'All day'
  return ranges.map(({ from, to }) => `${from}–${to}`).join(', ')
}

/** `Mon–Fri 08:00–18:00; Sat 10:00–14:00`; days that are closed are left out. */
export const weekText = (week: readonly (readonly Range[])[]): string => {
  const runs: { from: number; to: number; text: string }[] = []
  for (const [day, ranges] of week.entries()) {
    const text = rangesText(ranges)
    const last = runs.at(-1)
    if (last?.text === text && last.to === day - 1) last.to = day
    else runs.push({ from: day, to: day, text })
  }
  const open = runs.filter(({ text }) => text !== 'Closed')
  if (open.length === 0) return 'Never open'
  if (open[0]?.from === 0 && open[0].to === 6)
    return open[0].text === 'All day' ? 'Always open' : `Daily ${open[0].text}`
  return open.map(({ from, to, text }) => `${daysText(from, to)} ${text}`).join('; ')
}

const short = (day: number) => weekdays[day]?.slice(0, 3) ?? ''
const daysText = (from: number, to: number) => (from === to ? short(from) : `${short(from)}–${short(to)}`)
