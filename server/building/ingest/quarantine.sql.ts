// Reading the quarantine: the company's own, and what belongs to no company for those who manage all of them.
import type { quarantine, Quarantined } from '@gatehouse/contract/building/ingest'
import { shown } from '@gatehouse/devices/payload'
import { sql } from 'kysely'
import { type Db, execute, firstOf, isoRowsOf, updateRow } from '../../db/pool.ts'
import { type Caller, can } from '../../kit/http/caller.ts'
import { clock } from '../../kit/clock.ts'
import { byTime, byWords, type InOrder, type SortedFilter, sortedList } from '../../db/sorted.ts'

export const quarantineList = sortedList(
  'id',
  {
    receivedAt: byTime('received_at'),
    topic: byWords(sql`topic`),
    reason: byWords(sql`reason`),
    source: byWords(sql`source`),
  },
  '-receivedAt',
  { counts: false },
)

export const quarantinePage = async (
  db: Db,
  caller: Caller,
  { order, limit }: SortedFilter<typeof quarantine>,
): Promise<InOrder<Quarantined>[]> => {
  const rows = await isoRowsOf<InOrder<Omit<Quarantined, 'payload'> & { payload: Buffer }>>(db)`
    select id, ${order.columns}, received_at as "receivedAt", source, topic, substring(payload for 1024) as payload, reason,
      replayed_at as "replayedAt"
    from quarantine where ${visible(caller)} and ${order.isBeyond}
    order by ${order.by} limit ${sql.lit(limit)}
  `
  return rows.map((row) => ({ ...row, payload: shown(row.payload) }))
}

interface Stored {
  readonly companyId: string | null
  readonly username: string | null
  readonly source: Quarantined['source']
  readonly topic: string
  readonly payload: Buffer
  readonly reason: string
  readonly receivedAt: Date
  readonly replayedAt: Date | null
}

export const quarantinedById = (db: Db, caller: Caller, id: string) =>
  firstOf<Stored>(db)`
    select company_id as "companyId", username, source, topic, payload, reason, received_at as "receivedAt",
      replayed_at as "replayedAt"
    from quarantine where id = ${id} and ${visible(caller)}
  `

export const markReplayed = (db: Db, id: string) => updateRow(db, 'quarantine', id, { replayed_at: clock.now() })

/** What was deleted; undefined: there was nothing of that id. */
export const deleteQuarantined = (db: Db, caller: Caller, id: string) =>
  firstOf<Pick<Stored, 'topic' | 'reason' | 'receivedAt'>>(db)`
    delete from quarantine where id = ${id} and ${visible(caller)} returning topic, reason, received_at as "receivedAt"
  `

/** How many were deleted. Moments are shown in milliseconds: what is shown as received by then is meant. */
export const deleteQuarantinedUntil = (db: Db, caller: Caller, until: Date) =>
  execute(db)`
    delete from quarantine where date_trunc('milliseconds', received_at) <= ${until} and ${visible(caller)}
  `

const visible = (caller: Caller) =>
  can(caller, 'manage_companies')
    ? sql`(company_id = ${caller.companyId} or company_id is null)`
    : sql`company_id = ${caller.companyId}`
