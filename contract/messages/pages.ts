// The pages of notifications and of other systems that get them.
import type { Page } from '../page.ts'

export const pages: readonly Page[] = [
  { path: '/demo/mailbox' },
  {
    path: '/notifications',
    permissions: ['read_notifications'],
    menus: [{ menu: 'last', place: 10, label: 'Notifications', icon: 'bell' }],
    destinations: [{ title: 'Notifications', about: 'Your notifications', words: 'messages news unread inbox' }],
  },
  { path: '/notifications/:id', permissions: ['read_notifications'] },
  {
    path: '/settings/webhooks',
    permissions: ['manage_integrations'],
    menus: [{ menu: 'management', place: 80, label: 'Webhooks', icon: 'live' }],
    destinations: [
      {
        title: 'Webhooks',
        about: 'Send events to other systems',
        words: 'integrations api http callback notifications',
      },
    ],
  },
]
