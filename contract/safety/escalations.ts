// Escalation policies: who is notified of an alarm, by which channels and after how long, until a person acknowledges it.
import { z } from 'zod'
import { command, query, type DomainFacts } from '../operation.ts'
import { id, moment, named } from '../shapes.ts'

export const domain: DomainFacts = { title: 'Escalation policies', shows: ['onCall', 'roles'] }

export const channels = ['in-app', 'email', 'push', 'webhook'] as const
export const channel = z.enum(channels)
export type EscalationChannel = z.output<typeof channel>

/** Together: each of those named, once, if they may acknowledge the alarm and see its device. */
export const who = z.object({
  /** Everybody who may acknowledge alarms. */
  everybody: z.boolean(),
  roleIds: z.array(id).max(20),
  userIds: z.array(id).max(100),
  /** Whoever is on call then. */
  rotaIds: z.array(id).max(20),
})

export const step = z.object({
  who,
  /** In the product itself in any case; `null`: each as they have chosen for themselves. */
  channels: z.array(channel).min(1, 'Choose a channel at least').nullable(),
  /** After the step before it, or after the alarm; in seconds. */
  afterSeconds: z.int('Enter whole seconds').min(0).max(86_400, 'At most a day'),
})
export type EscalationStep = z.output<typeof step>

const facts = {
  name: z.string().trim().min(1, 'Give the policy a name').max(100, 'This name is too long'),
  steps: z.array(step).min(1, 'Add a step at least').max(10, 'At most ten steps'),
  /** After its last step it begins again after so long; null: it ends there. */
  repeatSeconds: z.int('Enter whole seconds').min(60, 'At least a minute').max(86_400, 'At most a day').nullable(),
}

export const policy = z.object({
  id,
  ...facts,
  /** What alarms of rules without a policy of their own follow: the urgent (critical and high), or the others. */
  defaultFor: z.enum(['urgent', 'others']).nullable(),
  version: z.int(),
  changedAt: moment,
  changedBy: z.string().nullable(),
  /** The rules that follow it. */
  rules: z.array(named),
})
export type EscalationPolicy = z.output<typeof policy>

/** Who works on policies, and who may look at all that is administered. */
const reading = { either: ['admin_access', 'manage_alarms'] } as const

export const list = query('escalations.list', 'GET /escalations', 'signed-in', {
  ...reading,
  summary: 'The escalation policies, by their names',
  output: z.object({ policies: z.array(policy) }),
})

export const create = command('escalations.create', 'POST /escalations', 'manage_alarms', {
  sentence: ['Added', 'the escalation policy {}', 'an escalation policy'],
  summary: 'Add an escalation policy',
  input: z.object(facts),
  output: z.object({ policy }),
  status: 201,
})

export const update = command('escalations.update', 'PUT /escalations/{id}', 'manage_alarms', {
  sentence: ['Changed', 'the escalation policy {}', 'an escalation policy'],
  summary: 'Change an escalation policy; alarms that are being escalated go on as they began',
  input: z.object({
    id,
    ...facts,
    /** The version that was changed: refused where there is a newer one. */
    version: z.int(),
  }),
  output: z.object({ policy }),
})

export const remove = command('escalations.remove', 'DELETE /escalations/{id}', 'manage_alarms', {
  sentence: ['Deleted', 'the escalation policy {}', 'an escalation policy'],
  summary: 'Delete an escalation policy; refused while rules follow it, and of the two that others follow by default',
})
