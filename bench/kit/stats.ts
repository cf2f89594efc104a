// The arithmetic of the table: percentiles of samples, and median and worst of rounds.

export interface Spread {
  readonly p50: number
  readonly p99: number
  readonly max: number
}

/** Counts of samples in tenths of a millisecond, so that millions of them cost no memory while they are taken. */
export const createHistogram = () => {
  const buckets = new Uint32Array(600_001)
  let count = 0
  let max = 0
  const at = (p: number) => {
    const rank = Math.max(1, Math.ceil((p / 100) * count))
    let seen = 0
    for (let i = 0; i < buckets.length; i++) {
      seen += buckets[i] ?? 0
      if (seen >= rank) return Math.min(max, (i + 1) / 10)
    }
    return max
  }
  return {
    add(ms: number) {
      const bucket = Math.min(buckets.length - 1, Math.max(0, Math.floor(ms * 10)))
      buckets[bucket] = (buckets[bucket] ?? 0) + 1
      count++
      if (ms > max) max = ms
    },
    count: () => count,
    /** Rounded up to the tenth of a millisecond; all zero when nothing was measured. */
    spread: (): Spread => (count === 0 ? { p50: 0, p99: 0, max: 0 } : { p50: at(50), p99: at(99), max }),
  }
}

export type Histogram = ReturnType<typeof createHistogram>

/** Of a few samples: the least that so large a share of them does not exceed. */
export const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(share * values.length) - 1)] ?? Number.NaN

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}

/** The order of turns: A B C, C B A, A B C... so that a machine that warms up or tires favours nobody. */
export const interleaved = <T>(subjects: readonly T[], rounds: number): T[] =>
  Array.from({ length: rounds }, (_, round) => (round % 2 === 0 ? subjects : subjects.toReversed())).flat()
