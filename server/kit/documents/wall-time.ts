// Moments by the clock on the wall of a place, many of them: what the clocks differ by is looked up once for every
// quarter of an hour.
const quarterMs = 900_000
const dayMs = 86_400_000
/** 30 December 1899, from which workbooks count days. */
const epochDays = 25_569

export const wallTime = (timeZone: string) => {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  const offsets = new Map<number, number>()
  const offsetAt = (at: number): number => {
    const quarter = Math.floor(at / quarterMs)
    const known = offsets.get(quarter)
    if (known !== undefined) return known
    const found = offsetOf(format, quarter * quarterMs)
    offsets.set(quarter, found)
    return found
  }
  const there = (moment: string): number => {
    const at = Date.parse(moment)
    return at + offsetAt(at)
  }
  return {
    /** Days since the beginning of workbooks. */
    serial: (moment: string): string => (there(moment) / dayMs + epochDays).toFixed(8),
    /** `2026-11-22 20:15:03` */
    text: (moment: string): string => new Date(there(moment)).toISOString().slice(0, 19).replace('T', ' '),
  }
}

const offsetOf = (format: Intl.DateTimeFormat, at: number): number => {
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second')) - at
}
