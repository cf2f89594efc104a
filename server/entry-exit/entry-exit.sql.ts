// The log's rows as the contract has them, and the filters that may be put on them.
import type { Log } from '@gatehouse/contract/entry-exit'
import { type RawBuilder, sql } from 'kysely'
import { isoOf, type Store } from '../db/pool.ts'
import type { Names } from '../kit/names.ts'

export interface LogFilter {
  readonly companyId: string
  readonly hidden: readonly string[]
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly userId?: string | undefined
  readonly doorId?: string | undefined
  readonly zoneId?: string | undefined
  readonly type?: string | undefined
  readonly result?: string | undefined
  /** Part of a person's or a door's name. */
  readonly q?: string | undefined
  /** Strictly older (or newer) than this row. */
  readonly beyond?: { readonly at: string; readonly id: string } | undefined
  readonly order: 'newest' | 'oldest'
  readonly limit: number
}

/** One page of the log, in the order asked for. */
export const readLogs = async ({ db, pool }: Store, names: Names, filter: LogFilter): Promise<Log[]> => {
  const where: RawBuilder<unknown>[] = [sql`l.company_id = ${filter.companyId}`]
  if (filter.hidden.length > 0) where.push(sql`(l.door_id is null or l.door_id <> all (${filter.hidden}::uuid[]))`)
  if (filter.from) where.push(sql`l.at >= ${filter.from}`)
  if (filter.to) where.push(sql`l.at < ${filter.to}`)
  if (filter.userId) where.push(sql`l.user_id = ${filter.userId}`)
  if (filter.doorId) where.push(sql`l.door_id = ${filter.doorId}`)
  if (filter.zoneId) where.push(sql`l.zone_id = ${filter.zoneId}`)
  if (filter.type) where.push(sql`l.type = ${filter.type}`)
  if (filter.result) where.push(sql`l.result = ${filter.result}`)
  if (filter.q) {
    const like = `%${filter.q.replace(/[\\%_]/g, '\\$&')}%`
    where.push(sql`(
      l.user_id in (select id from users where company_id = ${filter.companyId}
        and first_name || ' ' || last_name ilike ${like})
      or l.door_id in (select id from device where company_id = ${filter.companyId} and name ilike ${like}))`)
  }
  const order = filter.order === 'newest' ? sql`desc` : sql`asc`
  if (filter.beyond) {
    const than = filter.order === 'newest' ? sql`<` : sql`>`
    where.push(sql`(l.at, l.id) ${than} (${filter.beyond.at}::timestamptz, ${filter.beyond.id}::uuid)`)
  }
  // The limit as a number in the text: behind a parameter the planner expects a tenth of the log, and plans for that.
  const { rows } = await sql<LogRow>`
    select ${columns} from entry_exit_log l where ${sql.join(where, sql` and `)}
    order by l.at ${order}, l.id ${order} limit ${sql.lit(filter.limit)}
  `.execute(db)
  return namedLogs(pool, names, rows)
}

/** One row by id, whatever its company: the caller checks that, and the labels. */
export const readLog = async (
  { db, pool }: Store,
  names: Names,
  id: string,
): Promise<{ log: Log; companyId: string } | null> => {
  const { rows } = await sql<LogRow & { company_id: string }>`
    select ${columns}, l.company_id from entry_exit_log l where l.id = ${id}
  `.execute(db)
  const row = rows[0]
  const [log] = await namedLogs(pool, names, rows)
  return row && log ? { log, companyId: row.company_id } : null
}

export interface LogRow {
  id: string
  user_id: string | null
  door_id: string | null
  zone_id: string | null
  type: Log['type']
  /** As the store writes it, like the other two. */
  at: string
  result: Log['result']
  reason: string | null
  method: Log['method']
  taken: boolean | null
  source: Log['source']
  device_at: string | null
  received_at: string
  correlation_id: string
}

/** A row of `l`. Moments as text: read as dates and written as text again they would cost more than all the rest. */
export const columnsText = `l.id, l.user_id, l.door_id, l.zone_id, l.type, l.at::text, l.result, l.reason, l.method,
  l.taken, l.source, l.device_at::text, l.received_at::text, l.correlation_id`

const columns = sql.raw(columnsText)

export const namedLogs = async (
  querier: Parameters<Names['of']>[0],
  names: Names,
  rows: readonly LogRow[],
): Promise<Log[]> => {
  const ids: (string | null)[] = []
  for (const row of rows) ids.push(row.user_id, row.door_id, row.zone_id)
  const known = await names.of(querier, ids)
  return rows.map((row) => logOf(row, known))
}

const logOf = (row: LogRow, names: ReadonlyMap<string, string>): Log => ({
  id: row.id,
  userId: row.user_id,
  person: names.get(row.user_id ?? '') ?? null,
  doorId: row.door_id,
  door: names.get(row.door_id ?? '') ?? null,
  type: row.type,
  timestamp: isoOf(row.at),
  result: row.result,
  reason: row.reason,
  method: row.method,
  taken: row.taken,
  source: row.source,
  zone: names.get(row.zone_id ?? '') ?? null,
  deviceTime: row.device_at === null ? null : isoOf(row.device_at),
  serverTime: isoOf(row.received_at),
  correlationId: row.correlation_id,
})
