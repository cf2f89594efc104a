// Below a list: how many rows are shown, that more come, or that they could not be loaded. What follows is read as one
// nears it; the button is for whoever does not scroll.
import Button from '@mui/material/Button'
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { useOnScreen } from '../use-on-screen.ts'
import type { More } from './data-pages.ts'

/** What one row is called, and many are. */
export type Noun = readonly [one: string, many: string]

interface TableFootProps {
  readonly more: More | null
  readonly rows: number
  /** null: nobody has counted them. */
  readonly total?: number | null
  readonly noun?: Noun | undefined
  /** The grid above it reads on by itself. */
  readonly readsOn?: boolean
  /** At the end of the line. */
  readonly children?: ReactNode
}

export const TableFoot = ({ more, rows, total = null, noun = ['row', 'rows'], readsOn, children }: TableFootProps) => {
  const foot = useRef<HTMLDivElement>(null)
  const near = useOnScreen(foot)
  const readOn = useEffectEvent(() => more?.fetchNextPage())
  const isNext = near && !readsOn && more?.hasNextPage && !more.isFetching && !more.isFetchNextPageError
  useEffect(() => {
    if (isNext) readOn()
  }, [isNext])
  const hasMore = more?.hasNextPage === true
  return (
    <div
      ref={foot}
      className="flex min-h-[44px] flex-wrap items-center gap-x-3 gap-y-1 px-4 py-1 text-sm text-muted tabular-nums [&>:first-child]:me-auto"
    >
      {more?.isFetchNextPageError ? (
        <p role="alert">
          More {noun[1]} could not be loaded.{' '}
          <Button size="small" onClick={() => more.fetchNextPage()}>
            Retry
          </Button>
        </p>
      ) : (
        <output>
          {hasMore && `Showing ${rows.toLocaleString('en-GB')}${total === null ? '' : ' of '}`}
          {(!hasMore || total !== null) && countOf(hasMore && total !== null ? total : rows, noun)}
          {hasMore && total === null && ` ${noun[1]}`}
        </output>
      )}
      {hasMore && !more.isFetchNextPageError && (
        <Button size="small" disabled={more.isFetching} onClick={() => more.fetchNextPage()}>
          {more.isFetching ? 'Loading…' : 'Show more'}
        </Button>
      )}
      {children}
    </div>
  )
}

const countOf = (count: number, [one, many]: Noun): string =>
  `${count.toLocaleString('en-GB')} ${count === 1 ? one : many}`
