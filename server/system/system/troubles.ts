// That nothing is stored, or will not be for long, is told to who looks after the installation: as a notification and a
// letter where the store takes them, and by mail past the queue, which is in the store, where it does not.
import type { Logger } from 'pino'
import { keepersOf } from '../../site/contact/contact.ts'
import { type Db, execute, firstOf, rowsOf } from '../../db/pool.ts'
import { inTransaction } from '../../db/transaction.ts'
import { clock } from '../../kit/clock.ts'
import type { Letter, Mail } from '../../messages/mail/mail.ts'
import { notify } from '../../messages/notifications/notifications.ts'

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

/** How each begins and how it is over. */
const titles = {
  store: ['Nothing is stored', 'Messages are stored again'],
  disk: ['The disk is nearly full', 'There is room on the disk again'],
} as const

interface Message {
  readonly of: keyof typeof titles
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
/** What another node has told within this is not told again. */
const sameWithinMs = 600_000
/** Held while it is told, so that of several nodes one does. */
const lock = 88_220
/** So much more than the limit has to be free again: who stands at the limit is told once. */
const roomyTimes = 1.2

/** Looks until stopped. */
export const watchTroubles = (parts: TroublesParts): { stop(): Promise<void> } => {
  const { db, mail, stuck, free, diskWarnBytes, log } = parts
  const stopping = new AbortController()
  let waiting: Waiting[] = []
  let trouble: { readonly since: Date; endedAt: Date | null } | undefined
  let isScarce: boolean | undefined
  // When nothing can be stored, it may well be that nothing can be read either.
  let readers: readonly Reader[] = []

  const lookAtStore = () => {
    const now = stuck()
    if (now && !trouble) {
      trouble = { since: now.since, endedAt: null }
      queue({
        of: 'store',
        body: `Since ${inUtc(now.since)} no message of a device is stored: ${now.why}. None is acknowledged, so that devices keep what they say. The system page tells how many wait.`,
        isOver: false,
      })
    } else if (now && trouble) trouble.endedAt = null
    else if (trouble) {
      trouble.endedAt ??= clock.now()
      if (clock.ms() - trouble.endedAt.getTime() < overAfterMs) return
      queue({
        of: 'store',
        body: `From ${inUtc(trouble.since)} to ${inUtc(trouble.endedAt)} no message of a device was stored. What devices kept is stored now.`,
        isOver: true,
      })
      trouble = undefined
    }
  }

  const lookAtDisk = async () => {
    readers = await readersIn(db).catch(() => readers)
    // A server that starts anew begins where the last one ended.
    isScarce ??= await lastReported(db, 'disk').then(
      (last) => last?.title === titles.disk[0],
      () => undefined,
    )
    const { bytes, says: text } = await free()
    if (!isScarce && bytes < diskWarnBytes) {
      isScarce = true
      const body = `${text} where the data folder lies. When it is full, nothing is stored any more.`
      queue({ of: 'disk', body, isOver: false })
    } else if (isScarce && bytes >= diskWarnBytes * roomyTimes) {
      isScarce = false
      queue({ of: 'disk', body: `${text} where the data folder lies.`, isOver: true })
    }
  }

  const queue = (message: Message) => waiting.push({ ...message, lettered: new Set(), nextMailAt: 0 })

  const sendWaiting = async () => {
    if (waiting.length === 0) return
    const messages = [...waiting]
    try {
      await inTransaction(db, async (tx) => {
        readers = await readersIn(tx)
        await execute(tx)`select pg_advisory_xact_lock(${lock})`
        for (const message of messages) {
          const last = await lastReported(tx, message.of)
          if (last?.title === titleOf(message) && clock.ms() - last.at.getTime() < sameWithinMs) continue
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

  const watchStore = () => {
    lookAtStore()
    return sendWaiting()
  }
  const failing = { log, failure: 'troubles could not be looked at' }
  const store = clock.every(stuckEveryMs, watchStore, failing)
  const disk = clock.every(scarceEveryMs, lookAtDisk, { ...failing, firstMs: 0 })
  return {
    async stop() {
      stopping.abort()
      await Promise.all([store.stop(), disk.stop()])
    },
  }
}

const readersIn = async (db: Db) => {
  const keepers = await keepersOf(db)
  const rows = await rowsOf<{ id: string }>(db)`
    select id from users where id = any (${keepers.map(({ id }) => id)}::uuid[])
      and coalesce((notification_preferences #>> '{email,system-trouble}')::boolean, true)
  `
  const byMail = new Set(rows.map(({ id }) => id))
  return keepers.map((keeper) => ({ ...keeper, byMail: byMail.has(keeper.id) }))
}

const titleOf = ({ of, isOver }: Message): string => titles[of][isOver ? 1 : 0]

const lastReported = (db: Db, of: Message['of']) =>
  firstOf<{ title: string; at: Date }>(db)`
    select title, created_at as at from notification where kind = ${kind} and title = any (${[...titles[of]]}::text[])
    order by created_at desc, id desc limit 1
  `

const kind = 'system-trouble'
const page = { label: 'View system', path: '/logs/system' }

const noticesOf = (message: Message, readers: readonly Reader[]) =>
  readers.map(({ id, companyId }) => ({
    userId: id,
    companyId,
    kind,
    title: titleOf(message),
    message: message.body,
    type: message.isOver ? ('success' as const) : ('error' as const),
    priority: 'high' as const,
    action: page,
  }))

const lettersOf = (message: Waiting, readers: readonly Reader[]) =>
  readers
    .filter(({ id, byMail }) => byMail && !message.lettered.has(id))
    .map(({ id, email, name, companyId }) => ({
      to: email,
      userId: id,
      companyId,
      letter: 'notification' as const,
      values: { name, heading: titleOf(message), body: message.body, button: page },
    }))

const inUtc = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
