// Lists by name: where a page ends, as the cursor that carries it, and what comes after it. Rows that come, go or are
// renamed meanwhile neither end the list nor begin it again. The key: migrations/0005-sorted-by-name.sql.
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { createCursor, cursorText, type Page, type PageWanted } from '../kit/cursor.ts'
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

/** The page of a list by name that is wanted; `rowsOf` as of `Cursor.read`. */
export const pageByName = async <Wanted extends PageWanted, Row extends Place>(
  wanted: Wanted,
  rowsOf: Parameters<typeof nameCursor.read<Wanted, Row>>[1],
): Promise<Page<Omit<Row, 'sortKey'>>> => {
  const { page, next } = await nameCursor.read(wanted, rowsOf, ({ id, sortKey }) => ({ id, sortKey }))
  return { page: page.map(withoutKey), next }
}

/** The row as it is told: what it is sorted by is nobody's concern. */
export const withoutKey = <Row extends Place>(row: Row): Omit<Row, 'sortKey'> => {
  const { sortKey: _, ...notified } = row
  return notified
}

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
