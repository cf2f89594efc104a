// A table over a list of the server: its four states, pages, chosen columns and rows; a list of cards on phones.
import useMediaQuery from '@mui/material/useMediaQuery'
import { type ReactNode, Suspense } from 'react'
import type { To } from 'react-router'
import type { Pages } from './data-pages.ts'
import { DataTableFoot } from './data-table-foot.tsx'
import { DataTableList } from './data-table-list.tsx'
import styles from './data-table.module.css'
import { later } from '../feedback/later.tsx'
import { SkeletonRows, View } from '../feedback/states.tsx'

const DataTableGrid = later(async () => (await import('./data-table-grid.tsx')).DataTableGrid)

export interface Column<R> {
  readonly field: string
  readonly title: string
  /** Its cell; `text` where absent. */
  readonly render?: (row: R) => ReactNode
  /** What it says in a CSV file; absent: it is left out of there. */
  readonly text?: (row: R) => string
  /** Its share of the width, 1 when absent; and what it never goes below. */
  readonly flex?: number
  readonly minWidth?: number
  /** Not shown until chosen. */
  readonly optional?: boolean
}

/** A row as it is drawn. */
export interface Line {
  readonly id: string
  /** What it is called, for those who hear it. */
  readonly name: string
  readonly to: To | null
  readonly cell: (field: string) => ReactNode
  readonly text: (field: string) => string
  readonly card: () => ReactNode
  /** What may be done with it at once, beside what opens it. */
  readonly action: ReactNode
}

export interface Selection {
  readonly chosen: ReadonlySet<string>
  readonly onChange: (chosen: ReadonlySet<string>) => void
}

export interface DataTableProps<T, R> {
  /** Of the stored choice of columns: short and unique. */
  readonly name: string
  /** What the rows are: `Accounts`. */
  readonly label: string
  readonly pages: Pages<T>
  readonly rows: (answer: T) => readonly R[]
  readonly rowId: (row: R) => string
  /** What a row is called, for those who hear it. */
  readonly rowName: (row: R) => string
  /** The first one opens the row, where `to` is given. */
  readonly columns: readonly Column<R>[]
  /** A row on a phone. */
  readonly card: (row: R) => ReactNode
  /** The address of a row's sheet. */
  readonly to?: (row: R) => To
  /** A button of the row, at its end. */
  readonly rowAction?: (row: R) => ReactNode
  readonly selection?: Selection
  /** The name of the CSV file of what is shown: these rows, the chosen columns in their order. Absent: there is none. */
  readonly csv?: string
  /** Instead of rows when there are none: what it is for, and the next step. */
  readonly empty: ReactNode
  /** `The accounts could not be loaded` */
  readonly failed: string
}

export const DataTable = <T, R>({
  name,
  label,
  pages,
  selection,
  csv,
  empty,
  failed,
  ...table
}: DataTableProps<T, R>) => {
  const phone = useMediaQuery((theme) => theme.breakpoints.down('sm'))
  const skeleton = <SkeletonRows rows={phone ? 8 : 12} className="grid gap-2 p-4" />
  return (
    <section
      className={`${styles.table} flex min-w-0 flex-col rounded border border-line bg-surface`}
      aria-label={label}
      aria-busy={pages.query.isPlaceholderData || undefined}
    >
      <View op={pages.op} query={pages.query} skeleton={skeleton} failed={failed}>
        {(answer) => {
          const lines = table.rows(answer).map((row) => lineOf(table, row))
          if (lines.length === 0 && !pages.paging?.previous) return empty
          return (
            <>
              {pages.query.isError && (
                <p role="alert" className="px-4 py-3 text-high">
                  These rows may be old: {failed.toLowerCase()}.
                </p>
              )}
              {phone ? (
                <DataTableList label={label} lines={lines} selection={selection} />
              ) : (
                <Suspense fallback={skeleton}>
                  <DataTableGrid
                    name={name}
                    label={label}
                    lines={lines}
                    columns={table.columns}
                    selection={selection}
                    csv={csv}
                    acts={table.rowAction !== undefined}
                  />
                </Suspense>
              )}
              {pages.paging && <DataTableFoot paging={pages.paging} rows={lines.length} label={label} />}
            </>
          )
        }}
      </View>
    </section>
  )
}

const lineOf = <T, R>(
  {
    rowId,
    rowName,
    columns,
    card,
    to,
    rowAction,
  }: Pick<DataTableProps<T, R>, 'rowId' | 'rowName' | 'columns' | 'card' | 'to' | 'rowAction'>,
  row: R,
): Line => ({
  id: rowId(row),
  name: rowName(row),
  to: to?.(row) ?? null,
  cell: (field) => {
    const column = columns.find((one) => one.field === field)
    return (column?.render ?? column?.text)?.(row)
  },
  text: (field) => columns.find((column) => column.field === field)?.text?.(row) ?? '',
  card: () => card(row),
  action: rowAction?.(row) ?? null,
})
