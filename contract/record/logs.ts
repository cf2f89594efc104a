// Logs that are no record of commands: who signed in or tried to, and what the server itself went through.
import { z } from 'zod'
import { query, type DomainFacts } from '../operation.ts'
import { between, id, moment, next, page, search } from '../shapes.ts'

export const domain: DomainFacts = { title: 'Logs' }

/** What of a person's account somebody did or tried. */
export const signInKind = z.enum(['sign-in', 'sign-out', 'password', 'second-step', 'account'])
export type SignInKind = z.output<typeof signInKind>

export const signIn = z.object({
  id,
  at: moment,
  kind: signInKind,
  /** The one name of the operation: `auth.signIn`. */
  action: z.string(),
  /** Whose account, as an address; what was typed where nobody is known by it. */
  who: z.string(),
  userId: id.nullable(),
  method: z.enum(['password', 'code', 'passkey', 'google', 'github']).nullable(),
  outcome: z.enum(['done', 'refused', 'failed']),
  status: z.int(),
  address: z.string().nullable(),
  /** The browser of the session that it made, as it named itself; null where none was made or it is forgotten. */
  agent: z.string().nullable(),
  correlationId: id,
})
export type SignIn = z.output<typeof signIn>

export const signIns = query('logs.signIns', 'GET /logs/sign-ins', 'admin_access', {
  sentence: ['Viewed', 'the log of sign-ins'],
  summary: 'Who of the company signed in, or tried to, and what was done to the ways of signing in; newest first',
  input: page.extend({
    ...between,
    kind: signInKind.optional(),
    outcome: z.enum(['done', 'refused', 'failed']).optional(),
    /** Part of the person's address, or of the network's. */
    q: search,
  }),
  output: z.object({ signIns: z.array(signIn), next }),
  either: ['manage_security', 'view_activity_logs'],
})

export const level = z.enum(['information', 'warning', 'error'])
export type Level = z.output<typeof level>

export const systemLine = z.object({
  id,
  at: moment,
  /** Which machine, where there are several. */
  node: z.string(),
  level,
  message: z.string(),
  /** How often it was said within the second. */
  times: z.int().positive(),
  details: z.record(z.string(), z.unknown()),
})
export type SystemLine = z.output<typeof systemLine>

export const systemLines = query('logs.systemLines', 'GET /logs/system', 'admin_access', {
  sentence: ['Viewed', 'the system log'],
  summary: 'What the server itself went through, newest first; for who looks after the installation',
  input: page.extend({
    ...between,
    level: level.optional(),
    /** Part of what it says. */
    q: search,
  }),
  output: z.object({ lines: z.array(systemLine), next }),
})

export const systemLineById = query('logs.systemLineById', 'GET /logs/system/{id}', 'admin_access', {
  sentence: ['Viewed', 'a line of the system log'],
  summary: 'One line of the system log',
  output: z.object({ line: systemLine }),
})

/** How much is kept of the system log. */
export const systemLogKeeps = { days: 90, rows: 100_000 } as const
