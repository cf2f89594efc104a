// The button of the user's menu; the menu itself comes when the page is idle, or is first opened.
import { useSession } from '../../kit/session/session-state.ts'
import { Avatar } from '../../ui/primitives/avatar.tsx'
import { later, useFetchedAhead } from '../../ui/feedback/later.tsx'
import { RoundButton } from '../../ui/primitives/round-button.tsx'
import { firstPageFor } from '../menu/first-page.ts'
import { useAnnounced } from '../menu/use-announced.ts'
import { useOpenHere } from '../menu/use-open-here.ts'

const UserMenuList = later(async () => (await import('./user-menu-list.tsx')).UserMenuList, 'over')
const CompanySwitcher = later(
  async () => (await import('../../identity/companies/company-switcher.tsx')).CompanySwitcher,
  'over',
)

export const UserMenu = ({ onHelp }: { readonly onHelp: () => void }) => {
  const { user, permissions } = useSession()
  const [switching, setSwitching] = useOpenHere<true>()
  const { shown: anchor, show, close } = useAnnounced<HTMLElement>(() => 'Your menu')
  useFetchedAhead(UserMenuList)
  const closeAnd = (next: () => void) => () => {
    close()
    next()
  }
  return (
    <>
      <RoundButton
        name="Your menu"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onPointerEnter={() => void UserMenuList.fetch()}
        onClick={({ currentTarget }) => (anchor ? close() : show(currentTarget))}
      >
        {user && <Avatar picture={user.profilePicture} name={user.displayName} />}
      </RoundButton>
      {anchor && (
        <UserMenuList
          anchor={anchor}
          onSwitchCompany={closeAnd(() => setSwitching(true))}
          onHelp={closeAnd(onHelp)}
          onClose={close}
        />
      )}
      {switching && <CompanySwitcher to={firstPageFor(permissions)} onClose={() => setSwitching(null)} />}
    </>
  )
}
