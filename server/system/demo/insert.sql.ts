// Rows of a demo building, all of a table in one statement.
import type pg from 'pg'

export const insert = async (
  tx: pg.Client,
  table: string,
  columns: readonly string[],
  rows: readonly (readonly unknown[])[],
): Promise<void> => {
  if (rows.length === 0) return
  const values = rows.map((row, i) => `(${row.map((_, j) => `$${i * columns.length + j + 1}`).join(', ')})`)
  await tx.query(`insert into ${table} (${columns.join(', ')}) values ${values.join(', ')}`, rows.flat())
}
