// The small head of the pages without a top bar: the name, light or dark, and the way in; at home the public pages too.
import { site } from 'virtual:pages/site'
import { Link, usePlace } from '../../kit/place.tsx'
import { leaveStateIn, useSession } from '../../kit/session/session-state.ts'
import { ThemeToggle } from '../../shell/top-bar/theme-toggle.tsx'
import { HomeLink } from '../../ui/primitives/home-link.tsx'
import { later } from '../../ui/feedback/later.tsx'
import styles from './bare-bar.module.css'

const OpenLink = later(async () => (await import('./open-link.tsx')).OpenLink, 'silent')

export const BareBar = () => {
  const { pathname } = usePlace()
  const isSignedIn = useSession().status !== 'out'
  return (
    <header className={styles.bar}>
      <HomeLink shrinks={isSignedIn} />
      {pathname === '/' && (
        <nav aria-label="Main" className={styles.nav}>
          {site
            .filter(({ path }) => path !== '/home')
            .map(({ path, label }) => (
              <Link key={path} to={path}>
                {label}
              </Link>
            ))}
        </nav>
      )}
      <div className="ms-auto flex items-center gap-1">
        <ThemeToggle />
        <WayIn />
      </div>
    </header>
  )
}

const WayIn = () => {
  const { pathname, state } = usePlace()
  const { status } = useSession()
  const from = leaveStateIn(state)?.from
  if (status !== 'out') {
    return <OpenLink className={styles.way} />
  }
  const way = pathname === '/signin' ? { to: '/signup', label: 'Sign Up' } : { to: '/signin', label: 'Sign In' }
  return (
    <Link to={way.to} state={from ? { from } : null} className={styles.way}>
      {way.label}
    </Link>
  )
}
