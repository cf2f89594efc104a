// How people and programs are told beyond the product itself: what each chose, where a notification goes, and what became
// of it. Browsers (server/push) and webhooks (server/webhooks) are carriers of the one queue.
import * as channels from '@gatehouse/contract/channels'
import { sql } from 'kysely'
import type { Db } from '../db/pool.ts'
import type { Caller } from '../kit/caller.ts'
import { notFound, Refusal } from '../kit/errors.ts'
import type { Serve } from '../kit/serve.ts'
import { tryAgain } from '../mail/mail.ts'
import { deliveriesOf, deliveryById, receiptsOf } from './deliveries.sql.ts'
import { changed, type Chosen, chosenIn, shownOf } from './preferences.ts'
import { queueAgain } from './queue.ts'

export { noLonger, summary, toldTogether } from './gathered.ts'
export { type Carrier, type Due, type Outcome, queueAgain } from './queue.ts'
export { boundDays, routeToChannels } from './route.ts'
export { startSending } from './sending.ts'
export { type Shown, stillThere } from './shown.sql.ts'

export const serveChannels = (serve: Serve, db: Db) => {
  serve(channels.myPreferences, async (_input, caller) => {
    const { chosen, zone } = await chosenBy(db, caller)
    return { preferences: shownOf(chosen, caller.permissions), companyTimeZone: zone }
  })

  serve(channels.setPreferences, async (preferences, caller, { tell }) => {
    const before = await chosenBy(db, caller)
    const after = changed(before.chosen, preferences)
    await db
      .updateTable('users')
      .set({ notification_preferences: JSON.stringify(after) })
      .where('id', '=', caller.userId)
      .execute()
    tell({ subject: caller.email })
    return { preferences: shownOf(after, caller.permissions), companyTimeZone: before.zone }
  })

  serve(channels.receipts, async ({ id }, caller) => {
    const receipts = await receiptsOf(db, caller.userId, id)
    if (receipts.length === 0) throw notFound('This notification')
    return { receipts }
  })

  serve(channels.deliveries, async (wanted, caller) => deliveriesOf(db, caller.companyId, wanted))

  serve(channels.retryDelivery, async ({ id }, caller, { tell }) => {
    const known = await deliveryById(db, caller.companyId, id)
    if (!known) throw notFound('This delivery')
    tell({ subject: `${known.channel} to ${known.to}` })
    const queued =
      known.retryable &&
      (known.channel === 'email'
        ? await tryAgain(db, id)
        : (await queueAgain(db, sql`d.id = ${id} and d.status = 'failed'`)).length > 0)
    if (!queued)
      throw new Refusal(409, 'NOT_FAILED', 'Only what was given up, and has still somewhere to go, can be tried again.')
    return { delivery: (await deliveryById(db, caller.companyId, id)) ?? known }
  })
}

const chosenBy = async (db: Db, caller: Caller): Promise<{ chosen: Chosen; zone: string }> => {
  const { rows } = await sql<{ preferences: unknown; zone: string | null }>`
    select u.notification_preferences as preferences, c.time_zone as zone
    from users u left join company c on c.id = u.company_id where u.id = ${caller.userId}
  `.execute(db)
  return { chosen: chosenIn(rows[0]?.preferences ?? {}), zone: rows[0]?.zone ?? 'UTC' }
}
