// The user's menu: who one is, one's own pages, what one manages, appearance, and the way out.
import { messages } from '@gatehouse/contract/identity/auth'
import Divider from '@mui/material/Divider'
import ListItemIcon from '@mui/material/ListItemIcon'
import ListSubheader from '@mui/material/ListSubheader'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import useMediaQuery from '@mui/material/useMediaQuery'
import { announce } from '../../kit/hands/announce.ts'
import { Link } from '../../kit/place.tsx'
import { exit } from '../../kit/session/session.ts'
import { chooseDensity, useDensity } from '../../kit/hands/theme-mode.ts'
import { Icon, type IconName } from '../../ui/primitives/icon.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { userMenuFor } from '../menu/menu.ts'
import { useOtherTheme } from './theme-toggle.tsx'
import { useViewer } from '../menu/use-viewer.ts'
import { UserMenuHead } from './user-menu-head.tsx'

interface UserMenuListProps {
  readonly anchor: HTMLElement
  readonly onSwitchCompany: () => void
  readonly onHelp: () => void
  readonly onClose: () => void
}

export const UserMenuList = ({ anchor, onSwitchCompany, onHelp, onClose }: UserMenuListProps) => {
  const visitor = useViewer()
  const phone = useMediaQuery((theme) => theme.breakpoints.down('sm'))
  const other = useOtherTheme()
  const otherDensity = useDensity() === 'compact' ? 'comfortable' : 'compact'
  const changeDensity = () => {
    chooseDensity(otherDensity)
    announce(`Rows: ${otherDensity}`)
  }
  const signOut = () => {
    onClose()
    exit().catch(() => toast('error', messages.logoutFailed))
  }
  return (
    <Menu anchorEl={anchor} container={anchor.parentElement} open onClose={onClose}>
      <UserMenuHead />
      <Divider component="li" />
      {visitor &&
        userMenuFor(visitor).map(({ title, entries }) => [
          title && (
            <ListSubheader key={title} role="presentation" disableSticky className="leading-[2.25]!">
              {title}
            </ListSubheader>
          ),
          ...entries.map(({ path, label, icon }) => (
            <MenuItem key={path} component={Link} to={path} onClick={onClose}>
              <Sign name={icon} />
              {label}
            </MenuItem>
          )),
          <Divider key={`after ${entries[0]?.path}`} component="li" />,
        ])}
      {visitor?.permissions.has('manage_companies') && (
        <MenuItem onClick={onSwitchCompany}>
          <Sign name="refresh" />
          Switch company
        </MenuItem>
      )}
      <MenuItem onClick={other.choose}>
        <Sign name={other.mode === 'dark' ? 'moon' : 'sun'} />
        {other.mode === 'dark' ? 'Dark theme' : 'Light theme'}
      </MenuItem>
      {!phone && (
        <MenuItem onClick={changeDensity}>
          <Sign name="menu" />
          {otherDensity === 'compact' ? 'Compact rows' : 'Comfortable rows'}
        </MenuItem>
      )}
      <MenuItem onClick={onHelp}>
        <Sign name="unknown" />
        Help
      </MenuItem>
      <MenuItem onClick={signOut}>
        <Sign name="exit" />
        Logout
      </MenuItem>
    </Menu>
  )
}

const Sign = ({ name }: { readonly name: IconName }) => (
  <ListItemIcon>
    <Icon name={name} size="medium" />
  </ListItemIcon>
)
