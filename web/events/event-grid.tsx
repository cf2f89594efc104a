// The rows of the stream as a grid that only draws what can be seen; arrows move, Enter opens.
import type { DeviceEvent } from '@gatehouse/contract/events'
import Button from '@mui/material/Button'
import useMediaQuery from '@mui/material/useMediaQuery'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, memo, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { Link, type To, useNavigate } from 'react-router'
import { useDensity } from '../kit/theme-mode.ts'
import { Icon } from '../ui/icon.tsx'
import { opensSheet } from '../ui/sheet-link.ts'
import { StatusWord } from '../ui/status-word.tsx'
import { When } from '../ui/when.tsx'
import styles from './event-grid.module.css'
import { deviceOf, kindIcons, severityWords, whatOf } from './event-words.ts'
import { mostWaiting } from './use-events.ts'

interface EventGridProps {
  readonly events: readonly DeviceEvent[]
  /** The name of a device's zone. */
  readonly zoneOf: (event: DeviceEvent) => string | null
  readonly to: (id: string) => To
  readonly query: UseInfiniteQueryResult
  /** How many new events wait above. */
  readonly waiting: number
  readonly onShowWaiting: () => void
  readonly onReadingBelow: (below: boolean) => void
}

const columns = ['Time', 'Severity', 'What happened', 'Device', 'Zone']
const rowHeights = { comfortable: 44, compact: 32, phone: 64 } as const

export const EventGrid = (props: EventGridProps) => {
  const { events, zoneOf, to, query, waiting, onShowWaiting, onReadingBelow } = props
  const frame = useRef<HTMLDivElement>(null)
  const navigate = useNavigate()
  const [activeId, setActiveId] = useState<string | null>(null)
  const active = Math.max(
    0,
    events.findIndex(({ id }) => id === activeId),
  )
  const phone = useMediaQuery((theme) => theme.breakpoints.down('md'))
  const density = useDensity()
  const rowHeight = rowHeights[phone ? 'phone' : density]
  // Its functions are called again on every draw: nothing here is compiled into a memo.
  // oxlint-disable-next-line react/incompatible-library
  const rows = useVirtualizer({
    count: events.length,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    getItemKey: (index) => events[index]?.id ?? index,
  })
  const items = rows.getVirtualItems()
  useEffect(() => rows.measure(), [rows, rowHeight])

  const lastShown = items.at(-1)?.index ?? 0
  const { hasNextPage, isFetching } = query
  const fetchNext = useEffectEvent(() => void query.fetchNextPage())
  useEffect(() => {
    if (hasNextPage && !isFetching && !query.isError && lastShown >= events.length - 20) fetchNext()
  }, [hasNextPage, isFetching, query.isError, lastShown, events.length])

  // The row at the top edge stays there when rows come in above it.
  const read = useRef({ id: '', index: 0 })
  useLayoutEffect(() => {
    const scroller = frame.current
    const now = events.findIndex(({ id }) => id === read.current.id)
    if (!scroller || now === -1 || scroller.scrollTop <= rowHeight) return
    scroller.scrollTop += (now - read.current.index) * rowHeight
    read.current.index = now
  }, [events, rowHeight])

  const onScroll = () => {
    const top = frame.current?.scrollTop ?? 0
    const index = Math.floor(top / rowHeight)
    read.current = { id: events[index]?.id ?? '', index }
    onReadingBelow(top > rowHeight)
  }
  const toTop = () => {
    onShowWaiting()
    setActiveId(null)
    frame.current?.scrollTo({ top: 0 })
  }
  const focusRow = (index: number) => {
    const next = Math.max(0, Math.min(events.length - 1, index))
    const id = events[next]?.id
    if (id === undefined) return
    setActiveId(id)
    rows.scrollToIndex(next)
    // By its id: something may come in before it is drawn.
    requestAnimationFrame(() => frame.current?.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"]`)?.focus())
  }
  const onKeyDown = (key: KeyboardEvent) => {
    const page = Math.max(1, Math.floor((frame.current?.clientHeight ?? 0) / rowHeight) - 1)
    const targets: Record<string, number> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + page,
      PageUp: active - page,
      Home: 0,
      End: events.length - 1,
    }
    const target = targets[key.key]
    const event = events[active]
    if (key.key === 'Enter' && event) void navigate(to(event.id), { state: opensSheet })
    else if (target === undefined) return
    else focusRow(target)
    key.preventDefault()
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
          aria-label="Events"
          aria-rowcount={hasNextPage ? -1 : events.length + 1}
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
              const event = events[index]
              return (
                event && (
                  <Row
                    key={key}
                    event={event}
                    zone={zoneOf(event)}
                    to={to}
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
        <Foot query={query} rows={events.length} />
      </div>
    </>
  )
}

interface RowProps {
  readonly event: DeviceEvent
  readonly zone: string | null
  readonly to: (id: string) => To
  readonly index: number
  readonly start: number
  readonly size: number
  readonly active: boolean
  readonly onFocus: (id: string) => void
}

const Row = memo(({ event, zone, to, index, start, size, active, onFocus }: RowProps) => (
  <tr
    aria-rowindex={index + 2}
    data-index={index}
    data-id={event.id}
    data-severity={event.severity}
    className={styles.row}
    style={{ transform: `translateY(${start}px)`, height: size }}
    tabIndex={active ? 0 : -1}
    onFocus={() => onFocus(event.id)}
  >
    <td className={styles.time}>
      <When at={event.at} />
    </td>
    <td className={styles.severity}>
      <StatusWord state={event.severity} word={severityWords[event.severity]} />
    </td>
    <td className={styles.what}>
      <Link to={to(event.id)} state={opensSheet} tabIndex={-1}>
        {whatOf(event.type)}
      </Link>
    </td>
    <td className={styles.device}>
      <Icon name={kindIcons[event.deviceKind]} /> {deviceOf(event)}
    </td>
    <td className={styles.zone}>{zone ?? '–'}</td>
  </tr>
))

const Foot = ({ query, rows }: { readonly query: UseInfiniteQueryResult; readonly rows: number }) => {
  if (query.isFetchNextPageError) {
    return (
      <p className={styles.foot} role="alert">
        Older events could not be loaded.{' '}
        <Button size="small" onClick={() => void query.fetchNextPage()}>
          Retry
        </Button>
      </p>
    )
  }
  return (
    <p className={styles.foot}>
      {query.hasNextPage ? 'Loading older events…' : `That is all: ${rows} ${rows === 1 ? 'row' : 'rows'}`}
    </p>
  )
}
