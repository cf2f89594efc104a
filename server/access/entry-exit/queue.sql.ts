// The queue of what does not match, as people read it: with what came before and what is probably missing.
import type { Log, Unmatched } from '@gatehouse/contract/access/entry-exit'
import { sql } from 'kysely'
import { instant } from '../../db/instant.ts'
import { type Db, numberOf, rowsOf, type Store } from '../../db/pool.ts'
import type { Directory } from '../../building/devices/devices.ts'
import type { Caller } from '../../kit/http/caller.ts'
import type { Names } from '../../kit/names.ts'
import { type LabelScope, labelScope } from '../../kit/label-scope.ts'
import { columnsText, type LogRow, namedLogs } from './entry-exit.sql.ts'
import { passed, toOutside } from './moves.sql.ts'
import { suggest } from './suggest.ts'

export interface QueueFilter {
  readonly status?: Unmatched['status']
  readonly kind?: Unmatched['kind'] | undefined
  readonly userId?: string | undefined
  readonly id?: string
  readonly beyond?: { readonly at: string; readonly id: string } | undefined
  readonly limit: number
}

interface Item {
  readonly id: string
  readonly kind: Unmatched['kind']
  readonly status: Unmatched['status']
  readonly userId: string
  readonly logId: string
  readonly at: Date
  readonly previousId: string | null
  readonly previousAt: Date | null
  readonly settledAt: Date | null
  readonly settledBy: string | null
  readonly reason: string | null
  readonly correctionId: string | null
  /** By this person's habit, on the day of either log. */
  readonly leavesAt: Date | null
  readonly comesAt: Date | null
}

export interface QueueParts {
  readonly store: Store
  readonly directory: Directory
  readonly names: Names
}

/** One page of those whose door the caller may see, newest first. */
export const readQueue = async (
  { store, directory, names }: QueueParts,
  caller: Caller,
  filter: QueueFilter,
): Promise<Unmatched[]> => {
  const scope = labelScope(caller)
  const where = [
    sql`u.company_id = ${caller.companyId}`,
    scope.sees('l.door_id'),
    ...(filter.id === undefined ? [] : [sql`u.id = ${filter.id}`]),
    ...(filter.status === undefined ? [] : [sql`u.status = ${filter.status}`]),
    ...(filter.kind === undefined ? [] : [sql`u.kind = ${filter.kind}`]),
    ...(filter.userId === undefined ? [] : [sql`u.user_id = ${filter.userId}`]),
    ...(filter.beyond === undefined
      ? []
      : [sql`(u.at, u.id) < (${filter.beyond.at}::timestamptz, ${filter.beyond.id}::uuid)`]),
  ]
  const rows = await rowsOf<Item>(store.db)`
    with page as materialized (
      select u.*, s.time_zone, coalesce(p.at, l.at) as first_at
      from entry_exit_unmatched u
        join entry_exit_log l on l.id = u.log_id and l.at = u.at
        left join entry_exit_log p on p.id = u.previous_id and p.at = u.previous_at
        join company c on c.id = u.company_id
        left join device d on d.id = l.door_id left join site s on s.id = d.site_id
      where ${sql.join(where, sql` and `)}
      order by u.at desc, u.id desc limit ${sql.lit(filter.limit)}
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
    select u.id, u.kind, u.status, u.user_id as "userId", u.log_id as "logId", u.at, u.previous_id as "previousId",
      u.previous_at as "previousAt", u.settled_at as "settledAt", u.reason, u.correction_id as "correctionId",
      (select coalesce(nullif(trim(b.first_name || ' ' || b.last_name), ''), b.email) from users b
        where b.id = u.settled_by) as "settledBy",
      ((u.first_at at time zone u.time_zone)::date + h.leaves) at time zone u.time_zone as "leavesAt",
      ((u.at at time zone u.time_zone)::date + h.comes) at time zone u.time_zone as "comesAt"
    from page u left join habit h on h.user_id = u.user_id and h.time_zone = u.time_zone
    order by u.at desc, u.id desc
  `
  const logs = await logsOf(store, names, rows)
  return rows.flatMap((row) => {
    const log = logs.get(row.logId)
    if (!log) return []
    const found = row.previousId === null ? undefined : logs.get(row.previousId)
    const previous = found && (found.doorId === null || directory.sees(caller, found.doorId)) ? found : null
    const timeZone = (log.doorId === null ? undefined : directory.byId(log.doorId)?.timeZone) ?? 'UTC'
    const { leavesAt, comesAt } = row
    return [
      {
        id: row.id,
        kind: row.kind,
        status: row.status,
        log,
        previous,
        suggestion:
          row.status === 'open' ? suggest({ kind: row.kind, log, previous, leavesAt, comesAt, timeZone }) : null,
        settledAt: row.settledAt?.toISOString() ?? null,
        settledBy: row.settledBy,
        reason: row.reason,
        correctionId: row.correctionId,
      },
    ]
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
