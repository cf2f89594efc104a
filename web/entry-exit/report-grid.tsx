// The rows of the log as a grid that only draws what can be seen; arrows move, Enter opens.
import type { Log } from '@gatehouse/contract/entry-exit'
import Button from '@mui/material/Button'
import useMediaQuery from '@mui/material/useMediaQuery'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, memo, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { useDensity } from '../kit/theme-mode.ts'
import { Icon } from '../ui/icon.tsx'
import { When } from '../ui/when.tsx'
import { doorOf, methodWords, personOf, reasonWords, ResultWord, TypeWord } from './log-words.tsx'
import styles from './report-grid.module.css'
import { mostWaiting } from './use-report.ts'

interface ReportGridProps {
  readonly logs: readonly Log[]
  readonly query: UseInfiniteQueryResult
  /** How many new logs wait above. */
  readonly waiting: number
  readonly onShowWaiting: () => void
  readonly onReadingBelow: (below: boolean) => void
}

const columns = ['Time', 'Person', 'Door', 'Zone', 'Type', 'Result', 'Reason or method']
const rowHeights = { comfortable: 44, compact: 32, phone: 64 } as const

// Where one was on a page of history, so that Back returns to the same row.
const offsets = new Map<string, number>()

export const ReportGrid = ({ logs, query, waiting, onShowWaiting, onReadingBelow }: ReportGridProps) => {
  const frame = useRef<HTMLDivElement>(null)
  const location = useLocation()
  const navigate = useNavigate()
  const [activeId, setActiveId] = useState<string | null>(null)
  const active = Math.max(
    0,
    logs.findIndex(({ id }) => id === activeId),
  )
  const phone = useMediaQuery((theme) => theme.breakpoints.down('md'))
  const density = useDensity()
  const rowHeight = rowHeights[phone ? 'phone' : density]
  // Its functions are called again on every draw: nothing here is compiled into a memo.
  // oxlint-disable-next-line react/incompatible-library
  const rows = useVirtualizer({
    count: logs.length,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    initialOffset: () => offsets.get(location.key) ?? 0,
    getItemKey: (index) => logs[index]?.id ?? index,
  })
  const items = rows.getVirtualItems()
  useEffect(() => rows.measure(), [rows, rowHeight])

  const lastShown = items.at(-1)?.index ?? 0
  const { hasNextPage, isFetching } = query
  const fetchNext = useEffectEvent(() => void query.fetchNextPage())
  useEffect(() => {
    if (hasNextPage && !isFetching && !query.isError && lastShown >= logs.length - 20) fetchNext()
  }, [hasNextPage, isFetching, query.isError, lastShown, logs.length])

  // The row at the top edge stays there when rows come in above it.
  const read = useRef({ id: '', index: 0 })
  useLayoutEffect(() => {
    const scroller = frame.current
    const now = logs.findIndex(({ id }) => id === read.current.id)
    if (!scroller || now === -1 || scroller.scrollTop <= rowHeight) return
    scroller.scrollTop += (now - read.current.index) * rowHeight
    read.current.index = now
  }, [logs, rowHeight])

  const onScroll = () => {
    const top = frame.current?.scrollTop ?? 0
    offsets.set(location.key, top)
    const index = Math.floor(top / rowHeight)
    read.current = { id: logs[index]?.id ?? '', index }
    onReadingBelow(top > rowHeight)
    if (top <= rowHeight && waiting > 0) onShowWaiting()
  }
  const toTop = () => {
    onShowWaiting()
    setActiveId(null)
    frame.current?.scrollTo({ top: 0 })
  }
  const focusRow = (index: number) => {
    const next = Math.max(0, Math.min(logs.length - 1, index))
    const id = logs[next]?.id
    if (id === undefined) return
    setActiveId(id)
    rows.scrollToIndex(next)
    // By its id: somebody may come in before it is drawn.
    requestAnimationFrame(() => frame.current?.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"]`)?.focus())
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const page = Math.max(1, Math.floor((frame.current?.clientHeight ?? 0) / rowHeight) - 1)
    const targets: Record<string, number> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + page,
      PageUp: active - page,
      Home: 0,
      End: logs.length - 1,
    }
    const target = targets[event.key]
    const log = logs[active]
    if (event.key === 'Enter' && log) void navigate(`/log-details/${log.id}`)
    else if (target === undefined) return
    else focusRow(target)
    event.preventDefault()
  }

  return (
    <>
      {waiting > 0 && (
        <button type="button" className={styles.pill} onClick={toTop}>
          <Icon name="up" /> {waiting < mostWaiting ? waiting : `${mostWaiting}+`} new
        </button>
      )}
      <div ref={frame} className={styles.frame} onScroll={onScroll}>
        <table
          // A table whose rows one moves through with the arrows is what a grid is.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role
          role="grid"
          aria-label="Entries and exits"
          aria-rowcount={hasNextPage ? -1 : logs.length + 1}
          className={styles.grid}
          onKeyDown={onKeyDown}
        >
          <thead>
            <tr aria-rowindex={1} className={styles.head}>
              {columns.map((column) => (
                <th scope="col" key={column}>
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody style={{ height: rows.getTotalSize() }}>
            {items.map(({ index, start, size, key }) => {
              const log = logs[index]
              return (
                log && (
                  <Row
                    key={key}
                    log={log}
                    index={index}
                    start={start}
                    size={size}
                    active={index === active}
                    onFocus={setActiveId}
                  />
                )
              )
            })}
          </tbody>
        </table>
        <Foot query={query} rows={logs.length} />
      </div>
    </>
  )
}

interface RowProps {
  readonly log: Log
  readonly index: number
  readonly start: number
  readonly size: number
  readonly active: boolean
  readonly onFocus: (id: string) => void
}

const Row = memo(({ log, index, start, size, active, onFocus }: RowProps) => (
  <tr
    aria-rowindex={index + 2}
    data-index={index}
    data-id={log.id}
    className={styles.row}
    style={{ transform: `translateY(${start}px)`, height: size }}
    tabIndex={active ? 0 : -1}
    onFocus={() => onFocus(log.id)}
  >
    <td className={styles.time}>
      <When at={log.timestamp} />
    </td>
    <td className={styles.person}>
      <Link to={`/log-details/${log.id}`} tabIndex={-1}>
        {personOf(log)}
      </Link>
    </td>
    <td className={styles.door}>{doorOf(log)}</td>
    <td className={styles.zone}>{log.zone ?? '–'}</td>
    <td className={styles.type}>
      <TypeWord type={log.type} />
    </td>
    <td className={styles.result}>
      <ResultWord log={log} />
    </td>
    <td className={styles.why}>{log.reason ? reasonWords(log.reason) : methodWords[log.method]}</td>
  </tr>
))

const Foot = ({ query, rows }: { readonly query: UseInfiniteQueryResult; readonly rows: number }) => {
  if (query.isFetchNextPageError) {
    return (
      <p className={styles.foot} role="alert">
        Older entries could not be loaded.{' '}
        <Button size="small" onClick={() => void query.fetchNextPage()}>
          Retry
        </Button>
      </p>
    )
  }
  return (
    <p className={styles.foot}>
      {query.hasNextPage ? 'Loading older entries…' : `That is all: ${rows} ${rows === 1 ? 'row' : 'rows'}`}
    </p>
  )
}
