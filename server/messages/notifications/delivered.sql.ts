// Notifications in the order of their numbers: what is new at a node, and what a browser has missed.
import type { Notified } from '@gatehouse/contract/realtime'
import { numberOf, type Db, rowsOf } from '../../db/pool.ts'
import type { Caller } from '../../kit/http/caller.ts'
import { notificationOf, type Row, shown, shownTo } from './notifications.sql.ts'

/** One as it is told, and whom it is for. */
export interface Addressed {
  readonly notification: Notified
  readonly userId: string
  readonly companyId: string | null
  readonly deviceIds: readonly string[]
}

type NumberedRow = Row & Omit<Addressed, 'notification'> & { readonly seq: number }

export const newestOf = (db: Db) => numberOf(db)`select coalesce(max(seq), 0) as seq from notification`

/** No number above it has been given in this store. */
export const lastGiven = (db: Db) => numberOf(db)`select last_value as seq from notification_seq`

export const newSince = async (db: Db, known: number, limit: number): Promise<Addressed[]> => {
  const rows = await rowsOf<NumberedRow>(db)`
    select ${shown}, n.seq, n.user_id as "userId", n.company_id as "companyId", n.device_ids as "deviceIds"
    from notification n where n.seq > ${known} and n.deleted_at is null order by n.seq limit ${limit}
  `
  return rows.map(({ seq, userId, companyId, deviceIds, ...row }) => ({
    notification: { ...notificationOf(row), seq },
    userId,
    companyId,
    deviceIds,
  }))
}

/** Of one's own, those after a number and up to another. */
export const missedOf = async (
  db: Db,
  caller: Caller,
  after: number,
  upTo: number,
  limit: number,
): Promise<Notified[]> => {
  const rows = await rowsOf<Row & { seq: number }>(db)`
    select ${shown}, n.seq from notification n
    where n.seq > ${after} and n.seq <= ${upTo} and ${shownTo(caller)} order by n.seq limit ${limit}
  `
  return rows.map(({ seq, ...row }) => ({ ...notificationOf(row), seq }))
}
