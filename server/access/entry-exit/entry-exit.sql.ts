// The log's rows as the contract has them.
import { decisionStep, type Log } from '@gatehouse/contract/access/entry-exit'
import { z } from 'zod'
import { isoOf, type Store } from '../../db/pool.ts'
import type { Names } from '../../kit/names.ts'
import { conditionsOf, isSought, type LogFilter } from './filters.sql.ts'

export interface LogPage extends LogFilter {
  /** Strictly older (or newer) than this row. */
  readonly beyond?: { readonly at: string; readonly id: string } | undefined
  readonly order: 'newest' | 'oldest'
  readonly limit: number
}

/** One page of the log, in the order asked for. */
export const readLogs = async (store: Store, names: Names, filter: LogPage): Promise<Log[]> => {
  const values: unknown[] = []
  const given = (value: unknown) => `$${values.push(value)}`
  const where = conditionsOf(filter, given)
  const [order, beyond] = filter.order === 'newest' ? ['desc', '<'] : ['asc', '>']
  if (filter.beyond) {
    const { at, id } = filter.beyond
    where.push(`(l.at, l.id) ${beyond} (${given(at)}::timestamptz, ${given(id)}::uuid)`)
  }
  // The limit as a number in the text: behind a parameter the planner expects a tenth of the log, and plans for that.
  const text = `select ${columnsText} from entry_exit_log l where ${where.join(' and ')}
    order by l.at ${order}, l.id ${order} limit ${filter.limit}`
  // What belongs together is few rows, found in no order.
  const read = isSought(filter) || filter.correlationId ? store.rows : store.quick
  return namedLogs(store.pool, names, await read<LogRow>(text, values))
}

/** One row by id, whatever its company: the caller checks that, and the labels. */
export const readLog = async (
  store: Store,
  names: Names,
  id: string,
): Promise<{ log: Log; companyId: string } | null> => {
  const text = `select ${columnsText}, l.company_id from entry_exit_log l where l.id = $1`
  const rows = await store.quick<[...LogRow, companyId: string]>(text, [id])
  const [log] = await namedLogs(store.pool, names, rows)
  const companyId = rows[0]?.[17]
  return companyId && log ? { log, companyId } : null
}

/** What was said with a log: why it was decided so, and of one by hand who and why. */
export const readReported = async (querier: Pick<Store['pool'], 'query'>, { id, timestamp }: Log) => {
  const { rows } = await querier.query<{ decision: unknown; note: string | null; by: string | null }>(
    `select l.decision, l.note, coalesce(f.name, u.first_name || ' ' || u.last_name, u.email) as by
     from entry_exit_log l left join users u on u.id = l.recorded_by
       left join former_name f on f.id = u.id and f.since <= l.received_at and l.received_at < f.until
     where l.id = $1 and l.at >= $2::timestamptz and l.at < $2::timestamptz + interval '1 millisecond'`,
    [id, timestamp],
  )
  const { decision = null, note = null, by = null } = rows[0] ?? {}
  return { decision: decisionIn(decision), note, by }
}

const decisionIn = (stored: unknown) => z.array(decisionStep).safeParse(stored).data ?? null

/** `columnsText`, in its order. Moments are as the store writes them. */
export type LogRow = [
  id: string,
  userId: string | null,
  doorId: string | null,
  zoneId: string | null,
  type: Log['type'],
  at: string,
  result: Log['result'],
  reason: string | null,
  method: Log['method'],
  taken: boolean | null,
  source: Log['source'],
  deviceAt: string | null,
  receivedAt: string,
  correlationId: string,
  corrects: string | null,
  correctedBy: string | null,
  passId: string | null,
]

/** A row of `l`. Moments as text: read as dates and written as text again they would cost more than all the rest. */
export const columnsText = `l.id, l.user_id, l.door_id, l.zone_id, l.type, l.at::text, l.result, l.reason, l.method,
  l.taken, l.source, l.device_at::text, l.received_at::text, l.correlation_id, l.corrects, l.corrected_by,
  l.pass_id`

/** The rows as a reader sees them. */
export const namedLogs = async (
  querier: Parameters<Names['of']>[0],
  names: Names,
  rows: readonly Readonly<LogRow | [...LogRow, string]>[],
): Promise<Log[]> => {
  const ids: (string | null)[] = []
  for (const row of rows) ids.push(row[1], row[2], row[3], row[16])
  const known = await names.of(querier, ids)
  return rows.map(
    ([
      id,
      userId,
      doorId,
      zoneId,
      type,
      at,
      result,
      reason,
      method,
      passage,
      source,
      deviceAt,
      receivedAt,
      causedBy,
      corrects,
      correctedBy,
      passId,
    ]) => {
      const timestamp = isoOf(at)
      // Under the names that they had then.
      const named = (of: string | null) => (of === null ? null : (known.at(of, timestamp) ?? null))
      return {
        id,
        userId,
        person: named(userId) ?? named(passId),
        passId,
        doorId,
        door: named(doorId),
        type,
        timestamp,
        result,
        reason,
        method,
        taken: passage,
        source,
        zone: named(zoneId),
        deviceTime: deviceAt === null ? null : isoOf(deviceAt),
        serverTime: isoOf(receivedAt),
        correlationId: causedBy,
        corrects,
        correctedBy,
      }
    },
  )
}
