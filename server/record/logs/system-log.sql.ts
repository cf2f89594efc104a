// The lines of the system log, newest first.
import type { SystemLine, systemLines } from '@gatehouse/contract/record/logs'
import { type RawBuilder, sql } from 'kysely'
import { isOlder } from '../../db/conditions.ts'
import { type Db, isoRowsOf } from '../../db/pool.ts'
import type { ListFilter } from '../../kit/cursor.ts'

export const readSystemLines = async (
  db: Db,
  { from, to, level, q, beyond, limit }: ListFilter<typeof systemLines>,
): Promise<SystemLine[]> => {
  const conditions = [
    isOlder('at', 'id', beyond),
    ...(from === undefined ? [] : [sql`at >= ${from}::timestamptz`]),
    ...(to === undefined ? [] : [sql`at < ${to}::timestamptz`]),
    ...(level === undefined ? [] : [sql`level = ${level}`]),
    ...(q ? [sql`position(lower(${q}) in lower(message || ' ' || details::text)) > 0`] : []),
  ]
  return read(db, sql`${sql.join(conditions, sql` and `)} order by at desc, id desc limit ${sql.lit(limit)}`)
}

export const readSystemLine = async (db: Db, id: string): Promise<SystemLine | undefined> =>
  (await read(db, sql`id = ${id}`)).at(0)

const read = (db: Db, where: RawBuilder<unknown>) =>
  isoRowsOf<SystemLine>(db)`select id, at, node, level, message, times, details from system_log where ${where}`
