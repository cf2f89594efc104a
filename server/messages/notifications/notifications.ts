// What people are told in the product itself: written in the transaction of what it is about, read and cleared by them.
import * as notifications from '@gatehouse/contract/messages/notifications'
import type { Db } from '../../db/pool.ts'
import { notFound } from '../../kit/errors.ts'
import type { Serve } from '../../kit/http/serve.ts'
import { clearAll, markAllRead, markRead, markUnread, oneOf, pageOf, removeSome } from './notifications.sql.ts'
import type { Numbering } from './numbering.ts'

export { acknowledgeNotifications } from './acknowledged.sql.ts'
export { createDelivery, type Delivery } from './delivery.ts'
export { notify, type Notice } from './notify.ts'
export { pageOf } from './notifications.sql.ts'
export { notificationsOf } from './of-fact.sql.ts'
export { createNumbering, type Numbered, type Route } from './numbering.ts'
export { recordAction } from './receipts.ts'
export { usersHolding, usersWho } from './recipients.ts'

export const serveNotifications = (serve: Serve, db: Db, numbering: Numbering) => {
  serve(notifications.list, async (wanted, caller) => {
    // Who goes on from the number that is answered here is told of none twice.
    await numbering.numberAll()
    return { success: true, ...(await pageOf(db, caller, wanted)) }
  })

  serve(notifications.byId, async ({ id }, caller) => {
    const notification = await oneOf(db, caller, id)
    if (!notification) throw notThere()
    return { notification }
  })

  serve(notifications.read, async ({ id }, caller) => {
    if ((await markRead(db, caller, [id])).length === 0) throw notThere()
    return { success: true, message: 'Notification marked as read' }
  })

  serve(notifications.unread, async ({ id }, caller) => {
    if ((await markUnread(db, caller, id)).length === 0) throw notThere()
    return { success: true, message: 'Notification marked as unread' }
  })

  serve(notifications.readMany, async (which, caller) => {
    if ('ids' in which) await markRead(db, caller, which.ids)
    else await markAllRead(db, caller, which.until)
    return { success: true, message: 'Notifications marked as read' }
  })

  serve(notifications.removeMany, async ({ ids }, caller) => {
    await removeSome(db, caller, ids)
    return { success: true, message: 'Notifications deleted' }
  })

  serve(notifications.remove, async ({ id }, caller) => {
    if ((await removeSome(db, caller, [id])).length === 0) throw notThere()
    return { success: true, message: 'Notification deleted' }
  })

  serve(notifications.clear, async ({ until }, caller) => {
    await clearAll(db, caller, until)
    return { success: true, message: 'All notifications cleared' }
  })
}

const notThere = () => notFound('This notification')
