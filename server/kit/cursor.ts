// Keyset cursors: where a page of a list ends, by the key that the list is ordered by. Opaque to callers, and refused
// before the store is asked when it is none that a list gave out.
import type { Operation, Parsed } from '@gatehouse/contract/operation'
import { z } from 'zod'
import { invalid } from './errors.ts'

export interface Cursor<Key> {
  encode(key: Key): string
  /** The key after which the page begins; undefined for the first page. Throws 422. */
  decode(cursor: string | undefined): Key | undefined
  /** Of one row more than the page has: the page, and the cursor of the next one. */
  page<Row>(rows: readonly Row[], limit: number, keyOf: (row: Row) => Key): Page<Row>
  /** The page that is wanted: `rowsOf` reads what comes after `beyond`, and one row more than the page has. */
  read<Wanted extends PageWanted, Row>(
    wanted: Wanted,
    rowsOf: (filter: Beyond<Wanted, Key>) => Promise<readonly Row[]>,
    keyOf: (row: Row) => Key,
  ): Promise<Page<Row>>
}

export interface Page<Row> {
  readonly page: Row[]
  readonly next: string | null
}

export interface PageWanted {
  readonly limit: number
  readonly cursor?: string | undefined
}

export type Beyond<Wanted, Key> = Omit<Wanted, 'cursor'> & { readonly beyond: Key | undefined }

/** What is asked of a list: what its operation asks for, with the key in place of the cursor. */
export type ListFilter<Op extends Operation, Key = TimeKey> = Omit<Parsed<Op>, 'cursor'> & {
  readonly beyond?: Key | undefined
}

export interface TimeKey {
  readonly at: string
  readonly id: string
}

/** For lists ordered by the fields of `schema`. */
export const createCursor = <Key extends Readonly<Record<string, unknown>>>(
  schema: z.ZodType<Key> & { readonly shape: object },
): Cursor<Key> => {
  const names = Object.keys(schema.shape)
  const cursors: Cursor<Key> = {
    encode: (key) => Buffer.from(JSON.stringify(names.map((name) => key[name]))).toString('base64url'),
    decode(cursor) {
      if (cursor === undefined) return undefined
      const values = someValues.safeParse(jsonIn(Buffer.from(cursor, 'base64url').toString())).data ?? []
      const key = schema.safeParse(Object.fromEntries(names.map((name, place) => [name, values[place]])))
      if (!key.success) throw invalid([{ field: 'cursor', message: 'This is not a cursor of this list.' }])
      return key.data
    },
    page(rows, limit, keyOf) {
      const page = rows.slice(0, limit)
      const last = rows.length > limit ? page.at(-1) : undefined
      return { page, next: last === undefined ? null : cursors.encode(keyOf(last)) }
    },
    async read({ cursor, ...wanted }, rowsOf, keyOf) {
      const rows = await rowsOf({ ...wanted, beyond: cursors.decode(cursor), limit: wanted.limit + 1 })
      return cursors.page(rows, wanted.limit, keyOf)
    },
  }
  return cursors
}

const someValues = z.array(z.unknown())

const jsonIn = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Text that the store takes. */
export const cursorText = z.string().refine((text) => !text.includes('\0'))

// With three or six digits of the second. Days that there are, in years that the store knows.
const isMoment = (at: string): boolean => {
  const time = Date.parse(at)
  return !Number.isNaN(time) && new Date(time).toISOString() === `${at.slice(0, 23)}Z` && at >= '0001'
}
const moment = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}(?:\d{3})?Z$/)
  .refine(isMoment)

/** For lists ordered by time, and by id within a moment. */
export const timeCursor = createCursor(z.object({ at: moment, id: z.guid() }))
