// The one stream of what devices report beyond readings: forced doors, tamper, faults, going on and off line.
import { z } from 'zod'
import { command } from '../access/commands.ts'
import { gasChannel } from '../building/wire.ts'
import { kind, readPermission } from '../building/devices.ts'
import { log } from '../access/entry-exit.ts'
import { muster } from '../access/muster.ts'
import { alarm, transition } from '../safety/alarms.ts'
import { notification } from '../messages/notifications.ts'
import { event, query, type DomainFacts } from '../operation.ts'
import { between, id, moment, named, next, page, search } from '../shapes.ts'

export const domain: DomainFacts = { title: 'Events' }

/** From what is only said to what somebody must act upon. */
export const severities = ['information', 'warning', 'high', 'critical'] as const
export const severity = z.enum(severities)
export type Severity = z.output<typeof severity>

export const deviceEvent = z.object({
  id,
  deviceId: id.nullable(),
  device: z.string().nullable(),
  deviceKind: kind,
  /** `door.forced-open`, `device.offline`...: the domain, then what happened. */
  type: z.string(),
  severity,
  at: moment,
  receivedAt: moment,
  /** Where one event is read all that was said; in pages and live the fields that are understood. */
  data: z.record(z.string(), z.unknown()),
  correlationId: id,
})
export type DeviceEvent = z.output<typeof deviceEvent>

export const list = query('events.list', 'GET /events', 'read_dashboard', {
  sentence: ['Viewed', 'the events of devices'],
  summary: 'Events of the devices the caller may see, newest first',
  input: page.extend({
    ...between,
    deviceId: id.optional(),
    kind: kind.optional(),
    /** `door.forced-open`. */
    type: z.string().max(60).optional(),
    /** This severe at least. */
    severity: severity.optional(),
    siteId: id.optional(),
    zoneId: id.optional(),
    correlationId: id.optional(),
    /** Part of a device's name or of what happened. */
    q: search,
  }),
  output: z.object({ events: z.array(deviceEvent), next }),
})

export const byId = query('events.byId', 'GET /events/{id}', 'read_dashboard', {
  sentence: ['Viewed', 'an event of a device'],
  summary: 'One event, with its neighbours in time at the same device',
  output: z.object({ event: deviceEvent, before: z.array(deviceEvent), after: z.array(deviceEvent) }),
})

/** Of a gas channel: below all set points, or how severe the alarm of the highest is that it has reached. */
export const levels = ['normal', 'low', 'medium', 'high', 'critical'] as const

/** One thing that has the correlation id in question. A domain adds its own in one line, and its reader on the server. */
export const timelineEntry = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('event'), at: moment, event: deviceEvent }),
  z.object({ kind: z.literal('access'), at: moment, log }),
  z.object({ kind: z.literal('command'), at: moment, command }),
  z.object({
    kind: z.literal('activity'),
    at: moment,
    activity: z.object({
      id,
      actor: z.string(),
      onBehalfOf: z.string().nullable(),
      /** The one name of the operation: `roles.update`. */
      action: z.string(),
      subject: z.string().nullable(),
      status: z.int(),
      address: z.string().nullable(),
    }),
  }),
  z.object({ kind: z.literal('notification'), at: moment, notification }),
  /** What has become of an alarm. */
  z.object({ kind: z.literal('alarm'), at: moment, transition, alarm }),
  /** That a gas channel came to another level beside it. */
  z.object({
    kind: z.literal('gas'),
    at: moment,
    device: named,
    channel: gasChannel,
    level: z.enum([...levels, 'fault', 'over-range']),
    before: z.enum([...levels, 'fault', 'over-range']),
    value: z.number().nullable(),
    unit: z.string(),
  }),
  /** How many people a counter beside it counted from then on. */
  z.object({
    kind: z.literal('count'),
    at: moment,
    device: named,
    entries: z.int(),
    exits: z.int(),
    /** Within so many. */
    minutes: z.int(),
  }),
  /** A roll-call that belongs to it: as it began, and as it ended. */
  z.object({ kind: z.literal('muster'), at: moment, what: z.enum(['started', 'ended']), muster }),
])
export type TimelineEntry = z.output<typeof timelineEntry>

/** Of one correlation id no more than this is told. */
export const longestTimeline = 500

export const timeline = query('events.timeline', 'GET /timelines/{correlationId}', 'signed-in', {
  sentence: ['Viewed', 'all that came of one call'],
  summary: 'All that belongs together, oldest first: of each kind what the caller may see in its own list',
  output: z.object({
    entries: z.array(timelineEntry),
    /** Some of it is not told: there is more than `longestTimeline`. */
    more: z.boolean(),
  }),
})

export const happened = event('events.happened', deviceEvent, {
  permission: (e) => readPermission[e.deviceKind],
  scope: 'device',
  device: (e) => e.deviceId,
})
