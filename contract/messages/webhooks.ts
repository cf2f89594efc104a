// Webhooks: programs elsewhere that are told what happens in the company, signed so that they can believe it.
import { z } from 'zod'
import { status } from './channels.ts'
import { isKind, kinds as allKinds, type Kind } from './notifications.ts'
import { command, query, type DomainFacts } from '../operation.ts'
import { id, moment, next, page } from '../shapes.ts'

export const domain: DomainFacts = { title: 'Webhooks' }

/** What becomes of alarms; a webhook may answer `alarm.raised` and `alarm.escalated` with an acknowledgement. */
export const alarmEvents = {
  'alarm.raised': 'An alarm is raised, or occurs again',
  'alarm.escalated': 'Nobody has acknowledged an alarm, and a step of its escalation names webhooks',
  'alarm.acknowledged': 'Somebody acknowledges an alarm',
  'alarm.cleared': 'An alarm is cleared',
} as const
export type AlarmEvent = keyof typeof alarmEvents
export const isAlarmEvent = (name: string): name is AlarmEvent => Object.hasOwn(alarmEvents, name)

/** Notifications of what is of the company; what concerns one account goes to its owner alone. */
export const notificationKinds: readonly Kind[] = Object.keys(allKinds)
  .filter(isKind)
  .filter((kind) => allKinds[kind].area !== 'Account' && allKinds[kind].area !== 'Alarms')

/** All that a webhook can be sent. */
export const kinds: readonly (Kind | AlarmEvent)[] = [
  ...Object.keys(alarmEvents).filter(isAlarmEvent),
  ...notificationKinds,
]

/** In words. */
export const kindText = (kind: string): string => {
  if (isAlarmEvent(kind)) return alarmEvents[kind]
  return isKind(kind) ? allKinds[kind].description : kind
}

/** What a receiver may answer, to acknowledge the alarm that it was sent. */
export const answer = z.object({
  acknowledge: z.literal(true),
  /** Who deals with it. */
  by: z.string().trim().min(1).max(100).optional(),
  note: z.string().trim().max(500).optional(),
})

/** Sent by the test button. */
export const ping = 'ping'

const kind = z.enum(kinds)

export const webhook = z.object({
  id,
  name: z.string(),
  url: z.string(),
  /** null: every kind, also those to come. */
  kinds: z.array(z.string()).nullable(),
  /** `off`: by hand, or given up after failing for three days. */
  state: z.enum(['ok', 'failing', 'paused', 'off']),
  failingSince: moment.nullable(),
  /** When it is tried again, of a paused one. */
  pausedUntil: moment.nullable(),
  givenUpAt: moment.nullable(),
  lastError: z.string().nullable(),
  lastDeliveredAt: moment.nullable(),
  createdAt: moment,
  /** How many could not be delivered in the last 90 days, and wait to be sent. */
  failed: z.int().min(0),
  waiting: z.int().min(0),
})
export type Webhook = z.output<typeof webhook>

const facts = {
  name: z.string().trim().min(1, 'Give it a name').max(100),
  url: z.url({ protocol: /^https?$/, error: 'Enter a full address: https://…' }).max(2000),
  kinds: z.array(kind).min(1, 'Choose a kind at least').nullable(),
}

export const list = query('webhooks.list', 'GET /webhooks', 'manage_integrations', {
  sentence: ['Viewed', 'the webhooks'],
  summary: 'The webhooks of the company',
  output: z.object({ webhooks: z.array(webhook) }),
})

export const create = command('webhooks.create', 'POST /webhooks', 'manage_integrations', {
  sentence: ['Added', 'the webhook {}', 'a webhook'],
  summary: 'Tell a program elsewhere; the secret that signs is answered once',
  input: z.object(facts),
  output: z.object({ webhook, secret: z.string() }),
  status: 201,
})

export const update = command('webhooks.update', 'PUT /webhooks/{id}', 'manage_integrations', {
  sentence: ['Changed', 'the webhook {}', 'a webhook'],
  summary: 'Change a webhook; switched on again, it starts anew',
  input: z.object({ id, ...facts, enabled: z.boolean() }),
  output: z.object({ webhook }),
})

export const remove = command('webhooks.remove', 'DELETE /webhooks/{id}', 'manage_integrations', {
  sentence: ['Deleted', 'the webhook {}', 'a webhook'],
  summary: 'Delete a webhook and what waits for it',
})

export const rotate = command('webhooks.rotate', 'POST /webhooks/{id}/rotate', 'manage_integrations', {
  sentence: ['Gave', 'the webhook {} a new secret', 'a webhook a new secret'],
  summary: 'A new secret, answered once; the one before signs as well for 24 hours',
  output: z.object({ secret: z.string() }),
})

export const test = command('webhooks.test', 'POST /webhooks/{id}/test', 'manage_integrations', {
  sentence: ['Sent', 'a ping to the webhook {}', 'a ping to a webhook'],
  summary: 'Send a `ping`',
  output: z.object({ deliveryId: id }),
  status: 202,
  rateLimit: 30,
})

export const delivery = z.object({
  id,
  kind: z.string(),
  status,
  /** What was answered, or why nothing was. */
  reason: z.string().nullable(),
  tries: z.int(),
  createdAt: moment,
  deliveredAt: moment.nullable(),
  nextTryAt: moment.nullable(),
})
export type WebhookDelivery = z.output<typeof delivery>

export const deliveries = query('webhooks.deliveries', 'GET /webhooks/{id}/deliveries', 'manage_integrations', {
  sentence: ['Viewed', 'what was sent to the webhook {}', 'what was sent to a webhook'],
  summary: 'What was sent to a webhook, newest first',
  input: page.extend({ id, status: status.optional() }),
  output: z.object({ deliveries: z.array(delivery), next }),
})

export const replay = command(
  'webhooks.replay',
  'POST /webhooks/{id}/deliveries/{deliveryId}/replay',
  'manage_integrations',
  {
    sentence: ['Sent', 'a message to the webhook {} again', 'a message to a webhook again'],
    summary: 'Send one again, under the same id',
    output: z.object({ delivery }),
  },
)

export const replayFailed = command('webhooks.replayFailed', 'POST /webhooks/{id}/replay', 'manage_integrations', {
  sentence: ['Sent', 'all that failed to the webhook {} again', 'all that failed to a webhook again'],
  summary: 'Send again all that failed since a moment',
  input: z.object({ id, since: moment }),
  output: z.object({ replayed: z.int().min(0) }),
})
