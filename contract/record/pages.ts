// The pages of what was done and of what the installation logs.
import type { Page } from '../page.ts'

export const pages: readonly Page[] = [
  {
    path: '/activity/*',
    permissions: ['view_activity'],
    menus: [{ menu: 'own', place: 30, label: 'Activity History', icon: 'stale' }],
    destinations: [
      {
        title: 'Activity History',
        about: 'What you did, and what was done in your name',
        words: 'my log record sign-ins',
      },
    ],
  },
  {
    path: '/activity-logs/*',
    permissions: ['view_activity_logs'],
    menus: [{ menu: 'management', place: 90, label: 'Activity log', icon: 'page' }],
    destinations: [
      { title: 'Activity log', about: 'Who did what in the company', words: 'audit record proof export history' },
      {
        title: 'Verify the record',
        about: 'Check that no entry of the activity log was changed',
        words: 'audit proof chain tampering checkpoint',
        to: '/activity-logs/verify',
        begins: true,
      },
    ],
  },
  {
    path: '/logs/*',
    permissions: ['admin_access'],
    menus: [{ menu: 'administration', place: 50, label: 'Logs', icon: 'page' }],
    destinations: [
      { title: 'Logs', about: 'Sign-ins, the system itself, deliveries', words: 'system health mail webhooks' },
    ],
  },
]
