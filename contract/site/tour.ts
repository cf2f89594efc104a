// The public tour: what a building of its own reports right now, for everybody. Nothing here names a person, a card or
// an id; the building has no people in the store.
import { z } from 'zod'
import { reasons } from '../access/decisions.ts'
import { device } from '../building/devices.ts'
import { severity } from '../insight/events.ts'
import { direction, result } from '../access/entry-exit.ts'
import { query, type DomainFacts } from '../operation.ts'
import { moment } from '../shapes.ts'

export const domain: DomainFacts = { title: 'Live tour' }

/** A device by its name and place, with the latest it said. */
export const tourDevice = device.pick({
  kind: true,
  name: true,
  floor: true,
  zone: true,
  online: true,
  lastSeenAt: true,
  latest: true,
})
export type TourDevice = z.output<typeof tourDevice>

/** The last hour of a gas channel, a mean for each minute; null where nothing is known. */
export const trend = z.object({
  device: z.string(),
  channel: z.string(),
  /** Of the first minute. */
  from: moment,
  values: z.array(z.number().nullable()),
})
export type Trend = z.output<typeof trend>

export const counted = z.object({
  name: z.string(),
  inToday: z.int(),
  outToday: z.int(),
  /** Of the last count; null: none today. */
  at: moment.nullable(),
})
export type Counted = z.output<typeof counted>

/** Why somebody was refused, in the fixed words of the readers; anything else is told as `other`. */
export const reason = z.enum([...reasons, 'other']).exclude(['escort needed'])

export const access = z.object({
  at: moment,
  door: z.string(),
  direction,
  result,
  reason: reason.nullable(),
  /** false: let in, and nobody went through. */
  taken: z.boolean().nullable(),
})
export type Access = z.output<typeof access>

/** What else happened, by the sender's kind: nothing is told that is not in this list. */
export const happened = z.enum([
  'door.forced-open',
  'door.held-open',
  'door.tamper',
  'door.fault',
  'camera.motion',
  'camera.person-detected',
  'camera.vehicle-detected',
  'camera.crowd-detected',
  'intercom.ringing',
])

export const happening = z.object({ at: moment, where: z.string(), type: happened, severity })
export type Happening = z.output<typeof happening>

export const building = z.object({
  name: z.string(),
  timeZone: z.string(),
  /** Counted at every way in since the hour at which only the night guard is there. */
  inside: z.object({ people: z.int(), since: moment }),
  devices: z.array(tourDevice),
  trends: z.array(trend),
  counters: z.array(counted),
  /** Today by the hour in the building's time zone; hours to come are left out. */
  hours: z.array(z.object({ hour: z.int(), entries: z.int(), exits: z.int() })),
  /** Newest first. */
  accesses: z.array(access),
  happenings: z.array(happening),
  deniedToday: z.int(),
})
export type Building = z.output<typeof building>

export const now = query('tour.now', 'GET /tour', 'public', {
  summary: 'What the building of the public tour reports right now, without signing in',
  output: z.object({
    at: moment,
    /** null: the tour does not run on this installation. */
    building: building.nullable(),
  }),
  // One browser asks every two seconds; several of one address may.
  rateLimit: 240,
})
