// What became of the letters of a company.
import type { deliveries, Delivery } from '@gatehouse/contract/messages/mail'
import { sql } from 'kysely'
import { isOlder } from '../../db/conditions.ts'
import { instant } from '../../db/instant.ts'
import { type Db, execute, isoRowsOf } from '../../db/pool.ts'
import type { ListFilter } from '../../kit/cursor.ts'

// What a notification is called may name what labels hide from whoever looks here.
const columns = sql`id, recipient as "to", letter,
  case when letter = 'notification' then 'A notification' else subject end as subject,
  case when sent_at is not null then 'sent' when failed_at is not null then 'failed' else 'queued' end as status,
  tries, receipt, error, created_at as "createdAt", sent_at as "sentAt"`

export const deliveriesOf = (db: Db, companyId: string | null, { beyond, limit }: ListFilter<typeof deliveries>) =>
  isoRowsOf<Delivery>(db)`
    select ${columns} from mail where company_id = ${companyId} and ${isOlder('created_at', 'id', beyond)}
    order by created_at desc, id desc limit ${limit}
  `

export const deliveryById = async (db: Db, companyId: string | null, id: string): Promise<Delivery | undefined> =>
  (await isoRowsOf<Delivery>(db)`select ${columns} from mail where id = ${id} and company_id = ${companyId}`)[0]

/** Whether the letter was given up and could be put back into the queue, with all its tries before it. */
export const tryAgain = async (db: Db, id: string): Promise<boolean> => {
  const queued = await execute(db)`
    update mail set failed_at = null, error = null, tries = 0, next_try_at = ${instant()}
    where id = ${id} and failed_at is not null and text is not null`
  return queued === 1
}
