// The pages of what was done and of what the installation logs.
import { destination, type Page, menu, page, task } from '../page.ts'

export const pages: readonly Page[] = [
  page('/activity/*', 'view_activity', [
    menu('own', 30, 'Activity History', 'stale'),
    destination('Activity History', 'What you did, and what was done in your name', 'my log record sign-ins'),
  ]),
  page('/activity-logs/*', 'view_activity_logs', [
    menu('management', 90, 'Activity log', 'page'),
    destination('Activity log', 'Who did what in the company', 'audit record proof export history'),
    task(
      'Verify the record',
      'Check that no entry of the activity log was changed',
      'audit proof chain tampering checkpoint',
      { to: '/activity-logs/verify' },
    ),
  ]),
  page('/logs/*', 'admin_access', [
    menu('administration', 50, 'Logs', 'page'),
    destination('Logs', 'Sign-ins, the system itself, deliveries', 'system health mail webhooks'),
  ]),
]
