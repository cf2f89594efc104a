// How one is told beyond the product itself: which kinds by mail and by push, when it is quiet, and what became of each.
import { z } from 'zod'
import { timeZone } from '../identity/accounts.ts'
import { isKind, kinds, type Kind, type Priority } from './notifications.ts'
import { command, query, type DomainFacts } from '../operation.ts'
import { between, id, moment, next, page } from '../shapes.ts'

export const domain: DomainFacts = { title: 'Notifications on their way' }

const kindNames: readonly Kind[] = Object.keys(kinds).filter(isKind)
const kind = z.enum(kindNames)

/** Channels that are chosen; what is told is in the product itself in any case. */
export type Channel = 'email' | 'push'

/** Kinds with a letter of their own, written by the domain together with the notification. */
export const ownLetters: readonly Kind[] = [
  'new-sign-in',
  'access-changed',
  'join-request',
  'join-decision',
  'invitation-accepted',
  'system-trouble',
]

/** Whoever asked is answered, whatever letters they want. */
export const alwaysMailed: readonly Kind[] = ['join-decision']

/** How urgent a kind usually is; `medium` where it is not said. */
const usually: Partial<Record<Kind, Priority>> = {
  'invitation-accepted': 'low',
  'alarm-critical': 'high',
  'alarm-high': 'high',
  'alarm-low': 'low',
  'webhook-off': 'high',
}

/** What is done for who never chose: high by mail and push, medium by push, low in the product alone. */
export const byDefault = (of: Kind | undefined, priority: Priority, channel: Channel): boolean =>
  channel === 'push' ? priority !== 'low' : priority === 'high' || (of !== undefined && ownLetters.includes(of))

/** The same where no notification is at hand. */
export const usualDefault = (of: Kind, channel: Channel): boolean => byDefault(of, usually[of] ?? 'medium', channel)

const wallTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time as HH:MM')

export const quietHours = z
  .object({
    on: z.boolean(),
    from: wallTime,
    to: wallTime,
    /** On which they begin: 0 Sunday ... 6 Saturday. */
    days: z.array(z.int().min(0).max(6)).max(7),
  })
  .refine(({ on, from, to }) => !on || from !== to, { path: ['to'], error: 'Choose another time than the beginning' })
  .refine(({ on, days }) => !on || days.length > 0, { path: ['days'], error: 'Choose a day at least' })
export type QuietHours = z.output<typeof quietHours>

export const digest = z.object({
  /** Of mail that is not urgent: each at once, or gathered. */
  every: z.enum(['off', 'hour', 'day']),
  /** Of the daily one. */
  at: wallTime,
})
export type Digest = z.output<typeof digest>

export const preferences = z.object({
  /** By kind: what was never chosen is as `usualDefault` says. */
  kinds: z.partialRecord(kind, z.object({ email: z.boolean(), push: z.boolean() })),
  quiet: quietHours,
  digest,
  /** null: the company's. */
  timeZone: timeZone.nullable(),
})
export type Preferences = z.output<typeof preferences>

export const myPreferences = query('channels.myPreferences', 'GET /auth/preferences', 'signed-in', {
  sentence: ['Viewed', 'their notification preferences'],
  summary: 'How I am told of what: every kind that I may be told of, quiet hours, digest',
  output: z.object({ preferences, companyTimeZone: z.string() }),
  personal: true,
})

export const setPreferences = command('channels.setPreferences', 'PUT /auth/preferences', 'manage_account', {
  sentence: ['Changed', 'their notification preferences'],
  summary: 'Choose how I am told of what',
  input: preferences,
  output: z.object({ preferences, companyTimeZone: z.string() }),
})

// Push

export const browser = z.object({
  id,
  endpoint: z.string(),
  agent: z.string(),
  createdAt: moment,
  lastSentAt: moment.nullable(),
  /** Of the session that asks. */
  current: z.boolean(),
})
export type Browser = z.output<typeof browser>

export const pushKey = query('channels.pushKey', 'GET /push/key', 'read_notifications', {
  summary: 'The public key that a browser subscribes with',
  output: z.object({ key: z.string() }),
})

export const browsers = query('channels.browsers', 'GET /push/subscriptions', 'read_notifications', {
  sentence: ['Viewed', 'the browsers that show their notifications'],
  summary: 'The browsers that show my notifications',
  output: z.object({ browsers: z.array(browser) }),
  personal: true,
})

const base64url = z.string().regex(/^[\w-]{16,200}=*$/, 'This is not a key of a subscription')

export const subscribe = command('channels.subscribe', 'POST /push/subscriptions', 'read_notifications', {
  sentence: ['Added', 'a browser that shows their notifications'],
  summary: 'Show my notifications in this browser until I sign out',
  input: z.object({
    endpoint: z.url().max(1000),
    keys: z.object({ p256dh: base64url, auth: base64url }),
  }),
  output: z.object({ browser }),
  personal: true,
})

export const unsubscribe = command('channels.unsubscribe', 'DELETE /push/subscriptions/{id}', 'read_notifications', {
  sentence: ['Removed', 'a browser that showed their notifications'],
  summary: 'Show my notifications in that browser no more',
  personal: true,
})

export const testPush = command('channels.testPush', 'POST /push/subscriptions/{id}/test', 'read_notifications', {
  sentence: ['Sent', 'a test to their own browsers'],
  summary: 'Send a notification to one of my browsers, to see that it comes',
  output: z.object({ deliveryId: id }),
  personal: true,
  rateLimit: 10,
})

export const acknowledge = command('channels.acknowledge', 'POST /push/receipts', 'public', {
  summary: 'What a browser did with a notification: it showed it, or somebody opened it. The token came with it',
  input: z.object({ token: z.string().regex(/^[\w-]{43}$/), what: z.enum(['delivered', 'seen']) }),
  audit: false,
  // A whole building may be behind one address.
  rateLimit: 600,
})

// What became of it

export const channels = ['in-app', 'email', 'push', 'webhook'] as const
export const status = z.enum(['queued', 'sent', 'delivered', 'seen', 'failed'])
export type Status = z.output<typeof status>

export const receipt = z.object({
  channel: z.enum(['in-app', 'email', 'push']),
  /** The address or the browser. */
  to: z.string(),
  status,
  /** In words: what happened last. */
  says: z.string(),
  at: moment,
})
export type Receipt = z.output<typeof receipt>

export const receipts = query('channels.receipts', 'GET /notifications/{id}/receipts', 'read_notifications', {
  sentence: ['Viewed', 'what became of a notification'],
  summary: 'What became of one of one’s own notifications on each channel',
  output: z.object({ receipts: z.array(receipt) }),
})

export const delivery = z.object({
  id,
  channel: z.enum(['email', 'push', 'webhook']),
  /** The kind of notification or, of other letters, their name. */
  kind: z.string(),
  /** What it is about, without the names of what labels may hide. */
  about: z.string(),
  /** The address, the person and browser, the webhook. */
  to: z.string(),
  status,
  reason: z.string().nullable(),
  tries: z.int(),
  createdAt: moment,
  sentAt: moment.nullable(),
  deliveredAt: moment.nullable(),
  seenAt: moment.nullable(),
  /** Of what is queued. */
  nextTryAt: moment.nullable(),
  /** Whether it was given up and can be tried again. */
  retryable: z.boolean(),
})
export type Delivery = z.output<typeof delivery>

export const deliveries = query('channels.deliveries', 'GET /deliveries', 'manage_settings', {
  sentence: ['Viewed', 'what left Gatehouse'],
  summary: 'What left the product for people and programs of the company, newest first: letters, push and webhooks',
  input: page.extend({
    channel: z.enum(['email', 'push', 'webhook']).optional(),
    status: status.optional(),
    kind: z.string().max(60).optional(),
    ...between,
  }),
  output: z.object({ deliveries: z.array(delivery), next }),
})

export const retryDelivery = command('channels.retryDelivery', 'POST /deliveries/{id}/retry', 'manage_settings', {
  sentence: ['Sent', 'what was given up for {} once more', 'what was given up once more'],
  summary: 'Try again what was given up',
  output: z.object({ delivery }),
})
