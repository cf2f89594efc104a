// Alarms, after ISA-18.2 / IEC 62682: what is wrong at a device and asks for a response, and what people have done about
// it. One alarm per rule and source, however often it occurs; none is cleared by time alone.
import { z } from 'zod'
import { severity, state, states } from './alarm-states.ts'
import { device as deviceShape, type DeviceKind, kind as deviceKind, readPermission } from '../building/devices.ts'
import { command, event, query, type DomainFacts } from '../operation.ts'
import type { Permission } from '../permissions.ts'
import { between, id, moment, named, next, page, search, sortedBy } from '../shapes.ts'

export { counts } from './alarm-counts.ts'
export { type AlarmState, severity, type Severity, state, states } from './alarm-states.ts'

export const domain: DomainFacts = {
  title: 'Alarms',
  shows: ['alarmRules', 'devices', 'labels', 'sites'],
  sentences: {
    raised: ['Raised', 'the alarm {}', 'an alarm'],
    occurred: ['Raised', 'the alarm {} again', 'an alarm again'],
    returned: ['Returned to normal', 'the alarm {}', 'an alarm'],
    cleared: ['Cleared', 'the alarm {}', 'an alarm'],
    shelfEnded: ['Ended', 'the shelving of the alarm {}', 'the shelving of an alarm'],
    suppressed: ['Suppressed', 'the alarm {}', 'an alarm'],
    unsuppressed: ['Ended', 'the suppression of the alarm {}', 'the suppression of an alarm'],
    outOfService: ['Took out of service', 'the alarm {}', 'an alarm'],
    inService: ['Brought back into service', 'the alarm {}', 'an alarm'],
  },
}

/** What of a shelf may be chosen, in minutes. */
export const shelfMinutes = { least: 15, most: 480 } as const

const words = z.string().trim()

interface SeenAt {
  readonly device: { readonly kind: DeviceKind } | null | undefined
  readonly site: object | null | undefined
}

/** Who may see an alarm beside acknowledging it: of a place is how many people are there, of none what is wrong with the record. */
export const sightOf = ({ device, site }: SeenAt): Permission => {
  if (device) return readPermission[device.kind]
  return site ? 'view_people_count' : 'view_activity_logs'
}

/** What an alarm is at. */
export const source = z.object({ id, key: z.string(), name: z.string(), kind: deviceKind })

export const alarm = z.object({
  id,
  state,
  severity,
  /** What is wrong, without where: the name of its rule as it was then. */
  title: z.string(),
  /** And the version of it that raised the alarm. */
  rule: z.object({ id, name: z.string(), version: z.int() }),
  /** null: of its zone, its floor or its site; without all of the installation itself, such as its activity log. */
  device: source.nullable(),
  /** Which part of the device: a gas channel; null: all of it. */
  part: z.string().nullable(),
  site: named.nullable(),
  /** Of an alarm of a floor as a whole. */
  floor: named.nullable(),
  zone: named.nullable(),
  raisedAt: moment,
  /** Of the newest occurrence. */
  lastAt: moment,
  /** null while its condition holds. */
  returnedAt: moment.nullable(),
  /** How often it has occurred since it was raised. */
  count: z.int().min(1),
  /** As measured at the newest occurrence. */
  value: z.number().nullable(),
  unit: z.string().nullable(),
  /** Of its incident. */
  correlationId: id,
  /** Whether it came first of the alarms of its incident. */
  isFirstOut: z.boolean(),
  acknowledged: z.object({ at: moment, by: z.string(), note: z.string().nullable() }).nullable(),
  shelvedUntil: moment.nullable(),
  shelved: z.object({ at: moment, by: z.string(), reason: z.string() }).nullable(),
  assignee: named.nullable(),
  /** Whether it stays, returned and acknowledged, until it is resolved. */
  latches: z.boolean(),
  /** Whether resolving it takes a reason. */
  reasonAsked: z.boolean(),
  cleared: z.object({ at: moment, by: z.string().nullable(), reason: z.string().nullable() }).nullable(),
})
export type Alarm = z.output<typeof alarm>

export const list = query('alarms.list', 'GET /alarms', 'acknowledge_alarms', {
  summary: 'The alarms of what the caller may see, unless sorted otherwise the most urgent first',
  input: page.extend({
    ...sortedBy('urgency', 'raisedAt', 'lastAt', 'severity', 'title', 'device', 'count'),
    /** `open`: all but the cleared. */
    state: z.enum(['open', 'any', ...states]).default('open'),
    severity: severity.optional(),
    /** Part of its title or of the name of its device or its place. */
    q: search,
    siteId: id.optional(),
    zoneId: id.optional(),
    deviceId: id.optional(),
    ruleId: id.optional(),
    correlationId: id.optional(),
    assigneeId: id.optional(),
    /** Those that occurred in this time: raised before its end, and again or for the first time after its beginning. */
    ...between,
  }),
  output: z.object({ alarms: z.array(alarm), next }),
})

export const transition = z.object({
  at: moment,
  what: z.enum([
    'raised',
    'occurred',
    'returned',
    'acknowledged',
    'shelved',
    'unshelved',
    'shelf-ended',
    'suppressed',
    'unsuppressed',
    'out-of-service',
    'in-service',
    'assigned',
    'commented',
    'checked',
    'unchecked',
    'cleared',
  ]),
  /** null: the server itself. */
  by: z.string().nullable(),
  note: z.string().nullable(),
})
export type Transition = z.output<typeof transition>

export const checked = z.object({
  step: z.string(),
  done: z.object({ at: moment, by: z.string() }).nullable(),
})

const one = z.object({ id })
const answersIt = { output: z.object({ alarm }) } as const

export const byId = query('alarms.byId', 'GET /alarms/{id}', 'acknowledge_alarms', {
  summary: 'One alarm, with its checklist and what has become of it, the newest 500 steps, oldest first',
  output: z.object({ alarm, checklist: z.array(checked), history: z.array(transition) }),
})

/** What has become of one notification of an alarm, by one channel. */
export const receipt = z.object({
  at: moment,
  person: z.string(),
  channel: z.enum(['in-app', 'email', 'push']),
  /** The address, or the browser. */
  to: z.string(),
  status: z.enum(['queued', 'sent', 'delivered', 'seen', 'acknowledged', 'failed']),
  /** Why it failed, or what became of it last. */
  reason: z.string().nullable(),
})
export type AlarmReceipt = z.output<typeof receipt>

export const escalation = query('alarms.escalation', 'GET /alarms/{id}/escalation', 'acknowledge_alarms', {
  summary: 'Who was notified of an alarm, by which channel and what became of it, and what comes next',
  output: z.object({
    /** Newest first. */
    receipts: z.array(receipt),
    /** null: it is not escalated (any more). */
    next: z.object({ at: moment, policy: z.string(), step: z.int(), steps: z.int() }).nullable(),
  }),
})

/** What somebody who goes there has to know of the place. */
export const surroundings = query('alarms.surroundings', 'GET /alarms/{id}/surroundings', 'acknowledge_alarms', {
  summary:
    'The device of an alarm, the plan that it, its zone or its floor is on, and the doors beside it, as far as the caller may see them',
  output: z.object({
    /** null: it is of a place or of the installation, or its device is retired. */
    device: deviceShape.nullable(),
    /** null: it is on none that the caller may see. */
    plan: z.object({ floorId: id, floor: z.string() }).nullable(),
    /** Those of its zone first, then those of the zones one door away. */
    doors: z.array(deviceShape.extend({ isAdjacent: z.boolean() })),
  }),
})

const note = words.max(500).optional()

export const acknowledge = command('alarms.acknowledge', 'POST /alarms/{id}/acknowledge', 'acknowledge_alarms', {
  sentence: ['Acknowledged', 'the alarm {}', 'an alarm'],
  summary: 'Acknowledge an alarm; of one that is acknowledged already the note becomes a comment',
  input: one.extend({
    note,
    /** The newest occurrence that the caller has seen: one that came later is not acknowledged by it. */
    lastAt: moment.optional(),
  }),
  ...answersIt,
})

export const acknowledgeMany = command('alarms.acknowledgeMany', 'POST /alarms/acknowledge', 'acknowledge_alarms', {
  sentence: ['Acknowledged', 'alarms'],
  summary: 'Acknowledge several alarms; those that are acknowledged already stay as they are',
  input: z.object({ ids: z.array(id).min(1, 'Choose an alarm at least').max(500), note }),
  output: z.object({ acknowledged: z.int() }),
})

export const shelve = command('alarms.shelve', 'POST /alarms/{id}/shelve', 'manage_alarms', {
  sentence: ['Shelved', 'the alarm {}', 'an alarm'],
  summary: 'Put an alarm aside for a while: nobody is notified of it until it comes back by itself',
  input: one.extend({
    minutes: z
      .int('Enter whole minutes')
      .min(shelfMinutes.least, 'At least 15 minutes')
      .max(shelfMinutes.most, 'At most 8 hours'),
    reason: words.min(3, 'Say why in a few words').max(500),
  }),
  ...answersIt,
})

export const unshelve = command('alarms.unshelve', 'POST /alarms/{id}/unshelve', 'manage_alarms', {
  sentence: ['Unshelved', 'the alarm {}', 'an alarm'],
  summary: 'Bring a shelved alarm back before its time',
  ...answersIt,
})

export const resolve = command('alarms.resolve', 'POST /alarms/{id}/resolve', 'acknowledge_alarms', {
  sentence: ['Resolved', 'the alarm {}', 'an alarm'],
  summary: 'Clear an alarm whose condition is over; refused while it holds',
  input: one.extend({ reason: words.max(500).optional() }),
  ...answersIt,
})

export const assign = command('alarms.assign', 'POST /alarms/{id}/assign', 'acknowledge_alarms', {
  sentence: ['Assigned', 'the alarm {}', 'an alarm'],
  summary: 'Assign an alarm to a person, or to nobody',
  input: one.extend({ userId: id.nullable() }),
  ...answersIt,
})

export const comment = command('alarms.comment', 'POST /alarms/{id}/comment', 'acknowledge_alarms', {
  sentence: ['Commented', 'on the alarm {}', 'on an alarm'],
  summary: 'Add a comment to an alarm',
  input: one.extend({ text: words.min(1, 'Write a comment').max(2000) }),
  ...answersIt,
})

export const check = command('alarms.check', 'POST /alarms/{id}/checklist', 'acknowledge_alarms', {
  sentence: ['Worked', 'on the checklist of the alarm {}', 'on the checklist of an alarm'],
  summary: 'Mark a step of an alarm’s checklist as done, or as not done',
  input: one.extend({ step: z.int().min(0).max(50), done: z.boolean() }),
  ...answersIt,
})

const token = z.string().regex(/^[\w-]{43}$/, 'This link is not whole')

/** What of an alarm somebody sees who comes by a link of a letter, without being signed in. */
export const linked = query('alarms.linked', 'GET /alarm-links/{token}', 'public', {
  summary: 'The alarm that a link of a letter is about, for the one to whom it was sent',
  input: z.object({ token }),
  output: z.object({
    title: z.string(),
    severity,
    device: z.string().nullable(),
    /** Of no device: its zone or its site. */
    place: z.string().nullable(),
    raisedAt: moment,
    /** Who has acknowledged it; null: nobody yet. */
    acknowledgedBy: z.string().nullable(),
    /** Whether the link can be used still. */
    isOpen: z.boolean(),
    /** Whose it is. */
    person: z.string(),
  }),
  rateLimit: 60,
})

export const acknowledgeLinked = command('alarms.acknowledgeLinked', 'POST /alarm-links', 'public', {
  sentence: ['Acknowledged', 'the alarm {} by a link', 'an alarm by a link'],
  summary: 'Acknowledge an alarm by the link of a letter, once',
  touches: false,
  input: z.object({ token }),
  output: z.object({ acknowledgedBy: z.string() }),
  rateLimit: 30,
})

export const acknowledgePushed = command('alarms.acknowledgePushed', 'POST /push/acknowledge', 'public', {
  sentence: ['Acknowledged', 'the alarm {} from its notification', 'an alarm from its notification'],
  summary: 'Acknowledge the alarm of a pushed notification by its button; the token came with it',
  touches: false,
  input: z.object({ token }),
  output: z.object({ acknowledged: z.int() }),
  rateLimit: 60,
})

/** One alarm as it is now: raised, or otherwise than it was. */
export const changed = event('alarms.changed', alarm, {
  permission: sightOf,
  also: 'acknowledge_alarms',
  scope: 'device',
  device: ({ device, zone, floor, site }) => (device ?? zone ?? floor ?? site)?.id ?? null,
  coalesce: ({ id: which }) => which,
})
