// Occupancy: how many people are in each zone, floor and site by what was counted at its borders since somebody or something
// last knew it, how well that is known, and what limits it is held to.
import { z } from 'zod'
import { changeEvent } from '../change-event.ts'
import { command, event, query, stream, type DomainFacts } from '../operation.ts'
import { id, moment, named, next, page } from '../shapes.ts'
import { loadUses } from './load-factors.ts'
import { anchorKind, figure, mode } from './occupancy-figure.ts'
import { people } from './small-numbers.ts'

export { busyPercent, type Figure, type Mode } from './occupancy-figure.ts'

export const domain: DomainFacts = {
  title: 'Occupancy',
  shows: ['sites', 'devices', 'peopleCount', 'labels', 'schedules'],
  sentences: {
    reset: ['Reset', 'the occupancy of {}', 'an occupancy'],
    anchored: ['Set', 'the occupancy of {} by a roll-call', 'an occupancy by a roll-call'],
  },
}

export const now = query('occupancy.now', 'GET /people-count/zones', 'view_people_count', {
  sentence: ['Viewed', 'the occupancy'],
  summary: 'How many people are in each site, floor and zone the caller may see, and how well that is known',
  output: z.object({ zones: z.array(figure), floors: z.array(figure), sites: z.array(figure) }),
})

/** Newest first; each as the caller may see it. Those who may not see single persons read it again by `altered`. */
export const changed = event('occupancy.changed', figure, {
  permission: 'view_people_count',
  also: 'view_people_count_detail',
  scope: 'device',
  device: ({ id: placeId }) => placeId,
  coalesce: ({ id: placeId }) => placeId,
})

/** Something has changed; what it is has to be read. */
export const altered = changeEvent('occupancy.altered', 'view_people_count')

/** Of a counter: which two zones it stands between, null is outside. Of a door: whether its passages are counted. */
export const border = z.object({
  id: id.nullable(),
  device: named,
  kind: z.enum(['counter', 'door']),
  from: named.nullable(),
  to: named.nullable(),
  inverted: z.boolean(),
  /** Whether what passes here moves people between the two. */
  counts: z.boolean(),
  /** Why a door does not count, or does: by choice, or as a counter stands on the same border or none does. */
  because: z.enum(['chosen', 'counter-here', 'no-counter', 'not-placed']),
})
export type Border = z.output<typeof border>

export const borders = query('occupancy.borders', 'GET /people-count/borders', 'view_people_count', {
  sentence: ['Viewed', 'where counters stand'],
  summary: 'Every counter and door the caller may see, with the zones that it moves people between',
  output: z.object({ borders: z.array(border) }),
})

export const placeCounter = command(
  'occupancy.placeCounter',
  'PUT /people-count/borders/{deviceId}',
  'manage_people_count',
  {
    sentence: ['Changed', 'between which zones {} counts', 'between which zones a counter counts'],
    summary: 'Place a counter between two zones, or choose whether the passages of a door are counted',
    input: z.object({
      deviceId: id,
      /** null: outside. Of a door these are its own. What is left out stays as it is. */
      fromZoneId: z.optional(id.nullable()),
      toZoneId: z.optional(id.nullable()),
      /** It stands the other way round: who it counts in goes out. */
      inverted: z.boolean().optional(),
      counts: z.boolean().optional(),
    }),
    output: z.object({ border }),
    target: { device: 'deviceId' },
  },
)

export const removeCounter = command(
  'occupancy.removeCounter',
  'DELETE /people-count/borders/{deviceId}',
  'manage_people_count',
  {
    sentence: ['Removed', '{} from the borders of its zones', 'a counter from the borders of its zones'],
    summary: 'A counter counts for no zone any more; a door is counted where no counter stands on its border',
    target: { device: 'deviceId' },
  },
)

const correction = {
  /** People who are in there at this moment. */
  count: z.int('Enter a whole number').min(0).max(1_000_000),
  reason: z.string().trim().min(3, 'Write why, for whoever reads the record').max(300, 'At most 300 characters'),
}
const corrected = { output: z.object({ zone: figure }) } as const

export const correctZone = command(
  'occupancy.correctZone',
  'POST /people-count/zones/{zoneId}/anchor',
  'manage_people_count',
  {
    sentence: ['Corrected', 'the occupancy of {}', 'the occupancy of a zone'],
    summary: 'Set how many people are in a zone, counted by somebody who was there',
    input: z.object({ zoneId: id, ...correction }),
    ...corrected,
  },
)

export const correctFloor = command(
  'occupancy.correctFloor',
  'POST /people-count/floors/{floorId}/anchor',
  'manage_people_count',
  {
    sentence: ['Corrected', 'the occupancy of {}', 'the occupancy of a floor'],
    summary: 'Set how many people are on a floor, counted by somebody who was there',
    input: z.object({ floorId: id, ...correction }),
    ...corrected,
  },
)

export const correctSite = command(
  'occupancy.correctSite',
  'POST /people-count/sites/{siteId}/anchor',
  'manage_people_count',
  {
    sentence: ['Corrected', 'the occupancy of {}', 'the occupancy of a site'],
    summary: 'Set how many people are in a site, counted by somebody who was there',
    input: z.object({ siteId: id, ...correction }),
    ...corrected,
  },
)

export const anchor = z.object({
  id,
  place: z.object({ id, name: z.string(), kind: z.enum(['site', 'floor', 'zone']) }),
  at: moment,
  kind: anchorKind,
  /** People that were found. */
  people,
  /** false: a nightly reset that was left out, as `reason` says. */
  applied: z.boolean(),
  /** What was shown until then. */
  counted: people.nullable(),
  low: people.nullable(),
  high: people.nullable(),
  /** Found minus counted; null to who may not see single persons. */
  difference: z.int().nullable(),
  reason: z.string(),
  by: z.string(),
})
export type Anchor = z.output<typeof anchor>

const anchorFilters = { placeId: id.optional(), kind: anchorKind.optional() }

export const corrections = query('occupancy.corrections', 'GET /people-count/corrections', 'view_people_count', {
  sentence: ['Viewed', 'the corrections of counts'],
  summary: 'How many people were found at which moment, against what was counted, newest first',
  input: page.extend(anchorFilters),
  output: z.object({ corrections: z.array(anchor), next }),
})

export const correctionsCsv = query(
  'occupancy.correctionsCsv',
  'GET /people-count/corrections.csv',
  'view_people_count',
  {
    sentence: ['Exported', 'the corrections of counts'],
    sentenceOfEnd: ['Downloaded', 'the corrections of counts'],
    summary: 'The corrections as CSV, the newest 10,000',
    input: z.object(anchorFilters),
    output: stream,
    audit: true,
    download: 'text/csv; charset=utf-8',
    rateLimit: 20,
  },
)

/** `drifting`: its figures are usable and become worse; `suspect`: have somebody look at it. */
export const health = z.enum(['good', 'drifting', 'suspect'])

export const counter = z.object({
  device: named,
  kind: z.enum(['counter', 'door']),
  /** Of those who pass, what share it counts, in %, in each direction: as set or by default, and as corrections have shown. */
  accuracyIn: z.number(),
  accuracyOut: z.number(),
  /** In points of %, with 95 % certainty. */
  uncertainty: z.number(),
  /** How many corrections and empty nights it was learnt from; 0: as its maker says. */
  lessons: z.int(),
  learntAt: moment.nullable(),
  online: z.boolean(),
  /** Its part of the people that went out since the last anchors and had not been counted in. */
  drift: z.number().nullable(),
  health,
  because: z.array(z.enum(['offline', 'unexpected-correction', 'one-sided', 'misses-many', 'negative-counts'])),
})
export type CounterHealth = z.output<typeof counter>

export const counters = query('occupancy.counters', 'GET /people-count/counters', 'view_people_count', {
  sentence: ['Viewed', 'how well counters count'],
  summary: 'How well each counter counts, by what corrections and empty nights have shown',
  output: z.object({ counters: z.array(counter) }),
})

export const setAccuracy = command(
  'occupancy.setAccuracy',
  'PUT /people-count/counters/{deviceId}/accuracy',
  'manage_people_count',
  {
    sentence: ['Set', 'the accuracy of {}', 'the accuracy of a counter'],
    summary: 'Set how well a counter counts, as its maker or a trial says; what was learnt of it is forgotten',
    input: z.object({
      deviceId: id,
      /** Of those who pass, counted, in %. */
      accuracy: z.number().min(50, 'Enter 50 to 100 %').max(100, 'Enter 50 to 100 %'),
      /** How far from that it may be, in points of %, with 95 % certainty. */
      uncertainty: z.number().positive('Enter 0.1 to 30').max(30, 'Enter 0.1 to 30'),
    }),
    output: z.object({ counter }),
    target: { device: 'deviceId' },
  },
)

const basis = z.object({
  /** null: the number was written by hand. */
  use: z.enum(loadUses).nullable().default(null),
  area: z.number().positive().max(10_000_000).nullable().default(null),
  unit: z.enum(['ft2', 'm2']).default('m2'),
  /** Square feet for each person, where it is another than that of the code. */
  squareFeet: z.number().positive().max(10_000).nullable().default(null),
  /** What the authority on site asks for, in words. */
  localRule: z.string().trim().max(500, 'At most 500 characters').default(''),
})

const limitFields = { people: z.int('Enter a whole number').min(1).max(1_000_000), basis }

export const limits = z.object({
  place: z.object({ id, name: z.string(), kind: z.enum(['site', 'floor', 'zone']) }),
  siteId: id,
  limits: z.array(z.object({ people: z.int(), schedule: named.nullable(), basis, holds: z.boolean() })),
})
export type Limits = z.output<typeof limits>

export const limitsList = query('occupancy.limitsList', 'GET /people-count/limits', 'view_people_count', {
  sentence: ['Viewed', 'the limits of occupancy'],
  summary: 'The limits of sites, floors and zones, and which of each holds now',
  output: z.object({ places: z.array(limits) }),
})

export const setLimits = command('occupancy.setLimits', 'PUT /people-count/limits/{placeId}', 'manage_people_count', {
  sentence: ['Changed', 'the limits of {}', 'the limits of a place'],
  summary:
    'Set how many people a site, floor or zone may hold, always and while schedules are open; none: it has no limit',
  input: z.object({
    placeId: id,
    limits: z
      .array(z.object({ ...limitFields, basis: basis.prefault({}), scheduleId: id.nullable().default(null) }))
      .max(20)
      .refine(
        (all) => new Set(all.map(({ scheduleId }) => scheduleId)).size === all.length,
        'Each schedule once, and one limit without a schedule',
      ),
  }),
  output: z.object({ limits }),
})

const resetAt = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'A time from 00:00 to 23:59')
  .nullable()

export const siteSettings = z.object({
  siteId: id,
  site: z.string(),
  /** By the clocks of the site; null: it is not reset. */
  resetAt,
  /** After so many hours without any movement it counts as empty. */
  quietHours: z.int(),
})

export const settings = query('occupancy.settings', 'GET /people-count/settings', 'view_people_count', {
  sentence: ['Viewed', 'the settings of people counting'],
  summary: 'When each site is reset at night, and for how many days counts are stored',
  output: z.object({
    sites: z.array(siteSettings),
    /** null: as long as the installation stores them, 400 days. */
    keepDays: z.int().nullable(),
  }),
})

export const setReset = command(
  'occupancy.setReset',
  'PUT /people-count/settings/sites/{siteId}',
  'manage_people_count',
  {
    sentence: ['Changed', 'the nightly reset of {}', 'the nightly reset of a site'],
    summary: 'Choose when a site is reset to nobody, on the nights on which it may be empty',
    input: z.object({ siteId: id, resetAt, quietHours: z.int().min(1).max(24) }),
    output: z.object({ settings: siteSettings }),
  },
)

export const setRetention = command(
  'occupancy.setRetention',
  'PUT /people-count/settings/retention',
  'manage_people_count',
  {
    sentence: ['Changed', 'how long counts are stored'],
    summary: 'Choose for how many days counts are stored; what is older is deleted within the hour',
    input: z.object({ keepDays: z.int('Enter whole days').min(1).max(400, 'At most 400 days').nullable() }),
    output: z.object({ keepDays: z.int().nullable() }),
  },
)

export const display = z.object({
  id,
  place: z.object({ id, name: z.string() }),
  title: z.string(),
  createdAt: moment,
  createdBy: z.string(),
  expiresAt: moment.nullable(),
})
export type Display = z.output<typeof display>

export const displays = query('occupancy.displays', 'GET /people-count/displays', 'manage_people_count', {
  sentence: ['Viewed', 'the displays at entrances'],
  summary: 'The links by which displays show how many people are inside, those that are in force',
  output: z.object({ displays: z.array(display) }),
})

export const createDisplay = command('occupancy.createDisplay', 'POST /people-count/displays', 'manage_people_count', {
  sentence: ['Added', 'the display {}', 'a display'],
  summary: 'Make a link for a display at an entrance; its secret is answered once, here',
  input: z.object({
    placeId: id,
    title: z.string().trim().min(1, 'Give it a title: everybody sees it').max(80, 'This title is too long'),
    expiresAt: moment.nullable().default(null),
  }),
  output: z.object({
    display,
    /** Of the link: whoever has it sees the number and the limit. */
    secret: z.string(),
  }),
  status: 201,
})

export const revokeDisplay = command(
  'occupancy.revokeDisplay',
  'DELETE /people-count/displays/{displayId}',
  'manage_people_count',
  {
    sentence: ['Revoked', 'the display {}', 'a display'],
    summary: 'A link shows nothing from now on',
  },
)

export const shown = query('occupancy.shown', 'GET /people-count/display', 'public', {
  summary: 'What a display at an entrance shows: how many people, the limit, and whether more may come in',
  input: z.object({ secret: z.string().min(1).max(100) }),
  output: z.object({
    title: z.string(),
    /** Exactly, however few: whoever stands at the entrance sees them. null: not known at the moment. */
    people: z.int().nullable(),
    limit: z.int().nullable(),
    free: z.int().nullable(),
    mode,
    asOf: moment,
  }),
  // One display asks every two seconds; several of one address may.
  rateLimit: 240,
})
