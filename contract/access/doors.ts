// What a door is, what it last reported (ONVIF DoorControl terms) and what may be done to it. No state here is ever a hope.
import { commandSentencesOf } from '../building/command-sentences.ts'
import { z } from 'zod'
import { command as sentCommand, standing, step } from './commands.ts'
import { driver, outOfService } from '../building/devices.ts'
import { command, event, query, type DomainFacts } from '../operation.ts'
import { id, moment, next, page, search, sortedBy } from '../shapes.ts'
import { severity, state as alarmState } from '../safety/alarm-states.ts'
import { doorAlarm, doorContact, doorFault, doorLock, doorMode, doorTamper } from '../building/wire.ts'

export const domain: DomainFacts = {
  title: 'Doors',
  shows: ['doorSetup', 'lockdowns', 'sites', 'labels'],
  sentences: {
    // Those that are operations too are said alike.
    ...commandSentencesOf('a door', {
      unlock: 'unlock',
      lock: 'lock',
      hold: 'stay unlocked',
      release: 'end its hold',
      lockdown: 'lock down',
      'release-lockdown': 'end its lockdown',
    }),
    // Of records before alarms had a domain of their own.
    acknowledge: ['Acknowledged', 'the alarm of {}', 'an alarm of a door'],
    // And before devices of every kind could be out of service.
    maintenance: ['Changed', 'whether {} is in maintenance', 'whether a door is in maintenance'],
  },
}

const parts = {
  mode: doorMode,
  lock: doorLock,
  contact: doorContact,
  alarm: doorAlarm,
  tamper: doorTamper,
  fault: doorFault,
}

export const state = z.object({ deviceId: id, key: z.string(), ...parts, at: moment, receivedAt: moment })
export type DoorState = z.output<typeof state>

/** At or below this a battery wants changing, in per cent. */
export const lowBattery = 15

export const reasonAsked = z.enum(['never', 'hold', 'always'])
export const watchedBy = z.enum(['controller', 'server'])

const seconds = (most: number) => z.int().min(1).max(most)

export const settings = z.object({
  /** How long an unlock lasts. */
  pulseSeconds: seconds(3600),
  /** How long for people who need longer. */
  extendedSeconds: seconds(3600),
  openTooLongSeconds: seconds(86_400),
  /** How long the answer to a command is waited for. */
  answerSeconds: seconds(300),
  /** When a reason is asked for: holding open and lockdown always ask, an unlock with `always` only. */
  reasonAsked,
  /** Who tells that it is forced or stands open. */
  watchedBy,
})
export type Settings = z.output<typeof settings>

/** The worst that asks for a response at the door, as `alarms.list` has it. */
export const alarm = z.object({
  id,
  title: z.string(),
  severity,
  state: alarmState.extract(['unacknowledged', 'acknowledged', 'returned-unacknowledged', 'latched']),
  /** Of the newest occurrence. */
  since: moment,
  /** How often it has occurred since it was raised. */
  count: z.int(),
  /** null while its condition holds. */
  returnedAt: moment.nullable(),
  /** Of its incident: what happens at the door until it is shut and locked again carries it too. */
  correlationId: id,
  acknowledged: z.object({ at: moment, by: z.string(), note: z.string().nullable() }).nullable(),
})
export type Alarm = z.output<typeof alarm>

export const door = z.object({
  id,
  key: z.string(),
  name: z.string(),
  siteId: id,
  site: z.string(),
  floorId: id.nullable(),
  floor: z.string().nullable(),
  zoneId: id.nullable(),
  zone: z.string().nullable(),
  /** null: outside. */
  fromZoneId: id.nullable(),
  fromZone: z.string().nullable(),
  toZoneId: id.nullable(),
  toZone: z.string().nullable(),
  driver,
  /** null: never heard of. */
  online: z.boolean().nullable(),
  lastSeenAt: moment.nullable(),
  battery: z.number().nullable(),
  /** null: it has never said. */
  state: z
    .object({
      ...parts,
      at: moment,
      receivedAt: moment,
      /** Since when the contact is as it is. */ contactSince: moment.nullable(),
    })
    .nullable(),
  settings,
  outOfService: outOfService.nullable(),
  /** Held open, as the door has confirmed. */
  hold: z.object({ since: moment, by: z.string(), reason: z.string().nullable() }).nullable(),
  /** null: nothing at it asks for a response; one that has returned to normal stays until somebody acknowledges it. */
  alarm: alarm.nullable(),
  /** The lockdowns under way that it is under, the oldest first: it is not unlocked before the last is released. */
  lockdowns: z.array(z.object({ id, name: z.string(), since: moment })),
  /** An incident that still runs, though its alarm may be over: not shut and locked again. */
  incident: id.nullable(),
  /** The newest that it was told. */
  command: standing.nullable(),
})
export type Door = z.output<typeof door>

export const list = query('doors.list', 'GET /doors', 'read_doors', {
  summary:
    'The doors the caller may see, unless sorted otherwise those in alarm first, then by name: where each is, what it last reported and what it was last told',
  input: z.object({
    ...sortedBy('attention', 'name', 'place', 'state', 'driver', 'key', 'battery', 'lastSeenAt', 'reportedAt'),
    /** Part of its name, key or zone. */
    q: search,
    siteId: id.optional(),
    floorId: id.optional(),
    zoneId: id.optional(),
    groupId: id.optional(),
    /** Only those that need somebody: in alarm or not acknowledged, tampered with, faulty, offline, low on battery. */
    attention: z.enum(['true', 'false']).optional(),
    /** Only those in alarm, and those whose alarm nobody has acknowledged. */
    alarm: z.enum(['true', 'false']).optional(),
    limit: z.coerce.number().int().min(1).max(1000).default(100),
    cursor: z.string().max(1000).optional(),
  }),
  output: z.object({
    doors: z.array(door),
    next,
    /** Of what is asked for, whether they need somebody or not. */
    total: z.int(),
    needAttention: z.int(),
  }),
})

const one = z.object({ doorId: id })
const aDoor = { target: { device: 'doorId' } } as const
const why = z.string().trim().min(3, 'Say why in a few words').max(200)

export const byId = query('doors.byId', 'GET /doors/{doorId}', 'read_doors', {
  summary: 'One door',
  input: one,
  output: z.object({ door }),
  ...aDoor,
})

const accepted = { output: z.object({ commandId: id }), status: 202, ...aDoor } as const

export const unlock = command('doors.unlock', 'POST /doors/{doorId}/unlock', 'operate_doors', {
  summary: 'Unlock a door for a while; what comes of it is told by its command',
  touches: false,
  input: one.extend({
    /** The door's own pulse where absent. */
    seconds: seconds(3600).optional(),
    /** For people who need longer: the door's extended time. */
    extended: z.boolean().optional(),
    reason: why.optional(),
  }),
  ...accepted,
})

export const lock = command('doors.lock', 'POST /doors/{doorId}/lock', 'operate_doors', {
  summary: 'Lock a door now, whatever held it unlocked',
  touches: false,
  input: one.extend({ reason: why.optional() }),
  ...accepted,
})

export const hold = command('doors.hold', 'POST /doors/{doorId}/hold', 'operate_doors', {
  summary: 'Hold a door unlocked until it is released',
  touches: false,
  input: one.extend({ reason: why }),
  ...accepted,
})

export const release = command('doors.release', 'POST /doors/{doorId}/release', 'operate_doors', {
  summary: 'End a hold: the door goes back to what its schedule wants',
  touches: false,
  input: one.extend({ reason: why.optional() }),
  ...accepted,
})

export const commands = query('doors.commands', 'GET /doors/{doorId}/commands', 'read_doors', {
  summary: 'The commands of a door, newest first, with each of their steps',
  input: page.extend({ doorId: id }),
  output: z.object({ commands: z.array(sentCommand), next }),
  ...aDoor,
})

export const update = command('doors.update', 'PUT /doors/{doorId}', 'manage_doors', {
  sentence: ['Changed', 'how {} is worked and watched', 'how a door is worked and watched'],
  summary: 'Change how a door is worked and watched',
  input: settings.partial().extend({ doorId: id }),
  output: z.object({ door }),
  ...aDoor,
})

export const retire = command('doors.retire', 'POST /doors/{doorId}/retire', 'manage_doors', {
  sentence: ['Retired', 'the door {}', 'a door'],
  summary: 'Take a door out for good: its controller may no longer connect, its history stays',
  removes: true,
  input: one.extend({ reason: why }),
  output: z.object({ deviceId: id }),
  ...aDoor,
})

export const changed = event('doors.changed', state, {
  permission: 'read_doors',
  scope: 'device',
  device: (d) => d.deviceId,
})

/** A command and its newest step. */
export const commanded = event('doors.commanded', z.object({ command: standing, step }), {
  permission: 'read_doors',
  scope: 'device',
  device: (d) => d.command.deviceId,
})

/** Something else of a door is other than it was: its settings, its alarm, who deals with it. Ask for it again. */
export const altered = event('doors.altered', z.object({ deviceId: id, at: moment }), {
  permission: 'read_doors',
  scope: 'device',
  touches: true,
  device: (d) => d.deviceId,
  coalesce: (d) => d.deviceId,
})
