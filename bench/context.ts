// What every scenario is given, and how subjects take turns in it.
import type { Cluster } from './cluster.ts'
import { type Row, voided } from './kit/results.ts'
import { interleaved } from './kit/stats.ts'

export interface Context {
  readonly cluster: Cluster
  readonly rounds: number
  /** Length of one round. */
  readonly seconds: number
  /** Smaller data and fewer sockets: to see that it works, not to claim anything. */
  readonly quick: boolean
  log(line: string): void
}

export interface Turns<S, R> {
  readonly subject: S
  /** One per round, or why the subject is out. */
  readonly results: R[] | Error
}

/**
 * Some turns each to warm up, not counted; then round after round in turning order. A subject that fails once is out:
 * its error stands in place of its results.
 */
export const takeTurns = async <S, R>(
  subjects: readonly S[],
  rounds: number,
  turn: (subject: S) => Promise<R>,
  warmUps = 2,
): Promise<Turns<S, R>[]> => {
  const all: { subject: S; results: R[] | Error }[] = subjects.map((subject) => ({ subject, results: [] }))
  for (const [i, one] of interleaved(all, warmUps + rounds).entries()) {
    if (!Array.isArray(one.results)) continue
    try {
      const result = await turn(one.subject)
      if (i >= warmUps * all.length) one.results.push(result)
    } catch (error) {
      one.results = error instanceof Error ? error : new Error(String(error))
    }
  }
  return all
}

/** Gathers the subjects that can be had; the others become void rows with the reason. */
export const createField = <S>(context: Context, scenario: string) => {
  const subjects: S[] = []
  const failed: Row[] = []
  return {
    subjects,
    failed,
    add: async (who: string, make: () => Promise<readonly S[]>) => {
      context.log(`${scenario}: preparing ${who}`)
      try {
        subjects.push(...(await make()))
      } catch (error) {
        failed.push(voided(scenario, who, error))
      }
    },
  }
}
