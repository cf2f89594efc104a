// People counters: who went in and out where, and today's sums.
import { z } from 'zod'
import { event, query, type DomainFacts } from '../operation.ts'
import { id, moment } from '../shapes.ts'

export const domain: DomainFacts = { title: 'People counting' }

export const counter = z.object({
  deviceId: id,
  key: z.string(),
  /** Sums since midnight in the site's time zone. */
  inToday: z.int(),
  outToday: z.int(),
  at: moment.nullable(),
  receivedAt: moment.nullable(),
})
export type Counter = z.output<typeof counter>

export const now = query('peopleCount.now', 'GET /people-count/now', 'view_people_count', {
  sentence: ['Viewed', 'the people counts'],
  summary: 'Today’s sums of every counter the caller may see',
  output: z.object({ counters: z.array(counter) }),
})

export const counted = event('peopleCount.counted', counter, {
  permission: 'view_people_count',
  scope: 'device',
  device: (c) => c.deviceId,
  coalesce: (c) => c.deviceId,
})
