// Brings a notification to a browser through its push service. Nothing is in it but what the lock screen shows, and only
// for who may still see it at this moment.
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import { type Carrier, type Due, noLonger, type Outcome, stillThere, summary, digestFor } from '../channels/channels.ts'
import { instant } from '../../db/instant.ts'
import type { Db } from '../../db/pool.ts'
import { clock } from '../../kit/clock.ts'
import { type Answer, type Outbound, Unreachable } from '../../kit/http/outbound.ts'
import { digestOf } from '../../kit/secrets/secrets.ts'
import { sealFor, type ServerKeys, vapidHeader } from './encrypt.ts'
import { forgetBrowser, keepReceipt, type Subscribed, subscribed, wasSentTo } from './subscriptions.sql.ts'

interface Parts {
  readonly db: Db
  readonly outbound: Outbound
  readonly keys: ServerKeys
  /** Whom a push service may write to. */
  readonly contact: string
}

/** Whoever names push services that hang waits for them alone. */
const atOnceOfOne = 3
/** After the first, second... failure; after one more it is given up. */
const pausesS = [10, 60, 300, 1800, 7200]
const longestPauseS = 6 * 3600
const longestTitle = 120
const longestMessage = 300

const words = z.object({
  title: z.string(),
  message: z.string(),
  path: z.string().nullable(),
  priority: z.enum(['low', 'medium', 'high']),
  /** Whether it has a button that acknowledges. */
  alarm: z.boolean().default(false),
})
type Words = z.output<typeof words>

// While a phone is off its push service keeps it: what is urgent for a day, what is not for as long as it is news.
const retainedFor = { high: 86_400, medium: 86_400, low: 4 * 3600 } as const
const urgency = { high: 'high', medium: 'normal', low: 'low' } as const

export const pushCarrier = ({ db, outbound, keys, contact }: Parts): Carrier => {
  const send = (browser: Subscribed, message: Words, more: { id: string; token: string; signal: AbortSignal }) =>
    outbound.post(browser.endpoint, {
      signal: more.signal,
      headers: {
        authorization: vapidHeader(keys, browser.endpoint, contact),
        'content-type': 'application/octet-stream',
        'content-encoding': 'aes128gcm',
        ttl: String(retainedFor[message.priority]),
        urgency: urgency[message.priority],
        // One that a push service still keeps is replaced by the same told again.
        topic: more.id.replaceAll('-', ''),
      },
      body: sealFor(
        browser,
        JSON.stringify({
          id: more.id,
          title: shortened(message.title, longestTitle),
          message: shortened(message.message, longestMessage),
          path: message.path,
          priority: message.priority,
          ...(message.alarm && { alarm: true }),
          token: more.token,
        }),
      ),
    })

  return {
    atOnce: 8,
    get ready() {
      return sql<boolean>`(select count(*) from delivery b where b.user_id = d.user_id and b.channel = 'push'
        and b.status = 'queued' and b.taken_until is not null and b.taken_until > ${instant()}) < ${atOnceOfOne}`
    },
    async carry(due, signal) {
      const browser = await subscribed(db, due.targetId, due.userId)
      if (!browser) return { is: 'failed', says: 'This browser takes no notifications any more.', againInS: null }
      const message = await wordsOf(db, due)
      if ('is' in message) return message
      const token = randomBytes(32).toString('base64url')
      await keepReceipt(db, due.id, digestOf(token))
      try {
        return await outcomeOf(
          db,
          browser,
          due,
          await send(browser, message, { id: due.notificationId ?? due.id, token, signal }),
        )
      } catch (error) {
        if (!(error instanceof Unreachable)) throw error
        return { is: 'failed', says: error.message, againInS: error.forGood ? null : pauseAfter(due) }
      }
    },
  }
}

const wordsOf = async (db: Db, { id, kind, notificationId, body }: Due): Promise<Words | Outcome> => {
  if (kind === summary)
    return (
      withoutButton(await digestFor(db, id)) ?? { is: 'seen', says: 'All of it was read, deleted or withdrawn before.' }
    )
  if (notificationId !== null) {
    const about = (await stillThere(db, [notificationId])).get(notificationId)
    if (!about) return { is: 'seen', says: 'Deleted before it was told.' }
    if (about.read) return { is: 'seen', says: 'Read before it was told.' }
    return about.shown ? about : { is: 'failed', says: noLonger, againInS: null }
  }
  const own = words.safeParse(body)
  return own.success ? own.data : { is: 'seen', says: 'Deleted before it was told.' }
}

// Of many at once none is acknowledged by a button.
const withoutButton = (message: Omit<Words, 'alarm'> | null): Words | null => message && { ...message, alarm: false }

const outcomeOf = async (db: Db, browser: Subscribed, due: Due, { status, headers }: Answer): Promise<Outcome> => {
  if (status >= 200 && status < 300) {
    await wasSentTo(db, browser.id)
    return { is: 'sent' }
  }
  if (status === 404 || status === 410) {
    await forgetBrowser(db, browser.id)
    return { is: 'failed', says: 'The browser has given up its subscription.', againInS: null }
  }
  // Its words are not kept: they may hold the address of the browser, and whoever may subscribe may name the address.
  const text = `The push service answered ${status}`
  if (status !== 429 && status < 500) return { is: 'failed', says: text, againInS: null }
  const pause = pauseAfter(due)
  return {
    is: 'failed',
    says: text,
    againInS: pause === null ? null : Math.max(pause, askedFor(headers['retry-after'])),
  }
}

const pauseAfter = ({ tries }: Due): number | null => pausesS[tries - 1] ?? null

/** Seconds, or a moment. */
const askedFor = (header: string | undefined): number => {
  if (header === undefined) return 0
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - clock.ms()) / 1000
  return Number.isFinite(seconds) ? Math.min(Math.max(0, Math.ceil(seconds)), longestPauseS) : 0
}

const shortened = (text: string, most: number) => (text.length <= most ? text : `${text.slice(0, most - 1)}…`)
