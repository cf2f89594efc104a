// The three connections of a browser, all below /socket.io: their names, numbers and messages, word for word.
import { z } from 'zod'
import { acknowledgement, notification } from './messages/notifications.ts'
import type { Access } from './operation.ts'
import { find } from './insight/search.ts'
import { id, moment } from './shapes.ts'

/** Where every connection of the product is made: polling first, then something better. */
export const socketPath = '/socket.io'

export const namespaces = {
  /** Search as one types, what was done with a notification, intercoms that ring. */
  main: '/',
  /** `notification` for each, once and in order. */
  notifications: '/notifications',
  /** Live values and events of devices. */
  telemetry: '/telemetry',
} as const

/** Milliseconds; attempts are counted after the first. */
export const limits = {
  main: { timeout: 20_000, delay: 1_000, delayMax: 5_000, randomization: 0.5, attempts: Infinity },
  notifications: { delay: 1_000, attempts: 5 },
  telemetry: { timeout: 10_000, delay: 1_000, delayMax: 30_000, jitter: 1_000, attempts: 5 },
} as const

/** What a connection says of itself: `/notifications` all three, the others what they have; what is wrong is refused. */
export const handshake = z.object({
  token: z.string(),
  csrfToken: z.string().optional(),
  userId: z.string().optional(),
  /** Of `/notifications`: the number of the last one that was had; absent where none was. */
  after: z.coerce.number().int().min(0).optional(),
})

/** To a browser on `/notifications`. */
export const notificationDelivered = 'notification'
/** A notification as it is told: numbered, so that a browser can say where it stopped. */
export const deliveredNotification = notification.extend({ seq: z.int().positive() })
export type Notified = z.output<typeof deliveredNotification>

/** To a browser on `/notifications`, once all that it missed has been told: the newest number there is. */
export const caughtUp = 'caught-up'
export const caughtUpShape = z.object({ seq: z.int().min(0), unreadCount: z.int().min(0) })

/** To every browser of a person on `/notifications`: what was done elsewhere, and what is unread since. */
export const inboxChanged = 'inbox-changed'
export const inboxChange = z.object({
  change: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('read'), ids: z.array(id), acknowledged: acknowledgement.optional() }),
    z.object({ kind: z.literal('unread'), ids: z.array(id) }),
    z.object({ kind: z.literal('removed'), ids: z.array(id) }),
    /** Some that had been deleted are there again: which ones is asked for. */
    z.object({ kind: z.literal('restored') }),
    z.object({ kind: z.literal('cleared'), until: moment.nullable() }),
    z.object({ kind: z.literal('all-read'), until: moment.nullable() }),
  ]),
  unreadCount: z.int().min(0),
})
export type InboxChange = z.output<typeof inboxChange>

/** From a browser on the main connection; acknowledged with the answer of `search.find` or `{ failure }`. */
export const searchQuery = 'search:query'
export const searchQueryShape = z.object({
  query: z.string().trim().min(1).max(200),
  userId: z.string(),
  timestamp: moment,
})

/** From a browser on the main connection: somebody did something with a notification that they were told of. */
export const notificationAction = 'notification:action'
export const notificationActionShape = z.object({
  action: z.enum(['seen', 'opened', 'followed', 'dismissed']),
  notificationId: id,
  userId: z.string(),
  timestamp: moment,
})

/**
 * All that a browser may say, and it says it on the main connection: who may, how often a minute, and whether it is
 * `personal`: refused to who looks through another's eyes.
 */
export const inbound = {
  [searchQuery]: {
    shape: searchQueryShape,
    permission: find.permission,
    perMinute: find.rateLimit ?? 240,
    action: 'search.find',
  },
  [notificationAction]: {
    shape: notificationActionShape,
    permission: 'read_notifications',
    perMinute: 600,
    personal: true,
    action: 'notifications.act',
  },
} as const satisfies Record<string, Inbound>

export interface Inbound<S extends z.ZodType = z.ZodType> {
  readonly shape: S
  readonly permission: Access
  readonly perMinute: number
  readonly personal?: true
  /** What it is called in the record, where it is written there: refused, or said through another's eyes. */
  readonly action: string
}

/** To a browser on the main connection, for who may see intercoms: a panel's call changed. */
export const intercomUpdate = 'intercom-update'

/** Messages of the specification, word for word. */
export const messages = {
  connectFailed: 'Failed to connect to notification service',
  timeout: 'timeout',
  timedOut: 'operation has timed out',
  disconnected: 'socket has been disconnected',
  noTransports: 'No transports available',
} as const
