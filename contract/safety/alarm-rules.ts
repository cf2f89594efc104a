// The rules that raise alarms: what they are about, where, and what they ask of who deals with it. A rule is never changed
// in place: each change is a version, and an alarm names the one that raised it.
import { z } from 'zod'
import { severity, source } from './alarms.ts'
import { kind as deviceKind } from '../building/devices.ts'
import { command, query, type DomainFacts } from '../operation.ts'
import { id, moment, named } from '../shapes.ts'
import { measuresThatAre } from './measures.ts'

export const domain: DomainFacts = { title: 'Alarm rules', shows: ['alarms', 'escalations'] }

const delay = z.int('Enter whole seconds').min(0).max(86_400, 'At most a day').default(0)
const delays = {
  /** How long it has to hold before it is an alarm, in seconds. */
  onDelaySeconds: delay,
  /** How long it has to be over before it has returned to normal, in seconds. */
  offDelaySeconds: delay,
}
const measured = z.enum(measuresThatAre('value'))
const comparison = z.enum(['above', 'below'])

export const condition = z.discriminatedUnion('kind', [
  /** A value at or beyond its set point, until it is `hysteresis` short of it again. */
  z.object({
    kind: z.literal('threshold'),
    measure: measured,
    comparison,
    value: z.number(),
    hysteresis: z.number().min(0).default(0),
    ...delays,
  }),
  /** A value that has risen or fallen by this much within so many seconds. */
  z.object({
    kind: z.literal('rate'),
    measure: measured,
    comparison,
    change: z.number().positive(),
    withinSeconds: z.int().min(1).max(86_400),
    ...delays,
  }),
  /** What a device or the server finds, for as long as the delay says. */
  z.object({ kind: z.literal('state'), measure: z.enum(measuresThatAre('condition')), ...delays }),
  /** No reading of it for so long, of a device that had one. */
  z.object({ kind: z.literal('stale'), measure: measured, seconds: z.int().min(10).max(604_800) }),
  /** What happens while a schedule is closed. */
  z.object({ kind: z.literal('outside-schedule'), measure: z.enum(measuresThatAre('occurrence')), scheduleId: id }),
  /** What happens so often within so many seconds. */
  z.object({
    kind: z.literal('repeated'),
    measure: z.enum(measuresThatAre('occurrence')),
    times: z.int().min(1).max(1000),
    withinSeconds: z.int().min(1).max(86_400),
  }),
  /** At one device so many of other rules are in alarm; in a zone, a site or the company so many devices are, by any of them. */
  z.object({
    kind: z.literal('combination'),
    ruleIds: z.array(id).min(1).max(20),
    atLeast: z.int().min(2).max(100),
    within: z.enum(['device', 'zone', 'site', 'company']),
    ...delays,
  }),
])
export type Condition = z.output<typeof condition>

/**
 * Where it looks: every part that is named has to fit; nothing named: the whole company. What is of places is judged at each
 * zone that is named, or else at each site by itself.
 */
export const scope = z.object({
  siteIds: z.array(id).max(200).default([]),
  zoneIds: z.array(id).max(1000).default([]),
  labelIds: z.array(id).max(200).default([]),
  kinds: z.array(deviceKind).max(6).default([]),
  deviceIds: z.array(id).max(1000).default([]),
})
export type Scope = z.output<typeof scope>

const facts = {
  name: z.string().trim().min(1, 'Give the rule a name').max(100, 'This name is too long'),
  severity,
  condition,
  scope,
  /** By design: while an alarm of this rule is active in the same zone, nobody is notified of alarms of this one. */
  suppressedBy: z.array(id).max(20),
  /** Whether an alarm stays, returned and acknowledged, until a person resolves it. */
  latches: z.boolean(),
  /** Whether resolving it takes a reason. */
  reasonAsked: z.boolean(),
  /** Who is notified, and when; null: the policy that alarms so urgent follow by default. */
  escalationId: id.nullable(),
  /** What is to be done, step by step. */
  checklist: z.array(z.string().trim().min(1, 'Write what is to be done').max(200)).max(30),
}

export const rule = z.object({
  id,
  version: z.int(),
  enabled: z.boolean(),
  /** Which of the rules that every company begins with it is; null: made by hand. */
  preset: z.string().nullable(),
  ...facts,
  changedAt: moment,
  changedBy: z.string().nullable(),
  /** How many of its alarms are open that the caller may see. */
  open: z.int(),
})
export type AlarmRule = z.output<typeof rule>

/** Who works on rules, and who may look at all that is administered. */
const reading = { either: ['admin_access', 'manage_alarms'] } as const

export const list = query('alarmRules.list', 'GET /alarm-rules', 'signed-in', {
  ...reading,
  summary: 'The rules that raise alarms, by their names',
  output: z.object({ rules: z.array(rule) }),
})

export const byId = query('alarmRules.byId', 'GET /alarm-rules/{id}', 'signed-in', {
  ...reading,
  summary: 'One rule, with its versions, the newest first',
  output: z.object({
    rule,
    versions: z.array(z.object({ version: z.int(), at: moment, by: z.string().nullable(), ...facts })),
  }),
})

export const create = command('alarmRules.create', 'POST /alarm-rules', 'manage_alarms', {
  sentence: ['Added', 'the alarm rule {}', 'an alarm rule'],
  summary: 'Add a rule; within a second it has judged what is so already',
  input: z.object({
    ...facts,
    scope: facts.scope.default({ siteIds: [], zoneIds: [], labelIds: [], kinds: [], deviceIds: [] }),
    suppressedBy: facts.suppressedBy.default([]),
    latches: facts.latches.default(false),
    reasonAsked: facts.reasonAsked.default(false),
    escalationId: facts.escalationId.default(null),
    checklist: facts.checklist.default([]),
    enabled: z.boolean().default(true),
  }),
  output: z.object({ rule }),
  status: 201,
})

export const update = command('alarmRules.update', 'PUT /alarm-rules/{id}', 'manage_alarms', {
  sentence: ['Changed', 'the alarm rule {}', 'an alarm rule'],
  summary: 'Change a rule: it has another version from now on; what it finds no more returns to normal within a second',
  input: z.object({
    id,
    ...facts,
    enabled: z.boolean(),
    /** The version that was changed: refused where there is a newer one. */
    version: z.int(),
  }),
  output: z.object({ rule }),
})

export const remove = command('alarmRules.remove', 'DELETE /alarm-rules/{id}', 'manage_alarms', {
  sentence: ['Deleted', 'the alarm rule {}', 'an alarm rule'],
  summary: 'Delete a rule: it raises no alarm any more; those that are open stay until somebody has dealt with them',
})

const testInput = z.object({ condition, scope, days: z.int().min(1).max(90).default(30) })
export const test = command('alarmRules.test', 'POST /alarm-rules/test', 'manage_alarms', {
  sentence: ['Tested', 'an alarm rule against history'],
  summary: 'The alarms that a rule would have raised in the days before now, newest first',
  audit: false,
  input: testInput,
  output: z.object({
    count: z.int(),
    alarms: z.array(
      z.object({
        /** One of the two. */
        device: source.nullable(),
        place: named.nullable(),
        raisedAt: moment,
        /** null: it still holds; the same moment: an event. */
        returnedAt: moment.nullable(),
        value: z.number().nullable(),
      }),
    ),
    /** What cannot be answered out of history; null where all can. */
    without: z.string().nullable(),
  }),
})
