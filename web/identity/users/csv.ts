// The CSV file of an import: its template, and reading what was dropped or pasted.
import { importColumns } from '@gatehouse/contract/identity/users'
import { csvOf } from '../../ui/tables/csv.ts'

const mostBytes = 1_000_000

/** The header and one line that shows how each column is meant. */
export const templateCsv = (): string =>
  csvOf([importColumns, ['ada.byron@example.com', 'Ada', 'Byron', 'Receptionist', 'Front desk', 'staff', '']])

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
