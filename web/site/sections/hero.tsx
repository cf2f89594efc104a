// The beginning of a public page: where it stands, what it is about, the ways on, and a picture of it.
import type { ReactNode } from 'react'
import { Link } from '../../kit/place.tsx'
import { Icon } from '../../ui/primitives/icon.tsx'
import styles from './hero.module.css'

interface HeroProps {
  readonly title: string
  readonly lead: ReactNode
  /** The page above this one. */
  readonly above?: { readonly to: string; readonly label: string }
  readonly children?: ReactNode
  /** Beside the words on a desk, below them on a phone. */
  readonly aside?: ReactNode
  /** Below the words, as wide as the page. */
  readonly below?: ReactNode
}

export const Hero = ({ title, lead, above, children, aside, below }: HeroProps) => (
  <header className={styles.hero} data-split={aside !== undefined || undefined}>
    <div className={styles.words}>
      {above && (
        <nav aria-label="Breadcrumb" className={styles.above}>
          <Link to={above.to}>{above.label}</Link>
          <Icon name="next" />
          <span aria-current="page">{title}</span>
        </nav>
      )}
      <h1>{title}</h1>
      <p className={styles.lead}>{lead}</p>
      {children !== undefined && <div className={styles.ways}>{children}</div>}
    </div>
    {aside !== undefined && <div className={styles.aside}>{aside}</div>}
    {below !== undefined && <div className={styles.below}>{below}</div>}
  </header>
)

interface WayProps {
  readonly to: string
  readonly state?: unknown
  readonly quiet?: boolean
  readonly children: ReactNode
}

/** A way on from here that looks like a button. */
export const Way = ({ to, state, quiet = false, children }: WayProps) => (
  <Link to={to} className={styles.way} data-quiet={quiet || undefined} state={state ?? null}>
    {children}
  </Link>
)
