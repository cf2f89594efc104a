// That nothing is stored, or will not be for long, is told to who looks after the installation: by mail at once, past the
// queue, which is in the store; and as a notification as soon as the store takes one.
import type { Logger } from 'pino'
import { keepersOf } from '../contact/contact.ts'
import type { Db } from '../db/pool.ts'
import { clock } from '../kit/clock.ts'
import type { Mail } from '../mail/mail.ts'
import { notify } from '../notifications/notifications.ts'

export interface TroublesParts {
  readonly db: Db
  readonly mail: Pick<Mail, 'sendNow'>
  readonly stuck: () => { readonly since: Date; readonly why: string } | null
  /** What is free on the disk of the store, in words; null: enough. */
  readonly scarce: () => Promise<string | null>
  readonly log: Logger
}

interface Message {
  readonly title: string
  readonly body: string
  readonly isOver: boolean
}

const stuckEveryMs = 2_000
const scarceEveryMs = 60_000
const patienceMs = 10_000

/** Looks until stopped. */
export const watchTroubles = ({ db, mail, stuck, scarce, log }: TroublesParts): { stop(): Promise<void> } => {
  /** What no notification says yet. */
  let waiting: Message[] = []
  let since: Date | undefined
  let isScarce = false

  const lookAtStore = async () => {
    const now = stuck()
    if (now && !since) {
      since = now.since
      const body = `Since ${inUtc(now.since)} no message of a device is stored: ${now.why}. None is acknowledged, so that devices keep what they say. The system page tells how many wait.`
      await tell({ title: 'Nothing is stored', body, isOver: false })
    } else if (!now && since) {
      const body = `From ${inUtc(since)} to ${inUtc(clock.now())} no message of a device was stored. What devices kept is stored now.`
      since = undefined
      await tell({ title: 'Messages are stored again', body, isOver: true })
    } else await notifyWaiting()
  }

  const lookAtDisk = async () => {
    const says = await scarce()
    if (says !== null && !isScarce)
      await tell({ title: 'The disk is nearly full', body: `${says} where the store lies.`, isOver: false })
    isScarce = says !== null
  }

  const tell = async (message: Message) => {
    waiting.push(message)
    await notifyWaiting()
    // What was found wrong after the store was lost can be read by nobody in the product.
    const readers = await keepersOf(db).catch(() => [])
    for (const { email, name } of readers)
      await mail
        .sendNow(
          {
            to: email,
            letter: 'notification',
            values: {
              name,
              heading: message.title,
              body: message.body,
              button: { label: 'View system', path: '/logs/system' },
            },
          },
          AbortSignal.timeout(patienceMs),
        )
        .catch((error: unknown) => log.warn({ error }, 'a trouble could not be told by mail'))
  }

  const notifyWaiting = async () => {
    if (waiting.length === 0) return
    const messages = waiting
    try {
      await db.transaction().execute(async (tx) => {
        const readers = await keepersOf(tx)
        await notify(
          tx,
          messages.flatMap(({ title, body, isOver }) =>
            readers.map(({ id, companyId }) => ({
              userId: id,
              companyId,
              kind: 'system-trouble',
              title,
              message: body,
              type: isOver ? ('success' as const) : ('error' as const),
              priority: 'high' as const,
              action: { label: 'View system', path: '/logs/system' },
            })),
          ),
        )
      })
      waiting = waiting.slice(messages.length)
    } catch (error) {
      log.debug({ error }, 'a trouble waits to be told')
    }
  }

  const loops = [
    clock.every(stuckEveryMs, () => lookAtStore().catch(failed)),
    clock.every(scarceEveryMs, () => lookAtDisk().catch(failed)),
  ]
  function failed(error: unknown) {
    log.warn({ error }, 'troubles could not be looked at')
  }
  return {
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()))
    },
  }
}

const inUtc = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
