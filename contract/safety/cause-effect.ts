// Cause and effect, after the matrices of fire and gas systems: which actuators are on while which alarms are present. An alarm
// is present while it is active, and neither shelved, suppressed nor out of service.
import { z } from 'zod'
import { changeEvent } from '../change-event.ts'
import { severity } from './alarm-states.ts'
import { purpose } from './actuators.ts'
import { command, query, type DomainFacts } from '../operation.ts'
import { id, moment } from '../shapes.ts'

export const domain: DomainFacts = { title: 'Cause and effect', shows: ['actuators', 'alarmRules', 'labels', 'sites'] }

const facts = {
  name: z.string().trim().min(1, 'Give the effect a name').max(100, 'This name is too long'),
  enabled: z.boolean(),
  /** Alarms of these rules are causes. */
  ruleIds: z.array(id).max(100),
  /** And so are all that are as severe as this at least; null: of the rules alone. */
  fromSeverity: severity.nullable(),
  /** At devices and places of these zones and sites only; both empty: of the whole company. */
  siteIds: z.array(id).max(200),
  zoneIds: z.array(id).max(1000),
  /** What is on while one of the causes is present. */
  actuatorIds: z.array(id).min(1, 'Choose an actuator at least').max(100),
  /** How long a cause has to be present first, in seconds. */
  delaySeconds: z.int('Enter whole seconds').min(0).max(3600, 'At most an hour'),
  /** How long it stays on when the last cause is over, in seconds: ventilation runs on. */
  runOnSeconds: z.int('Enter whole seconds').min(0).max(14_400, 'At most 4 hours'),
}

export const effect = z.object({
  id,
  ...facts,
  /** How many of its actuators the caller may not see; they are not among its `actuatorIds`. */
  hiddenActuators: z.int(),
  version: z.int(),
  changedAt: moment,
  changedBy: z.string().nullable(),
})
export type Effect = z.output<typeof effect>

/** Who works on effects, and who may look at all that is administered. */
const reading = { either: ['admin_access', 'manage_alarms'] } as const

export const list = query('causeEffect.list', 'GET /effects', 'signed-in', {
  ...reading,
  summary: 'The effects of alarms, by their names',
  output: z.object({ effects: z.array(effect) }),
})

/** One cell: the alarms of a rule switch this actuator, by these effects. */
const cell = z.object({ actuatorId: id, effectIds: z.array(id) })

export const matrix = query('causeEffect.matrix', 'GET /effects/matrix', 'signed-in', {
  ...reading,
  summary: 'The matrix of causes and effects: which alarm rules switch which actuators, by the effects that are enabled',
  output: z.object({
    actuators: z.array(z.object({ id, name: z.string(), purpose })),
    effects: z.array(z.object({ id, name: z.string() })),
    /** A row of each alarm rule that is enabled, in the order of severity and name; without effect its cells are empty. */
    causes: z.array(z.object({ ruleId: id, rule: z.string(), severity, cells: z.array(cell) })),
  }),
})

export const create = command('causeEffect.create', 'POST /effects', 'manage_alarms', {
  sentence: ['Added', 'the effect {}', 'an effect of alarms'],
  summary: 'Add an effect; within a second its actuators are on where one of its causes is present already',
  input: z.object({
    ...facts,
    enabled: facts.enabled.default(true),
    ruleIds: facts.ruleIds.default([]),
    fromSeverity: facts.fromSeverity.default(null),
    siteIds: facts.siteIds.default([]),
    zoneIds: facts.zoneIds.default([]),
    delaySeconds: facts.delaySeconds.default(0),
    runOnSeconds: facts.runOnSeconds.default(0),
  }),
  output: z.object({ effect }),
  status: 201,
})

export const update = command('causeEffect.update', 'PUT /effects/{id}', 'manage_alarms', {
  sentence: ['Changed', 'the effect {}', 'an effect of alarms'],
  summary: 'Change an effect from now on; its actuators that the caller may not see stay as they are',
  input: z.object({
    id,
    ...facts,
    /** The version that was changed: refused where there is a newer one. */
    version: z.int(),
  }),
  output: z.object({ effect }),
})

export const remove = command('causeEffect.remove', 'DELETE /effects/{id}', 'manage_alarms', {
  sentence: ['Deleted', 'the effect {}', 'an effect of alarms'],
  summary: 'Delete an effect: what nothing else wants on is switched off',
})

export const altered = changeEvent('causeEffect.altered', 'manage_alarms')
