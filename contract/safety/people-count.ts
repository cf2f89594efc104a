// People counters: who went in and out where, today's sums, and what of longer spans is made of them.
import { z } from 'zod'
import { command, event, query, stream, type DomainFacts } from '../operation.ts'
import { id, moment, named } from '../shapes.ts'
import { people } from './small-numbers.ts'

export const domain: DomainFacts = { title: 'People counting', shows: ['occupancy'] }

export const counter = z.object({
  deviceId: id,
  key: z.string(),
  /** Sums since midnight in the site's time zone. */
  inToday: people,
  outToday: people,
  at: moment.nullable(),
  receivedAt: moment.nullable(),
})
export type Counter = z.output<typeof counter>

export const now = query('peopleCount.now', 'GET /people-count/now', 'view_people_count', {
  sentence: ['Viewed', 'the people counts'],
  summary: 'Today’s sums of every counter the caller may see',
  output: z.object({ counters: z.array(counter) }),
})

/** One by one, so that only those receive it who may see single persons. */
export const counted = event('peopleCount.counted', counter, {
  permission: 'view_people_count',
  also: 'view_people_count_detail',
  scope: 'device',
  device: (c) => c.deviceId,
  coalesce: (c) => c.deviceId,
})

const span = { from: moment, to: moment }
/** A counter, or a zone, floor or site by all its borders. */
const ofWhat = { deviceId: z.optional(id), placeId: z.optional(id) }

export const step = z.enum(['quarter', 'hour', 'day'])

const flowInput = z.object({ ...span, ...ofWhat, step })

/** How many went in and out within each step; steps without anybody are left out. */
export const flow = query('peopleCount.flow', 'GET /people-count/flow', 'view_people_count', {
  sentence: ['Viewed', 'how many people went in and out'],
  summary: 'In and out by 15 minutes (8 days at most), hour (62 days) or day (400 days) of a counter or a place',
  input: flowInput,
  output: z.object({ steps: z.array(z.object({ at: moment, in: people, out: people })) }),
})

const csvFile = {
  output: stream,
  audit: true,
  download: 'text/csv; charset=utf-8',
  rateLimit: 20,
} as const

export const flowCsv = query('peopleCount.flowCsv', 'GET /people-count/flow.csv', 'view_people_count', {
  sentence: ['Exported', 'how many people went in and out'],
  sentenceOfEnd: ['Downloaded', 'how many people went in and out'],
  summary: 'The same as CSV',
  input: flowInput,
  ...csvFile,
})

export const heatMap = query('peopleCount.heatMap', 'GET /people-count/heat-map', 'view_people_count', {
  sentence: ['Viewed', 'the hours of the week in which people come'],
  summary: 'How many come in on average in each hour of the week, by the clocks of the site; 400 days at most',
  input: z.object({ ...span, ...ofWhat }),
  output: z.object({
    cells: z.array(
      z.object({
        /** 1: Monday. */
        weekday: z.int(),
        hour: z.int(),
        /** On average; of how many such hours. Clocks that are put on skip one, and put back have it twice. */
        in: people,
        hours: z.int(),
      }),
    ),
  }),
})

export const peaks = query('peopleCount.peaks', 'GET /people-count/peaks', 'view_people_count', {
  sentence: ['Viewed', 'the busiest hours'],
  summary: 'The ten hours and the ten days in which most people came in',
  input: z.object({ ...span, ...ofWhat }),
  output: z.object({
    hours: z.array(z.object({ at: moment, in: people })),
    days: z.array(z.object({ at: moment, in: people })),
  }),
})

const siteCompared = z.object({
  site: named,
  in: people,
  inBefore: people,
  /** In %; null: too few to compare. */
  change: z.number().nullable(),
})
export type SiteCompared = z.output<typeof siteCompared>

export const compare = query('peopleCount.compare', 'GET /people-count/comparison', 'view_people_count', {
  sentence: ['Compared', 'how many people come to sites'],
  summary: 'How many came into each site in a period and in the one before it, which is as long',
  input: z.object(span),
  output: z.object({ sites: z.array(siteCompared) }),
})

export const dwell = query('peopleCount.dwell', 'GET /people-count/dwell', 'view_people_count', {
  sentence: ['Viewed', 'how long people stay'],
  summary:
    'How long people stay in a zone, floor or site, where they badge in and out; visits that ended in the period',
  input: z.object({ ...span, placeId: id }),
  output: z.object({
    visits: people,
    /** null: too few. */
    medianMinutes: z.number().nullable(),
    p90Minutes: z.number().nullable(),
  }),
})

export const cleaning = z.object({
  zone: named,
  /** After so many people who came in. */
  uses: z.int(),
  used: people,
  isDue: z.boolean(),
  cleanedAt: moment,
  cleanedBy: z.string().nullable(),
})
export type Cleaning = z.output<typeof cleaning>

export const cleaningList = query('peopleCount.cleaningList', 'GET /people-count/cleaning', 'view_people_count', {
  sentence: ['Viewed', 'which zones are to be cleaned'],
  summary: 'Zones that are cleaned by use, and how often each was used since',
  output: z.object({ zones: z.array(cleaning) }),
})

export const setCleaning = command(
  'peopleCount.setCleaning',
  'PUT /people-count/cleaning/{zoneId}',
  'manage_people_count',
  {
    sentence: ['Changed', 'after how many uses {} is cleaned', 'after how many uses a zone is cleaned'],
    summary: 'Choose after how many uses a zone is due for cleaning; null: never',
    input: z.object({ zoneId: id, uses: z.int('Enter a whole number').min(1).max(1_000_000).nullable() }),
  },
)

export const cleaned = command(
  'peopleCount.cleaned',
  'POST /people-count/cleaning/{zoneId}/done',
  'view_people_count',
  {
    sentence: ['Cleaned', 'the zone {}', 'a zone'],
    summary: 'A zone has been cleaned: its uses are counted from now on',
  },
)
