// The activity log: who did what, on whose behalf, what it was before and after, and the proof that nothing of it was
// changed since. Its form, for those who check it with programs of their own: docs/record.md.
import { z } from 'zod'
import { command, query, stream, type DomainFacts } from '../operation.ts'
import { between, id, moment, next, page } from '../shapes.ts'

export const domain: DomainFacts = { title: 'Activity log' }

/** `done`: 2xx. `refused`: it was not allowed or not right, 4xx. `failed`: it went wrong here, 5xx. */
export const outcome = z.enum(['done', 'refused', 'failed'])
export type Outcome = z.output<typeof outcome>

export const entry = z.object({
  id,
  at: moment,
  /** Who sat there; null where it was nobody known, or a program. */
  userId: id.nullable(),
  actor: z.string(),
  /** Whose eyes they looked through, as an e-mail address. */
  onBehalfOf: z.string().nullable(),
  /** The one name of the operation: `roles.update`. Of a file that has gone out: `activity.exportCsv.ended`. */
  action: z.string(),
  /** What it was done to, in words: a role's name, a person's address. */
  subject: z.string().nullable(),
  status: z.int(),
  outcome,
  /** What was asked for, without secrets. */
  input: z.record(z.string(), z.unknown()),
  /** What it was and what it is: only what changed; null where nothing did or it cannot be told. */
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
  reason: z.string().nullable(),
  address: z.string().nullable(),
  correlationId: id,
  /** Its place in the chain; null for the moment until it is sealed. */
  seq: z.int().positive().nullable(),
})
export type Entry = z.output<typeof entry>

const filters = {
  ...between,
  userId: id.optional(),
  /** An operation's name, or the domain of many: `roles`. */
  action: z.string().max(100).optional(),
  outcome: outcome.optional(),
  address: z.string().max(60).optional(),
  correlationId: id.optional(),
  /** Part of the actor, the subject, the action or the reason. */
  q: z.string().trim().max(200).optional(),
}

export const list = query('activity.list', 'GET /activity-logs', 'view_activity_logs', {
  sentence: ['Viewed', 'the activity log'],
  summary: 'What was done in the company, newest first',
  input: page.extend(filters),
  output: z.object({ entries: z.array(entry), next }),
})

const hash = z.string().regex(/^[0-9a-f]{64}$/)

/** The newest link of a chain as the key of the installation signed it: kept elsewhere, it proves what was there by then. */
export const checkpoint = z.object({
  chain: z.string(),
  seq: z.int().positive(),
  /** The link that was signed before this one: no signed head can be left out unseen. */
  after: z.int().min(0),
  hash,
  at: moment,
  /** Ed25519, base64, over what docs/record.md says. */
  signature: z.string(),
})

export const byId = query('activity.byId', 'GET /activity-logs/{id}', 'view_activity_logs', {
  sentence: ['Viewed', 'an entry of the activity log'],
  summary: 'One entry, and what proves it',
  output: z.object({
    entry,
    /** null until it is sealed. */
    proof: z
      .object({
        chain: z.string(),
        seq: z.int().positive(),
        previous: hash,
        content: hash,
        hash,
        checkpoint: checkpoint.nullable(),
      })
      .nullable(),
  }),
})

export const mine = query('activity.mine', 'GET /activity', 'view_activity', {
  sentence: ['Viewed', 'their own activity'],
  summary: 'What I did, and what was done in my name, newest first',
  input: page.extend({ ...between, action: z.string().max(100).optional() }),
  output: z.object({ entries: z.array(entry), next }),
})

/** Why a link does not hold. */
export const fault = z.enum([
  'changed',
  'missing',
  'out of order',
  'not linked',
  'chain broken',
  'signature wrong',
  'shorter than its checkpoint',
  'not ours',
])

export const verify = command('activity.verify', 'POST /activity-logs/verify', 'view_activity_logs', {
  sentence: ['Verified', 'the activity log'],
  summary: 'Check every entry of the company against the chain and its signatures; names the first that does not hold',
  input: z.object({ ...between }),
  output: z.object({
    ok: z.boolean(),
    /** How many entries were read. */
    checked: z.int().min(0),
    /** How many entries and exits, which the record seals by the hour. */
    logs: z.int().min(0),
    firstBroken: z
      .object({
        chain: z.string(),
        seq: z.int().nullable(),
        entryId: id.nullable(),
        at: moment.nullable(),
        fault,
        says: z.string(),
      })
      .optional(),
    /** The heads of the chains as they were found: to be kept elsewhere. */
    checkpoints: z.array(checkpoint),
  }),
  timeoutMs: 300_000,
  rateLimit: 10,
})

export const checkpoints = query('activity.checkpoints', 'GET /activity-logs/checkpoints', 'view_activity_logs', {
  sentence: ['Saved', 'the checkpoints of the activity log'],
  summary: 'The signed heads of the company’s chains and the public key, to be kept elsewhere',
  output: z.object({ checkpoints: z.array(checkpoint), publicKey: z.string() }),
})

const exporting = { input: z.object(filters), output: stream, audit: true, rateLimit: 10 } as const

export const exportCsv = query('activity.exportCsv', 'GET /activity-logs.csv', 'view_activity_logs', {
  sentence: ['Exported', 'the activity log as CSV'],
  sentenceOfEnd: ['Downloaded', 'the activity log as CSV'],
  summary: 'The entries as CSV, all of them that are asked for, newest first',
  ...exporting,
  download: 'text/csv; charset=utf-8',
})

export const exportJson = query('activity.exportJson', 'GET /activity-logs.json', 'view_activity_logs', {
  sentence: ['Exported', 'the activity log as JSON'],
  sentenceOfEnd: ['Downloaded', 'the activity log as JSON'],
  summary: 'The entries as a JSON array, all of them that are asked for, newest first',
  ...exporting,
  download: 'application/json',
})
