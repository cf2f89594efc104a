// Brings a delivery to a receiver elsewhere, signed; leaves one that fails alone for a while (circuit.ts), and tells who
// manages it when it is given up.
import { isAlarmEvent } from '@gatehouse/contract/messages/webhooks'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Carrier, Due, Outcome } from '../channels/channels.ts'
import { instant } from '../../db/instant.ts'
import type { Db } from '../../db/pool.ts'
import { inTransaction } from '../../db/transaction.ts'
import { clock } from '../../kit/clock.ts'
import { type Answer, type Outbound, Unreachable } from '../../kit/http/outbound.ts'
import type { Vault } from '../../kit/secrets/vault.ts'
import { notify, usersWho } from '../notifications/notifications.ts'
import { againInS, isGivenUp, isPaused, pauseS } from './circuit.ts'
import { signed } from './signing.ts'
import {
  giveUpWaiting,
  hasFailed,
  hasAccepted,
  mayProbe,
  pause,
  type Receiver,
  receiverOf,
  switchOff,
} from './webhooks.sql.ts'

interface Parts {
  readonly db: Db
  readonly outbound: Outbound
  readonly vault: Vault
  /** Of what was sent of an alarm. */
  readonly answered: (answer: Answered) => Promise<void>
}

export interface Answered {
  readonly companyId: string
  readonly webhook: string
  readonly body: unknown
  readonly text: string
}

const patienceMs = 10_000
const probeHoldS = 30
/** A receiver that is slow has no more of ours at a time. */
const atOnceOfOne = 4
/** A company whose receivers are all slow leaves as many for the others. */
const atOnceOfACompany = 6

export const webhookCarrier = ({ db, outbound, vault, answered }: Parts): Carrier => {
  const send = (receiver: Receiver, due: Due, signal: AbortSignal): Promise<Answer> => {
    const about = aboutOf(receiver.id)
    const secrets = [receiver.secret, receiver.previousSecret].flatMap((secret) =>
      secret === null ? [] : [vault.open(secret, about)],
    )
    const body = JSON.stringify(bodyOf(receiver, due))
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'Gatehouse-Webhooks/1',
      ...signed(secrets, due.id, body, clock.now()),
    }
    return outbound.post(receiver.url, { headers, body: Buffer.from(body), timeoutMs: patienceMs, signal })
  }

  return {
    atOnce: 12,
    get ready() {
      const now = instant()
      return sql<boolean>`(
        exists (select from webhook w where w.id = d.target_id and w.enabled and coalesce(w.paused_until <= ${now}, true))
        and (select count(*) from delivery b where b.target_id = d.target_id and b.status = 'queued'
          and b.taken_until > ${now}) < ${atOnceOfOne}
        and (select count(*) from delivery b where b.company_id = d.company_id and b.channel = 'webhook'
          and b.status = 'queued' and b.taken_until is not null and b.taken_until > ${now}) < ${atOnceOfACompany})`
    },
    async carry(due, signal) {
      const receiver = await receiverOf(db, due.targetId)
      if (!receiver) return { is: 'failed', says: 'The webhook is off.', againInS: null }
      if (isPaused(receiver.failures) && !(await mayProbe(db, receiver.id, probeHoldS))) {
        const over = Math.max(receiver.pausedUntil?.getTime() ?? 0, clock.ms() + 1000)
        return { is: 'later', at: new Date(over) }
      }
      try {
        const answer = await send(receiver, due, signal)
        const trouble = troubleOf(answer)
        if (trouble !== null) return await failure(db, receiver, trouble, againInS(due.tries))
        await hasAccepted(db, receiver.id)
        const { companyId, name } = receiver
        if (isAlarmEvent(due.kind)) await answered({ companyId, webhook: name, body: due.body, text: answer.text })
        return { is: 'delivered', says: `Answered ${answer.status}` }
      } catch (error) {
        if (!(error instanceof Unreachable)) throw error
        return await failure(db, receiver, error.message, error.forGood ? null : againInS(due.tries))
      }
    },
  }
}

/** What a secret is sealed for. */
export const aboutOf = (webhookId: string): string => `webhook ${webhookId}`

// The same at every try: receivers tell by the id what they have had.
const bodyOf = ({ companyId, company }: Receiver, { id, kind, body, createdAt }: Due) => {
  const delivered = facts.safeParse(body)
  const at = (delivered.success ? new Date(delivered.data.at) : createdAt).toISOString()
  return {
    id,
    type: kind,
    at,
    company: { id: companyId, name: company },
    data: delivered.success ? delivered.data.data : {},
  }
}

const facts = z.object({ at: z.string(), data: z.record(z.string(), z.unknown()) })

const troubleOf = ({ status, headers, text }: Answer): string | null => {
  if (status >= 200 && status < 300) return null
  if (status >= 300 && status < 400)
    return `Answered ${status}: redirects are not followed. Enter the address that it leads to${headers.location === undefined ? '' : `: ${headers.location.slice(0, 200)}`}.`
  const message = text.replaceAll(/\s+/g, ' ').trim().slice(0, 200)
  return `Answered ${status}${message === '' ? '' : `: ${message}`}`
}

const failure = (db: Db, receiver: Receiver, text: string, again: number | null): Promise<Outcome> =>
  inTransaction(db, async (tx) => {
    const now = await hasFailed(tx, receiver.id, text)
    if (now && isGivenUp(now.failingSince, clock.now())) {
      await giveUp(tx, receiver, text)
      return { is: 'failed', says: text, againInS: null }
    }
    const paused = pauseS(now?.failures ?? 0)
    if (paused > 0) await pause(tx, receiver.id, paused)
    return { is: 'failed', says: text, againInS: again === null ? null : Math.max(again, paused) }
  })

const giveUp = async (tx: Db, { id, companyId, name }: Receiver, text: string): Promise<void> => {
  await switchOff(tx, id)
  await giveUpWaiting(tx, id, 'The webhook was switched off after it had failed for three days.')
  const managers = await usersWho(tx, [companyId], ['manage_integrations'])
  await notify(
    tx,
    managers.map((manager) => ({
      userId: manager.id,
      companyId,
      kind: 'webhook-off',
      title: `The webhook ${name} is switched off`,
      message: `It failed for three days; last: ${text} What it missed can be sent again once it is on.`,
      type: 'error' as const,
      priority: 'high' as const,
      action: { label: 'See the webhook', path: `/settings/webhooks?webhook=${id}` },
      requiredPermissions: ['manage_integrations'] as const,
    })),
  )
}
