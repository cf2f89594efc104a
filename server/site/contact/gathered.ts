// What came beyond what is mailed one by one in an hour: brought to who answers in few letters, so that a flood neither
// fills a mailbox nor hides what people wrote in the midst of it.
import { topics } from '@gatehouse/contract/site/contact'
import type { Logger } from 'pino'
import type { Db } from '../../db/pool.ts'
import { inTransaction } from '../../db/transaction.ts'
import { clock, type Loop } from '../../kit/clock.ts'
import type { Poster } from '../../messages/mail/mail.ts'
import { addressees, takeWaiting } from './messages.sql.ts'

interface Parts {
  readonly db: Db
  readonly mail: Poster
  /** CONTACT_EMAIL */
  readonly to: string | undefined
}

/** So long the first of them waits for the others. */
const waitMs = 3_600_000
const askEveryMs = 60_000

export const mailGathered = ({ db, mail, to }: Parts, now: Date): Promise<void> =>
  inTransaction(db, async (tx) => {
    const waiting = await takeWaiting(tx, new Date(now.getTime() - waitMs), now)
    if (waiting.length === 0) return
    const messages = waiting.map(({ name, email, company, topic, message }) => {
      return { person: name, email, company, topic: topics[topic], message }
    })
    // One after another: to write one takes a moment, in which nobody else is served.
    for (const { id, email, name } of await addressees(tx, to)) {
      const values = { name, messages }
      await mail.post(tx, {
        to: email,
        ...(id === undefined ? {} : { userId: id }),
        letter: 'contact-messages',
        values,
      })
    }
  })

/** Asks every minute until stopped. */
export const keepMailingGathered = (parts: Parts, log: Logger): Loop =>
  clock.every(askEveryMs, () => mailGathered(parts, clock.now()), {
    log,
    level: 'debug',
    failure: 'what was written waits for the store',
  })
