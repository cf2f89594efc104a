// The columns of a CSV file: what each is called in the first line, how its values are written, and where they come from.
import type { Kind } from './csv-writer.ts'

export interface CsvCell {
  readonly kind: Kind
  /** Its expression in SQL. */
  readonly is: string
}

export interface CsvColumn extends CsvCell {
  readonly name: string
}

const as =
  (kind: Kind) =>
  (is: string): CsvCell => ({ kind, is })
export const cell = { text: as('text'), written: as('written'), moment: as('moment'), id: as('id') }

/** What a statement selects for them, in their order. */
export const selectOf = (columns: readonly CsvColumn[]): string =>
  columns.map(({ name, is }) => `${is} as "${name}"`).join(', ')
