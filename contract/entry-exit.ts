// Entries and exits: the specification's four fields and what surrounds them; who is inside now.
import { z } from 'zod'
import { command, event, query } from './operation.ts'
import { id, moment, next, page } from './shapes.ts'

export const direction = z.enum(['entry', 'exit'])
export const result = z.enum(['granted', 'denied'])

export const log = z.object({
  id,
  userId: id.nullable(),
  /** Display name of the person; null when the credential is nobody's. */
  person: z.string().nullable(),
  doorId: id.nullable(),
  door: z.string().nullable(),
  type: direction,
  /** When it happened, by the device's clock where that can be believed. */
  timestamp: moment,
  result,
  reason: z.string().nullable(),
  method: z.enum(['card', 'pin', 'mobile', 'manual', 'other']),
  /** null: the device cannot tell whether the person went through. */
  taken: z.boolean().nullable(),
  source: z.enum(['device', 'manual', 'import']),
  zone: z.string().nullable(),
  deviceTime: moment.nullable(),
  serverTime: moment,
  correlationId: id,
})
export type Log = z.output<typeof log>

export const logs = query('GET /entry-exit/logs', {
  summary: 'The entry and exit log, newest first',
  input: page.extend({
    from: moment.optional(),
    to: moment.optional(),
    userId: id.optional(),
    doorId: id.optional(),
    zoneId: id.optional(),
    type: direction.optional(),
    result: result.optional(),
    /** Part of a person's or a door's name. */
    q: z.string().trim().max(100).optional(),
  }),
  output: z.object({ logs: z.array(log), next }),
  permission: 'read_entry_exit_report',
})

export const logById = query('GET /entry-exit/logs/{id}', {
  summary: 'One entry or exit, with its neighbours in time at the same door',
  input: z.object({ id }),
  output: z.object({ log, before: z.array(log), after: z.array(log) }),
  permission: 'read_log_details',
})

export const record = command('POST /entry-exit/log', {
  summary: 'Log an entry or an exit by hand',
  input: z.object({ userId: id, doorId: id, type: direction, timestamp: moment }),
  output: z.object({ log }),
  /** `create_entry` or `create_exit` by type: the handler asks for the one that applies. */
  permission: 'signed-in',
})

export const inside = query('GET /entry-exit/inside', {
  summary: 'How many people are inside now, by zone, and today’s traffic',
  output: z.object({
    inside: z.int(),
    zones: z.array(z.object({ zoneId: id, zone: z.string(), people: z.int() })),
    entriesToday: z.int(),
    exitsToday: z.int(),
    deniedToday: z.int(),
    at: moment,
  }),
  permission: 'read_entry_exit_dashboard',
})

export const logged = event('entryExit.logged', log, {
  permission: 'read_entry_exit_report',
  scope: 'device',
  device: (l) => l.doorId,
})

/** Sent when the number of people inside may have changed; the screen asks `inside` again. */
export const insideChanged = event('entryExit.insideChanged', z.object({ at: moment }), {
  permission: 'read_entry_exit_dashboard',
  scope: 'company',
  coalesce: () => 'inside',
})

/** Messages of the specification, word for word. */
export const messages = {
  readDenied: 'You do not have permission to view entry/exit logs',
  readDeniedToast: 'Access denied: Insufficient permissions',
  invalidData: 'Invalid data format received from server',
  fetchFailed: 'Failed to fetch entry/exit logs',
  notSignedIn: 'You must be logged in to perform this action.',
  createDenied: (type: 'entry' | 'exit') => `You do not have permission to log ${type}s`,
  invalidResponse: 'Invalid response format from server',
  createFailed: (type: 'entry' | 'exit') => `Failed to log ${type}`,
  created: (type: 'entry' | 'exit') => `Successfully logged ${type}`,
} as const
