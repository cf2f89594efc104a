// Lists by name: where a page ends, as the cursor that carries it, and what comes after it. Rows that come, go or are
// renamed meanwhile neither end the list nor begin it again. The key: migrations/0005-sorted-by-name.sql.
import { type RawBuilder, sql } from 'kysely'
import { invalid } from '../kit/errors.ts'

export interface Place {
  readonly sortKey: string
  readonly id: string
}

const shape = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})([^\0]*)$/

export const placeOf = (cursor: string | undefined): Place | undefined => {
  if (cursor === undefined) return undefined
  const [, id, sortKey] = shape.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (id === undefined || sortKey === undefined)
    throw invalid([{ field: 'cursor', message: 'This is not a cursor of this list.' }])
  return { id, sortKey }
}

/** Whether the row of this table comes after the place; where there is none, every one does. */
export const isBeyond = (table: RawBuilder<unknown>, place: Place | undefined): RawBuilder<boolean> =>
  place ? sql`(${table}.sort_key, ${table}.id) > (${place.sortKey}, ${place.id}::uuid)` : sql`true`

/** Of one row more than the page has: the page, and the cursor of the next. */
export const pageOf = <Row extends Place>(
  rows: readonly Row[],
  limit: number,
): { page: Omit<Row, 'sortKey'>[]; next: string | null } => {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { page: page.map(withoutKey), next: last && rows.length > limit ? cursorOf(last) : null }
}

/** The row as it is told: what it is sorted by is nobody's concern. */
export const withoutKey = <Row extends Place>(row: Row): Omit<Row, 'sortKey'> => {
  const { sortKey: _, ...told } = row
  return told
}

const cursorOf = ({ id, sortKey }: Place): string => Buffer.from(`${id}${sortKey}`).toString('base64url')
