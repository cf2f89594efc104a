// The user's menu: who one is, one's own pages, what one manages, appearance, and the way out.
import { messages } from '@gatehouse/contract/auth'
import Divider from '@mui/material/Divider'
import ListSubheader from '@mui/material/ListSubheader'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import useMediaQuery from '@mui/material/useMediaQuery'
import { Link } from 'react-router'
import { exit } from '../kit/session.ts'
import { chooseDensity, chooseThemeMode, useDensity, useThemeMode } from '../kit/theme-mode.ts'
import { toast } from '../ui/toast.ts'
import { type Entry, entrancesFor, userMenuFor } from './menu.ts'
import { useVisitor } from './use-visitor.ts'
import { UserMenuHead } from './user-menu-head.tsx'

interface UserMenuListProps {
  readonly anchor: HTMLElement
  readonly onSwitchCompany: () => void
  readonly onClose: () => void
}

export const UserMenuList = ({ anchor, onSwitchCompany, onClose }: UserMenuListProps) => {
  const visitor = useVisitor()
  const phone = useMediaQuery((theme) => theme.breakpoints.down('sm'))
  const mode = useThemeMode()
  const density = useDensity()
  const signOut = () => {
    onClose()
    exit().catch(() => toast('error', messages.logoutFailed))
  }
  const linkTo = ({ to, label }: Entry) => (
    <MenuItem key={to} component={Link} to={to} onClick={onClose}>
      {label}
    </MenuItem>
  )
  return (
    <Menu anchorEl={anchor} container={anchor.parentElement} open onClose={onClose}>
      <UserMenuHead />
      <Divider component="li" />
      {phone && entrancesFor(visitor).map(linkTo)}
      {phone && <Divider component="li" />}
      {userMenuFor(visitor).map(({ title, entries }) => [
        title && (
          <ListSubheader key={title} role="presentation" disableSticky>
            {title}
          </ListSubheader>
        ),
        ...entries.map(linkTo),
        <Divider key={`after ${entries[0]?.to}`} component="li" />,
      ])}
      {visitor.permissions.has('manage_companies') && <MenuItem onClick={onSwitchCompany}>Switch company</MenuItem>}
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
