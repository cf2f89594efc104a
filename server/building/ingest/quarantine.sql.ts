// Reading the quarantine: the company's own, and what belongs to no company for those who manage all of them.
import type * as ingest from '@gatehouse/contract/building/ingest'
import { shown } from '@gatehouse/devices/payload'
import { sql } from 'kysely'
import type { z } from 'zod'
import { type Db, firstOf, rowsOf, updateRow } from '../../db/pool.ts'
import { type Caller, can } from '../../kit/http/caller.ts'
import { clock } from '../../kit/clock.ts'
import { timeCursor } from '../../kit/cursor.ts'

export interface QuarantineRow {
  id: string
  company_id: string | null
  received_at: Date
  source: 'mqtt' | 'http'
  username: string | null
  topic: string
  payload: Buffer
  reason: string
  replayed_at: Date | null
}

export const quarantinePage = async (db: Db, caller: Caller, page: { limit: number; cursor?: string | undefined }) => {
  const beyond = timeCursor.decode(page.cursor)
  const rows = await rowsOf<QuarantineRow>(db)`
    select id, company_id, date_trunc('milliseconds', received_at) as received_at, source, username, topic,
      substring(payload for 1024) as payload, reason, replayed_at
    from quarantine where ${visible(caller)}
      and (${beyond?.at ?? null}::timestamptz is null
        or (received_at, id) < (${beyond?.at ?? null}::timestamptz, ${beyond?.id ?? null}::uuid))
    order by received_at desc, id desc limit ${sql.lit(page.limit + 1)}
  `
  const found = timeCursor.page(rows, page.limit, ({ received_at: at, id }) => ({ at: at.toISOString(), id }))
  return { messages: found.page.map(toPerson), next: found.next }
}

export const quarantinedById = (db: Db, caller: Caller, id: string) =>
  firstOf<QuarantineRow>(db)`
    select * from quarantine where id = ${id} and ${visible(caller)}
  `

export const markReplayed = (db: Db, id: string) => updateRow(db, 'quarantine', id, { replayed_at: clock.now() })

/** What was deleted; undefined: there was nothing of that id. */
export const deleteQuarantined = (db: Db, caller: Caller, id: string) =>
  firstOf<Pick<QuarantineRow, 'topic' | 'reason' | 'received_at'>>(db)`
    delete from quarantine where id = ${id} and ${visible(caller)} returning topic, reason, received_at
  `

/** How many were deleted. Moments are shown in milliseconds: what is shown as received by then is meant. */
export const deleteQuarantinedUntil = async (db: Db, caller: Caller, until: Date): Promise<number> => {
  const { numAffectedRows = 0n } = await sql`
    delete from quarantine where date_trunc('milliseconds', received_at) <= ${until} and ${visible(caller)}
  `.execute(db)
  return Number(numAffectedRows)
}

const visible = (caller: Caller) =>
  can(caller, 'manage_companies')
    ? sql`(company_id = ${caller.companyId} or company_id is null)`
    : sql`company_id = ${caller.companyId}`

const toPerson = (row: QuarantineRow): z.output<typeof ingest.quarantined> => ({
  id: row.id,
  receivedAt: row.received_at.toISOString(),
  source: row.source,
  topic: row.topic,
  payload: shown(row.payload),
  reason: row.reason,
  replayedAt: row.replayed_at?.toISOString() ?? null,
})
