// A notification as tests have it, of no kind that there is.
import type { Notification } from '@gatehouse/contract/messages/notifications'

export const aNotification = (changes: Partial<Notification> = {}): Notification => ({
  id: 'one',
  kind: 'tried',
  title: 'One',
  message: 'Something happened.',
  type: 'info',
  priority: 'low',
  timestamp: '2026-11-21T12:00:00.000Z',
  read: false,
  requiredPermissions: [],
  ...changes,
})
