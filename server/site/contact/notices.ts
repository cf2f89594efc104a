// The notification of a message from the public page: to who may read it, wherever they are at the moment.
import { topics } from '@gatehouse/contract/site/contact'
import type { Db } from '../../db/pool.ts'
import type { Notice } from '../../messages/notifications/notifications.ts'
import { keepersOf, type Written } from './messages.sql.ts'

export const noticesAbout = async (tx: Db, id: string, { name, topic }: Written): Promise<Notice[]> => {
  const keepers = await keepersOf(tx)
  return keepers.map(({ id: userId }) => ({
    userId,
    companyId: null,
    kind: 'contact-message',
    title: `${name} writes`,
    message: topics[topic],
    type: 'info',
    priority: 'medium',
    action: { label: 'View message', path: `/contact-messages?message=${id}` },
    requiredPermissions: ['manage_companies'],
  }))
}
