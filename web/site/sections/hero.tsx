// The beginning of a public page: where it stands, what it is about, the ways on, and a picture of it.
import type { ReactNode } from 'react'
import { Link } from '../../kit/place.tsx'
import { Icon } from '../../ui/primitives/icon.tsx'
import styles from './sections.module.css'

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
    <div className="grid min-w-0 content-center justify-items-start gap-5">
      {above && (
        <nav
          aria-label="Breadcrumb"
          className="flex flex-wrap items-center gap-x-2 gap-y-1 text-md text-muted [&_a]:inline-flex [&_a]:min-h-touch [&_a]:items-center [&_a]:text-public-text"
        >
          <Link to={above.to}>{above.label}</Link>
          <Icon name="next" />
          <span aria-current="page">{title}</span>
        </nav>
      )}
      <h1 className={styles.start}>{title}</h1>
      <p className="max-w-[52ch] [font-size:clamp(1.0625rem,1.5vw,1.3125rem)] leading-[1.55] text-pretty text-muted">
        {lead}
      </p>
      {children !== undefined && <div className="mt-2 flex flex-wrap items-center gap-3">{children}</div>}
    </div>
    {aside !== undefined && <div className="min-w-0">{aside}</div>}
    {below !== undefined && <div className="min-w-0 from-md:col-span-full">{below}</div>}
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
