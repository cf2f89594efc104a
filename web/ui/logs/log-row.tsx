// A row of a log: its cells, the first of which by rank leads to what the row opens.
import { type ComponentProps, type ReactNode, useMemo } from 'react'
import type { Marks } from '../tables/data-table.tsx'
import grid from '../tables/grid.module.css'
import type { SortedHead } from '../tables/sorting.ts'
import styles from './log-grid.module.css'

export interface LogColumn<R> extends SortedHead {
  /** Of the grid's template: `minmax(9rem, 2fr)` */
  readonly width: string
  /** Where it stands on a phone's card; absent: it is left out there. The one that is the title opens the row. */
  readonly card?: 'title' | 'state' | 'mark' | 'detail' | 'time' | 'act'
  /** Less than the others. */
  readonly quiet?: boolean
  readonly render: (row: R) => ReactNode
}

interface LogRowProps<R> {
  readonly row: R
  readonly columns: readonly LogColumn<R>[]
  readonly to: string
  readonly marks: ((row: R) => Marks) | undefined
  /** Where it stands. */
  readonly placed: ComponentProps<'tr'>
  readonly active: boolean
  readonly onFocus: (id: string) => void
}

export const LogRow = <R extends { readonly id: string }>(props: LogRowProps<R>) => {
  const { row, columns, to, marks, placed, active, onFocus } = props
  // Scrolling moves rows and changes none of them.
  const cells = useMemo(
    () =>
      columns.map(({ title, card, quiet, render }) => (
        <td key={title} data-card={card} data-quiet={quiet}>
          {card === 'title' ? (
            // A link of the router would be drawn again with every change of the address; the grid follows this one.
            <a href={to} tabIndex={-1}>
              {render(row)}
            </a>
          ) : (
            render(row)
          )}
        </td>
      )),
    [columns, row, to],
  )
  return (
    <tr
      {...marks?.(row)}
      {...placed}
      data-id={row.id}
      className={`${grid.row} ${styles.row}`}
      tabIndex={active ? 0 : -1}
      onFocus={() => onFocus(row.id)}
    >
      {cells}
    </tr>
  )
}
