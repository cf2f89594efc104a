// The pages about one's own account, as one place.
import type { Permission } from '@gatehouse/contract/permissions'
import { NavLink } from 'react-router'
import { useSession } from '../../kit/session/session-state.ts'

const pages: readonly { readonly to: string; readonly label: string; readonly needs: Permission }[] = [
  { to: '/profile', label: 'Profile', needs: 'read_profile' },
  { to: '/settings/account', label: 'Account', needs: 'manage_account' },
  { to: '/settings/security', label: 'Security', needs: 'manage_security' },
]

export const AccountNavigation = () => {
  const { permissions } = useSession()
  return (
    <nav aria-label="Your account" className="mb-5 flex gap-1 border-b border-b-line">
      {pages
        .filter(({ needs }) => permissions.has(needs))
        .map(({ to, label }) => (
          <NavLink
            key={to}
            to={to}
            className="-mb-px inline-flex min-h-touch items-center rounded-t border-b-[3px] border-b-transparent px-4 font-[550] text-muted no-underline hover:bg-surface hover:text-text aria-[current]:border-b-primary aria-[current]:text-text below-sm:flex-1 below-sm:justify-center below-sm:px-2"
          >
            {label}
          </NavLink>
        ))}
    </nav>
  )
}
