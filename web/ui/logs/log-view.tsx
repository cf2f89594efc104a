// A log: the page that it fills, and each of its states: loading, failed, empty, there.
import Button from '@mui/material/Button'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import styles from './log-page.module.css'
import { Empty, Failed, SkeletonRows } from '../feedback/states.tsx'

/** As high as the window, so that what is above the log stays while it scrolls. */
export const LogPage = ({ children }: { readonly children: ReactNode }) => <div className={styles.page}>{children}</div>

interface LogViewProps {
  readonly label: string
  readonly rows: readonly unknown[]
  readonly query: UseInfiniteQueryResult
  /** `The events could not be loaded` */
  readonly failed: string
  /** Why, where that is said in words of its own. */
  readonly error?: unknown
  /** Instead of rows when there are none. */
  readonly empty: ReactNode
  readonly children: ReactNode
}

export const LogView = ({ label, rows, query, failed, error = query.error, empty, children }: LogViewProps) => (
  <section className={styles.log} aria-label={label} aria-busy={query.isPending}>
    {query.isPending && (
      <>
        <output className="visually-hidden">Loading</output>
        <SkeletonRows rows={14} className={styles.bones} />
      </>
    )}
    {query.isError && rows.length === 0 && <Failed what={failed} error={error} onRetry={() => void query.refetch()} />}
    {query.isSuccess && rows.length === 0 && empty}
    {rows.length > 0 && children}
  </section>
)

interface EmptyLogProps {
  /** null: no filter is set. */
  readonly onClear: (() => void) | null
  /** What is said without filters. */
  readonly title: string
  readonly children: ReactNode
}

/** Nothing to show: because of the filters, or because there is nothing yet. */
export const EmptyLog = ({ onClear, title, children }: EmptyLogProps) => {
  if (onClear === null) {
    return (
      <Empty title={title}>
        <p>{children}</p>
      </Empty>
    )
  }
  return (
    <Empty title="Nothing passes these filters">
      <p>Widen the period, or take a filter away.</p>
      <Button variant="outlined" onClick={onClear}>
        Clear filters
      </Button>
    </Empty>
  )
}
