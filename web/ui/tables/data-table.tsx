// A table over a list of the server: its four states, order, chosen columns and rows, read on as one scrolls; a list of
// cards on phones.
import type { Operation } from '@gatehouse/contract/operation'
import Button from '@mui/material/Button'
import useMediaQuery from '@mui/material/useMediaQuery'
import { type ReactNode, Suspense } from 'react'
import type { To } from 'react-router'
import { later } from '../feedback/later.tsx'
import { SkeletonRows, View } from '../feedback/states.tsx'
import { Icon } from '../primitives/icon.tsx'
import { useChosenColumns } from './chosen-columns.ts'
import { saveCsv } from './csv.ts'
import { type Pages, type Sort, totalIn } from './data-pages.ts'
import { DataTableList } from './data-table-list.tsx'
import styles from './data-table.module.css'
import { SortChoice } from './sort-choice.tsx'
import { directionOf, type SortedHead, sortedBy, type Sorting } from './sorting.ts'
import { type Noun, TableFoot } from './table-foot.tsx'

const DataTableGrid = later(async () => (await import('./data-table-grid.tsx')).DataTableGrid)

/** `Op`: the operation that answers the list, where it sorts. */
export interface Column<R, Op extends Operation = Operation> extends SortedHead {
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
  readonly sort?: Sort<Op> | undefined
  /** What a list that comes whole is sorted by; `text` where absent. */
  readonly value?: (row: R) => string | number | null
}

/** What is said of a row besides its cells, for styles and tests. */
export type Marks = Readonly<Record<`data-${string}`, string>>

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
  readonly marks: Marks
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
  readonly columns: readonly AnyColumn<R>[]
  /** What one row is called where they are counted, and many are. */
  readonly noun?: Noun
  /** A row where columns have no room: on phones, and on tablets held upright. */
  readonly card: (row: R) => ReactNode
  /** The address of a row's sheet. */
  readonly to?: (row: R) => To
  /** A button of the row, at its end. */
  readonly rowAction?: (row: R) => ReactNode
  readonly marks?: (row: R) => Marks
  readonly selection?: Selection
  /** The name of the CSV file of what is shown: these rows, the chosen columns in their order. Absent: there is none. */
  readonly csv?: string
  /** Instead of rows when there are none: what it is for, and the next step. */
  readonly empty: ReactNode
  /** `The accounts could not be loaded` */
  readonly failed: string
}

// What its operation sorts by has been checked where the pages are asked for.
type AnyColumn<R> = Omit<Column<R>, 'sort'> & SortedHead

export const DataTable = <T, R>({
  name,
  label,
  pages,
  noun,
  selection,
  csv,
  empty,
  failed,
  ...table
}: DataTableProps<T, R>) => {
  const narrow = useMediaQuery((theme) => theme.breakpoints.down('md'))
  const skeleton = <SkeletonRows rows={narrow ? 8 : 12} className="grid gap-2 p-4" />
  const { query, answers, first, more, sorting } = pages
  const heads = more ? table.columns : table.columns.map(sortedByPage)
  const { columns, choice } = useChosenColumns(name, heads)
  return (
    <section
      className={`${styles.table} flex min-w-0 flex-col rounded border border-line bg-surface`}
      aria-label={label}
      aria-busy={query.isPlaceholderData || undefined}
    >
      <View op={pages.op} query={query} skeleton={skeleton} failed={failed}>
        {() => {
          const rows = answers.flatMap(table.rows)
          const lines = (more ? rows : inOrder(rows, heads, sorting)).map((row) => lineOf(table, row))
          if (lines.length === 0) return empty
          return (
            <>
              {query.isError && (
                <p role="alert" className="px-4 py-3 text-high">
                  These rows may be old: {failed.toLowerCase()}.
                </p>
              )}
              {narrow ? (
                <>
                  <SortChoice heads={heads} sorting={sorting} />
                  <DataTableList label={label} lines={lines} selection={selection} />
                </>
              ) : (
                <Suspense fallback={skeleton}>
                  <DataTableGrid
                    label={label}
                    lines={lines}
                    columns={columns}
                    sorting={sorting}
                    selection={selection}
                    acts={table.rowAction !== undefined}
                    choice={heads.length > 2 ? choice : null}
                  />
                </Suspense>
              )}
              <TableFoot more={more} rows={lines.length} total={totalIn(first)} noun={noun}>
                {csv !== undefined && !narrow && (
                  <Button
                    size="small"
                    startIcon={<Icon name="download" />}
                    onClick={() => {
                      const shown = columns.filter(({ text }) => text)
                      const texts = lines.map(({ text }) => shown.map(({ field }) => text(field)))
                      saveCsv(csv, [shown.map(({ title }) => title), ...texts])
                    }}
                  >
                    CSV
                  </Button>
                )}
              </TableFoot>
            </>
          )
        }}
      </View>
    </section>
  )
}

// A list that comes whole is sorted here, by every column that has a value.
const sortedByPage = <R,>(column: AnyColumn<R>): AnyColumn<R> =>
  column.value || column.text ? { ...column, sort: column.field } : column

const inOrder = <R,>(rows: readonly R[], columns: readonly AnyColumn<R>[], { by }: Sorting): readonly R[] => {
  const sorted = columns.find((column) => by !== '' && directionOf(column, by) !== undefined)
  const valueOf = sorted?.value ?? sorted?.text
  return sorted && valueOf ? sortedBy(rows, valueOf, directionOf(sorted, by) === 'descending') : rows
}

const lineOf = <T, R>(
  {
    rowId,
    rowName,
    columns,
    card,
    to,
    rowAction,
    marks,
  }: Pick<DataTableProps<T, R>, 'rowId' | 'rowName' | 'columns' | 'card' | 'to' | 'rowAction' | 'marks'>,
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
  marks: marks?.(row) ?? {},
})
