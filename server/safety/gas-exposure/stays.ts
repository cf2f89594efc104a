// From when to when somebody was in a zone, out of the doors they went through. Pure.

export interface Passage {
  /** Milliseconds since 1970. */
  readonly at: number
  /** The zones on both sides of the door; null: outside. */
  readonly from: string | null
  readonly to: string | null
}

export interface StayMs {
  readonly from: number
  readonly to: number
  readonly entrySeen: boolean
  readonly exitSeen: boolean
}

/**
 * Of passages in order of time. Whoever came in was there until a door saw them leave. Where they are seen elsewhere first, or
 * never again, they may have been there until then, but no longer than somebody usually stays (`usualMs`). Whoever leaves
 * without having come in may have been there since they were seen before. A person is in one zone at a time: that of a
 * room within another is left by its own door.
 */
export const staysIn = (
  zoneId: string,
  passages: readonly Passage[],
  { now, usualMs }: { readonly now: number; readonly usualMs: number },
): StayMs[] => {
  const stays: StayMs[] = []
  let since: number | null = null
  let last = -Infinity
  for (const { at, from, to } of passages) {
    if (from === to) continue
    if (since !== null) {
      const exitSeen = from === zoneId
      stays.push({ from: since, to: exitSeen ? at : Math.min(at, since + usualMs), entrySeen: true, exitSeen })
    } else if (from === zoneId) {
      stays.push({ from: Math.max(last, at - usualMs), to: at, entrySeen: false, exitSeen: true })
    }
    since = to === zoneId ? at : null
    last = at
  }
  if (since !== null)
    stays.push({ from: since, to: Math.max(since, Math.min(now, since + usualMs)), entrySeen: true, exitSeen: false })
  return stays
}

/** What of it is within a span; what only touches it is left out. */
export const within = (stays: readonly StayMs[], from: number, to: number): StayMs[] =>
  stays.flatMap((one) =>
    one.from < to && one.to > from ? [{ ...one, from: Math.max(one.from, from), to: Math.min(one.to, to) }] : [],
  )
