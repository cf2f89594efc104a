// The bar on top of every signed-in page: where one may go, whether it is live, and who one is.
import { Link, NavLink } from 'react-router'
import { Wordmark } from '../ui/wordmark.tsx'
import { ConnectionIndicator } from './connection-indicator.tsx'
import { entrancesFor } from './menu.ts'
import styles from './top-bar.module.css'
import { useVisitor } from './use-visitor.ts'
import { UserMenu } from './user-menu.tsx'

export const TopBar = () => {
  const visitor = useVisitor()
  return (
    <header className={styles.bar}>
      <Link to="/" className={styles.brand} aria-label="Gatehouse, home page">
        <Wordmark />
      </Link>
      <nav aria-label="Main" className={styles.nav}>
        {entrancesFor(visitor).map(({ to, label }) => (
          <NavLink key={to} to={to}>
            {label}
          </NavLink>
        ))}
      </nav>
      <div className={styles.tools}>
        <ConnectionIndicator />
        <UserMenu />
      </div>
    </header>
  )
}
