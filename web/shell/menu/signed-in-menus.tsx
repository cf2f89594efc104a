// What the bar and the slide-out menu offer the signed-in, for which public pages load nothing until somebody is.
import '../../ui/theme/utilities.css'
import { messages } from '@gatehouse/contract/identity/auth'
import { later } from '../../ui/feedback/later.tsx'
import { Icon } from '../../ui/primitives/icon.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { AllPagesButton } from './all-pages-button.tsx'
import type { Viewer } from './entries.ts'
import { navigationFor, ownPagesFor } from './menu.ts'
import styles from './side-menu.module.css'
import { SideEntries } from './side-entries.tsx'
import { currentIn } from '../top-bar/nav-pages.ts'
import { TopBarNav } from '../top-bar/top-bar-nav.tsx'
import { useEntryPath } from './use-entry-path.ts'
import { useViewer } from './use-viewer.ts'

const OtherPages = later(async () => (await import('./page-groups.tsx')).OtherPages, 'silent')

export const SignedInNav = () => {
  const visitor = useViewer()
  return visitor && <Nav visitor={visitor} />
}

const Nav = ({ visitor }: { readonly visitor: Viewer }) => {
  const entries = navigationFor(visitor)
  const at = useEntryPath(entries)
  return (
    <TopBarNav entries={entries} at={at}>
      <AllPagesButton visitor={visitor} isInNavigation={currentIn(entries, at) >= 0} />
    </TopBarNav>
  )
}

export const SignedInSide = ({ onLeave }: { readonly onLeave: () => void }) => {
  const visitor = useViewer()
  if (!visitor) return null
  const signOut = async () => {
    // What is asked or said of it would lie below the menu.
    onLeave()
    const { exit } = await import('../../kit/session/session.ts')
    await exit().catch(() => toast('error', messages.logoutFailed))
  }
  return (
    <>
      <SideEntries label="Main" entries={navigationFor(visitor)} />
      <OtherPages visitor={visitor} />
      <SideEntries label="Your pages" isHeaded entries={ownPagesFor(visitor)} />
      <button type="button" className={styles.entry} onClick={() => void signOut()}>
        <Icon name="exit" size="medium" />
        Logout
      </button>
    </>
  )
}
