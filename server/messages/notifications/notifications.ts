// What people are told in the product itself: written in the transaction of what it is about, read and cleared by them.
import * as notifications from '@gatehouse/contract/messages/notifications'
import type { Db } from '../../db/pool.ts'
import { notFound } from '../../kit/errors.ts'
import type { Serve } from '../../kit/http/serve.ts'
import {
  clearAll,
  type Deletion,
  markAllRead,
  markRead,
  markUnread,
  oneOf,
  pageOf,
  removeSome,
  restore,
} from './notifications.sql.ts'
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
    return { success: true, message: 'Notifications deleted', ...restorable(await removeSome(db, caller, ids)) }
  })

  serve(notifications.remove, async ({ id }, caller) => {
    const deleted = await removeSome(db, caller, [id])
    if (deleted.ids.length === 0) throw notThere()
    return { success: true, message: 'Notification deleted', ...restorable(deleted) }
  })

  serve(notifications.clear, async ({ until }, caller) => {
    return { success: true, message: 'All notifications cleared', ...restorable(await clearAll(db, caller, until)) }
  })

  serve(notifications.restore, async ({ deletion }, caller) => {
    if ((await restore(db, caller, deletion)) === 0) throw notFound('This deletion')
    return { success: true, message: 'Notifications restored' }
  })
}

const restorable = ({ ids, deletion }: Deletion) => (ids.length === 0 ? {} : { deletion })

const notThere = () => notFound('This notification')
