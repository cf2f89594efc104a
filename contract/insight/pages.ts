// The pages of what needs attention now, and of events.
import type { Page } from '../page.ts'

export const pages: readonly Page[] = [
  {
    path: '/dashboard',
    permissions: ['admin_access'],
    menus: [
      { menu: 'first', place: 10, label: 'Dashboard', icon: 'chart' },
      { menu: 'controls', place: 10, label: 'Admin Dashboard', icon: 'chart' },
    ],
    destinations: [{ title: 'Dashboard', about: 'What needs somebody now', words: 'overview doors gas devices live' }],
  },
  {
    path: '/events/*',
    permissions: ['admin_access'],
    menus: [{ menu: 'administration', place: 40, label: 'Events', icon: 'live' }],
    destinations: [
      {
        title: 'Events',
        about: 'What devices report, as it happens',
        words: 'stream live doors',
        needs: ['read_dashboard'],
      },
    ],
  },
]
