// What only the signed-in have in the bar: whether it is live, search, notifications, their menu.
import { useSession } from '../../kit/session/session-state.ts'
import { Icon } from '../../ui/primitives/icon.tsx'
import { later, useFetchedAhead } from '../../ui/feedback/later.tsx'
import { RoundButton } from '../../ui/primitives/round-button.tsx'
import { Bell } from './bell.tsx'
import { ConnectionIndicator } from './connection-indicator.tsx'
import { areSingleKeysOn, type Shortcut, useShortcuts } from '../../kit/hands/shortcuts.ts'
import { useAnnounced } from '../menu/use-announced.ts'
import { UserMenu } from './user-menu.tsx'

const SearchOverlay = later(async () => (await import('../../insight/search/search-overlay.tsx')).SearchOverlay, 'over')
const HelpDialog = later(async () => (await import('../../system/help/help-dialog.tsx')).HelpDialog, 'over')

const message: Record<Shortcut, string> = { search: 'Search', help: 'Help' }

export const SignedInTools = () => {
  const { permissions } = useSession()
  const { shown, show, close } = useAnnounced<Shortcut>((part) => message[part])
  useFetchedAhead(SearchOverlay)
  useShortcuts(show)
  return (
    <>
      <ConnectionIndicator />
      <RoundButton
        name="Search"
        aria-haspopup="dialog"
        aria-expanded={shown === 'search'}
        aria-keyshortcuts={`Control+K Meta+K${areSingleKeysOn() ? ' /' : ''}`}
        onPointerEnter={() => void SearchOverlay.fetch()}
        onClick={() => show('search')}
      >
        <Icon name="search" size="medium" />
      </RoundButton>
      {permissions.has('read_notifications') && <Bell />}
      <UserMenu onHelp={() => show('help')} />
      {shown === 'search' && <SearchOverlay onClose={close} />}
      {shown === 'help' && <HelpDialog onClose={close} />}
    </>
  )
}
