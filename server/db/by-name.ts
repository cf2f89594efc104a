// Walks through all rows by name: where one stands, and what comes after. The key: migrations/0005-sorted-by-name.sql.
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { createCursor, cursorText } from '../kit/cursor.ts'
import { invalid } from '../kit/errors.ts'
import { type Db, isAny } from './pool.ts'
import type { DB } from './schema.ts'

export interface Place {
  readonly sortKey: string
  readonly id: string
}

export const nameCursor = createCursor(z.object({ id: z.guid(), sortKey: cursorText }))

/** Whether the row of this table comes after the place; where there is none, every one does. */
export const isBeyond = (table: RawBuilder<unknown>, place: Place | undefined): RawBuilder<boolean> =>
  place ? sql`(${table}.sort_key, ${table}.id) > (${place.sortKey}, ${place.id}::uuid)` : sql`true`

/**
 * Refuses with 422 a name that another row of the table has in whatever case. `within`: the column and the id of what names are
 * unique in. `except`: the row that is named anew.
 */
export const demandFreeName = async (
  tx: Db,
  table: keyof DB,
  within: Readonly<Partial<Record<'company_id' | 'site_id', string>>>,
  name: string,
  what: string,
  except: string | null = null,
): Promise<void> => {
  const inside = Object.entries(within).map(([column, id]) => sql`${sql.ref(column)} = ${id}`)
  const received = await isAny(tx)`
    select from ${sql.table(table)} where ${sql.join(inside, sql` and `)} and lower(name) = lower(${name})
      and id is distinct from ${except}::uuid
  `
  if (received) throw invalid([{ field: 'name', message: `There is a ${what} of this name already` }])
}
