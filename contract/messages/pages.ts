// The pages of notifications and of other systems that get them.
import { destination, type Page, menu, page } from '../page.ts'

export const pages: readonly Page[] = [
  page('/demo/mailbox'),
  page('/notifications', 'read_notifications', [
    menu('last', 10, 'Notifications', 'bell'),
    destination('Notifications', 'Your notifications', 'messages news unread inbox'),
  ]),
  page('/notifications/:id', 'read_notifications'),
  page('/settings/webhooks', 'manage_integrations', [
    menu('management', 80, 'Webhooks', 'live'),
    destination('Webhooks', 'Send events to other systems', 'integrations api http callback notifications'),
  ]),
]
