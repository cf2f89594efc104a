// The pages of what needs attention now, and of events.
import { destination, type Page, menu, page } from '../page.ts'

export const pages: readonly Page[] = [
  page('/dashboard', 'admin_access', [
    menu('first', 10, 'Dashboard', 'chart'),
    menu('controls', 10, 'Admin Dashboard', 'chart'),
    destination('Dashboard', 'What needs somebody now', 'overview doors gas devices live'),
  ]),
  page('/desk', 'read_dashboard', [
    menu('first', 12, 'Desk', 'home', { unless: 'admin_access' }),
    destination('Desk', 'What needs you now, and who is inside', 'overview home doors gas devices live', {
      unless: 'admin_access',
    }),
  ]),
  page('/events/*', 'admin_access', [
    menu('administration', 40, 'Events', 'live'),
    destination('Events', 'What devices report, as it happens', 'stream live doors', { needs: ['read_dashboard'] }),
  ]),
]
