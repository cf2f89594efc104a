// Letters to people: posted in the transaction that they are about, sent afterwards, kept track of.
import * as mail from '@gatehouse/contract/messages/mail'
import type { Logger } from 'pino'
import { v7 as uuid } from 'uuid'
import type { Db, Store } from '../../db/pool.ts'
import { inTransaction } from '../../db/transaction.ts'
import { clock } from '../../kit/clock.ts'
import { type Config, isLoopback } from '../../kit/config.ts'
import { changes } from '../../kit/changes.ts'
import { timeCursor } from '../../kit/cursor.ts'
import { existing, notFound, Refusal } from '../../kit/errors.ts'
import type { Serve } from '../../kit/http/serve.ts'
import { mailboxCarrier, smtpCarrier } from './carriers.ts'
import { deliveryById, deliveriesOf, tryAgain } from './deliveries.sql.ts'
import { compose, type Content } from './letters.ts'
import { readMailbox } from './mailbox.ts'
import { sendQueued } from './sending.ts'

export { tryAgain } from './deliveries.sql.ts'

/** A letter by what it says. Links are paths of our own pages (`/forgot?token=...`), completed here. */
export type Letter = {
  /** For who wants to know afterwards what became of it. */
  readonly id?: string
  readonly to: string
  readonly userId?: string
  readonly companyId?: string | null
  /** Whom its reader answers, where it is not who sends it. */
  readonly replyTo?: string
} & Content

export interface Mail {
  /** Puts letters into the queue, in the transaction it is given: no letter without what it tells, and none lost. */
  post(db: Db, letters: Letter | readonly Letter[]): Promise<void>
  /** Sends one past the queue, where the store may take none; throws where it is not taken. */
  sendNow(letter: Letter, signal: AbortSignal): Promise<void>
  /** Something was posted, perhaps by another node. */
  wake(): void
  stop(): Promise<void>
}

/** What is needed to write letters. */
export type Poster = Pick<Mail, 'post'>

export interface MailSettings extends Pick<Config, 'smtpUrl' | 'mailFrom' | 'publicUrl' | 'dataDir'> {
  /** Where this server is reached while nobody said PUBLIC_URL. */
  readonly ownAddress: () => string
}

export const openMail = (store: Store, settings: MailSettings, log: Logger): Mail => {
  const base = () => settings.publicUrl ?? settings.ownAddress()
  const from = settings.mailFrom ?? `Gatehouse <no-reply@${new URL(settings.publicUrl ?? 'http://localhost').hostname}>`
  const carrier = settings.smtpUrl ? smtpCarrier(settings.smtpUrl, from) : mailboxCarrier(settings.dataDir, from)
  const sending = sendQueued(store, carrier, log)
  return {
    async post(db, letters) {
      const all = [letters].flat()
      for (let at = 0; at < all.length; at += lettersAtOnce) {
        const rows = all.slice(at, at + lettersAtOnce).map((letter) => rowOf(letter, base()))
        await db.insertInto('mail').values(rows).execute()
      }
    },
    async sendNow(letter, signal) {
      const row = rowOf(letter, base())
      await carrier.carry(row, signal)
    },
    wake: sending.wake,
    stop: sending.stop,
  }
}

// Writing them takes time that belongs to everybody.
const lettersAtOnce = 200

const rowOf = ({ id, to, userId, companyId, replyTo, ...content }: Letter, base: string) => ({
  id: id ?? uuid(),
  company_id: companyId ?? null,
  user_id: userId ?? null,
  reply_to: replyTo ?? null,
  recipient: to,
  letter: content.letter,
  ...compose(content, base),
  // In milliseconds, as cursors are.
  created_at: clock.now(),
  next_try_at: clock.now(),
})

export const serveMail = (serve: Serve, db: Db, folder: { dataDir: string; demo: boolean }) => {
  serve(mail.deliveries, async (wanted, { companyId }) => {
    const { page, next } = await timeCursor.read(
      wanted,
      (filter) => deliveriesOf(db, companyId, filter),
      ({ createdAt: at, id }) => ({ at, id }),
    )
    return { mails: page, next }
  })

  serve(mail.retry, ({ mailId }, caller, call) =>
    inTransaction(db, async (tx) => {
      const known = existing(await deliveryById(tx, caller.companyId, mailId), 'This letter')
      call.annotate({ subject: known.to })
      if (!(await tryAgain(tx, mailId)))
        throw new Refusal(
          409,
          'NOT_FAILED',
          'Only a letter that was given up, in the last seven days, can be tried again.',
        )
      const now = (await deliveryById(tx, caller.companyId, mailId)) ?? known
      await call.record(tx, changes({ ...known }, { ...now }))
      return { mail: now }
    }),
  )

  serve.open(mail.mailbox, async (_input, _who, { address, request }) => {
    // By name as well: a page of elsewhere whose name leads here must not read it.
    if (!folder.demo || !isLoopback(address) || !isLoopback(request.hostname)) throw notFound()
    return { mails: await readMailbox(folder.dataDir) }
  })
}
