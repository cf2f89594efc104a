// How the store is asked beside Kysely's builder: in SQL of our own for all rows, the first, one column, a number, or whether
// there is any, each of which takes the connection (or the transaction) and then the statement as a template; and the two
// commonest ways of writing: one new row, and columns of the row of an id.
import { type InsertObject, type QueryExecutorProvider, type RawBuilder, sql, type Updateable } from 'kysely'
import type { Db } from './pool.ts'
import type { DB } from './schema.ts'

type Statement<Answer> = (text: TemplateStringsArray, ...values: unknown[]) => Promise<Answer>

/**
 * All rows that a statement in SQL of our own answers: rowsOf<Row>(db)`select …`. `Row` is what its columns say: nobody
 * checks that it is so.
 */
export const rowsOf =
  <Row>(db: QueryExecutorProvider): Statement<Row[]> =>
  async (text, ...values) =>
    (await sql<Row>(text, ...values).execute(db)).rows

/** All rows as the contract has them: each moment in ISO 8601, and not as a Date. */
export const isoRowsOf =
  <Row extends object>(db: QueryExecutorProvider): Statement<Row[]> =>
  async (text, ...values) => {
    const rows = await rowsOf<Row>(db)(text, ...values)
    for (const row of rows)
      for (const column of Object.keys(row)) {
        const value: unknown = Reflect.get(row, column)
        if (value instanceof Date) Reflect.set(row, column, value.toISOString())
      }
    return rows
  }

/** The first row of the rows; undefined where there is none. */
export const firstOf =
  <Row>(db: QueryExecutorProvider): Statement<Row | undefined> =>
  async (text, ...values) =>
    (await rowsOf<Row>(db)(text, ...values))[0]

/** The values of the one column that the statement answers. */
export const valuesOf =
  <Value>(db: QueryExecutorProvider): Statement<Value[]> =>
  async (text, ...values) =>
    (await rowsOf<Record<string, Value>>(db)(text, ...values)).flatMap((row) => Object.values(row))

/** The number in the one column of the first row, as of a count; 0 where there is no row. */
export const numberOf =
  (db: QueryExecutorProvider): Statement<number> =>
  async (text, ...values) =>
    (await valuesOf<number | null>(db)(text, ...values))[0] ?? 0

/** Whether the statement answers, or has changed and returns, any row at all. */
export const isAny =
  (db: QueryExecutorProvider): Statement<boolean> =>
  async (text, ...values) =>
    (await rowsOf(db)(text, ...values)).length > 0

/** Does what the statement says; how many rows were written, changed or deleted. */
export const execute =
  (db: QueryExecutorProvider): Statement<number> =>
  async (text, ...values) =>
    Number((await sql(text, ...values).execute(db)).numAffectedRows ?? 0)

/** Writes one new row. Throws what the driver does, as of a constraint that does not hold. */
export const insertRow = async <T extends keyof DB>(tx: Db, table: T, row: InsertObject<DB, T>): Promise<void> => {
  await tx.insertInto(table).values(row).execute()
}

type Columns<Row> = { readonly [C in keyof Row]: Row[C] | RawBuilder<unknown> }
type WithId = { [T in keyof DB]: DB[T] extends { id: unknown } ? T : never }[keyof DB]

/** Sets these columns of the row of this id, where there is one; what is undefined stays as it is. */
export const updateRow = async <T extends WithId>(
  tx: Db,
  table: T,
  id: string | null,
  columns: Columns<Updateable<DB[T]>>,
): Promise<void> => {
  const given: [string, unknown][] = Object.entries(columns).filter(([, value]) => value !== undefined)
  if (given.length === 0) return
  const set = given.map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  await sql`update ${sql.table(table)} set ${sql.join(set)} where id = ${id}`.execute(tx)
}
