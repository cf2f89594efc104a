// Entries by day, as a grid that only draws what can be seen; arrows move, Enter opens.
import type { Entry } from '@gatehouse/contract/activity'
import Button from '@mui/material/Button'
import useMediaQuery from '@mui/material/useMediaQuery'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, memo, type Ref, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { useClock } from '../kit/clock.ts'
import { useTimeZone } from '../kit/time.ts'
import { Icon } from '../ui/icon.tsx'
import { opensSheet } from '../ui/sheet-link.ts'
import { When } from '../ui/when.tsx'
import styles from './entry-list.module.css'
import { dayText, rowsOf } from './entry-rows.ts'
import { EntrySentence, OutcomeWord, type Reader, Who } from './entry-words.tsx'
import { mostNewer } from './use-entries.ts'

interface EntryListProps {
  readonly label: string
  readonly entries: readonly Entry[]
  readonly query: UseInfiniteQueryResult
  readonly reader: Reader | null
  /** The address of an entry's sheet. */
  readonly to: (id: string) => string
  /** How many newer ones wait above. */
  readonly newer: number
  readonly onShowNewer: () => Promise<void>
}

const columns = ['When', 'What', 'Who', 'Outcome', 'Address']

// Where one was in the list, so that Back returns to the same row.
const offsets = new Map<string, number>()

export const EntryList = ({ label, entries, query, reader, to, newer, onShowNewer }: EntryListProps) => {
  const frame = useRef<HTMLDivElement>(null)
  const navigate = useNavigate()
  const { search } = useLocation()
  const place = `${label}${search}`
  const timeZone = useTimeZone()
  const phone = useMediaQuery((theme) => theme.breakpoints.down('md'))
  const rows = useMemo(() => rowsOf(entries, timeZone), [entries, timeZone])
  const [activeId, setActiveId] = useState<string | null>(null)
  const active = Math.max(
    0,
    entries.findIndex(({ id }) => id === activeId),
  )
  // Its functions are called again on every draw: nothing here is compiled into a memo.
  // oxlint-disable-next-line react/incompatible-library
  const drawn = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: (index) => (rows[index]?.is === 'day' ? 36 : phone ? 84 : 45),
    overscan: 12,
    initialOffset: () => offsets.get(place) ?? 0,
    getItemKey: (index) => rows[index]?.key ?? index,
  })
  const items = drawn.getVirtualItems()

  const lastShown = items.at(-1)?.index ?? 0
  const { hasNextPage, isFetching } = query
  const fetchNext = useEffectEvent(() => void query.fetchNextPage())
  useEffect(() => {
    if (hasNextPage && !isFetching && !query.isError && lastShown >= rows.length - 20) fetchNext()
  }, [hasNextPage, isFetching, query.isError, lastShown, rows.length])

  const toTop = async () => {
    await onShowNewer()
    setActiveId(null)
    frame.current?.scrollTo({ top: 0 })
  }
  const focusEntry = (index: number) => {
    const id = entries[Math.max(0, Math.min(entries.length - 1, index))]?.id
    if (id === undefined) return
    setActiveId(id)
    drawn.scrollToIndex(rows.findIndex(({ key }) => key === id))
    requestAnimationFrame(() => frame.current?.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"]`)?.focus())
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const page = Math.max(1, Math.floor((frame.current?.clientHeight ?? 0) / (phone ? 84 : 45)) - 1)
    const targets: Record<string, number> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + page,
      PageUp: active - page,
      Home: 0,
      End: entries.length - 1,
    }
    const target = targets[event.key]
    const entry = entries[active]
    if (event.key === 'Enter' && entry) void navigate(to(entry.id), { state: opensSheet })
    else if (target === undefined) return
    else focusEntry(target)
    event.preventDefault()
  }

  return (
    <>
      {newer > 0 && (
        <button type="button" className={styles.pill} onClick={() => void toTop()}>
          <Icon name="up" /> {newer < mostNewer ? newer : `${mostNewer}+`} new {newer === 1 ? 'entry' : 'entries'}
        </button>
      )}
      <div ref={frame} className={styles.frame} onScroll={() => offsets.set(place, frame.current?.scrollTop ?? 0)}>
        <table
          // A table whose rows one moves through with the arrows is what a grid is.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role
          role="grid"
          aria-label={label}
          aria-rowcount={hasNextPage ? -1 : rows.length + 1}
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
          <tbody style={{ height: drawn.getTotalSize() }}>
            {items.map(({ index, start, key }) => {
              const row = rows[index]
              if (!row) return null
              if (row.is === 'day') {
                return <DayRow key={key} at={row.at} index={index} start={start} measure={drawn.measureElement} />
              }
              return (
                <Row
                  key={key}
                  entry={row.entry}
                  reader={reader}
                  to={to(row.entry.id)}
                  index={index}
                  start={start}
                  active={row.entry === entries[active]}
                  measure={drawn.measureElement}
                  onFocus={setActiveId}
                />
              )
            })}
          </tbody>
        </table>
        <Foot query={query} rows={entries.length} />
      </div>
    </>
  )
}

interface Placed {
  readonly index: number
  readonly start: number
  readonly measure: Ref<HTMLTableRowElement>
}

const DayRow = ({ at, index, start, measure }: Placed & { readonly at: string }) => {
  const timeZone = useTimeZone()
  const words = useClock((now) => dayText(at, now, timeZone))
  return (
    <tr
      ref={measure}
      data-index={index}
      aria-rowindex={index + 2}
      className={styles.day}
      style={{ transform: `translateY(${start}px)` }}
    >
      <th scope="rowgroup" colSpan={columns.length}>
        {words}
      </th>
    </tr>
  )
}

interface RowProps extends Placed {
  readonly entry: Entry
  readonly reader: Reader | null
  readonly to: string
  readonly active: boolean
  readonly onFocus: (id: string) => void
}

const Row = memo(({ entry, reader, to, index, start, active, measure, onFocus }: RowProps) => (
  <tr
    ref={measure}
    aria-rowindex={index + 2}
    data-index={index}
    data-id={entry.id}
    className={styles.row}
    style={{ transform: `translateY(${start}px)` }}
    tabIndex={active ? 0 : -1}
    onFocus={() => onFocus(entry.id)}
  >
    <td className={styles.time}>
      <When at={entry.at} />
    </td>
    <td className={styles.what}>
      <Link to={to} state={opensSheet} tabIndex={-1}>
        <EntrySentence entry={entry} reader={reader} />
      </Link>
    </td>
    <td className={styles.who}>
      <Who entry={entry} reader={reader} />
    </td>
    <td className={styles.outcome}>
      <OutcomeWord outcome={entry.outcome} />
    </td>
    <td className={styles.address}>{entry.address ?? '–'}</td>
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
      {query.hasNextPage ? 'Loading older entries…' : `That is all: ${rows} ${rows === 1 ? 'entry' : 'entries'}`}
    </p>
  )
}
