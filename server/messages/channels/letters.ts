// Letters about notifications that go by themselves: written after the notification has been told, since to compose one
// takes a moment in which nobody else is told anything. A few in a transaction, with what says that they are written.
import type { Logger } from 'pino'
import { v7 as uuid } from 'uuid'
import { type Db, execute, rowsOf, type Store } from '../../db/pool.ts'
import { inTransaction } from '../../db/transaction.ts'
import { clock, type Loop } from '../../kit/clock.ts'
import type { Poster } from '../mail/mail.ts'
import { noLonger } from './gathered.ts'
import { type Shown, stillThere } from './shown.sql.ts'

interface Waiting {
  readonly id: string
  readonly notificationId: string | null
  readonly companyId: string | null
  readonly userId: string
  readonly email: string
  readonly name: string
}

/** Where the letter about an alarm leads to whoever acknowledges it from there; null: it is about none. */
export type LinkOf = (
  tx: Db,
  of: { readonly notificationId: string; readonly userId: string },
) => Promise<string | null>

const atOnce = 20
const askEveryMs = 5000

/** Answers how many there were to be written: none while all are, or others are at it. */
const writeSome = (db: Db, mail: Poster, linkOf: LinkOf): Promise<number> =>
  inTransaction(db, async (tx) => {
    const rows = await rowsOf<Waiting>(tx)`
      select d.id, d.notification_id as "notificationId", d.company_id as "companyId", d.user_id as "userId", u.email,
        u.first_name as name
      from delivery d join users u on u.id = d.user_id
      where d.channel = 'email' and d.status = 'queued' and d.waits is null and d.mail_id is null
      order by d.next_try_at limit ${atOnce} for update of d skip locked
    `
    const known = await stillThere(
      tx,
      rows.flatMap(({ notificationId }) => notificationId ?? []),
    )
    for (const row of rows) {
      const about = row.notificationId === null ? undefined : known.get(row.notificationId)
      if (!about) await settle(tx, row.id, 'seen', 'Deleted before it was told.')
      else if (!about.shown) await settle(tx, row.id, 'failed', noLonger)
      else await write(tx, mail, row, about, await linkOf(tx, { notificationId: about.id, userId: row.userId }))
    }
    return rows.length
  })

const settle = (tx: Db, id: string, status: 'seen' | 'failed', reason: string) =>
  execute(tx)`update delivery set status = ${status}, reason = ${reason} where id = ${id}`

const write = async (tx: Db, mail: Poster, row: Waiting, about: Shown, link: string | null): Promise<void> => {
  const id = uuid()
  await mail.post(tx, {
    id,
    to: row.email,
    userId: row.userId,
    companyId: row.companyId,
    letter: 'notification',
    values: {
      name: row.name,
      heading: about.title,
      body: about.message,
      button: about.path === null ? null : { label: about.action ?? 'Open Gatehouse', path: about.path },
      acknowledge: link,
    },
  })
  // Its fate is that of the letter.
  await execute(tx)`update delivery set mail_id = ${id} where id = ${row.id}`
}

/** Writes what waits, when it is woken and now and then by itself. */
export const keepWritingLetters = (store: Store, mail: Poster, linkOf: LinkOf, log: Logger): Loop => {
  const work = async (stopped: AbortSignal) => {
    while (!stopped.aborted && store.ready() && (await writeSome(store.db, mail, linkOf)) > 0) {
      // A few more.
    }
  }
  return clock.every(askEveryMs, work, {
    firstMs: 0,
    log,
    level: 'debug',
    failure: 'letters about notifications wait for the store',
  })
}
