// A list of pages in a menu.
import { useId } from 'react'
import { Link } from '../../kit/place.tsx'
import { Icon } from '../../ui/primitives/icon.tsx'
import type { Entry, ListedPage } from '@gatehouse/contract/pages'
import { currentIn } from '../top-bar/nav-pages.ts'
import styles from './side-menu.module.css'
import { useEntryPath } from './use-entry-path.ts'

/** A page, or a part of the one before it. */
type SideEntry = Pick<Entry, 'path' | 'label' | 'icon'> & Partial<Pick<ListedPage, 'isPart'>>

interface SideEntriesProps {
  readonly label: string
  /** The label is shown above them. */
  readonly isHeaded?: boolean
  readonly entries: readonly SideEntry[]
  /** Of which the current one is the nearest; absent: these. */
  readonly among?: readonly Pick<Entry, 'path'>[]
}

export const SideEntries = ({ label, isHeaded = false, entries, among = entries }: SideEntriesProps) => {
  const heading = useId()
  const current = among[currentIn(among, useEntryPath(among))]?.path
  if (entries.length === 0) return null
  return (
    <nav
      {...(isHeaded ? { 'aria-labelledby': heading } : { 'aria-label': label })}
      className="[&:not(:last-of-type)]:border-b [&:not(:last-of-type)]:border-b-line [&:not(:last-of-type)]:pb-3"
    >
      {isHeaded && (
        <h2 id={heading} className="px-3 pb-1 text-sm font-semibold text-muted">
          {label}
        </h2>
      )}
      <ul>
        {entries.map(({ path, label: name, icon, isPart }) => (
          <li key={path}>
            <Link
              to={path}
              className={styles.entry}
              data-part={isPart || undefined}
              aria-current={path === current ? 'page' : undefined}
            >
              {!isPart && <Icon name={icon} size="medium" />}
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
