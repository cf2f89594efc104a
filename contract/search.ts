// Search: whatever one may see, found by any part of its words.
import { z } from 'zod'
import { priority } from './notifications.ts'
import { query } from './operation.ts'
import { moment } from './shapes.ts'

export const type = z.enum(['article', 'person', 'event', 'door', 'device', 'company', 'page', 'command'])
export type ResultType = z.output<typeof type>

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
})
export type SearchResult = z.output<typeof result>

export const find = query('GET /search', {
  summary: 'What the caller may see and whose words hold all that is sought; best first, recent first within a tie',
  input: z.object({
    q: z.string().trim().min(1).max(200),
    limit: z.coerce.number().int().min(1).max(50).default(20),
  }),
  output: z.object({ results: z.array(result), total: z.int().min(0) }),
  permission: 'signed-in',
  // More than one person asks who pauses after every letter.
  rateLimit: 240,
})

/** Messages of the specification, word for word. */
export const messages = {
  placeholder: 'Search anything...',
  dismiss: 'Press ESC to close or swipe down to dismiss',
  nothing: (q: string) => `No results found for "${q}"`,
  failed: 'Search failed. Please try again.',
} as const
