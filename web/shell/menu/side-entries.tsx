// A list of pages in the slide-out menu.
import { Link, usePlace } from '../../kit/place.tsx'
import { Icon } from '../../ui/primitives/icon.tsx'
import type { Entry } from '@gatehouse/contract/pages'
import { currentIn } from '../top-bar/nav-pages.ts'
import styles from './side-menu.module.css'

export const SideEntries = ({ label, entries }: { readonly label: string; readonly entries: readonly Entry[] }) => {
  const current = currentIn(entries, usePlace().pathname)
  if (entries.length === 0) return null
  return (
    <nav
      aria-label={label}
      className="[&:not(:last-of-type)]:border-b [&:not(:last-of-type)]:border-b-line [&:not(:last-of-type)]:pb-3"
    >
      <ul>
        {entries.map(({ path, label: name, icon }, index) => (
          <li key={path}>
            <Link to={path} className={styles.entry} aria-current={index === current ? 'page' : undefined}>
              <Icon name={icon} size="medium" />
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
