// The user's menu: who one is, appearance, and the way out; on a phone also the pages.
import { messages } from '@gatehouse/contract/auth'
import Divider from '@mui/material/Divider'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import useMediaQuery from '@mui/material/useMediaQuery'
import { Link } from 'react-router'
import { exit, useSession } from '../kit/session.ts'
import { chooseDensity, chooseThemeMode, useDensity, useThemeMode } from '../kit/theme-mode.ts'
import { toast } from '../ui/toast.ts'
import { entrancesFor } from './first-page.ts'
import styles from './user-menu.module.css'

interface UserMenuListProps {
  readonly anchor: HTMLElement
  readonly onClose: () => void
}

export const UserMenuList = ({ anchor, onClose }: UserMenuListProps) => {
  const { user, permissions } = useSession()
  const phone = useMediaQuery((theme) => theme.breakpoints.down('sm'))
  const mode = useThemeMode()
  const density = useDensity()
  const signOut = () => {
    onClose()
    exit().catch(() => toast('error', messages.logoutFailed))
  }
  return (
    <Menu anchorEl={anchor} container={anchor.parentElement} open onClose={onClose}>
      <li className={styles.who} role="presentation">
        <strong>{user?.displayName}</strong>
        <span>{user?.email}</span>
        <span>{roleLabel(permissions, user?.roles.map(({ name }) => name) ?? [])}</span>
        {user?.company && <span>{user.company.name}</span>}
      </li>
      <Divider component="li" />
      {phone &&
        entrancesFor(permissions).map(({ to, label }) => (
          <MenuItem key={to} component={Link} to={to} onClick={onClose}>
            {label}
          </MenuItem>
        ))}
      {phone && <Divider component="li" />}
      <MenuItem onClick={() => chooseThemeMode(mode === 'dark' ? 'light' : 'dark')}>
        {mode === 'dark' ? 'Light theme' : 'Dark theme'}
      </MenuItem>
      {!phone && (
        <MenuItem onClick={() => chooseDensity(density === 'compact' ? 'comfortable' : 'compact')}>
          {density === 'compact' ? 'Comfortable rows' : 'Compact rows'}
        </MenuItem>
      )}
      <MenuItem onClick={signOut}>Logout</MenuItem>
    </Menu>
  )
}

// Administrator, Manager, the first role's name with a capital, or User.
const roleLabel = (permissions: ReadonlySet<string>, roles: readonly string[]): string => {
  if (roles.includes('admin') || permissions.has('admin_access')) return 'Administrator'
  if (roles.includes('manager') || permissions.has('manage_users')) return 'Manager'
  const [first] = roles
  return first ? first.charAt(0).toUpperCase() + first.slice(1) : 'User'
}
