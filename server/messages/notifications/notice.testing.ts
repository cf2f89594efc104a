// Notifications to write, for tests that care about some of it only.
import type { Notice } from './notify.ts'

type To = Pick<Notice, 'userId' | 'companyId'>

export const aNotice = (to: To, what: Partial<Notice> = {}): Notice => ({
  ...to,
  kind: 'tried',
  title: 'Tried',
  message: 'Something was tried.',
  type: 'info',
  priority: 'low',
  ...what,
})

export const ofOffline = (to: To, what: Partial<Notice> = {}): Notice => ({
  ...to,
  kind: 'alarm-medium',
  title: 'Front door is offline',
  message: 'Nothing is heard of it.',
  type: 'warning',
  priority: 'medium',
  ...what,
})
