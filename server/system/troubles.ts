// That nothing is stored, or will not be for long, is told to who looks after the installation: as a notification and a
// letter where the store takes them, and by mail past the queue, which is in the store, where it does not.
import { sql } from 'kysely'
import type { Logger } from 'pino'
import { keepersOf } from '../contact/contact.ts'
import type { Db } from '../db/pool.ts'
import { clock } from '../kit/clock.ts'
import type { Letter, Mail } from '../mail/mail.ts'
import { notify } from '../notifications/notifications.ts'

export interface TroublesParts {
  readonly db: Db
  readonly mail: Pick<Mail, 'post' | 'sendNow'>
  readonly stuck: () => { readonly since: Date; readonly why: string } | null
  /** What is free on the disk of the store, in bytes and in words. */
  readonly free: () => Promise<{ readonly bytes: number; readonly says: string }>
  /** Less than this is told. */
  readonly diskWarnBytes: number
  readonly log: Logger
}

interface Message {
  readonly title: string
  readonly body: string
  readonly isOver: boolean
}

/** A message that no notification says yet. */
interface Waiting extends Message {
  /** Who has got it as a letter. */
  readonly lettered: Set<string>
  nextMailAt: number
}

type Reader = Awaited<ReturnType<typeof readersIn>>[number]

const stuckEveryMs = 2_000
const scarceEveryMs = 60_000
const patienceMs = 10_000
const mailAgainMs = 60_000
/** What comes back within this is the same trouble. */
const overAfterMs = 60_000
/** So much more than the limit has to be free again: who stands at the limit is told once. */
const roomyTimes = 1.2

/** Looks until stopped. */
export const watchTroubles = (parts: TroublesParts): { stop(): Promise<void> } => {
  const { db, mail, stuck, free, diskWarnBytes, log } = parts
  const stopping = new AbortController()
  let waiting: Waiting[] = []
  let trouble: { readonly since: Date; endedAt: Date | null } | undefined
  let isScarce = false
  // When nothing can be stored, it may well be that nothing can be read either.
  let readers: readonly Reader[] = []

  const lookAtStore = () => {
    const now = stuck()
    if (now && !trouble) {
      trouble = { since: now.since, endedAt: null }
      say({
        title: 'Nothing is stored',
        body: `Since ${inUtc(now.since)} no message of a device is stored: ${now.why}. None is acknowledged, so that devices keep what they say. The system page tells how many wait.`,
        isOver: false,
      })
    } else if (now && trouble) trouble.endedAt = null
    else if (trouble) {
      trouble.endedAt ??= clock.now()
      if (clock.ms() - trouble.endedAt.getTime() < overAfterMs) return
      say({
        title: 'Messages are stored again',
        body: `From ${inUtc(trouble.since)} to ${inUtc(trouble.endedAt)} no message of a device was stored. What devices kept is stored now.`,
        isOver: true,
      })
      trouble = undefined
    }
  }

  const lookAtDisk = async () => {
    readers = await readersIn(db).catch(() => readers)
    const { bytes, says } = await free()
    if (!isScarce && bytes < diskWarnBytes) {
      isScarce = true
      const body = `${says} where the data folder lies. When it is full, nothing is stored any more.`
      say({ title: 'The disk is nearly full', body, isOver: false })
    } else if (isScarce && bytes >= diskWarnBytes * roomyTimes) {
      isScarce = false
      say({ title: 'There is room on the disk again', body: `${says} where the data folder lies.`, isOver: true })
    }
  }

  const say = (message: Message) => waiting.push({ ...message, lettered: new Set(), nextMailAt: 0 })

  const tellWaiting = async () => {
    if (waiting.length === 0) return
    const messages = [...waiting]
    try {
      await db.transaction().execute(async (tx) => {
        readers = await readersIn(tx)
        for (const message of messages) {
          await notify(tx, noticesOf(message, readers))
          await mail.post(tx, lettersOf(message, readers))
        }
      })
      waiting = waiting.filter((message) => !messages.includes(message))
    } catch (error) {
      log.debug({ error }, 'a trouble waits to be told')
      readers = await readersIn(db).catch(() => readers)
      for (const message of messages) await mailPastTheQueue(message)
    }
  }

  const mailPastTheQueue = async (message: Waiting) => {
    if (clock.ms() < message.nextMailAt) return
    message.nextMailAt = clock.ms() + mailAgainMs
    const signal = AbortSignal.any([AbortSignal.timeout(patienceMs), stopping.signal])
    const send = (letter: Letter & { readonly userId: string }) =>
      mail.sendNow(letter, signal).then(
        () => message.lettered.add(letter.userId),
        (error: unknown) => log.warn({ error }, 'a trouble could not be told by mail'),
      )
    await Promise.all(lettersOf(message, readers).map(send))
  }

  const failed = (error: unknown) => log.warn({ error }, 'troubles could not be looked at')
  const store = clock.every(stuckEveryMs, async () => {
    lookAtStore()
    await tellWaiting().catch(failed)
  })
  const disk = clock.every(scarceEveryMs, () => lookAtDisk().catch(failed), { firstMs: 0 })
  return {
    async stop() {
      stopping.abort()
      await Promise.all([store.stop(), disk.stop()])
    },
  }
}

const readersIn = async (db: Db) => {
  const keepers = await keepersOf(db)
  const { rows } = await sql<{ id: string }>`
    select id from users where id = any (${keepers.map(({ id }) => id)}::uuid[])
      and coalesce((notification_preferences #>> '{email,system-trouble}')::boolean, true)
  `.execute(db)
  const byMail = new Set(rows.map(({ id }) => id))
  return keepers.map((keeper) => ({ ...keeper, byMail: byMail.has(keeper.id) }))
}

const page = { label: 'View system', path: '/logs/system' }

const noticesOf = ({ title, body, isOver }: Message, readers: readonly Reader[]) =>
  readers.map(({ id, companyId }) => ({
    userId: id,
    companyId,
    kind: 'system-trouble',
    title,
    message: body,
    type: isOver ? ('success' as const) : ('error' as const),
    priority: 'high' as const,
    action: page,
  }))

const lettersOf = ({ title, body, lettered }: Waiting, readers: readonly Reader[]) =>
  readers
    .filter(({ id, byMail }) => byMail && !lettered.has(id))
    .map(({ id, email, name, companyId }) => ({
      to: email,
      userId: id,
      companyId,
      letter: 'notification' as const,
      values: { name, heading: title, body, button: page },
    }))

const inUtc = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
