// One question to the search: asked once typing rests, and an answer that comes after its end is dropped.

export const restMs = 300

export interface Looked<T> {
  readonly found: (answer: T) => void
  readonly failed: () => void
}

/** Answers what ends it: from then on it shows nothing. */
export const lookFor = <T>(
  q: string,
  find: (q: string, signal: AbortSignal) => Promise<T>,
  { found, failed }: Looked<T>,
): (() => void) => {
  const giveUp = new AbortController()
  const look = async () => {
    try {
      const answer = await find(q, giveUp.signal)
      if (!giveUp.signal.aborted) found(answer)
    } catch {
      if (!giveUp.signal.aborted) failed()
    }
  }
  const timer = setTimeout(() => void look(), restMs)
  return () => {
    clearTimeout(timer)
    giveUp.abort()
  }
}
