// What the sign-in loader is asked to do and what it answers.
import { z } from 'zod'
import { answered } from './kit/answered.ts'

export const job = z.object({
  address: z.string(),
  /** Signed in as in turn; an address that is not right must be refused with 401. */
  accounts: z.array(z.object({ email: z.string(), password: z.string(), right: z.boolean() })).min(1),
  connections: z.int(),
  /** Until then, or once through the accounts when absent. */
  seconds: z.number().optional(),
})
export type Job = z.input<typeof job>

export const report = z.object({
  ...answered,
  /** In ms, in the order of the accounts. */
  took: z.array(z.number()),
})
