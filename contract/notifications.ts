// Notifications: what happened that concerns one person, told in the product itself. They tell; alarms ask.
import { z } from 'zod'
import { command, query } from './operation.ts'
import { id, moment } from './shapes.ts'

export const type = z.enum(['success', 'error', 'warning', 'info'])
export const priority = z.enum(['low', 'medium', 'high'])
export type Priority = z.output<typeof priority>

export const notification = z.object({
  id,
  title: z.string(),
  message: z.string(),
  type,
  priority,
  timestamp: moment,
  read: z.boolean(),
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

export const list = query('GET /notifications', {
  summary: 'One’s own notifications, newest first, and how many of all of them are unread',
  input: z.object({
    page: z.coerce.number().int().min(1).max(100_000).default(1),
    limit: z.coerce.number().int().min(1).max(100).default(20),
  }),
  output: z.object({
    success: z.boolean(),
    notifications: z.array(notification),
    unreadCount: z.int().min(0),
    message: z.string().optional(),
  }),
  permission: 'read_notifications',
})

// Who looks through another's eyes leaves that person's notifications as they are. Not on the activity log: nothing of
// the company changes, and reading one's post is nobody's business.
const ofOnesOwn = { audit: false, personal: true, permission: 'read_notifications' } as const

export const read = command('POST /notifications/{id}/read', {
  summary: 'Mark a notification as read',
  input: z.object({ id }),
  output: done,
  ...ofOnesOwn,
})

export const remove = command('DELETE /notifications/{id}', {
  summary: 'Delete a notification',
  input: z.object({ id }),
  output: done,
  ...ofOnesOwn,
})

export const clear = command('DELETE /notifications', {
  summary: 'Delete all of one’s notifications, or all that had been told by a moment',
  input: z.object({ until: moment.optional() }),
  output: done,
  ...ofOnesOwn,
})

/** Messages of the specification, word for word. */
export const messages = {
  fetchFailed: 'Failed to fetch notifications',
  readFailed: 'Failed to mark notification as read',
  clearFailed: 'Failed to clear notifications',
} as const
