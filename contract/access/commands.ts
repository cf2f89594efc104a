// What a door is told to do, and what came of it: on the record before it leaves, settled by what the door says.
import { z } from 'zod'
import { query, type DomainFacts } from '../operation.ts'
import { id, moment } from '../shapes.ts'

export const domain: DomainFacts = { title: 'Commands to doors' }

/** What is said on the wire. */
export const action = z.enum(['unlock', 'lock', 'hold-unlocked', 'lockdown', 'release-lockdown'])
export type Action = z.output<typeof action>

/** What a person or a schedule wanted. */
export const asked = z.enum(['unlock', 'lock', 'hold', 'release', 'lockdown', 'release-lockdown'])
export type Asked = z.output<typeof asked>

/**
 * - `requested`: on the record, not on its way
 * - `sent`: on its way; what the door makes of it is not known
 * - `confirmed`, `refused`: as the door says
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

/** A command as it stands. */
export const standing = z.object({
  id,
  deviceId: id,
  asked,
  action,
  /** Of an unlock: for how long. */
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
  /** The door does nothing of it later than this. */
  expiresAt: moment,
})
export type Standing = z.output<typeof standing>

export const command = standing.extend({ door: z.string(), steps: z.array(step) })
export type Command = z.output<typeof command>

/** Whether something is still to be heard of it. */
export const isUnderWay = (notified: Pick<Standing, 'status'>): boolean =>
  notified.status === 'requested' || notified.status === 'sent'

export const byId = query('commands.byId', 'GET /commands/{commandId}', 'read_doors', {
  summary: 'What came of a command: its status and each step of its way',
  output: z.object({ command, status, steps: z.array(step) }),
})
