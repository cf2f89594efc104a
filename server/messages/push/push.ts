// Web push: notifications on a screen where Gatehouse is not open, in the browsers that a person has chosen and while
// they have not signed out there.
import * as channels from '@gatehouse/contract/messages/channels'
import { v7 as uuid } from 'uuid'
import { agentWords } from '../channels/channels.ts'
import { type Db, insertRow } from '../../db/pool.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Caller } from '../../kit/http/caller.ts'
import { changes } from '../../kit/changes.ts'
import { clock } from '../../kit/clock.ts'
import type { Config } from '../../kit/config.ts'
import { existing, invalid, notFound } from '../../kit/errors.ts'
import { demandReachable, type Outbound } from '../../kit/http/outbound.ts'
import { digestOf } from '../../kit/secrets/secrets.ts'
import type { Serve } from '../../kit/http/serve.ts'
import { areKeys, type ServerKeys } from './encrypt.ts'
import { acknowledged, browsersOf, forgetBrowser, keepBrowser } from './subscriptions.sql.ts'

export { pushCarrier } from './carrier.ts'
export { serverKeys } from './server-keys.ts'

interface Parts {
  readonly db: Db
  readonly outbound: Outbound
  readonly keys: ServerKeys
}

export const servePush = (serve: Serve, { db, outbound, keys }: Parts) => {
  serve(channels.pushKey, async () => ({ key: keys.publicKey }))

  serve(channels.browsers, async (_input, caller) => ({ browsers: await browsersOf(db, caller) }))

  serve(channels.subscribe, async ({ endpoint, keys: theirs }, caller, { agent, record }) => {
    demandReachable(outbound, endpoint, 'endpoint')
    if (!areKeys(theirs)) throw invalid([{ field: 'keys', message: 'These are no keys of a subscription.' }])
    return inTransaction(db, async (tx) => {
      const before = await namesOf(tx, caller)
      await keepBrowser(tx, caller, { endpoint, keys: theirs, agent })
      const browser = existing(
        (await browsersOf(tx, caller)).find((known) => known.endpoint === endpoint),
        'This browser',
      )
      await record(tx, { subject: agentWords(agent), ...changes(before, await namesOf(tx, caller)) })
      return { browser }
    })
  })

  serve(channels.unsubscribe, ({ id }, caller, { record }) =>
    inTransaction(db, async (tx) => {
      const browser = (await browsersOf(tx, caller)).find((known) => known.id === id)
      const before = await namesOf(tx, caller)
      if (!browser || !(await forgetBrowser(tx, id, caller.userId))) throw notFound('This browser')
      await record(tx, { subject: agentWords(browser.agent), ...changes(before, await namesOf(tx, caller)) })
    }),
  )

  serve(channels.testPush, async ({ id }, caller, { record }) => {
    const browser = existing(
      (await browsersOf(db, caller)).find((known) => known.id === id),
      'This browser',
    )
    const deliveryId = uuid()
    const now = clock.now()
    await inTransaction(db, async (tx) => {
      await insertRow(tx, 'delivery', {
        id: deliveryId,
        company_id: caller.companyId,
        user_id: caller.userId,
        channel: 'push',
        target_id: id,
        target: browser.agent,
        kind: 'test',
        body: JSON.stringify(test),
        next_try_at: now,
        created_at: now,
      })
      await record(tx, { subject: agentWords(browser.agent) })
    })
    return { deliveryId }
  })

  // Who shows a notification may be signed out by then: the token came with it and says which one it is. Whether there is
  // such a one is nobody's business.
  serve.open(channels.acknowledge, async ({ token, what }) => {
    await acknowledged(db, digestOf(token), what)
  })
}

// Where each is reached is a secret of its own.
const namesOf = async (tx: Db, caller: Caller) => ({
  browsers: (await browsersOf(tx, caller)).map(({ agent }) => agentWords(agent)).sort(),
})

const test = {
  title: 'It works',
  message: 'Notifications of Gatehouse come to this browser.',
  path: '/settings/account',
  priority: 'medium',
}

/** Whom a push service may write to about what we send. */
export const contactOf = ({ publicUrl, contactEmail }: Pick<Config, 'publicUrl' | 'contactEmail'>): string => {
  if (contactEmail !== undefined) return `mailto:${contactEmail}`
  if (publicUrl?.startsWith('https:')) return publicUrl
  return `mailto:no-reply@${new URL(publicUrl ?? 'http://localhost').hostname}`
}
