// What a list is narrowed down by, as far as it is asked for.
import { type RawBuilder, sql } from 'kysely'
import type { TimeKey } from '../kit/cursor.ts'

/** All of these conditions; those that are not asked for (`name && sql`…``) are left out. */
export const allOf = (...conditions: readonly (RawBuilder<unknown> | '' | false | null | undefined)[]) =>
  sql<boolean>`(${sql.join([sql`true`, ...conditions.filter((condition) => !!condition)], sql` and `)})`

/**
 * Of a list by time, newest first: whether the row of these two columns comes after the place where a page ended; where there
 * is none, every one does.
 */
export const isOlder = (at: string, id: string, place: TimeKey | undefined): RawBuilder<boolean> =>
  place ? sql`(${sql.ref(at)}, ${sql.ref(id)}) < (${place.at}::timestamptz, ${place.id}::uuid)` : sql`true`
