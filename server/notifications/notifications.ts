// What people are told in the product itself: written in the transaction of what it is about, read and cleared by them.
import * as notifications from '@gatehouse/contract/notifications'
import type { Db } from '../db/pool.ts'
import { notFound } from '../kit/errors.ts'
import type { Serve } from '../kit/serve.ts'
import { clearAll, markRead, pageOf, removeOne, unreadOf } from './notifications.sql.ts'

export { notify, type Notice } from './notify.ts'
export { usersWho } from './recipients.ts'

export const serveNotifications = (serve: Serve, db: Db) => {
  serve(notifications.list, async (page, caller) => ({
    success: true,
    notifications: await pageOf(db, caller, page),
    unreadCount: await unreadOf(db, caller),
  }))

  serve(notifications.read, async ({ id }, caller) => {
    if (!(await markRead(db, caller, id))) throw notFound('This notification')
    return { success: true, message: 'Notification marked as read' }
  })

  serve(notifications.remove, async ({ id }, caller) => {
    if (!(await removeOne(db, caller, id))) throw notFound('This notification')
    return { success: true, message: 'Notification deleted' }
  })

  serve(notifications.clear, async ({ until }, caller) => {
    await clearAll(db, caller, until)
    return { success: true, message: 'All notifications cleared' }
  })
}
