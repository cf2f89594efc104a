// The queue of what does not match, as people read it: with what came before and what is probably missing.
import type { Log, Unmatched, unmatchedList } from '@gatehouse/contract/access/entry-exit'
import { sql } from 'kysely'
import { allOf } from '../../db/conditions.ts'
import { instant, iso } from '../../db/instant.ts'
import { type Db, numberOf, rowsOf, type Store } from '../../db/pool.ts'
import type { Directory } from '../../building/devices/devices.ts'
import { byTime, byWords, type InOrder, type Order, type SortedFilter, sortedList } from '../../db/sorted.ts'
import type { Caller } from '../../kit/http/caller.ts'
import type { Names } from '../../kit/names.ts'
import { type LabelScope, labelScope } from '../../kit/label-scope.ts'
import { columnsText, type LogRow, namedLogs } from './entry-exit.sql.ts'
import { passed, toOutside } from './moves.sql.ts'
import { suggest } from './suggest.ts'

/** The newest first. */
export const queueList = sortedList(
  'u.id',
  {
    at: byTime('u.at'),
    kind: byWords(sql`u.kind`),
    door: byWords(sql`d.name`),
    person: byWords(sql`(select p.sort_key from users p where p.id = u.user_id)`),
  },
  '-at',
  { counts: false },
)

export interface QueueFilter extends Partial<Omit<SortedFilter<typeof unmatchedList>, 'order'>> {
  readonly order: Order
  readonly id?: string
  readonly limit: number
}

interface Item
  extends Pick<Unmatched, 'id' | 'kind' | 'status' | 'settledAt' | 'settledBy' | 'reason' | 'correctionId'> {
  readonly logId: string
  readonly at: Date
  readonly previousId: string | null
  readonly previousAt: Date | null
  /** By this person's habit, on the day of either log. */
  readonly leavesAt: Date | null
  readonly comesAt: Date | null
}

export interface QueueParts {
  readonly store: Store
  readonly directory: Directory
  readonly names: Names
}

/** Those whose door the caller may see. */
export const readQueue = async (
  { store, directory, names }: QueueParts,
  caller: Caller,
  filter: QueueFilter,
): Promise<InOrder<Unmatched>[]> => {
  const scope = labelScope(caller)
  const where = allOf(
    sql`u.company_id = ${caller.companyId}`,
    scope.sees('l.door_id'),
    filter.id && sql`u.id = ${filter.id}`,
    filter.status && sql`u.status = ${filter.status}`,
    filter.kind && sql`u.kind = ${filter.kind}`,
    filter.userId && sql`u.user_id = ${filter.userId}`,
    filter.order.isBeyond,
  )
  const rows = await rowsOf<InOrder<Item>>(store.db)`
    with page as materialized (
      select w.*, row_number() over () as nth from (select u.*, ${filter.order.columns}, s.time_zone, coalesce(p.at, l.at) as first_at
      from entry_exit_unmatched u
        join entry_exit_log l on l.id = u.log_id and l.at = u.at
        left join entry_exit_log p on p.id = u.previous_id and p.at = u.previous_at
        join company c on c.id = u.company_id
        left join device d on d.id = l.door_id left join site s on s.id = d.site_id
      where ${where}
      order by ${filter.order.by} limit ${sql.lit(filter.limit)}) w
    ), habit as (
      select w.user_id, w.time_zone,
        percentile_disc(0.5) within group (order by (l.at at time zone w.time_zone)::time)
          filter (where l.type = 'exit') as leaves,
        percentile_disc(0.5) within group (order by (l.at at time zone w.time_zone)::time)
          filter (where l.type = 'entry') as comes
      from (select distinct user_id, time_zone from page where status = 'open') w
        join entry_exit_log l on l.user_id = w.user_id and l.at > ${instant()} - interval '60 days' and ${sql.raw(passed)}
          and l.source = 'device'
        join door o on o.device_id = l.door_id and ${sql.raw(toOutside)}
      group by 1, 2
    )
    select u.id, u."sortKey", u.total, u.kind, u.status, u.log_id as "logId", u.at, u.previous_id as "previousId",
      u.previous_at as "previousAt", ${iso('u.settled_at')} as "settledAt", u.reason, u.correction_id as "correctionId",
      (select coalesce(nullif(trim(b.first_name || ' ' || b.last_name), ''), b.email) from users b
        where b.id = u.settled_by) as "settledBy",
      ((u.first_at at time zone u.time_zone)::date + h.leaves) at time zone u.time_zone as "leavesAt",
      ((u.at at time zone u.time_zone)::date + h.comes) at time zone u.time_zone as "comesAt"
    from page u left join habit h on h.user_id = u.user_id and h.time_zone = u.time_zone
    order by u.nth
  `
  const logs = await logsOf(store, names, rows)
  return rows.flatMap(({ logId, at: _at, previousId, previousAt: _previousAt, leavesAt, comesAt, ...item }) => {
    const log = logs.get(logId)
    if (!log) return []
    const found = previousId === null ? undefined : logs.get(previousId)
    const previous = found && (found.doorId === null || directory.sees(caller, found.doorId)) ? found : null
    const timeZone = (log.doorId === null ? undefined : directory.byId(log.doorId)?.timeZone) ?? 'UTC'
    const known = { kind: item.kind, log, previous, leavesAt, comesAt, timeZone }
    return [{ ...item, log, previous, suggestion: item.status === 'open' ? suggest(known) : null }]
  })
}

const logsOf = async (store: Store, names: Names, items: readonly Item[]): Promise<Map<string, Log>> => {
  const wanted = items.flatMap(({ logId, at, previousId, previousAt }) => [
    { id: logId, at },
    ...(previousId === null || previousAt === null ? [] : [{ id: previousId, at: previousAt }]),
  ])
  if (wanted.length === 0) return new Map()
  // The moments bound the parts of the log that are looked into; in the driver they have lost their microseconds.
  const times = wanted.map(({ at }) => at.getTime())
  const rows = await store.rows<LogRow>(
    `select ${columnsText} from entry_exit_log l where l.id = any ($1::uuid[]) and l.at >= $2 and l.at < $3`,
    [wanted.map(({ id }) => id), new Date(Math.min(...times)), new Date(Math.max(...times) + 1)],
  )
  return new Map((await namedLogs(store.pool, names, rows)).map((log) => [log.id, log]))
}

/** How many are open, of those whose door the caller may see. */
export const countOpen = (db: Db, caller: Caller, scope: LabelScope) =>
  numberOf(db)`
    select count(*)::int as open from entry_exit_unmatched u
      join entry_exit_log l on l.id = u.log_id and l.at = u.at
    where u.company_id = ${caller.companyId} and u.status = 'open'
      and ${scope.sees('l.door_id')}
  `
