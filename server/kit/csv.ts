// CSV files as people send them: commas or semicolons, quotes, a byte order mark, columns in any order.
import { guarded } from '@gatehouse/contract/csv-guard'
import { CsvError, parse } from 'csv-parse/sync'
import { z } from 'zod'
import { invalid } from './errors.ts'

export interface Line {
  /** Of the file, from 1. */
  readonly line: number
  readonly cells: string[]
}

/** The lines with anything in them, the header first: one more than `most` where there are more. */
export const readCsv = (csv: string, most: number): Line[] => {
  // Whichever comes first in the header divides it.
  const delimiter = /[,;]/.exec(csv)?.[0] ?? ','
  try {
    const parsed: unknown = parse(csv, {
      bom: true,
      delimiter,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
      to: most + 2,
    })
    return z
      .array(z.object({ record: z.array(z.string()), info: z.object({ lines: z.number() }) }))
      .parse(parsed)
      .filter(({ record }) => record.some((cell) => cell !== ''))
      .map(({ record, info }) => ({ line: info.lines, cells: record }))
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw invalid([{ field: 'csv', message: `This is not a CSV file that can be read: ${error.message}` }])
  }
}

/** Header names in any case, with or without spaces: `First name` is `firstName`. */
export const columnNamed = (name: string, columns: readonly string[]): string => {
  const plain = name.replaceAll(/[\s_-]/g, '').toLowerCase()
  return columns.find((column) => column.toLowerCase() === plain) ?? name
}

/** What is wrong with a header: columns that are missing, unknown, or there twice. */
export const headerFaults = (
  found: readonly string[],
  columns: readonly string[],
  needed: readonly string[],
): { field: string; message: string }[] => [
  ...needed.filter((column) => !found.includes(column)).map((field) => ({ field, message: 'This column is missing' })),
  ...found
    .filter((column) => !columns.includes(column))
    .map((field) => ({ field, message: `There is no such column; there are ${columns.join(', ')}` })),
  ...found
    .filter((column, i) => columns.includes(column) && found.indexOf(column) < i)
    .map((field) => ({ field, message: 'This column is there twice' })),
]

/** A line of a file that a spreadsheet reads as text: what it would take for a formula begins with an apostrophe. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(cellOf).join(',')}\r\n`

const cellOf = (value: string): string => {
  const text = guarded(value)
  return /[",\r\n;]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
