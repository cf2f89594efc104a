// Lists in the order that their caller asks for: what is sorted by, where a page ends, as the cursor that carries it, what
// comes after it, and how many rows there are. Rows that come, go or are changed meanwhile neither end the list nor begin it
// again.
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Operation, Parsed } from '@gatehouse/contract/operation'
import { createCursor, cursorText, type Page, type PageWanted } from '../kit/cursor.ts'
import { invalid } from '../kit/errors.ts'

/** What rows can be sorted by. Its value is never null: what has none has a place of its own. */
export interface Sortable {
  readonly value: RawBuilder<unknown>
  readonly type: 'text' | 'number' | 'time'
}

/** A column with a key of its own: migrations/0005-sorted-by-name.sql. */
export const byKey = (column: string): Sortable => ({ value: sql.ref(column), type: 'text' })

/** Words as names are sorted, without case and accents; rows without any come first. */
export const byWords = (words: RawBuilder<unknown>): Sortable => ({
  value: sql`coalesce(sort_key_of(${words}), '') collate "C"`,
  type: 'text',
})

/** Rows without a number come first. */
export const byNumber = (number: RawBuilder<unknown>): Sortable => ({
  value: sql`coalesce((${number})::numeric, '-Infinity')`,
  type: 'number',
})

/** A column that every row has, so that its index serves. */
export const byTime = (column: string): Sortable => ({ value: sql.ref(column), type: 'time' })

/** Rows without a time come first: before the oldest. */
export const byTimeIfAny = (moment: RawBuilder<unknown>): Sortable => ({
  value: sql`coalesce(${moment}, '-infinity')`,
  type: 'time',
})

/** The order in which a statement reads a list. */
export interface Order {
  /** Among what is selected: where the row stands, and of the first page how many rows there are. */
  readonly columns: RawBuilder<unknown>
  /** A condition: whether the row comes after the page before. */
  readonly isBeyond: RawBuilder<boolean>
  /** After `order by`. */
  readonly by: RawBuilder<unknown>
}

/** What is asked of a list: what its operation asks for, in an order. */
export type SortedFilter<Op extends Operation> = Omit<Parsed<Op>, 'cursor' | 'sort'> & { readonly order: Order }

/** A row as it is read, with what `Order.columns` selects. */
export type InOrder<Row> = Row & { readonly sortKey: string; readonly total: number | null }

/** The order of what is read by itself. */
export const alone: Order = { columns: sql`'' as "sortKey", null as total`, isBeyond: sql`true`, by: sql`1` }

export const withoutOrder = <Row extends object>(row: InOrder<Row>): Omit<Row, 'sortKey' | 'total'> => {
  const { sortKey: _sortKey, total: _total, ...shown } = row
  return shown
}

export interface SortedPage<Row> extends Page<Row> {
  /** How many rows pass the filter; null after the first page, and where nobody counts them. */
  readonly total: number | null
}

type Directed<Name extends string> = Name | `-${Name}`

interface SortWanted<Name extends string> extends PageWanted {
  readonly sort?: Directed<Name> | undefined
}

export interface Sorting<Name extends string> {
  /**
   * The page that is wanted. `rowsOf` reads the rows in `order`, at most `limit`. Throws 422 on a cursor that is none of this
   * list in this order.
   */
  page<Wanted extends SortWanted<Name>, Row extends object>(
    wanted: Wanted,
    rowsOf: (filter: Omit<Wanted, 'cursor' | 'sort'> & { readonly order: Order }) => Promise<readonly InOrder<Row>[]>,
    idOf: (row: Row) => string,
  ): Promise<SortedPage<Omit<Row, 'sortKey' | 'total'>>>
}

const keys = {
  text: cursorText,
  number: z.string().regex(/^(?:-Infinity|-?\d{1,30}(?:\.\d{1,30})?)$/),
  // Seconds since 1970, within the years that the store knows.
  time: z.string().regex(/^(?:-Infinity|-?\d{1,11}(?:\.\d{1,6})?)$/),
}
const cursorOf = (key: z.ZodType<string>) => createCursor(z.object({ by: z.string(), key, id: z.guid() }))
const cursors = { text: cursorOf(keys.text), number: cursorOf(keys.number), time: cursorOf(keys.time) }

/** The key of a row, and the value that it stands for. */
const keyOf = ({ value, type }: Sortable): RawBuilder<string> =>
  type === 'time' ? sql`extract(epoch from ${value})::text` : sql`(${value})::text`

const valueOf = (type: Sortable['type'], key: string): RawBuilder<unknown> => {
  if (type === 'text') return sql`${key} collate "C"`
  if (type === 'number') return sql`${key}::numeric`
  return key === '-Infinity' ? sql`timestamptz '-infinity'` : sql`(timestamptz 'epoch' + ${`${key} seconds`}::interval)`
}

/**
 * What a list can be sorted by, and what it is sorted by unless asked otherwise. `id`: the column that tells rows of one value
 * apart. `counts`: not of lists that grow without end.
 */
export const sortedList = <Name extends string>(
  id: string,
  sortables: Readonly<Record<Name, Sortable>>,
  usual: Directed<NoInfer<Name>>,
  { counts = true }: { readonly counts?: boolean } = {},
): Sorting<Name> => ({
  async page({ cursor, sort = usual, ...wanted }, rowsOf, idOf) {
    const { isDown, ...sortable } = found(sortables, sort)
    const { value, type } = sortable
    const place = cursors[type].decode(cursor)
    if (place && place.by !== sort) {
      throw invalid([{ field: 'cursor', message: 'This cursor is of a list that is sorted otherwise.' }])
    }
    const column = sql.ref(id)
    const order: Order = {
      columns: sql`${keyOf(sortable)} as "sortKey", ${place || !counts ? sql`null::int` : sql`(count(*) over ())::int`} as total`,
      isBeyond: place
        ? sql`(${value}, ${column}) ${sql.raw(isDown ? '<' : '>')} (${valueOf(type, place.key)}, ${place.id}::uuid)`
        : sql`true`,
      by: isDown ? sql`${value} desc, ${column} desc` : sql`${value}, ${column}`,
    }
    const rows = await rowsOf({ ...wanted, limit: wanted.limit + 1, order })
    const { page, next } = cursors[type].page(rows, wanted.limit, (row) => ({
      by: sort,
      key: row.sortKey,
      id: idOf(row),
    }))
    return { page: page.map(withoutOrder), next, total: place || !counts ? null : (rows[0]?.total ?? 0) }
  },
})

const found = <Name extends string>(sortables: Readonly<Record<Name, Sortable>>, sort: Directed<Name>) => {
  for (const name in sortables) {
    if (sort === name) return { ...sortables[name], isDown: false }
    if (sort === `-${name}`) return { ...sortables[name], isDown: true }
  }
  throw invalid([{ field: 'sort', message: 'The list cannot be sorted by this.' }])
}
