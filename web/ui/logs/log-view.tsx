// A log: the page that it fills, and each of its states: loading, failed, empty, there.
import Button from '@mui/material/Button'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Empty, Failed, SkeletonRows } from '../feedback/states.tsx'

/** As high as the window, so that what is above the log stays while it scrolls. */
export const LogPage = ({ children }: { readonly children: ReactNode }) => (
  <div className="flex h-[calc(100dvh-var(--bar)-var(--space-6)-var(--space-6))] min-h-[34rem] flex-col below-md:h-[calc(100dvh-var(--bar)-var(--space-8))]">
    {children}
  </div>
)

/** As high as the filters of a log will be. */
export const FilterSkeleton = () => <SkeletonRows rows={1} className="[&>*]:mb-4 [&>*]:min-h-[40px]" />

/** What a log scrolls in. With all filters in sight the window of a phone scrolls, and the rows stay readable. */
export const logFrame =
  'relative flex min-h-0 flex-1 flex-col overflow-hidden rounded border border-line bg-surface below-md:min-h-[22rem]'

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
  <section className={logFrame} aria-label={label} aria-busy={query.isPending}>
    {query.isPending && (
      <>
        <output className="visually-hidden">Loading</output>
        <SkeletonRows rows={14} className="grid gap-2 p-4 [&>*]:min-h-[36px]" />
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
  /** The way to the first of them. */
  readonly next?: ReactNode
  readonly children: ReactNode
}

/** Nothing to show: because of the filters, or because there is nothing yet. */
export const EmptyLog = ({ onClear, title, next, children }: EmptyLogProps) => {
  if (onClear === null) {
    return (
      <Empty title={title}>
        <p>{children}</p>
        {next}
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
