// Everybody who is looked for, however many: only what can be seen is drawn. The big button marks as safe, the name opens
// the rest.
import useMediaQuery from '@mui/material/useMediaQuery'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { memo, useLayoutEffect, useRef, useState } from 'react'
import { Link, type To } from 'react-router'
import { Icon } from '../../ui/primitives/icon.tsx'
import { opensSheet } from '../../ui/sheets/sheet-link.ts'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { When } from '../../ui/time/when.tsx'
import { confidenceWords, sourceText, statusWords, visitorText } from './muster-words.ts'
import { isOpen, type Shown } from './roll-call.ts'
import styles from './roll-call-list.module.css'
import type { OnMark } from './roll-call-page.tsx'

interface RollCallListProps {
  readonly people: readonly Shown[]
  readonly to: (id: string) => To
  /** null: one may only look. */
  readonly onMark: OnMark | null
}

const rowHeights = { phone: 76, desk: 56 } as const

export const RollCallList = ({ people, to, onMark }: RollCallListProps) => {
  const phone = useMediaQuery((theme) => theme.breakpoints.down('md'))
  const list = useRef<HTMLUListElement>(null)
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const measure = () => setTop((list.current?.getBoundingClientRect().top ?? 0) + window.scrollY)
    measure()
    // What stands above may grow: a notice that marks wait.
    const watch = new ResizeObserver(measure)
    watch.observe(document.body)
    return () => watch.disconnect()
  }, [])
  const rowHeight = rowHeights[phone ? 'phone' : 'desk']
  // Its functions are called again on every draw: nothing here is compiled into a memo.
  // oxlint-disable-next-line react/incompatible-library
  const drawn = useWindowVirtualizer({
    count: people.length,
    estimateSize: () => rowHeight,
    overscan: 10,
    scrollMargin: top,
    getItemKey: (index) => people[index]?.id ?? index,
  })
  return (
    <ul
      ref={list}
      className="relative overflow-clip rounded border border-line bg-surface"
      aria-label="On the list"
      style={{ blockSize: drawn.getTotalSize() }}
    >
      {drawn.getVirtualItems().map(({ key, index, start }) => {
        const person = people[index]
        return (
          person && (
            <li
              key={key}
              className="absolute inset-x-0 top-0"
              style={{ blockSize: rowHeight, transform: `translateY(${start - top}px)` }}
              aria-setsize={people.length}
              aria-posinset={index + 1}
            >
              <Row person={person} to={to(person.id)} onMark={onMark} phone={phone} />
            </li>
          )
        )
      })}
    </ul>
  )
}

interface RowProps {
  readonly person: Shown
  readonly to: To
  readonly onMark: OnMark | null
  readonly phone: boolean
}

const isSame = (a: RowProps, b: RowProps) =>
  a.person === b.person && a.onMark === b.onMark && a.phone === b.phone && JSON.stringify(a.to) === JSON.stringify(b.to)

const Row = memo(({ person, to, onMark, phone }: RowProps) => {
  const { name, visitor, zone, status, confidence, waiting, since, place, note } = person
  const words = statusWords[status]
  const open = isOpen(status)
  return (
    <div className={styles.row} data-status={status}>
      <Link
        to={to}
        state={opensSheet}
        className={`${styles.who} grid h-full min-w-0 content-center text-inherit no-underline from-md:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)] from-md:items-center from-md:gap-4`}
      >
        <span
          className={`${styles.name} truncate text-lg font-semibold from-md:text-md [&_small]:font-normal [&_small]:text-muted`}
        >
          {name}
          {visitor && <small> visitor</small>}
        </span>
        <span className="flex min-w-0 items-baseline gap-2 overflow-hidden text-sm whitespace-nowrap">
          <StatusWord {...words} />
          <span className="min-w-0 overflow-hidden text-ellipsis text-muted">
            {[
              open ? (zone ?? 'Nobody knows where') : (place ?? zone),
              // What a warden or a door has said of somebody who is looked for: went back in, was last seen in the lift.
              open && note,
              visitor && visitorText(visitor),
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
          {waiting && (
            <span
              className="inline-flex flex-none items-baseline gap-1 font-semibold text-stale [&_svg]:self-center"
              title="Waiting to be sent"
            >
              <Icon name="stale" /> {phone ? 'Waits' : 'Waiting to be sent'}
            </span>
          )}
        </span>
      </Link>
      {!phone && (
        <>
          <span className="truncate text-sm text-muted">{since ? <When at={since} /> : 'Never at a door'}</span>
          <span className="truncate text-sm text-muted" title={sourceText(person)}>
            <StatusWord
              state={confidenceWords[confidence].state}
              word={`${confidenceWords[confidence].word} confidence`}
            />
          </span>
        </>
      )}
      {onMark && (
        <span className="flex items-center justify-end gap-2">
          {!phone && open && (
            <>
              {status !== 'missing' && (
                <button type="button" className={styles.small} onClick={() => onMark(person, 'missing')}>
                  Missing<span className="visually-hidden">: {name}</span>
                </button>
              )}
              <button type="button" className={styles.small} onClick={() => onMark(person, 'not-here')}>
                Not on site<span className="visually-hidden">: {name}</span>
              </button>
            </>
          )}
          {open ? (
            <button type="button" className={styles.safe} onClick={() => onMark(person, 'safe')}>
              <Icon name="check" size="medium" />
              <span>
                Safe<span className="visually-hidden">: {name}</span>
              </span>
            </button>
          ) : (
            <span className={`${styles.done} grid h-touch w-touch place-items-center text-normal`}>
              <Icon name={words.icon} size="medium" />
            </span>
          )}
        </span>
      )}
    </div>
  )
}, isSame)
