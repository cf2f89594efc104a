// The life of a command to a device of whatever kind: on the record first, then sent, and settled by what the device says or
// by time.
import { z } from 'zod'
import { id, moment } from '../shapes.ts'

/**
 * - `requested`: on the record, not on its way
 * - `sent`: on its way; what the device makes of it is not known
 * - `confirmed`, `refused`: as the device says
 * - `no-answer`: it may have happened or not
 * - `failed`: it never left
 */
export const status = z.enum(['requested', 'sent', 'confirmed', 'refused', 'no-answer', 'failed'])
export type Status = z.output<typeof status>

export const step = z.object({
  status,
  at: moment,
  /** Why, in words. */
  detail: z.string().nullable(),
  /** It came when nobody waited for it any more. */
  late: z.boolean(),
})
export type Step = z.output<typeof step>

/** What is known of every command, whatever it asks of whichever device. */
export const commandFacts = {
  id,
  deviceId: id,
  /** For how long, where what is asked for is over by itself then. */
  seconds: z.number().nullable(),
  reason: z.string().nullable(),
  /** Who, in words: a person's name, `Schedule Office hours`. */
  by: z.string(),
  userId: id.nullable(),
  correlationId: id,
  status,
  /** Why it stands so, in words. */
  detail: z.string().nullable(),
  requestedAt: moment,
  /** The device does nothing of it later than this. */
  expiresAt: moment,
}

/** Whether it is not settled yet. */
export const isUnderWay = (notified: { readonly status: Status }): boolean =>
  notified.status === 'requested' || notified.status === 'sent'
