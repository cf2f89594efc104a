// Lists by time, newest first: what comes after the place where a page ended.
import { type RawBuilder, sql } from 'kysely'
import type { TimeKey } from '../kit/cursor.ts'

/** Whether the row of these two columns comes after the place; where there is none, every one does. */
export const isOlder = (at: string, id: string, place: TimeKey | undefined): RawBuilder<boolean> =>
  place ? sql`(${sql.ref(at)}, ${sql.ref(id)}) < (${place.at}::timestamptz, ${place.id}::uuid)` : sql`true`
