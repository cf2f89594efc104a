// Webhooks: who is told, with which secret, what was sent and what is sent again.
import * as webhooks from '@gatehouse/contract/webhooks'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { queueAgain } from '../channels/channels.ts'
import type { Db } from '../db/pool.ts'
import type { Caller } from '../kit/caller.ts'
import { invalid, notFound, Refusal } from '../kit/errors.ts'
import { type Outbound, Unreachable } from '../kit/outbound.ts'
import type { Serve } from '../kit/serve.ts'
import type { Vault } from '../kit/vault.ts'
import { aboutOf } from './carrier.ts'
import { newSecret } from './signing.ts'
import { giveUpWaiting, sentTo, webhooksOf } from './webhooks.sql.ts'

export { webhookCarrier } from './carrier.ts'

interface Parts {
  readonly db: Db
  readonly outbound: Outbound
  readonly vault: Vault
}

const mostOfACompany = 50
const oldSecretHours = 24

export const serveWebhooks = (serve: Serve, { db, outbound, vault }: Parts) => {
  const refuseAddress = (url: string) => {
    try {
      outbound.check(url)
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error
      throw invalid([{ field: 'url', message: error.message }])
    }
  }

  const one = async (caller: Caller, id: string) => {
    const [webhook] = await webhooksOf(db, caller.companyId, id)
    if (!webhook) throw notFound('This webhook')
    return webhook
  }

  serve(webhooks.list, async (_input, caller) => ({ webhooks: await webhooksOf(db, caller.companyId) }))

  serve(webhooks.create, async ({ name, url, kinds }, caller, { tell }) => {
    if (caller.companyId === null) throw new Refusal(409, 'NO_COMPANY', 'Webhooks belong to a company.')
    refuseAddress(url)
    if ((await webhooksOf(db, caller.companyId)).length >= mostOfACompany)
      throw new Refusal(409, 'TOO_MANY', `A company has ${mostOfACompany} webhooks at most.`)
    const [id, secret] = [uuid(), newSecret()]
    await db
      .insertInto('webhook')
      .values({
        id,
        company_id: caller.companyId,
        name,
        url,
        kinds,
        secret: vault.seal(secret, aboutOf(id)),
        whole: caller.permissions.has('admin_access'),
        created_at: new Date(),
      })
      .execute()
    tell({ subject: name, after: { url, kinds } })
    return { webhook: await one(caller, id), secret }
  })

  serve(webhooks.update, async ({ id, name, url, kinds, enabled }, caller, { tell }) => {
    const before = await one(caller, id)
    if (url !== before.url) refuseAddress(url)
    const whole = caller.permissions.has('admin_access')
    await db.transaction().execute(async (tx) => {
      await tx
        .updateTable('webhook')
        .set({
          name,
          url,
          kinds,
          enabled,
          whole,
          ...(enabled && before.state !== 'ok'
            ? { failures: 0, failing_since: null, paused_until: null, last_error: null, given_up_at: null }
            : {}),
        })
        .where('id', '=', id)
        .execute()
      if (!enabled) await giveUpWaiting(tx, id, 'The webhook was switched off.')
      // What labels hide from whoever chose this address is not sent there again either.
      if (!whole)
        await sql`delete from delivery where target_id = ${id} and body #> '{data,devices}' <> '[]'::jsonb`.execute(tx)
    })
    tell({
      subject: name,
      before: { name: before.name, url: before.url, kinds: before.kinds, enabled: before.state !== 'off' },
      after: { name, url, kinds, enabled },
    })
    return { webhook: await one(caller, id) }
  })

  serve(webhooks.remove, async ({ id }, caller, { tell }) => {
    const { name } = await one(caller, id)
    await db.transaction().execute(async (tx) => {
      await tx.deleteFrom('delivery').where('target_id', '=', id).where('status', '=', 'queued').execute()
      await tx.deleteFrom('webhook').where('id', '=', id).execute()
    })
    tell({ subject: name })
    return { success: true as const }
  })

  serve(webhooks.rotate, async ({ id }, caller, { tell }) => {
    const { name } = await one(caller, id)
    const secret = newSecret()
    await sql`
      update webhook set previous_secret = secret, secret = ${vault.seal(secret, aboutOf(id))},
        previous_until = now() + make_interval(hours => ${oldSecretHours}) where id = ${id}`.execute(db)
    tell({ subject: name })
    return { secret }
  })

  serve(webhooks.test, async ({ id }, caller, { tell }) => {
    const { name, state } = await one(caller, id)
    if (state === 'off') throw new Refusal(409, 'OFF', 'Switch the webhook on before you test it.')
    const deliveryId = uuid()
    const now = new Date()
    await db
      .insertInto('delivery')
      .values({
        id: deliveryId,
        company_id: caller.companyId,
        channel: 'webhook',
        target_id: id,
        target: name,
        kind: webhooks.ping,
        body: JSON.stringify({ at: now, data: { title: 'It works', message: 'Somebody pressed “Send a test”.' } }),
        next_try_at: now,
        created_at: now,
      })
      .execute()
    tell({ subject: name })
    return { deliveryId }
  })

  serve(webhooks.deliveries, async ({ id, ...page }, caller) => {
    await one(caller, id)
    return sentTo(db, id, page)
  })

  serve(webhooks.replay, async ({ id, deliveryId }, caller, { tell }) => {
    const { name, state } = await one(caller, id)
    const [known] = (await sentTo(db, id, { limit: 1, id: deliveryId })).deliveries
    if (!known) throw notFound('This delivery')
    if (state === 'off') throw new Refusal(409, 'OFF', 'Switch the webhook on before you send it anything.')
    if ((await queueAgain(db, sql`d.id = ${deliveryId} and d.target_id = ${id} and d.status <> 'queued'`)).length === 0)
      throw new Refusal(409, 'QUEUED', 'This delivery is on its way.')
    tell({ subject: name })
    const [delivery = known] = (await sentTo(db, id, { limit: 1, id: deliveryId })).deliveries
    return { delivery }
  })

  serve(webhooks.replayFailed, async ({ id, since }, caller, { tell }) => {
    const { name, state } = await one(caller, id)
    if (state === 'off') throw new Refusal(409, 'OFF', 'Switch the webhook on before you send it anything.')
    const again = await queueAgain(
      db,
      sql`d.target_id = ${id} and d.status = 'failed' and d.created_at >= ${since}::timestamptz`,
    )
    tell({ subject: name, after: { replayed: again.length } })
    return { replayed: again.length }
  })
}
