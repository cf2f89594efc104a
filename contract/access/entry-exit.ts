// Entries and exits: the specification's four fields and what surrounds them; who is inside now; what went in without
// coming out, and how it was put right.
import { z } from 'zod'
import { isColumn } from './entry-exit-words.ts'
import { command, event, query, stream, type DomainFacts } from '../operation.ts'
import { between, id, moment, next, page, search, sortedBy } from '../shapes.ts'

export const domain: DomainFacts = {
  title: 'Entry and exit',
  sentences: {
    sealed: ['Sealed', '{}', 'entries and exits'],
    saveView: ['Saved', 'the view {} of the entry and exit report', 'a view of the entry and exit report'],
    changeView: ['Changed', 'the view {} of the entry and exit report', 'a view of the entry and exit report'],
    removeView: ['Removed', 'the view {} of the entry and exit report', 'a view of the entry and exit report'],
  },
}

/** Who reads the log, and does what comes of it. */
const readers = 'read_entry_exit_report'

export const direction = z.enum(['entry', 'exit'])
export const result = z.enum(['granted', 'denied'])
export const method = z.enum(['card', 'pin', 'mobile', 'pass', 'manual', 'other'])
export type Method = z.output<typeof method>

export const log = z.object({
  id,
  userId: id.nullable(),
  /** Display name of the person or the visitor; null when the credential is nobody's. */
  person: z.string().nullable(),
  /** The visitor pass that was shown; null for everybody else. */
  passId: id.nullable(),
  doorId: id.nullable(),
  door: z.string().nullable(),
  type: direction,
  /** When it happened, by the device's clock where that can be believed. */
  timestamp: moment,
  result,
  reason: z.string().nullable(),
  method,
  /** null: it cannot be told whether the person went through, or not yet. */
  taken: z.boolean().nullable(),
  source: z.enum(['device', 'manual', 'import']),
  zone: z.string().nullable(),
  deviceTime: moment.nullable(),
  serverTime: moment,
  correlationId: id,
  /** The entry or exit that this one, added by hand, puts right. */
  corrects: id.nullable(),
  /** The entry or exit, added by hand, that puts this one right. */
  correctedBy: id.nullable(),
})
export type Log = z.output<typeof log>

/** Whether somebody who was let in went through. */
export const passage = z.enum(['yes', 'no', 'unknown'])

/** What the log may be asked for by; everything together. */
export const filters = {
  ...between,
  userId: id.optional(),
  doorId: id.optional(),
  zoneId: id.optional(),
  type: direction.optional(),
  result: result.optional(),
  /** As the log has it: `outside schedule`. */
  reason: z.string().trim().max(200).optional(),
  method: method.optional(),
  taken: passage.optional(),
  /** Part of a person's, a visitor's or a door's name. */
  q: search,
}

export const logs = query('entryExit.logs', 'GET /entry-exit/logs', readers, {
  sentence: ['Viewed', 'the entry and exit log'],
  summary: 'The entry and exit log, newest first',
  input: page.extend(filters),
  // As the specification has it.
  freeForm: true,
  output: z.object({ logs: z.array(log), next }),
})

export const people = query('entryExit.people', 'GET /entry-exit/people', readers, {
  sentence: ['Searched', 'for people in the entry and exit log'],
  summary: 'People with an entry or exit that the caller may see, by name; misspelt names find those that are close',
  input: z.object({ q: search, limit: z.coerce.number().int().min(1).max(50).default(20) }),
  output: z.object({ people: z.array(z.object({ id, name: z.string(), department: z.string().nullable() })) }),
})

/** One question that was asked before somebody was let in or not, and how it was answered. */
export const decisionStep = z.object({ check: z.string(), ok: z.boolean(), says: z.string() })
export type DecisionStep = z.output<typeof decisionStep>

const hash = z.string().regex(/^[0-9a-f]{64}$/)

/** What proves an entry or exit: the entry of the activity log that names the hash of all that was stored with it. */
export const proof = z.object({
  /** When what was stored since the last time was put under one hash. */
  sealedAt: moment,
  /** How many entries and exits it is the hash of, and how many of them are there now. */
  rows: z.int().positive(),
  kept: z.int(),
  /** As it was sealed, and as it is now. */
  sealed: hash,
  found: hash,
  holds: z.boolean(),
  /** The entry of the activity log that says so, and its place in the chain; null until that is sealed there. */
  activityId: id,
  seq: z.int().positive().nullable(),
})
export type Proof = z.output<typeof proof>

export const logById = query('entryExit.logById', 'GET /entry-exit/logs/{id}', 'read_log_details', {
  sentence: ['Viewed', 'an entry or exit'],
  summary: 'One entry or exit, with its neighbours in time at the same door',
  output: z.object({
    log,
    before: z.array(log),
    after: z.array(log),
    /** What was asked before it was decided; null where the controller decided and did not say. */
    decision: z.array(decisionStep).nullable(),
    /** Why it was added by hand. */
    note: z.string().nullable(),
    /** Who added it by hand. */
    by: z.string().nullable(),
  }),
})

export const logProof = query('entryExit.logProof', 'GET /entry-exit/logs/{id}/proof', 'read_log_details', {
  summary: 'What proves that an entry or exit is as it was stored; null until it is sealed',
  output: z.object({ proof: proof.nullable() }),
})

const notSignedIn = 'You must be logged in to perform this action.'

export const record = command('entryExit.record', 'POST /entry-exit/log', 'signed-in', {
  sentence: ['Logged', 'an entry or exit of {} by hand', 'an entry or exit by hand'],
  summary: 'Log an entry or an exit by hand, of a person or of a visitor with a pass',
  input: z.object({
    /** Either this or `passId`. */
    userId: id.optional(),
    passId: id.optional(),
    doorId: id,
    type: direction,
    timestamp: moment,
    /** Why no door reported it. */
    reason: z.string().trim().max(500, 'At most 500 characters.').optional(),
  }),
  output: z.object({ log }),
  signedOut: notSignedIn,
  /** `create_entry` or `create_exit` by type: the handler asks for the one that applies. */
})

const exported = z.object({
  ...filters,
  /** Which columns in which order, with commas between them; all when absent. */
  columns: z
    .string()
    .max(300)
    .refine((text) => text.split(',').every(isColumn), 'Choose columns that the report has.')
    .optional(),
})

const exporting = { input: exported, output: stream, audit: true, rateLimit: 10 } as const

export const exportCsv = query('entryExit.exportCsv', 'GET /entry-exit/logs.csv', readers, {
  sentence: ['Exported', 'the entry and exit report as CSV'],
  sentenceOfEnd: ['Downloaded', 'the entry and exit report as CSV'],
  ...exporting,
  summary: 'The report as CSV: all rows that are asked for, newest first',
  download: 'text/csv; charset=utf-8',
})

export const exportXlsx = query('entryExit.exportXlsx', 'GET /entry-exit/logs.xlsx', readers, {
  sentence: ['Exported', 'the entry and exit report as a workbook'],
  sentenceOfEnd: ['Downloaded', 'the entry and exit report as a workbook'],
  ...exporting,
  summary: 'The report as a workbook, with a sheet that says what it holds and its checksum',
  download: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
})

export const exportPdf = query('entryExit.exportPdf', 'GET /entry-exit/logs.pdf', readers, {
  sentence: ['Exported', 'the entry and exit report as PDF'],
  sentenceOfEnd: ['Downloaded', 'the entry and exit report as PDF'],
  ...exporting,
  summary: 'The report to be printed, with what it holds and its checksum',
  download: 'application/pdf',
  timeoutMs: 120_000,
})

/** What does not go on one sheet goes on the next; a PDF holds no more than this, and CSV any number. */
export const mostRows = { sheet: 1_000_000, pdf: 5000 } as const

export const inside = query('entryExit.inside', 'GET /entry-exit/inside', 'read_entry_exit_dashboard', {
  sentence: ['Viewed', 'who is inside'],
  summary: 'How many people are inside now, by zone, and today’s traffic',
  output: z.object({
    inside: z.int(),
    zones: z.array(z.object({ zoneId: id, zone: z.string(), people: z.int() })),
    entriesToday: z.int(),
    exitsToday: z.int(),
    deniedToday: z.int(),
    at: moment,
  }),
})

const traffic = { entries: z.int(), exits: z.int(), denied: z.int() }

export const dashboard = query('entryExit.dashboard', 'GET /entry-exit/dashboard', 'read_entry_exit_dashboard', {
  summary: 'Today’s traffic by hour and by door, what was denied and what was forced',
  output: z.object({
    /** When today began, and the zone of time that says so. */
    since: moment,
    timeZone: z.string(),
    /** Every hour of today, also those that are still to come; through the doors to outside alone. */
    hours: z.array(z.object({ at: moment, ...traffic })),
    /** Those with most traffic first. */
    doors: z.array(z.object({ doorId: id, door: z.string(), zone: z.string().nullable(), ...traffic })),
    /** Why people were not let in, most frequent first. */
    denied: z.array(z.object({ reason: z.string().nullable(), times: z.int() })),
    /** Doors that were forced or held open, newest first; null without the permission to see doors. */
    forced: z
      .array(
        z.object({
          id,
          doorId: id,
          door: z.string(),
          what: z.enum(['forced-open', 'held-open']),
          at: moment,
          correlationId: id,
        }),
      )
      .nullable(),
    /** Entries and exits that do not match, still to be looked at; null without the permission to read the report. */
    unmatched: z.int().nullable(),
    at: moment,
  }),
})

/** Why an entry or exit stands in the queue. */
export const unmatchedKind = z.enum(['entry-without-exit', 'exit-without-entry', 'still-inside'])

export const unmatchedStatus = z.enum(['open', 'corrected', 'dismissed'])

export const unmatched = z.object({
  id,
  kind: unmatchedKind,
  status: unmatchedStatus,
  /** The one that does not match what came before. */
  log,
  /** What came before it, of the same person at a door to outside; null where nothing did, or a label hides it. */
  previous: log.nullable(),
  /** What is probably missing; null where nothing can be said. */
  suggestion: z
    .object({ type: direction, doorId: id, door: z.string(), timestamp: moment, because: z.string() })
    .nullable(),
  settledAt: moment.nullable(),
  settledBy: z.string().nullable(),
  reason: z.string().nullable(),
  /** What was added by hand to put it right. */
  correctionId: id.nullable(),
})
export type Unmatched = z.output<typeof unmatched>

export const unmatchedList = query('entryExit.unmatchedList', 'GET /entry-exit/unmatched', readers, {
  summary: 'Entries and exits that do not match each other, newest first',
  input: page.extend({
    ...sortedBy('at', 'kind', 'door', 'person'),
    status: unmatchedStatus.default('open'),
    kind: unmatchedKind.optional(),
    userId: id.optional(),
  }),
  output: z.object({ unmatched: z.array(unmatched), next, open: z.int() }),
})

export const unmatchedById = query('entryExit.unmatchedById', 'GET /entry-exit/unmatched/{id}', readers, {
  summary: 'One entry or exit that does not match, or did not',
  output: z.object({ unmatched }),
})

const reason = z.string().trim().min(3, 'Say why, in a few words.').max(500, 'At most 500 characters.')

export const correct = command('entryExit.correct', 'POST /entry-exit/unmatched/{id}/correct', readers, {
  sentence: ['Corrected', 'an entry or exit of {}', 'an entry or exit'],
  summary: 'Put an entry or exit right by adding the one that is missing; what was stored stays and is marked',
  input: z.object({ id, type: direction, doorId: id, timestamp: moment, reason }),
  output: z.object({ log, unmatched }),
  /** By type, as for one that is logged by hand: the handler asks for the one that applies. */
  either: ['create_entry', 'create_exit'],
})

export const dismiss = command('entryExit.dismiss', 'POST /entry-exit/unmatched/{id}/dismiss', readers, {
  sentence: ['Dismissed', 'a question about an entry or exit of {}', 'a question about an entry or exit'],
  summary: 'Leave an entry or exit as it is, and say why',
  input: z.object({ id, reason }),
  output: z.object({ unmatched }),
  either: ['create_entry', 'create_exit'],
})

export const rules = z.object({
  /** Whoever is inside for longer is asked about. */
  insideHours: z.int().min(1, 'At least one hour.').max(168, 'At most a week.'),
  /** How long after a door has locked again its contact may still say that somebody goes through. */
  takenGraceSeconds: z.int().min(0).max(60, 'At most a minute.'),
})

export const readRules = query('entryExit.readRules', 'GET /entry-exit/rules', readers, {
  summary: 'When an entry or exit is asked about',
  output: z.object({ rules }),
})

export const changeRules = command(
  'entryExit.changeRules',
  'PUT /entry-exit/rules',
  ['read_entry_exit_report', 'manage_settings'],
  {
    sentence: ['Changed', 'when entries and exits are asked about'],
    summary: 'Change when an entry or exit is asked about',
    input: rules,
    output: z.object({ rules }),
  },
)

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

/** Sent when the queue of what does not match may have changed. */
export const unmatchedChanged = event('entryExit.unmatchedChanged', z.object({ at: moment }), {
  permission: 'read_entry_exit_report',
  scope: 'company',
  coalesce: () => 'unmatched',
})

/** Messages of the specification, word for word. */
export const messages = {
  readDenied: 'You do not have permission to view entry/exit logs',
  readDeniedToast: 'Access denied: Insufficient permissions',
  invalidData: 'Invalid data format received from server',
  fetchFailed: 'Failed to fetch entry/exit logs',
  notSignedIn,
  createDenied: (type: 'entry' | 'exit') => `You do not have permission to log ${type}s`,
  invalidResponse: 'Invalid response format from server',
  createFailed: (type: 'entry' | 'exit') => `Failed to log ${type}`,
  created: (type: 'entry' | 'exit') => `Successfully logged ${type}`,
} as const
