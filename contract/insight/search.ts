// Search: whatever one may see, found by any part of its words.
import { z } from 'zod'
import { priority } from '../messages/notifications.ts'
import { query, type DomainFacts } from '../operation.ts'
import { severity } from '../safety/alarm-states.ts'
import { moment } from '../shapes.ts'

export const domain: DomainFacts = { title: 'Search' }

export const type = z.enum(['article', 'person', 'alarm', 'event', 'door', 'device', 'company', 'page', 'command'])
export type ResultType = z.output<typeof type>

/** Of a text in UTF-16, as JavaScript counts; the end is not part of it. */
const range = z.tuple([z.int().min(0), z.int().min(0)]).readonly()

export const result = z.object({
  /** Of its kind: two results of different types may have the same. */
  id: z.string(),
  type,
  title: z.string(),
  description: z.string(),
  /** `high` is marked. */
  priority,
  path: z.string(),
  /** Shown only to who holds all of them. */
  requiredPermissions: z.array(z.string()),
  /** When it happened, of what happens. */
  timestamp: moment.optional(),
  /** Of an alarm. */
  severity: severity.optional(),
  /** What of it fits, from and to which character. */
  marks: z.object({ title: z.array(range), description: z.array(range) }).optional(),
})
export type SearchResult = z.output<typeof result>

export const find = query('search.find', 'GET /search', 'signed-in', {
  sentence: ['Searched', 'the company'],
  summary: 'What the caller may see and whose words hold all that is sought; best first, recent first within a tie',
  input: z.object({
    q: z.string().trim().min(1).max(200),
    limit: z.coerce.number().int().min(1).max(50).default(20),
  }),
  output: z.object({
    results: z.array(result),
    /** Exact up to `mostCounted`. */
    total: z.int().min(0),
    /** There are at least `total`: counting ended there. */
    totalIsAtLeast: z.literal(true).optional(),
    /** Nothing holds what was sought; these are close to it. */
    close: z.literal(true).optional(),
  }),
  // More than one person asks who pauses after every letter.
  rateLimit: 240,
})

/** More than this is not counted: nobody reads on so far, and what is frequent takes long to count. */
export const mostCounted = 200

/** Messages of the specification, word for word. */
export const messages = {
  placeholder: 'Search anything...',
  dismiss: 'Press ESC to close or swipe down to dismiss',
  nothing: (q: string) => `No results found for "${q}"`,
  failed: 'Search failed. Please try again.',
  /** Ours: where a slip was forgiven. */
  close: (q: string) => `No results for "${q}". Did you mean one of these?`,
} as const
