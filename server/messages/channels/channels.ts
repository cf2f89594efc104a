// How people and programs are told beyond the product itself: what each chose, where a notification goes, and what became
// of it. Browsers (server/messages/push) and webhooks (server/messages/webhooks) are carriers of the one queue.
import * as channels from '@gatehouse/contract/messages/channels'
import { sql } from 'kysely'
import { type Db, rowsOf, updateRow } from '../../db/pool.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Caller } from '../../kit/http/caller.ts'
import { changes } from '../../kit/changes.ts'
import { timeCursor } from '../../kit/cursor.ts'
import { existing, notFound, Refusal } from '../../kit/errors.ts'
import type { Serve } from '../../kit/http/serve.ts'
import { tryAgain } from '../mail/mail.ts'
import { deliveriesOf, deliveryById, receiptsOf } from './deliveries.sql.ts'
import { changed, type Chosen, chosenIn, shownOf } from './preferences.ts'
import { queueAgain } from './queue.ts'
import { serveSound } from './sound.ts'

export { agentWords } from './agent-words.ts'
export { noLonger, summary, digestFor } from './gathered.ts'
export { type Carrier, type Due, type Outcome, queueAgain } from './queue.ts'
export { boundDays, routeToChannels } from './route.ts'
export { startSending } from './sending.ts'
export { type Shown, stillThere } from './shown.sql.ts'

export const serveChannels = (serve: Serve, db: Db) => {
  serve(channels.myPreferences, async (_input, caller) => {
    const { chosen, zone } = await chosenBy(db, caller)
    return { preferences: shownOf(chosen, caller.permissions), companyTimeZone: zone }
  })

  serve(channels.setPreferences, (preferences, caller, { record }) =>
    inTransaction(db, async (tx) => {
      await tx.selectFrom('users').select('id').where('id', '=', caller.userId).forUpdate().execute()
      const before = await chosenBy(tx, caller)
      const after = changed(before.chosen, preferences)
      await updateRow(tx, 'users', caller.userId, { notification_preferences: JSON.stringify(after) })
      const shown = shownOf(after, caller.permissions)
      const was = factsOf(shownOf(before.chosen, caller.permissions))
      await record(tx, { subject: caller.email, ...changes(was, factsOf(shown)) })
      return { preferences: shown, companyTimeZone: before.zone }
    }),
  )

  serveSound(serve, db)

  serve(channels.receipts, async ({ id }, caller) => {
    const receipts = await receiptsOf(db, caller.userId, id)
    if (receipts.length === 0) throw notFound('This notification')
    return { receipts }
  })

  serve(channels.deliveries, async (wanted, { companyId }) => {
    const { page, next } = await timeCursor.read(
      wanted,
      (filter) => deliveriesOf(db, companyId, filter),
      ({ createdAt: at, id }) => ({ at, id }),
    )
    return { deliveries: page, next }
  })

  serve(channels.retryDelivery, ({ id }, caller, { annotate, record }) =>
    inTransaction(db, async (tx) => {
      const known = existing(await deliveryById(tx, caller.companyId, id), 'This delivery')
      annotate({ subject: `${known.channel} to ${known.to}` })
      const queued =
        known.retryable &&
        (known.channel === 'email'
          ? await tryAgain(tx, id)
          : (await queueAgain(tx, sql`d.id = ${id} and d.status = 'failed'`)).length > 0)
      if (!queued)
        throw new Refusal(
          409,
          'NOT_FAILED',
          'Only what was given up, and has still somewhere to go, can be tried again.',
        )
      const delivery = (await deliveryById(tx, caller.companyId, id)) ?? known
      const stateOf = ({ status, reason, tries }: typeof known) => ({ status, failure: reason, tries })
      await record(tx, changes(stateOf(known), stateOf(delivery)))
      return { delivery }
    }),
  )
}

/** Each kind by itself, so that only those that changed are on record. */
const factsOf = ({ kinds, quiet, digest, timeZone }: channels.Preferences) => ({
  ...kinds,
  quietHours: quiet,
  digest,
  timeZone,
})

const chosenBy = async (db: Db, caller: Caller): Promise<{ chosen: Chosen; zone: string }> => {
  const rows = await rowsOf<{ preferences: unknown; zone: string | null }>(db)`
    select u.notification_preferences as preferences, c.time_zone as zone
    from users u left join company c on c.id = u.company_id where u.id = ${caller.userId}
  `
  return { chosen: chosenIn(rows[0]?.preferences ?? {}), zone: rows[0]?.zone ?? 'UTC' }
}
