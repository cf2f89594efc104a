// Cards below each other; on wide screens in columns.
import type { ReactNode } from 'react'

interface ColumnsProps {
  /** The widths of the columns, as a grid's template. */
  readonly split: string
  readonly widest?: string
  readonly children: ReactNode
}

export const Columns = ({ split, widest = 'none', children }: ColumnsProps) => (
  <div
    className="grid max-w-[var(--widest)] grid-cols-1 items-start gap-4 from-lg:grid-cols-[var(--split)]"
    style={{ '--split': split, '--widest': widest }}
  >
    {children}
  </div>
)

export const Cards = ({ children }: { readonly children: ReactNode }) => (
  <div className="grid grid-cols-1 items-start gap-4">{children}</div>
)
