// What was written from the public page, for who looks after the installation.
import * as contactMessages from '@gatehouse/contract/site/contact-messages'
import type { Db } from '../../db/pool.ts'
import { inTransaction } from '../../db/transaction.ts'
import { changes } from '../../kit/changes.ts'
import { existing } from '../../kit/errors.ts'
import type { Serve } from '../../kit/http/serve.ts'
import { markHandled, messageById, messagesList, messagesOf } from './messages.sql.ts'

export const serveMessages = (serve: Serve, db: Db) => {
  const find = async (tx: Db, id: string) => existing(await messageById(tx, id), 'This message')

  serve(contactMessages.list, async (wanted) => {
    const { page, ...rest } = await messagesList.page(
      wanted,
      (filter) => messagesOf(db, filter),
      ({ id }) => id,
    )
    return { messages: page, ...rest }
  })

  serve(contactMessages.byId, async ({ messageId }) => ({ message: await find(db, messageId) }))

  serve(contactMessages.handle, ({ messageId, handled }, caller, call) =>
    inTransaction(db, async (tx) => {
      const before = await find(tx, messageId)
      call.annotate({ subject: before.name })
      await markHandled(tx, messageId, handled ? caller.userId : null)
      const message = await find(tx, messageId)
      await call.record(tx, changes(factsOf(before), factsOf(message)))
      return { message }
    }),
  )
}

const factsOf = ({ handledAt, handledBy }: contactMessages.ContactMessage) => ({ handledAt, handledBy })
