// What the socket loader is asked to do and what it answers.
import { z } from 'zod'
import { latency } from './kit/answered.ts'

export const job = z.object({
  address: z.string(),
  sockets: z.int(),
  /** How long a run listens; whoever publishes is silent for the last second of it. */
  seconds: z.number(),
  /** Absent for a server that asks nobody who they are. */
  token: z.string().optional(),
  /** Of somebody who may not see any of it: a few sockets listen for leaks. */
  strangerToken: z.string().optional(),
  /** A reading's value is the milliseconds from here to its publishing. */
  base: z.number(),
})
export type Job = z.input<typeof job>

export const report = z.object({
  deliveries: z.int(),
  /** Readings that reached a stranger: must stay 0. */
  leaked: z.int(),
  /** Sockets whose last value of some device is not the newest any socket has heard. */
  behind: z.int(),
  latency,
  loaderCpu: z.number(),
})
export type Report = z.output<typeof report>
