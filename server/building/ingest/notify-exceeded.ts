// That a device has used up its budget of the day is told to who manages the integrations of its company, once a day.
import type { Logger } from 'pino'
import type { Store } from '../../db/pool.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Sender } from '../../kit/recorders.ts'
import { notify, usersWho } from '../../messages/notifications/notifications.ts'

export const notifyExceeded = (store: Store, device: Sender, dayBytes: number, log: Logger): void => {
  log.warn({ device: device.key, dayBytes }, 'a device has used up what one device may have stored in a day')
  inTransaction(store.db, async (tx) => {
    const readers = await usersWho(tx, [device.companyId], ['manage_integrations'])
    await notify(
      tx,
      readers.map(({ id }) => ({
        userId: id,
        companyId: device.companyId,
        kind: 'device-beyond-budget',
        title: `${device.name} says too much`,
        message: `It has used up the ${dayBytes / 1e6} MB that one device may have stored in a day: until midnight (UTC) its alarms are stored, and of the rest one message a minute of each sort.`,
        type: 'warning',
        priority: 'high',
        deviceIds: [device.id],
      })),
    )
  }).catch((error: unknown) => log.error({ error }, 'that a device says too much could not be told'))
}
