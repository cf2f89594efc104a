// What a list is narrowed down by, as far as it is asked for.
import { type RawBuilder, sql } from 'kysely'

/** All of these conditions; those that are not asked for (`name && sql`…``) are left out. */
export const allOf = (...conditions: readonly (RawBuilder<unknown> | '' | false | null | undefined)[]) =>
  sql<boolean>`(${sql.join([sql`true`, ...conditions.filter((condition) => !!condition)], sql` and `)})`
