// The rows of a log as a grid that only draws what can be seen; arrows move, Enter opens. On a phone each is a card.
import useMediaQuery from '@mui/material/useMediaQuery'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { useVirtualizer } from '@tanstack/react-virtual'
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { UNSAFE_DataRouterContext, useLocation, useNavigate } from 'react-router'
import { singleton } from '../../kit/application.ts'
import { useDensity } from '../../kit/hands/theme-mode.ts'
import styles from './log-grid.module.css'
import { linesOf } from './log-lines.ts'
import { type LogColumn, LogRow } from './log-row.tsx'
import { LogNews, type News } from './log-news.tsx'
import { opensSheet } from '../sheets/sheet-link.ts'
import { useHistoryKey } from '../sheets/under-sheet.tsx'
import type { ColumnChoiceProps } from '../tables/column-choice.tsx'
import type { Marks } from '../tables/data-table.tsx'
import grid from '../tables/grid.module.css'
import { GridHead } from '../tables/grid-head.tsx'
import { gridKey } from '../tables/grid-keys.ts'
import { SortChoice } from '../tables/sort-choice.tsx'
import type { Sorting } from '../tables/sorting.ts'
import { type Noun, TableFoot } from '../tables/table-foot.tsx'

interface LogGridProps<R> {
  /** What the rows are, for those who hear it. */
  readonly label: string
  /** In the order of time. */
  readonly rows: readonly R[]
  readonly query: UseInfiniteQueryResult
  /** The same at every draw, as is whatever else the rows are drawn by. */
  readonly columns: readonly LogColumn<R>[]
  /** The address that a row opens: over this page as a sheet, or as a page of its own. */
  readonly to: (row: R) => string
  readonly opens: 'sheet' | 'page'
  /** Rows that belong together, under a head. */
  readonly groups?: Groups<R>
  /** Rows are as high as what they say, and not one like the other. */
  readonly wraps?: boolean
  readonly marks?: (row: R) => Marks
  /** What one is called where they are counted, and many are. */
  readonly noun: Noun
  /** How many there are; null, or absent: nobody has counted them. */
  readonly total?: number | null
  /** Where the list can be sorted: its columns say by what. */
  readonly sorting?: Sorting
  /** The choice of columns; absent: there is none. */
  readonly choice?: ColumnChoiceProps
  readonly news: News
  /** Whoever reads further down is not to be moved. */
  readonly onReadingBelow?: (below: boolean) => void
  /** Somebody has come back up to the newest that is shown. */
  readonly onTop?: (() => void) | undefined
}

export interface Groups<R> {
  readonly of: (row: R) => string
  /** What stands over those that begin with this row. */
  readonly head: (row: R) => ReactNode
}

const rowHeights = { comfortable: 44, compact: 32, phone: 64 } as const
const guessedHeights = { desk: 45, phone: 84, head: 36 } as const

// Where one was on a page of history, so that Back returns to the same row.
const offsets = singleton(() => new Map<string, number>())

export const LogGrid = <R extends { readonly id: string }>(props: LogGridProps<R>) => {
  const {
    label,
    rows,
    query,
    columns,
    to,
    opens,
    groups,
    wraps = false,
    marks,
    noun,
    total,
    sorting,
    choice,
    news,
  } = props
  const { onReadingBelow, onTop } = props
  const frame = useRef<HTMLDivElement>(null)
  const router = useContext(UNSAFE_DataRouterContext)?.router
  const { key: place } = useLocation()
  const navigate = useNavigate()
  const [activeId, setActiveId] = useState<string | null>(null)
  const active = Math.max(
    0,
    rows.findIndex(({ id }) => id === activeId),
  )
  const phone = useMediaQuery((theme) => theme.breakpoints.down('md'))
  const density = useDensity()
  const rowHeight = wraps ? guessedHeights[phone ? 'phone' : 'desk'] : rowHeights[phone ? 'phone' : density]
  const lines = useMemo(() => linesOf(rows, groups?.of), [rows, groups])
  const keyOf = useCallback((index: number) => lines[index]?.key ?? index, [lines])
  // Its functions are called again on every draw: nothing here is compiled into a memo.
  // oxlint-disable-next-line react/incompatible-library
  const drawn = useVirtualizer({
    count: lines.length,
    getScrollElement: () => frame.current,
    estimateSize: (index) => (lines[index]?.is === 'head' ? guessedHeights.head : rowHeight),
    overscan: 4,
    initialOffset: () => offsets().get(router?.state.location.key ?? place) ?? 0,
    getItemKey: keyOf,
  })
  const items = drawn.getVirtualItems()
  useEffect(() => {
    if (!wraps) drawn.measure()
  }, [drawn, wraps, rowHeight])

  const lastShown = items.at(-1)?.index ?? 0
  const { hasNextPage, isFetching } = query
  const fetchNext = useEffectEvent(() => void query.fetchNextPage())
  useEffect(() => {
    if (hasNextPage && !isFetching && !query.isError && lastShown >= lines.length - 20) fetchNext()
  }, [hasNextPage, isFetching, query.isError, lastShown, lines.length])

  // The line at the top edge stays there when rows come in above it.
  const read = useRef({ key: '', index: 0, start: 0 })
  useLayoutEffect(() => {
    const scroller = frame.current
    const index = lines.findIndex(({ key }) => key === read.current.key)
    const start = drawn.measurementsCache[index]?.start
    if (!scroller || start === undefined || index === read.current.index || (drawn.scrollOffset ?? 0) <= rowHeight)
      return
    scroller.scrollTop += start - read.current.start
    read.current = { ...read.current, index, start }
  }, [drawn, lines, rowHeight])

  const onScroll = () => {
    const top = frame.current?.scrollTop ?? 0
    offsets().set(router?.state.location.key ?? place, top)
    const { index = 0, start = 0 } = drawn.getVirtualItemForOffset(top) ?? {}
    read.current = { key: lines[index]?.key ?? '', index, start }
    onReadingBelow?.(top > rowHeight)
    if (top <= rowHeight) onTop?.()
  }
  const toTop = async () => {
    await news.onShow()
    setActiveId(null)
    frame.current?.scrollTo({ top: 0 })
  }
  const focusRow = (index: number) => {
    const id = rows[index]?.id
    if (id === undefined) return
    setActiveId(id)
    drawn.scrollToIndex(lines.findIndex(({ key }) => key === id))
    // By its id: something may come in before it is drawn.
    requestAnimationFrame(() => frame.current?.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"]`)?.focus())
  }
  const open = (row: R | undefined) => {
    if (row) void navigate(to(row), opens === 'sheet' ? { state: opensSheet } : {})
  }
  // With a key held, or another button, the browser opens it elsewhere.
  const onClick = (event: MouseEvent) => {
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
    if (!isPlain || event.defaultPrevented || !(event.target instanceof Element)) return
    const link = event.target.closest('[data-card=title] > a')
    const id = link?.closest<HTMLElement>('[data-id]')?.dataset['id']
    const row = rows.find((one) => one.id === id)
    if (!row) return
    event.preventDefault()
    open(row)
  }
  const onKeyDown = (event: KeyboardEvent) =>
    gridKey(event, {
      active,
      count: rows.length,
      page: Math.max(1, Math.floor((frame.current?.clientHeight ?? 0) / rowHeight) - 1),
      focus: focusRow,
      open: (index) => open(rows[index]),
    })

  return (
    <>
      <LogNews news={news} noun={noun} onPress={() => void toTop()} />
      {sorting && phone && <SortChoice heads={columns} sorting={sorting} />}
      <div ref={frame} className="relative min-h-0 flex-1 overflow-auto [overflow-anchor:none]" onScroll={onScroll}>
        <table
          // A table whose rows one moves through with the arrows is what a grid is.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role
          role="grid"
          aria-label={label}
          aria-rowcount={hasNextPage ? -1 : lines.length + 1}
          className={`${grid.grid} ${styles.grid}`}
          style={{ '--columns': columns.map(({ width }) => width).join(' ') }}
          data-wraps={wraps || undefined}
          onClick={onClick}
          onKeyDown={onKeyDown}
        >
          <thead>
            <GridHead
              aria-rowindex={1}
              heads={columns}
              sorting={phone ? undefined : sorting}
              choice={phone ? null : choice}
              className={styles.head}
            />
          </thead>
          <tbody style={{ height: drawn.getTotalSize() }}>
            {items.map(({ index, start, size, key }) => {
              const line = lines[index]
              if (!line) return null
              const placed = {
                'aria-rowindex': index + 2,
                'data-index': index,
                style: { transform: `translateY(${start}px)`, ...(wraps ? {} : { height: size }) },
                ...(wraps ? { ref: drawn.measureElement } : {}),
              }
              if (line.is === 'head') {
                return (
                  <tr
                    key={key}
                    {...placed}
                    className={`${styles.group} absolute [inset:0_0_auto] block border-b border-b-line bg-sunken px-4 py-2 text-sm text-muted`}
                  >
                    <th scope="rowgroup" colSpan={columns.length}>
                      {groups?.head(line.row)}
                    </th>
                  </tr>
                )
              }
              return (
                <LogRow
                  key={key}
                  row={line.row}
                  columns={columns}
                  to={to(line.row)}
                  marks={marks}
                  placed={placed}
                  active={line.index === active}
                  onFocus={setActiveId}
                />
              )
            })}
          </tbody>
        </table>
        <AtPlace onPlace={(key) => offsets().set(key, frame.current?.scrollTop ?? 0)} />
        <TableFoot more={query} rows={rows.length} total={total ?? null} noun={noun} readsOn />
      </div>
    </>
  )
}

// A sheet that is opened, or closed, is another place in history: one is at the same row there. By itself, so that the grid
// under a sheet is not drawn for it.
const AtPlace = ({ onPlace }: { readonly onPlace: (key: string) => void }) => {
  const key = useHistoryKey()
  const remember = useEffectEvent(onPlace)
  useEffect(() => {
    remember(key)
  }, [key])
  return null
}
