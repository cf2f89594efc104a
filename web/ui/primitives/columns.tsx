// Cards below each other; on wide screens in columns.
import type { ReactNode } from 'react'
import styles from './columns.module.css'

interface ColumnsProps {
  /** The widths of the columns, as a grid's template. */
  readonly split: string
  readonly widest?: string
  readonly children: ReactNode
}

export const Columns = ({ split, widest = 'none', children }: ColumnsProps) => (
  <div className={styles.columns} style={{ '--split': split, '--widest': widest }}>
    {children}
  </div>
)

export const Cards = ({ children }: { readonly children: ReactNode }) => <div className={styles.cards}>{children}</div>
