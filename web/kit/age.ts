// How old something is, in words short enough for a table.

/** `4 s`, `3 min`, `2 h`, `5 d`; a moment ahead of the clock counts as now. */
export const ageText = (at: string | number, now: number): string => {
  const seconds = Math.max(0, Math.floor(ageMs(at, now) / 1_000))
  if (seconds < 60) return `${seconds} s`
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min`
  if (seconds < 48 * 3_600) return `${Math.floor(seconds / 3_600)} h`
  return `${Math.floor(seconds / 86_400)} d`
}

export const ageMs = (at: string | number, now: number): number => now - (typeof at === 'number' ? at : Date.parse(at))

/**
 * The moment that a value's age counts from: when it was measured, unless the device's clock runs ahead, when all that
 * is known is when it arrived.
 */
export const measuredAt = ({ at, receivedAt }: { at: string; receivedAt: string }): string =>
  Date.parse(at) > Date.parse(receivedAt) ? receivedAt : at

/** The later of two moments, either of which may never have been. */
export const later = (a: string | null, b: string | null): string | null => {
  if (a === null || b === null) return a ?? b
  return Date.parse(a) >= Date.parse(b) ? a : b
}
