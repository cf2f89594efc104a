// A small table that comes whole: its heads, and rows whose first cell names them.
import type { ReactNode } from 'react'

export interface PlainTableProps {
  readonly heads: readonly string[]
  readonly rows: readonly {
    readonly key: string
    /** The first one is the row's head. */
    readonly cells: readonly ReactNode[]
    /** The row that the page is about. */
    readonly current?: boolean
  }[]
  /** How each part looks beside what all tables have in common, as utilities; the row's head looks as its cells where absent. */
  readonly table?: string
  readonly head?: string
  readonly row?: string
  readonly first?: string
  readonly cell: string
}

export const PlainTable = ({
  heads,
  rows,
  cell,
  first = cell,
  head = '',
  row = '',
  table = 'w-full',
}: PlainTableProps) => (
  <table className={`border-collapse tabular-nums ${table}`}>
    <thead>
      <tr>
        {heads.map((words, nth) => (
          <th key={words} scope="col" className={`text-sm text-muted ${nth === 0 ? first : cell} ${head}`}>
            {words}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map(({ key, cells: [name, ...others], current }) => (
        <tr key={key} className={row} aria-current={current ? 'true' : undefined}>
          <th scope="row" className={first}>
            {name}
          </th>
          {others.map((shown, nth) => (
            // oxlint-disable-next-line react/no-array-index-key -- cells have no name of their own, and keep their place
            <td key={nth} className={cell}>
              {shown}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)
