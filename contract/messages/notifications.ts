// Notifications: what happened that concerns one person, told in the product itself. They tell; alarms ask.
import { z } from 'zod'
import { command, query, type DomainFacts } from '../operation.ts'
import type { Permission } from '../permissions.ts'
import { between, id, moment } from '../shapes.ts'

export const domain: DomainFacts = { title: 'Notifications' }

export const type = z.enum(['success', 'error', 'warning', 'info'])
export const priority = z.enum(['low', 'medium', 'high'])
export type Priority = z.output<typeof priority>

/**
 * What people are told of: in whose words they choose how, and which of it always comes. A domain adds its own in one
 * line. `needs`: who lacks it is never told, and not asked about it.
 */
export const kinds = {
  'new-sign-in': {
    area: 'Account',
    description: 'Someone signs in to your account from a browser it has not been used in',
  },
  'access-changed': { area: 'Account', description: 'Your roles or labels are changed' },
  'join-decision': { area: 'Account', description: 'Your request to join a company is decided' },
  'join-request': { area: 'People', description: 'Somebody asks to join your company', needs: 'manage_users' },
  'invitation-accepted': {
    area: 'People',
    description: 'Somebody accepts an invitation of yours',
    needs: 'manage_users',
  },
  'alarm-critical': { area: 'Alarms', description: 'A critical alarm is raised', needs: 'acknowledge_alarms' },
  'alarm-high': { area: 'Alarms', description: 'A high alarm is raised', needs: 'acknowledge_alarms' },
  'alarm-medium': { area: 'Alarms', description: 'A medium alarm is raised', needs: 'acknowledge_alarms' },
  'alarm-low': { area: 'Alarms', description: 'A low alarm is raised', needs: 'acknowledge_alarms' },
  'set-points-proposed': {
    area: 'Gas',
    description: 'Somebody proposes a change of gas set points',
    needs: 'manage_gas',
  },
  'set-points-decided': {
    area: 'Gas',
    description: 'A change of gas set points that you proposed is approved or rejected',
    needs: 'manage_gas',
  },
  'gas-service-due': {
    area: 'Gas',
    description: 'Calibration, a bump test or a new sensor of a gas detector is due',
    needs: 'manage_gas',
  },
  'muster-started': { area: 'Entry and exit', description: 'A roll-call begins', needs: 'manage_muster' },
  'cleaning-due': {
    area: 'People counting',
    description: 'A zone has been used so often that it is to be cleaned',
    needs: 'manage_people_count',
  },
  lockdown: { area: 'Doors', description: 'A lockdown begins or is released', needs: 'read_doors' },
  'visitor-arrived': { area: 'Doors', description: 'A visitor of yours is let in' },
  'pass-given': { area: 'Doors', description: 'You are given a pass for your phone' },
  'credential-changed': { area: 'Doors', description: 'A card, PIN or pass of yours is given, changed or revoked' },
  'system-trouble': {
    area: 'System',
    description: 'Nothing is stored, or the disk is nearly full',
    needs: 'admin_access',
  },
  'device-beyond-budget': {
    area: 'System',
    description: 'A device has used up what one device may have stored in a day',
    needs: 'manage_integrations',
  },
  'backup-failed': {
    area: 'System',
    description: 'A backup of the installation could not be made',
    needs: 'admin_access',
  },
  'contact-message': {
    area: 'System',
    description: 'Somebody writes from the contact page',
    needs: 'manage_companies',
  },
  'webhook-off': {
    area: 'Integrations',
    description: 'A webhook is switched off after it failed for three days',
    needs: 'manage_integrations',
  },
} as const satisfies Record<string, { area: string; description: string; needs?: Permission }>
export type Kind = keyof typeof kinds

export const isKind = (value: string): value is Kind => Object.hasOwn(kinds, value)

/** That somebody deals with the alarm that a notification is of. */
export const acknowledgement = z.object({ by: z.string(), at: moment })
export type Acknowledgement = z.output<typeof acknowledgement>

export const notification = z.object({
  id,
  /** One of `kinds`; older ones may be of a kind that there is no more. */
  kind: z.string(),
  title: z.string(),
  message: z.string(),
  type,
  priority,
  /** Of the last time. */
  timestamp: moment,
  /** How often, where that is more than once: a repeat of what is unread is one row with it. */
  times: z.int().min(2).optional(),
  read: z.boolean(),
  acknowledged: acknowledgement.optional(),
  /** The words of its button; it leads to `path`. */
  action: z.string().optional(),
  path: z.string().optional(),
  /** Shown only to who holds all of them. */
  requiredPermissions: z.array(z.string()),
  /** Something to read besides, perhaps elsewhere. */
  metadata: z.object({ url: z.string(), linkText: z.string() }).optional(),
})
export type Notification = z.output<typeof notification>

const done = z.object({ success: z.boolean(), message: z.string() })

/** `deletion`: what restores them; absent where there was nothing to delete. */
const deleted = z.object({ success: z.boolean(), message: z.string(), deletion: id.optional() })

export const list = query('notifications.list', 'GET /notifications', 'read_notifications', {
  sentence: ['Viewed', 'their notifications'],
  summary: 'One’s own notifications, newest first, and how many of all of them are unread',
  input: z.object({
    page: z.coerce.number().int().min(1).max(100_000).default(1),
    limit: z.coerce.number().int().min(1).max(100).default(20),
    read: z.enum(['true', 'false']).optional(),
    priority: priority.optional(),
    kind: z.string().max(60).optional(),
    /** Part of its title or message. */
    q: z.string().trim().max(200).optional(),
    ...between,
  }),
  output: z.object({
    success: z.boolean(),
    notifications: z.array(notification),
    /** Of all there are, whatever is asked for. */
    unreadCount: z.int().min(0),
    /** How many there are of what is asked for. */
    total: z.int().min(0),
    /** The number of the newest of one’s own that has been told: from where a connection goes on. */
    seq: z.int().min(0),
    message: z.string().optional(),
  }),
})

export const byId = query('notifications.byId', 'GET /notifications/{id}', 'read_notifications', {
  sentence: ['Viewed', 'a notification of theirs'],
  summary: 'One of one’s own notifications',
  output: z.object({ notification }),
})

// Who looks through another's eyes leaves that person's notifications as they are. Not on the activity log: nothing of
// the company changes, and reading one's post is nobody's business.
const ofOnesOwn = { audit: false, personal: true } as const

export const read = command('notifications.read', 'POST /notifications/{id}/read', 'read_notifications', {
  sentence: ['Marked', 'a notification as read'],
  summary: 'Mark a notification as read',
  output: done,
  ...ofOnesOwn,
})

export const unread = command('notifications.unread', 'POST /notifications/{id}/unread', 'read_notifications', {
  sentence: ['Marked', 'a notification as unread again'],
  summary: 'Mark a notification as unread again',
  output: done,
  ...ofOnesOwn,
})

const some = z.object({ ids: z.array(id).min(1).max(500) })

export const readMany = command('notifications.readMany', 'POST /notifications/read', 'read_notifications', {
  sentence: ['Marked', 'notifications as read'],
  summary: 'Mark notifications as read: those that are named, or all that had been told by a moment',
  input: z.union([some, z.object({ until: moment })]),
  output: done,
  ...ofOnesOwn,
})

export const removeMany = command('notifications.removeMany', 'POST /notifications/remove', 'read_notifications', {
  sentence: ['Deleted', 'notifications of theirs'],
  summary: 'Delete the notifications that are named',
  input: some,
  output: deleted,
  ...ofOnesOwn,
})

export const remove = command('notifications.remove', 'DELETE /notifications/{id}', 'read_notifications', {
  sentence: ['Deleted', 'a notification of theirs'],
  summary: 'Delete a notification',
  output: deleted,
  ...ofOnesOwn,
})

export const clear = command('notifications.clear', 'DELETE /notifications', 'read_notifications', {
  sentence: ['Deleted', 'all their notifications'],
  summary: 'Delete all of one’s notifications, or all that had been told by a moment',
  input: z.object({ until: moment.optional() }),
  output: deleted,
  ...ofOnesOwn,
})

export const restore = command('notifications.restore', 'POST /notifications/restore', 'read_notifications', {
  sentence: ['Restored', 'notifications that they had deleted'],
  summary: 'Restore what one deletion of the last day took away',
  input: z.object({ deletion: id }),
  output: done,
  ...ofOnesOwn,
})

/** Messages of the specification, word for word. */
export const messages = {
  fetchFailed: 'Failed to fetch notifications',
  readFailed: 'Failed to mark notification as read',
  clearFailed: 'Failed to clear notifications',
  invalid: 'Invalid notification format',
} as const
