// What every loader says of the answers that it got, and of how long they took.
import { z } from 'zod'

export const answered = {
  answered: z.int(),
  /** Answers that were not what they had to be. */
  wrong: z.int(),
  firstWrong: z.string().nullable(),
  seconds: z.number(),
}

/** In ms. */
export const latency = z.object({ p50: z.number(), p99: z.number(), max: z.number() })
