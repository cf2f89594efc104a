// The pages about one's own account, as one place.
import type { Permission } from '@gatehouse/contract/permissions'
import { NavLink } from 'react-router'
import { useSession } from '../../kit/session/session-state.ts'
import styles from './account-navigation.module.css'

const pages: readonly { readonly to: string; readonly label: string; readonly needs: Permission }[] = [
  { to: '/profile', label: 'Profile', needs: 'read_profile' },
  { to: '/settings/account', label: 'Account', needs: 'manage_account' },
  { to: '/settings/security', label: 'Security', needs: 'manage_security' },
]

export const AccountNavigation = () => {
  const { permissions } = useSession()
  return (
    <nav aria-label="Your account" className={styles.nav}>
      {pages
        .filter(({ needs }) => permissions.has(needs))
        .map(({ to, label }) => (
          <NavLink key={to} to={to}>
            {label}
          </NavLink>
        ))}
    </nav>
  )
}
