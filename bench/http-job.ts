// What the HTTP loader is asked to do and what it answers.
import { z } from 'zod'
import { answered, latency } from './kit/answered.ts'

export const job = z.object({
  port: z.int(),
  /** One per connection, in turn: every connection asks as somebody of its own. */
  callers: z
    .array(
      z.object({
        path: z.string(),
        headers: z.record(z.string(), z.string()),
        /** What the answer must be, byte for byte; it was checked against the database beforehand. */
        expected: z.string(),
      }),
    )
    .min(1),
  connections: z.int(),
  seconds: z.number(),
  /** Requests per second over all; as fast as answered when absent. */
  rate: z.number().optional(),
})
export type Job = z.input<typeof job>

export const report = z.object({
  ...answered,
  /** From the moment it was due when a rate was asked for. */
  latency,
  loaderCpu: z.number(),
})
export type Report = z.output<typeof report>
