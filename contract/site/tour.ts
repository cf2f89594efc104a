// The public tour: what a building of its own reports right now, for everybody. Nothing here names a person, a card or
// an id; the building has no people in the store.
import { z } from 'zod'
import { asked, status } from '../access/commands.ts'
import { reasons } from '../access/decisions.ts'
import { device } from '../building/devices.ts'
import { severity } from '../insight/events.ts'
import { direction, result } from '../access/entry-exit.ts'
import { bytes, query, type DomainFacts } from '../operation.ts'
import { severity as alarmSeverity } from '../safety/alarm-states.ts'
import { moment } from '../shapes.ts'

export const domain: DomainFacts = { title: 'Live tour' }

/** A device by its name and place, with the latest it said. */
export const tourDevice = device
  .pick({
    kind: true,
    name: true,
    floor: true,
    zone: true,
    online: true,
    lastSeenAt: true,
    latest: true,
  })
  .extend({
    /** On the plan of which floor, 0 to 1 from the left and from the top; null: on none. */
    spot: z.object({ level: z.int(), x: z.number(), y: z.number() }).nullable(),
  })
export type TourDevice = z.output<typeof tourDevice>

/** The last hour of a gas channel, a mean for each minute; null where nothing is known. */
export const trend = z.object({
  device: z.string(),
  channel: z.string(),
  /** Of the first minute. */
  from: moment,
  values: z.array(z.number().nullable()),
  /** What the value is compared with now, in the unit of the channel. */
  setPoints: z.array(z.object({ comparison: z.enum(['above', 'below']), value: z.number(), severity: alarmSeverity })),
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

/** A floor that has a plan. */
export const floor = z.object({ level: z.int(), name: z.string(), width: z.int(), height: z.int() })
export type Floor = z.output<typeof floor>

/** A command to a door, and what it answered. */
export const worked = z.object({
  at: moment,
  door: z.string(),
  asked,
  status,
  /** From the command to what is known of it last; null: nothing is yet. */
  answeredMs: z.int().nullable(),
})
export type Worked = z.output<typeof worked>

/** The roll-call that is held, or the last one: how many of each zone were found. */
export const drill = z.object({
  startedAt: moment,
  endedAt: moment.nullable(),
  zones: z.array(z.object({ zone: z.string(), people: z.int(), safe: z.int(), missing: z.int() })),
})
export type Drill = z.output<typeof drill>

/** What the tour's record may show: nothing is published that is not in this list. */
export const recorded = z.enum(['doors.unlock', 'muster.start', 'muster.end'])

/** The newest entries of the record, and the last time that all of it was verified. */
export const record = z.object({
  entries: z.array(z.object({ at: moment, action: recorded, subject: z.string() })),
  verified: z
    .object({
      at: moment,
      ok: z.boolean(),
      /** Entries, and entries and exits under their seals. */
      checked: z.int(),
      logs: z.int(),
      /** The hash at the end of the chain; null: it has none yet. */
      head: z.string().nullable(),
    })
    .nullable(),
})
export type TourRecord = z.output<typeof record>

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
  floors: z.array(floor),
  /** Newest first. */
  worked: z.array(worked),
  /** null: none was held yet. */
  drill: drill.nullable(),
  record,
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

export const plan = query('tour.plan', 'GET /tour/plans/{level}', 'public', {
  summary: 'The plan of a floor of the public tour, as a picture',
  input: z.object({ level: z.coerce.number().int() }),
  output: bytes,
  download: 'image/webp',
})
