// How long answers take that are asked for at a steady rate, round after round.
import type { Context } from './context.ts'
import { type Job, report } from './http-job.ts'
import { launch } from './load.ts'

const connections = 16

export interface Rounds {
  /** Medians in ms, one per round. */
  readonly rounds: readonly number[]
  /** 99th percentiles in ms, one per round. */
  readonly p99: readonly number[]
}

/** After one round to warm up, not counted. Throws when an answer is not what is expected. `rate`: requests a second. */
export const takeRounds = async (
  { rounds, seconds }: Pick<Context, 'rounds' | 'seconds'>,
  job: Pick<Job, 'port' | 'callers'> & { readonly rate: number },
): Promise<Rounds> => {
  const all: { p50: number; p99: number }[] = []
  for (let round = 0; round <= rounds; round++) {
    const loader = await launch('http-loader.ts', { ...job, connections, seconds }, report)
    try {
      const { answered, wrong, firstWrong, latency } = await loader.go()
      if (wrong > 0) throw new Error(`${wrong} of ${answered} answers were wrong: ${firstWrong}`)
      if (round > 0) all.push(latency)
    } finally {
      await loader.stop()
    }
  }
  return { rounds: all.map(({ p50 }) => p50), p99: all.map(({ p99 }) => p99) }
}
