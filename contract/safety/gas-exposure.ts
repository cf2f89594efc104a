// Who was in a zone while gas was there, and what was measured meanwhile: out of entries and exits, and the minutes of detectors.
import { z } from 'zod'
import { gasChannel, gasUnit } from '../building/wire.ts'
import { type DomainFacts, query, stream } from '../operation.ts'
import { id, moment, named } from '../shapes.ts'
import { severity } from './alarm-states.ts'

export const domain: DomainFacts = { title: 'Gas exposure of people' }

/** In days. */
export const longestSpan = 31

const wanted = z.object({
  /** Either this or `deviceId`, which stands for the zone that the detector is in, and for this detector alone. */
  zoneId: z.optional(id),
  deviceId: z.optional(id),
  from: moment,
  to: moment,
  /** Why it is looked at; it stands in the activity log. */
  reason: z.string().trim().min(3, 'Say why, in a few words').max(300, 'At most 300 characters'),
})

/** From when to when somebody was in the zone, within what was asked for. */
export const stay = z.object({
  from: moment,
  to: moment,
  /** False: no door saw it; they may have been there since then, or until then. */
  entrySeen: z.boolean(),
  exitSeen: z.boolean(),
})
export type Stay = z.output<typeof stay>

/** For how many minutes there was a reading at the set point or beyond it. */
export const reached = z.object({
  comparison: z.enum(['above', 'below']),
  value: z.number(),
  severity,
  minutes: z.number(),
})

/** What was measured of a channel while somebody was there; of several detectors the worse, minute by minute. */
export const measured = z.object({
  channel: gasChannel,
  unit: gasUnit,
  highest: z.number().nullable(),
  lowest: z.number().nullable(),
  /** Weighted by time, over what was measured; null: nothing was. */
  mean: z.number().nullable(),
  /** The part of the time that was measured: 0 to 1. What was not is never taken for 0. */
  share: z.number(),
  reached: z.array(reached),
})
export type Measured = z.output<typeof measured>

export const personExposed = z.object({
  /** Of a user, or of a visitor pass. */
  id,
  name: z.string(),
  /** Of a visitor the company they come from; of staff the department. */
  from: z.string().nullable(),
  /** How the entry or exit was logged: by a card, PIN or phone, by a visitor pass, or by hand. */
  by: z.enum(['badge', 'visitor', 'manual']),
  stays: z.array(stay),
  /** Both entry and exit were seen. */
  minutes: z.number(),
  /** Besides: they may have been there. */
  possibleMinutes: z.number(),
  channels: z.array(measured),
})
export type PersonExposed = z.output<typeof personExposed>

export const people = query('gasExposure.people', 'GET /gas/exposure', 'view_gas_exposure', {
  sentence: ['Viewed', 'the gas exposure of people in {}', 'the gas exposure of people'],
  summary: 'Who was or may have been in a zone, and what its detectors measured meanwhile; 31 days at most',
  input: wanted,
  output: z.object({
    zone: named.extend({ site: z.string() }),
    timeZone: z.string(),
    from: moment,
    /** Not later than now. */
    to: moment,
    detectors: z.array(named),
    /** Of all of the time, whoever was there. */
    channels: z.array(measured),
    /** The longest there first. */
    people: z.array(personExposed),
    /** Entries by a credential that is nobody's. */
    unidentified: z.int(),
  }),
  audit: true,
  rateLimit: 20,
})

export const csv = query('gasExposure.csv', 'GET /gas/exposure.csv', 'view_gas_exposure', {
  sentence: ['Exported', 'the gas exposure of people in {}', 'the gas exposure of people'],
  sentenceOfEnd: ['Downloaded', 'the gas exposure of people in {}', 'the gas exposure of people'],
  summary: 'The same as CSV: a line for each person and channel',
  input: wanted,
  output: stream,
  audit: true,
  rateLimit: 10,
  download: 'text/csv; charset=utf-8',
})
