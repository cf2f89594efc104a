// Messages from the public page: kept, then mailed to who answers them. Nothing goes to the sender: whoever enters an
// address there has not shown that it is theirs, and a receipt would carry anybody's words to anybody.
import * as contact from '@gatehouse/contract/site/contact'
import { v7 as uuid } from 'uuid'
import type { Db } from '../../db/pool.ts'
import { inTransaction } from '../../db/transaction.ts'
import { isLoopback } from '../../kit/config.ts'
import { Refusal } from '../../kit/errors.ts'
import type { Serve } from '../../kit/http/serve.ts'
import type { Letter, Poster } from '../../messages/mail/mail.ts'
import { notify } from '../../messages/notifications/notifications.ts'
import { createChallenges, unproven } from './challenges.ts'
import { serveMessages } from './messages.ts'
import { addressees, isTheSame, keep, lately, type Written } from './messages.sql.ts'
import { noticesAbout } from './notices.ts'
import { networkOf } from './network-of.ts'

export { keepMailingGathered } from './gathered.ts'
export { keepersOf } from './messages.sql.ts'

interface ContactParts {
  readonly db: Db
  readonly mail: Poster
  /** CONTACT_EMAIL */
  readonly to: string | undefined
  readonly key: Uint8Array
}

const fromANetwork = 5
const fromASender = 3
/** What comes beyond these in an hour is mailed together (gathered.ts): the mailbox of the readers is no dump. */
const mailedAnHour = 60
/** Beyond these nothing is taken, and who writes is told so. */
const mostAnHour = 300

export const serveContact = (serve: Serve, { db, mail, to, key }: ContactParts) => {
  const challenges = createChallenges(key)

  const lettersAbout = async (tx: Db, written: Written): Promise<Letter[]> => {
    const { name: person, email, company, message } = written
    const whom = await addressees(tx, to)
    return whom.map(({ id, email: address, name }) => ({
      to: address,
      ...(id === undefined ? {} : { userId: id }),
      replyTo: email,
      letter: 'contact-message',
      values: { name, person, email, company, topic: contact.topics[written.topic], message },
    }))
  }

  serve.open(contact.ask, async () => ({ challenge: await challenges.make() }))

  serve.open(contact.send, async ({ proof, website, ...written }, _who, { address }) => {
    if (website !== '') throw unproven()
    const mark = await challenges.proven(proof)
    const network = networkOf(address)
    await inTransaction(db, async (tx) => {
      const { here, sender, all } = await lately(tx, network, written.email)
      const mailed = all < mailedAnHour
      const id = uuid()
      if (!(await keep(tx, written, { id, network, proof: mark, mailed }))) {
        if (await isTheSame(tx, written, mark)) return
        throw new Refusal(400, 'USED', contact.messages.used)
      }
      // As everywhere, who sits at the machine itself may ask as often as they like.
      const tooMany = (here >= fromANetwork || sender >= fromASender) && !isLoopback(address)
      if (tooMany || all >= mostAnHour) throw new Refusal(429, 'TOO_MANY', contact.messages.tooMany)
      if (!mailed) return
      await mail.post(tx, await lettersAbout(tx, written))
      await notify(tx, await noticesAbout(tx, id, written))
    })
    return { success: true as const, message: contact.messages.sent }
  })

  serveMessages(serve, db)
}
