// Lists by time, the newest first: what comes after where a page ended. The cursor that carries it is `timeCursor`.
import { type RawBuilder, sql } from 'kysely'
import type { TimeKey } from '../kit/cursor.ts'

/** Whether the row with these columns (`l.at, l.id`) is older than the key; where there is none, every one is. */
export const isOlder = (columns: string, key: TimeKey | undefined): RawBuilder<boolean> =>
  key ? sql`(${sql.raw(columns)}) < (${key.at}::timestamptz, ${key.id}::uuid)` : sql`true`
