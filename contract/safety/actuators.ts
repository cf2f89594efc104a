// Actuators: horns, strobes, ventilation and what else a relay switches. What is wanted of each, by the effects of alarms or
// by hand, its newest command and what it reports are three things, and each is shown as it is.
import { z } from 'zod'
import { commandFacts, status, step } from '../building/command-life.ts'
import { commandSentencesOf } from '../building/command-sentences.ts'
import { driver, outOfService } from '../building/devices.ts'
import { command as deviceCommand, event, query, type DomainFacts } from '../operation.ts'
import { id, moment, next, page } from '../shapes.ts'

export const domain: DomainFacts = {
  title: 'Actuators',
  shows: ['devices', 'labels', 'sites', 'causeEffect'],
  sentences: {
    ...commandSentencesOf('an actuator', { 'switch-on': 'switch on', 'switch-off': 'switch off' }),
    overrideEnded: ['Ended', 'the override of {} in its time', 'the override of an actuator in its time'],
  },
}

/** What it is for: a horn can be silenced, and is off by itself after its longest time. */
export const purpose = z.enum(['horn', 'strobe', 'ventilation', 'other'])
export type Purpose = z.output<typeof purpose>

/** The commands of the wire. */
export const asked = z.enum(['switch-on', 'switch-off'])
export type Asked = z.output<typeof asked>

/** A command as it stands; its seconds are those after which the actuator is off by itself. */
export const standing = z.object({ ...commandFacts, asked, action: asked })
export type Standing = z.output<typeof standing>

export const command = standing.extend({ actuator: z.string(), steps: z.array(step) })
export type Command = z.output<typeof command>

/** Why an actuator is to be on, or off. */
export const why = z.discriminatedUnion('kind', [
  /** No alarm asks for it, and nobody. */
  z.object({ kind: z.literal('nothing') }),
  /** An effect, of the alarm that has asked for it longest. */
  z.object({
    kind: z.literal('effect'),
    effectId: id,
    effect: z.string(),
    alarmId: id,
    alarm: z.string(),
    correlationId: id,
    /** The alarm is over: it runs on until then; null: the alarm is active. */
    runsOnUntil: moment.nullable(),
  }),
  z.object({ kind: z.literal('override'), by: z.string(), reason: z.string(), until: moment, isTest: z.boolean() }),
  /** Alarms ask for it, and somebody has silenced it about each of them. */
  z.object({ kind: z.literal('silenced'), by: z.string(), at: moment }),
  /** Alarms ask for it, and it was on for its longest time. */
  z.object({ kind: z.literal('longest') }),
])
export type Why = z.output<typeof why>

/** By hand, at most for so long. */
export const overrideMinutes = { least: 1, most: 480 } as const
const testSeconds = { least: 1, most: 300 } as const

const settings = {
  purpose,
  /** It is off by itself after so many seconds on; null: it is on for as long as it is wanted. */
  longestOnSeconds: z.int('Enter whole seconds').min(5, 'At least 5 s').max(86_400, 'At most a day').nullable(),
  /** How long the answer to a command is waited for. */
  answerSeconds: z.int('Enter whole seconds').min(1).max(300, 'At most 5 minutes'),
}

export const actuator = z.object({
  id,
  key: z.string(),
  name: z.string(),
  siteId: id,
  site: z.string(),
  floor: z.string().nullable(),
  zoneId: id.nullable(),
  zone: z.string().nullable(),
  driver,
  /** null: it has never reported. */
  online: z.boolean().nullable(),
  lastSeenAt: moment.nullable(),
  ...settings,
  /** What it last reported; null: nothing yet. */
  reported: z.object({ isOn: z.boolean(), isFaulty: z.boolean(), at: moment, receivedAt: moment }).nullable(),
  wanted: z.object({ isOn: z.boolean(), since: moment.nullable(), why }),
  /** Since when it does not do what is wanted, while the command is repeated; null: it does, as far as it reports. */
  failedSince: moment.nullable(),
  override: z
    .object({
      isOn: z.boolean(),
      isTest: z.boolean(),
      reason: z.string(),
      by: z.string(),
      since: moment,
      until: moment,
    })
    .nullable(),
  /** Somebody works at it: it is not switched until it is back. */
  outOfService: outOfService.nullable(),
  /** Its newest command. */
  command: standing.nullable(),
})
export type Actuator = z.output<typeof actuator>

const one = z.object({ actuatorId: id })
const answersIt = { output: z.object({ actuator }), target: { device: 'actuatorId' } } as const
const reason = z.string().trim().min(3, 'Say why in a few words').max(200)

export const list = query('actuators.list', 'GET /actuators', 'view_gas_detection', {
  summary:
    'The actuators the caller may see, by their names: what is wanted of each and why, what it was told and what it reports',
  input: z.object({ purpose: purpose.optional(), siteId: id.optional(), zoneId: id.optional() }),
  output: z.object({ actuators: z.array(actuator) }),
})

export const byId = query('actuators.byId', 'GET /actuators/{actuatorId}', 'view_gas_detection', {
  summary: 'One actuator',
  ...answersIt,
})

export const commands = query('actuators.commands', 'GET /actuators/{actuatorId}/commands', 'view_gas_detection', {
  summary: 'The commands of an actuator, newest first, with each of their steps',
  input: page.extend({ actuatorId: id }),
  output: z.object({ commands: z.array(command), next }),
  target: { device: 'actuatorId' },
})

export const commandById = query('actuators.commandById', 'GET /actuator-commands/{commandId}', 'view_gas_detection', {
  summary: 'What came of a command to an actuator: its status and each step of its way',
  output: z.object({ command, status }),
})

export const override = deviceCommand(
  'actuators.override',
  'POST /actuators/{actuatorId}/override',
  'operate_actuators',
  {
    sentence: ['Switched', '{} by hand', 'an actuator by hand'],
    summary: 'Switch an actuator on or off by hand, whatever alarms ask for, until the time is over or it is ended',
    input: one.extend({
      isOn: z.boolean(),
      minutes: z
        .int('Enter whole minutes')
        .min(overrideMinutes.least, 'At least a minute')
        .max(overrideMinutes.most, 'At most 8 hours'),
      reason,
    }),
    ...answersIt,
  },
)

export const endOverride = deviceCommand(
  'actuators.endOverride',
  'POST /actuators/{actuatorId}/automatic',
  'operate_actuators',
  {
    sentence: ['Returned', '{} to automatic', 'an actuator to automatic'],
    summary: 'End the override of an actuator: alarms switch it again',
    input: one,
    ...answersIt,
  },
)

export const test = deviceCommand('actuators.test', 'POST /actuators/{actuatorId}/test', 'operate_actuators', {
  sentence: ['Tested', '{}', 'an actuator'],
  summary: 'Switch an actuator on for some seconds, to see that it works; then alarms switch it again',
  input: one.extend({
    seconds: z
      .int('Enter whole seconds')
      .min(testSeconds.least, 'At least a second')
      .max(testSeconds.most, 'At most 5 minutes'),
  }),
  ...answersIt,
})

export const silence = deviceCommand('actuators.silence', 'POST /actuators/{actuatorId}/silence', 'operate_actuators', {
  sentence: ['Silenced', '{}', 'a horn'],
  summary: 'Silence a horn about the alarms that it sounds for; it sounds again at the next one',
  input: one,
  ...answersIt,
})

export const update = deviceCommand('actuators.update', 'PUT /actuators/{actuatorId}', 'manage_gas', {
  sentence: ['Changed', 'what {} is for and how it is worked', 'what an actuator is for and how it is worked'],
  summary: 'Change what an actuator is for, how long it may be on and how long its answer is waited for',
  input: z.object({
    actuatorId: id,
    purpose: z.optional(settings.purpose),
    longestOnSeconds: z.optional(settings.longestOnSeconds),
    answerSeconds: z.optional(settings.answerSeconds),
  }),
  ...answersIt,
})

/** A command and its newest step. */
export const commanded = event('actuators.commanded', z.object({ command: standing, step }), {
  permission: 'view_gas_detection',
  scope: 'device',
  device: (d) => d.command.deviceId,
})

/** An actuator is otherwise than it was: what it reports, what is wanted of it, an override, its settings. Ask for it again. */
export const altered = event('actuators.altered', z.object({ deviceId: id, at: moment }), {
  permission: 'view_gas_detection',
  scope: 'device',
  touches: true,
  device: (d) => d.deviceId,
  coalesce: (d) => d.deviceId,
})
