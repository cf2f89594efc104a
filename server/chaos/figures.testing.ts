// How hard the tests try, and the figures they print so that they can be quoted.

/** CHAOS=full: the whole proof, many minutes; otherwise the short form for every run of the tests. */
export const full = process.env['CHAOS'] === 'full'

/**
 * What a promise of so many milliseconds is held to. The whole proof has the machine to itself; in every run of the tests
 * others are at work beside it, and only a defect is ten times as slow. What was measured is printed: that is what
 * `bench/` and the whole proof are quoted by.
 */
export const within = (promisedMs: number): number => (full ? promisedMs : 10 * promisedMs)

export const print = (what: string, figures: object) =>
  process.stdout.write(`\n${what}${full ? ' (full)' : ''}: ${JSON.stringify(figures)}\n`)

/** Milliseconds, as middle and worst. */
export const spread = (times: readonly number[]) => {
  const sorted = [...times].sort((a, b) => a - b)
  return { medianMs: Math.round(sorted[sorted.length >> 1] ?? 0), worstMs: Math.round(sorted.at(-1) ?? 0) }
}

/** Milliseconds for what comes at once or, after a defect, never: a test waits for so long and fails. */
export const longMs = 60_000
