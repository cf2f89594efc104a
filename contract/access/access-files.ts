// The part of access.ts that comes and goes as a file: people and what they may open.
import { z } from 'zod'
import { command, query, stream } from '../operation.ts'

/** Columns of an import; only `email` is needed. Groups and levels by name, separated by `;`. */
export const importColumns = [
  'email',
  'firstName',
  'lastName',
  'job',
  'department',
  'card',
  'groups',
  'levels',
  'from',
  'to',
  'suspended',
  'extendedTime',
  'escort',
] as const

/** Cards are given by who manages staff, levels by who manages doors. */
const managers = ['manage_doors', 'manage_staff'] as const

const importRow = z.object({
  /** Of the file, from 1; the header is line 1. */
  line: z.int(),
  email: z.string(),
  name: z.string(),
  outcome: z.enum(['new', 'changed', 'same', 'error']),
  /** What changes, in words: `card 0012345678`, `level Day staff`. */
  changes: z.array(z.string()),
  faults: z.array(z.object({ field: z.string(), message: z.string() })),
})
export type ImportRow = z.output<typeof importRow>

const csv = z.object({ csv: z.string().min(1, 'Choose a file').max(8_000_000, 'The file is too large: 8 MB at most') })
const counts = z.object({ new: z.int(), changed: z.int(), same: z.int(), error: z.int() })

export const previewImport = command('access.previewImport', 'POST /access/import/preview', managers, {
  sentence: ['Viewed', 'what an import would change'],
  summary: 'What an import of people and their access would do, line by line; changes nothing',
  input: csv,
  output: z.object({
    counts,
    /** Those with faults first, then those that change something: at most 500. */
    rows: z.array(importRow),
  }),
  audit: false,
  bodyLimit: 12 * 1024 * 1024,
  timeoutMs: 60_000,
})

export const importPeople = command('access.importPeople', 'POST /access/import', managers, {
  sentence: ['Imported', '{}', 'people and their access'],
  summary: 'Take in people and their access from a CSV file; refused as a whole while a line has a fault',
  input: csv,
  output: z.object({ counts }),
  bodyLimit: 12 * 1024 * 1024,
  timeoutMs: 120_000,
})

export const exportPeople = query('access.exportPeople', 'GET /access/export', managers, {
  sentence: ['Exported', '{}', 'people and their access'],
  sentenceOfEnd: ['Downloaded', 'the people and their access'],
  summary: 'People and their access as a CSV file that can be imported again',
  output: stream,
  audit: true,
  download: 'text/csv; charset=utf-8',
  timeoutMs: 120_000,
})
