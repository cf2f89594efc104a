// The navigation in the bar: four entries at a time, with arrows to the others; the one of the page is in view.
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { announce } from '../../kit/hands/announce.ts'
import { indexAfter } from '../../kit/hands/arrow-keys.ts'
import { Link } from '../../kit/place.tsx'
import { Icon } from '../../ui/primitives/icon.tsx'
import { RoundButton } from '../../ui/primitives/round-button.tsx'
import type { Entry } from '@gatehouse/contract/pages'
import { currentIn, entriesPerPage, pageCount, pageOf } from './nav-pages.ts'
import styles from './top-bar-nav.module.css'

interface TopBarNavProps {
  readonly entries: readonly Entry[]
  /** The page whose entry is marked. */
  readonly at: string
  /** Beside the arrows. */
  readonly children?: ReactNode
}

export const TopBarNav = ({ entries, at, children }: TopBarNavProps) => {
  const list = useRef<HTMLUListElement>(null)
  const current = currentIn(entries, at)
  const { page, last, turnTo } = usePages(entries, current, at)

  const turn = (to: number) => {
    if (to < 0 || to > last) return
    turnTo(to)
    const first = to * entriesPerPage
    announce(`${entries[first]?.label} to ${entries[Math.min(first + entriesPerPage, entries.length) - 1]?.label}`)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const links = [...(list.current?.querySelectorAll('a') ?? [])]
    const from = links.findIndex((link) => link === document.activeElement)
    const to = from < 0 ? null : indexAfter(event.key, from, links.length, 'across')
    if (to === null) return
    event.preventDefault()
    flushSync(() => turnTo(pageOf(to)))
    links[to]?.focus()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the links in it
    <nav aria-label="Main" className={styles.nav} onKeyDown={onKeyDown}>
      {last > 0 && (
        <RoundButton
          name="Previous entries"
          className={styles.arrow}
          aria-disabled={page === 0}
          onClick={() => turn(page - 1)}
        >
          <Icon name="next" className={styles.back} />
        </RoundButton>
      )}
      <ul ref={list} className={styles.list}>
        {entries.map(({ path, label }, index) => (
          <li key={path} hidden={pageOf(index) !== page}>
            <Link to={path} aria-current={index === current ? 'page' : undefined}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
      {last > 0 && (
        <RoundButton
          name="Next entries"
          className={styles.arrow}
          aria-disabled={page === last}
          onClick={() => turn(page + 1)}
        >
          <Icon name="next" />
        </RoundButton>
      )}
      {children}
    </nav>
  )
}

// Turned by hand until one goes elsewhere.
const usePages = (entries: readonly Entry[], current: number, at: string) => {
  const [page, setPage] = useState(() => Math.max(0, pageOf(current)))
  const [turnedAt, setTurnedAt] = useState(at)
  if (turnedAt !== at) {
    setTurnedAt(at)
    if (current >= 0) setPage(pageOf(current))
  }
  const last = pageCount(entries.length) - 1
  return { page: Math.min(page, last), last, turnTo: setPage }
}
