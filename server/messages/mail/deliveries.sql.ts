// What became of the letters of a company.
import type { Delivery } from '@gatehouse/contract/messages/mail'
import { sql } from 'kysely'
import { instant } from '../../db/instant.ts'
import { type Db, rowsOf } from '../../db/pool.ts'
import { timeCursor } from '../../kit/cursor.ts'

interface Row {
  id: string
  recipient: string
  letter: string
  subject: string
  created_at: Date
  tries: number
  sent_at: Date | null
  failed_at: Date | null
  receipt: string | null
  error: string | null
}

// What a notification is called may name what labels hide from whoever looks here.
const columns = sql`id, recipient, letter, case when letter = 'notification' then 'A notification' else subject end as subject, created_at, tries, sent_at,
  failed_at, receipt, error`

export const deliveriesOf = async (
  db: Db,
  companyId: string | null,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<{ mails: Delivery[]; next: string | null }> => {
  const after = timeCursor.decode(cursor)
  const rows = await rowsOf<Row>(db)`
    select ${columns} from mail where company_id = ${companyId}
      ${after ? sql`and (created_at, id) < (${after.at}, ${after.id})` : sql``}
    order by created_at desc, id desc limit ${limit + 1}
  `
  const { page, next } = timeCursor.page(rows.map(deliveryOf), limit, ({ createdAt: at, id }) => ({ at, id }))
  return { mails: page, next }
}

export const deliveryById = async (db: Db, companyId: string | null, id: string): Promise<Delivery | undefined> => {
  const rows = await rowsOf<Row>(db)`
    select ${columns} from mail where id = ${id} and company_id = ${companyId}`
  return rows[0] && deliveryOf(rows[0])
}

/** Whether the letter was given up and could be put back into the queue, with all its tries before it. */
export const tryAgain = async (db: Db, id: string): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    update mail set failed_at = null, error = null, tries = 0, next_try_at = ${instant()}
    where id = ${id} and failed_at is not null and text is not null`.execute(db)
  return numAffectedRows === 1n
}

const deliveryOf = (row: Row): Delivery => ({
  id: row.id,
  to: row.recipient,
  letter: row.letter,
  subject: row.subject,
  status: row.sent_at ? 'sent' : row.failed_at ? 'failed' : 'queued',
  tries: row.tries,
  receipt: row.receipt,
  error: row.error,
  createdAt: row.created_at.toISOString(),
  sentAt: row.sent_at?.toISOString() ?? null,
})
