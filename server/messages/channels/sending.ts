// All that sends: browsers and webhooks by the queue, letters one by one, and what was gathered when it is due.
import type { Logger } from 'pino'
import type { Store } from '../../db/pool.ts'
import type { Mail } from '../mail/mail.ts'
import { runDigests } from './gathered.ts'
import { keepWritingLetters, type LinkOf } from './letters.ts'
import { type Carrier, sendDeliveries } from './queue.ts'

interface Parts {
  readonly mail: Mail
  readonly push: Carrier
  readonly webhook: Carrier
  readonly linkOf: LinkOf
}

export const startSending = (store: Store, { mail, linkOf, ...carriers }: Parts, log: Logger) => {
  const queue = sendDeliveries(store, carriers, log)
  const letters = keepWritingLetters(store, mail, linkOf, log)
  const gathered = runDigests({ db: store.db, mail }, log)
  return {
    /** Something was written, perhaps by another node. */
    wake() {
      queue.wake()
      letters.wake()
    },
    async stop() {
      await Promise.all([queue.stop(), letters.stop(), gathered.stop()])
    },
  }
}
