// Webhooks: who is told, with which secret, what was sent and what is sent again.
import * as webhooks from '@gatehouse/contract/messages/webhooks'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { queueAgain } from '../channels/channels.ts'
import { instant } from '../../db/instant.ts'
import { type Db, execute, insertRow, updateRow, valuesOf } from '../../db/pool.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Caller } from '../../kit/http/caller.ts'
import { changes } from '../../kit/changes.ts'
import { clock } from '../../kit/clock.ts'
import { timeCursor } from '../../kit/cursor.ts'
import { existing, Refusal } from '../../kit/errors.ts'
import { demandReachable, type Outbound } from '../../kit/http/outbound.ts'
import type { Serve } from '../../kit/http/serve.ts'
import type { Vault } from '../../kit/secrets/vault.ts'
import { aboutOf } from './carrier.ts'
import { newSecret } from './signing.ts'
import { deliveryTo, giveUpWaiting, sentTo, webhooksOf } from './webhooks.sql.ts'

export { notifyWebhooks } from './alarms.sql.ts'
export { webhookCarrier } from './carrier.ts'

interface Parts {
  readonly db: Db
  readonly outbound: Outbound
  readonly vault: Vault
}

const mostOfACompany = 50
const oldSecretHours = 24

export const serveWebhooks = (serve: Serve, { db, outbound, vault }: Parts) => {
  const one = async (caller: Caller, id: string, on: Db = db) =>
    existing((await webhooksOf(on, caller.companyId, id))[0], 'This webhook')

  serve(webhooks.list, async (_input, caller) => ({ webhooks: await webhooksOf(db, caller.companyId) }))

  serve(webhooks.create, async ({ name, url, kinds }, caller, { record }) => {
    const { companyId } = caller
    if (companyId === null) throw new Refusal(409, 'NO_COMPANY', 'Webhooks belong to a company.')
    demandReachable(outbound, url, 'url')
    if ((await webhooksOf(db, companyId)).length >= mostOfACompany)
      throw new Refusal(409, 'TOO_MANY', `A company has ${mostOfACompany} webhooks at most.`)
    const [id, secret] = [uuid(), newSecret()]
    return inTransaction(db, async (tx) => {
      await insertRow(tx, 'webhook', {
        id,
        company_id: companyId,
        name,
        url,
        kinds,
        secret: vault.seal(secret, aboutOf(id)),
        whole: caller.permissions.has('admin_access'),
        created_at: clock.now(),
      })
      const webhook = await one(caller, id, tx)
      await record(tx, { subject: name, after: factsOf(webhook) })
      return { webhook, secret }
    })
  })

  serve(webhooks.update, async ({ id, name, url, kinds, enabled }, caller, { annotate, record }) => {
    const before = await one(caller, id)
    annotate({ subject: before.name })
    if (url !== before.url) demandReachable(outbound, url, 'url')
    const whole = caller.permissions.has('admin_access')
    return inTransaction(db, async (tx) => {
      await updateRow(tx, 'webhook', id, {
        name,
        url,
        kinds,
        enabled,
        whole,
        ...(enabled && before.state !== 'ok'
          ? { failures: 0, failing_since: null, paused_until: null, last_error: null, given_up_at: null }
          : {}),
      })
      if (!enabled) await giveUpWaiting(tx, id, 'The webhook was switched off.')
      // What labels hide from whoever chose this address is not sent there again either.
      if (!whole)
        await execute(tx)`delete from delivery where target_id = ${id} and body #> '{data,devices}' <> '[]'::jsonb`
      const webhook = await one(caller, id, tx)
      await record(tx, changes(factsOf(before), factsOf(webhook)))
      return { webhook }
    })
  })

  serve(webhooks.remove, async ({ id }, caller, { record }) => {
    const webhook = await one(caller, id)
    await inTransaction(db, async (tx) => {
      await tx.deleteFrom('delivery').where('target_id', '=', id).where('status', '=', 'queued').execute()
      await tx.deleteFrom('webhook').where('id', '=', id).execute()
      await record(tx, { subject: webhook.name, before: factsOf(webhook) })
    })
  })

  serve(webhooks.rotate, async ({ id }, caller, { record }) => {
    const { name } = await one(caller, id)
    const secret = newSecret()
    await inTransaction(db, async (tx) => {
      const [until] = await valuesOf<Date>(tx)`
        update webhook set previous_secret = secret, secret = ${vault.seal(secret, aboutOf(id))},
          previous_until = ${instant()} + make_interval(hours => ${oldSecretHours}) where id = ${id}
        returning previous_until`
      await record(tx, { subject: name, after: { oldOneHoldsUntil: until } })
    })
    return { secret }
  })

  serve(webhooks.test, async ({ id }, caller, { record }) => {
    const { name, state } = await one(caller, id)
    if (state === 'off') throw new Refusal(409, 'OFF', 'Switch the webhook on before you test it.')
    const deliveryId = uuid()
    const now = clock.now()
    await inTransaction(db, async (tx) => {
      await insertRow(tx, 'delivery', {
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
      await record(tx, { subject: name })
    })
    return { deliveryId }
  })

  serve(webhooks.deliveries, async (wanted, caller) => {
    await one(caller, wanted.id)
    const { page, next } = await timeCursor.read(
      wanted,
      (filter) => sentTo(db, filter),
      ({ createdAt: at, id }) => ({ at, id }),
    )
    return { deliveries: page, next }
  })

  serve(webhooks.replay, async ({ id, deliveryId }, caller, { annotate, record }) => {
    const { name, state } = await one(caller, id)
    annotate({ subject: name })
    const known = existing(await deliveryTo(db, id, deliveryId), 'This delivery')
    if (state === 'off') throw new Refusal(409, 'OFF', 'Switch the webhook on before you send it anything.')
    await inTransaction(db, async (tx) => {
      const queued = await queueAgain(tx, sql`d.id = ${deliveryId} and d.target_id = ${id} and d.status <> 'queued'`)
      if (queued.length === 0) throw new Refusal(409, 'QUEUED', 'This delivery is on its way.')
      await record(tx, { before: { status: known.status }, after: { status: 'queued' } })
    })
    return { delivery: (await deliveryTo(db, id, deliveryId)) ?? known }
  })

  serve(webhooks.replayFailed, async ({ id, since }, caller, { record }) => {
    const { name, state } = await one(caller, id)
    if (state === 'off') throw new Refusal(409, 'OFF', 'Switch the webhook on before you send it anything.')
    const replayed = await inTransaction(db, async (tx) => {
      const failed = sql<boolean>`d.target_id = ${id} and d.status = 'failed' and d.created_at >= ${since}::timestamptz`
      const again = await queueAgain(tx, failed)
      await record(tx, { subject: name, after: { replayed: again.length } })
      return again.length
    })
    return { replayed }
  })
}

const factsOf = ({ name, url, kinds, state }: webhooks.Webhook) => ({ name, url, kinds, enabled: state !== 'off' })
