// How well alarms serve those who answer them, against the guidance of ISA-18.2 and IEC 62682. Each figure opens its rows.
import { z } from 'zod'
import { query, type DomainFacts } from '../operation.ts'
import { id, moment, named } from '../shapes.ts'
import { severity, source } from './alarms.ts'

export const domain: DomainFacts = { title: 'Alarm health', shows: ['alarms'] }

/** The guidance: what one person can deal with. */
export const guidance = {
  perDay: 150,
  floodInTenMinutes: 10,
  /** Of all alarms acknowledged within `acknowledgedWithinSeconds`. */
  acknowledgedShare: 0.99,
  acknowledgedWithinSeconds: 60,
  /** Share of low and medium, high, critical. */
  priorities: { others: 0.8, high: 0.15, critical: 0.05 },
  /** So often within an hour is chattering. */
  chatteringPerHour: 5,
  staleAfterHours: 24,
} as const

/** An alarm by what raises it, and how often it did. */
export const bad = z.object({
  rule: named,
  device: source.nullable(),
  count: z.int(),
  /** The newest of them. */
  alarmId: id,
})
export type BadActor = z.output<typeof bad>

export const read = query('alarmHealth.read', 'GET /alarm-health', 'signed-in', {
  either: ['admin_access', 'manage_alarms'],
  summary: 'Alarm rates, floods, chattering and stale alarms, the ten worst, and how soon alarms are acknowledged',
  input: z.object({ from: moment, to: moment }),
  output: z.object({
    /** Occurrences in the period. */
    total: z.int(),
    /** On average. */
    perDay: z.number(),
    /** Days of the site with how many, oldest first. */
    days: z.array(z.object({ day: z.iso.date(), count: z.int() })),
    /** The most in any ten minutes, and when those began. */
    peak: z.object({ count: z.int(), from: moment }).nullable(),
    /** Stretches with more than ten in ten minutes, newest first. */
    floods: z.array(z.object({ from: moment, to: moment, count: z.int() })),
    /** Share of the ten-minute windows of the period that are in flood. */
    floodShare: z.number(),
    chattering: z.array(bad),
    /** Active for longer than a day. */
    stale: z.array(z.object({ alarmId: id, rule: named, device: source.nullable(), raisedAt: moment })),
    worst: z.array(bad),
    acknowledgement: z.object({
      count: z.int(),
      /** In seconds; null: none was acknowledged. */
      median: z.number().nullable(),
      p95: z.number().nullable(),
      /** Share within 60 s, of all that ask for a response. */
      withinMinute: z.number().nullable(),
      /** Open and not acknowledged, or cleared without it. */
      never: z.int(),
    }),
    priorities: z.record(severity, z.int()),
  }),
})
