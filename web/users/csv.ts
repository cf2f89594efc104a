// The CSV file of an import: its template, and reading what was dropped or pasted.
import { importColumns } from '@gatehouse/contract/users'

const mostBytes = 1_000_000

/** The header and one line that shows how each column is meant. */
export const templateCsv = (): string =>
  [
    importColumns.join(','),
    ['ada.byron@example.com', 'Ada', 'Byron', 'Receptionist', 'Front desk', 'staff', ''].map(cell).join(','),
    '',
  ].join('\r\n')

/** Why a file cannot be taken; null: it can. */
export const fileFault = ({ name, size }: { readonly name: string; readonly size: number }): string | null => {
  if (size > mostBytes) return 'The file is too large: 1 MB at most'
  if (size === 0) return 'The file is empty'
  return /\.(csv|txt)$/i.test(name) ? null : 'Choose a CSV file: spreadsheets can save as one'
}

/** What the columns of a preview's faults are called. */
export const columnName = (field: string): string =>
  ({ email: 'Email', firstName: 'First name', lastName: 'Last name', line: 'Line' })[field] ??
  field.replace(/^./, (letter) => letter.toUpperCase())

/** Quoted where it has to be; never taken for a formula by a spreadsheet. */
export const cell = (value: string): string => {
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n;]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
