// Tables as CSV files: quoted where it has to be, never a formula, with the mark by which spreadsheets know UTF-8.
import { guarded } from '@gatehouse/contract/csv-guard'
import { saveFile } from './save-and-print.ts'

export const csvOf = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')

/** Quoted where it has to be; never taken for a formula by a spreadsheet, unless it is a number. */
export const cell = (value: string): string => {
  const isNumber = /^-?\d+(\.\d+)?$/.test(value)
  const safe = isNumber ? value : guarded(value)
  return /[",\r\n;]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Hands it over as a file. */
export const saveCsv = (name: string, rows: readonly (readonly string[])[]): void =>
  saveFile(new Blob(['\uFEFF', csvOf(rows)], { type: 'text/csv' }), `${name}.csv`)
