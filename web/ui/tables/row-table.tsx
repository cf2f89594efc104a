// A table whose rows are grids, so that a thousand of them cost nothing while out of sight, and fold on a phone.
import type { ReactNode } from 'react'
import { ScrollRegion } from '../primitives/scroll-region.tsx'
import styles from './row-table.module.css'

interface RowTableProps {
  /** Of the part that scrolls: `Every device`. */
  readonly label: string
  readonly className: string
  /** Of the row of heads, and of each head, the utilities: as of the rows and cells below it. */
  readonly head: string
  readonly heads: readonly (readonly [title: string, className?: string])[]
  /** Out of sight a row of many is not drawn. */
  readonly many: boolean
  /** `tr`s. */
  readonly children: ReactNode
}

export const RowTable = ({ label, className, head, heads, many, children }: RowTableProps) => (
  <ScrollRegion label={label} className={`overflow-auto px-2 pb-2 ${className}`}>
    <table className={styles.table} data-many={many || undefined}>
      <thead className="sticky top-0 z-1 bg-surface">
        <tr className={`text-xs text-muted ${head}`}>
          {heads.map(([title, place]) => (
            <th key={title} scope="col" className={place}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </ScrollRegion>
)
